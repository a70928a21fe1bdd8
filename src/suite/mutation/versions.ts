/** Faults that failing tests show, by the version of a list with which the failure goes away. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { shellWords } from "../../isolate/kinds/flags/list.ts";
import type { MeasuredFile } from "../measure.ts";
import { inParallel } from "../run/workers.ts";
import { plainRuns, wordsFor, type Program } from "./plain-runs.ts";
import type { RunSetting } from "../run/laid-run.ts";

interface Version extends Program {
  /** As it stands in the list. */
  readonly name: string;
}

/**
 * One a line, oldest first; empty lines and those that begin with # do not count. A directory stands for the one that pare was started in, a file is run
 * instead of the program, and anything else is put before the command (`nvm exec 20`). Relative paths are meant from where pare was started.
 */
export const readVersions = (list: string, setting: Pick<RunSetting, "command" | "origin">): readonly Version[] => {
  const { origin, command } = setting;
  const lines = textIn(resolve(origin, list), list)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length === 0)
    throw new UserError("NO_VERSIONS", `${list} lists no versions.`, {
      advice:
        "Write one a line, the oldest first: a directory with the program, another program, or words to put before the command.",
    });
  return lines.map((name): Version => {
    const path = resolve(origin, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true) return { name, root: origin, program: path };
    if (found?.isDirectory() !== true) return { name, root: origin, prefix: shellWords(name) };
    const version: Version = { name, root: path };
    if (isMoved(setting, version)) return version;
    throw new UserError(
      "BAD_VERSION",
      `${name} changes nothing: the command (${command.join(" ")}) names no program there.`,
      {
        advice:
          "Name the program relative to where pare is started (./prog), so that the same path below a version is the program of that version.",
      },
    );
  });
};

const textIn = (path: string, typed: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError("NO_INPUT", `The list of versions, ${typed}, cannot be read.`, {
      advice: "Give --versions a file with one version a line, the oldest first.",
      cause: error,
    });
  }
};

/** A relative program moves with the directory, and so does what the command looks up by itself. */
const isMoved = (setting: Pick<RunSetting, "command" | "origin">, version: Version): boolean => {
  const { command } = setting;
  const [program = ""] = command;
  return (
    (program.includes("/") && !program.startsWith("/")) ||
    command.some((word) => word.includes("PARE_ORIGIN")) ||
    wordsFor(setting, version).some((word, index) => word !== command[index])
  );
};

interface FaultOptions extends RunSetting {
  readonly versions: readonly Version[];
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onTest?: (done: number, tests: number) => void;
}

export interface Faults extends DistinctFaults {
  /** By test the version that fixed it; tests that no version fixes are not in it. */
  readonly fixes: ReadonlyMap<string, string>;
}

const SLOWER = 10;
const MIN_LIMIT_MS = 5000;

/** Looks only at tests that fail. */
export const faultsIn = async (tests: readonly MeasuredFile[], options: FaultOptions): Promise<Faults> => {
  const { run } = plainRuns(options);
  const failing = tests.filter((test) => test.failing);
  let done = 0;
  const fixes = await inParallel(failing, options.jobs, async ({ file, ms }) => {
    const limits = { timeout: Math.max(MIN_LIMIT_MS, ms * SLOWER), signal: options.signal };
    const fixed = await firstFixed(options.versions, async (version) => {
      options.signal.throwIfAborted();
      return (await run(file, version, limits)).ending !== "exits with 0";
    });
    options.onTest?.(++done, failing.length);
    return fixed?.name;
  });
  const known = failing.flatMap(({ name }, index) =>
    fixes[index] === undefined ? [] : [[name, fixes[index]] as const],
  );
  return { ...distinctFaults(fixes), fixes: new Map(known) };
};

/**
 * The first version, of a list from old to new, with which a test no longer fails; undefined if it fails with the last one. The test is known to fail before
 * the first. Binary search, as the paper has it: where the failure comes and goes, it is one of the versions in which it goes.
 * About log2 of the number of versions runs, and one.
 */
export const firstFixed = async <V>(
  versions: readonly V[],
  fails: (version: V) => Promise<boolean>,
): Promise<V | undefined> => {
  let failing = -1;
  let passing = versions.length - 1;
  if (passing < 0 || (await fails(versions[passing] as V))) return undefined;
  while (passing - failing > 1) {
    const middle = (failing + passing) >> 1;
    if (await fails(versions[middle] as V)) failing = middle;
    else passing = middle;
  }
  return versions[passing];
};

interface DistinctFaults {
  /** Versions that fixed something: a lower bound, since one version can fix several faults. */
  readonly distinct: number;
  /** Failing tests that no version fixes: of which fault is not known. */
  readonly unfixed: number;
}

/** Counts what `firstFixed` has found for every failing test. */
export const distinctFaults = (fixes: readonly unknown[]): DistinctFaults => {
  const fixed = fixes.filter((fix) => fix !== undefined);
  return { distinct: new Set(fixed).size, unfixed: fixes.length - fixed.length };
};
