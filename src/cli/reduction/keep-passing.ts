/** What `--keep-passing` tells at the end: code that the tests run and do not check. */
import { join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import { CALIBRATION_MS } from "../../oracles/timeouts.ts";
import { readOriginal } from "../../reduce/original.ts";
import { subjectOf } from "../../reduce/inputs.ts";
import { count, counted } from "../../progress/figures.ts";
import { runsDirectoryOf } from "../../runs/place.ts";
import { removedAlthoughCovered, type RemovedAlthoughCovered } from "../../suite/keep-passing/removed.ts";
import type { Settings } from "../settings.ts";
import { optionsOf } from "./options.ts";

export interface PassingAccount {
  /** For people. */
  readonly notes: readonly string[];
  /** For programs; missing when it is not known what is covered. */
  readonly removedAlthoughCovered?: RemovedAlthoughCovered;
}

/** So many files are enough for people. */
const MAX_FILES = 10;

const UNKNOWN = "give --cover READER to see which of the removed code the tests run but do not check";

/** The tests are run on the program as it is; the account is made of the result. Nothing without `--keep-passing`. */
export const passingOf = async (
  inputs: readonly string[],
  settings: Settings,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<((result: TestCase) => PassingAccount) | undefined> => {
  const { keepPassing, cover, sandbox, timeout, memory, command = [], with: extraFiles = [], stdin = false } = settings;
  if (keepPassing === undefined) return undefined;
  if (sandbox === true) {
    if (cover === undefined) return () => ({ notes: [UNKNOWN.replace("give", "leave out --sandbox, and give")] });
    throw new UserError("BAD_USAGE", "Coverage cannot be read from tests in a sandbox.", {
      advice: "Leave out --cover or --sandbox.",
    });
  }
  const runs = runsDirectoryOf(cwd);
  const original = readOriginal({ ...optionsOf(inputs, settings), cwd }, runs);
  const paths = extraFiles.map((path) => resolve(cwd, path));
  const { linesCoveredByTests } = await import("../../suite/keep-passing/covered.ts");
  const covered = await linesCoveredByTests({
    original: original.source,
    subject: subjectOf(original, { origin: cwd, extraFiles: paths, stdin }),
    command,
    ...(cover !== undefined && { cover }),
    timeout: typeof timeout === "number" ? timeout : CALIBRATION_MS,
    ...(memory !== undefined && { memory }),
    signal,
    storage: join(runs, "readers"),
  });
  return (result) => {
    if (covered === undefined) return { notes: [UNKNOWN] };
    const removed = removedAlthoughCovered(original.source, result, covered);
    return { notes: linesOf(removed), removedAlthoughCovered: removed };
  };
};

const linesOf = ({ lines, files }: RemovedAlthoughCovered): readonly string[] => {
  if (lines === 0) return ["no removed code was covered by the tests"];
  return [
    `removed although covered: ${counted(lines, "line")} in ${counted(files.length, "file")}, which the tests run but do not check`,
    ...files
      .slice(0, MAX_FILES)
      .map(
        ({ path, lines: ranges }) =>
          `  ${path}: ${ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(", ")}`,
      ),
    ...(files.length > MAX_FILES ? [`  and ${count(files.length - MAX_FILES)} more files (--json lists them)`] : []),
  ];
};
