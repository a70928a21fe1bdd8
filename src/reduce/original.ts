/** The original: read once, never overwritten. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { replaceFile } from "../runs/atomic.ts";
import { runsIn } from "../runs/directory.ts";
import { sha256 } from "../runs/identity.ts";
import { wasPublished } from "../runs/list.ts";
import { checkOutput, defaultOutput, keptOriginal } from "../runs/output.ts";
import { readSteps } from "../runs/steps.ts";
import type { ReduceOptions } from "./options.ts";

export interface Original {
  /** As the user typed it. */
  readonly typed: string;
  /** The file that holds the original, absolute; in place, the one that will hold it. */
  readonly path: string;
  /** The base name under which candidates are tested. */
  readonly name: string;
  readonly mode: number;
  readonly sha256: string;
  readonly source: TestCase;
  /** Where the result goes, absolute. */
  readonly output: string;
}

/** Throws a `UserError` for what cannot be read, and for an output that cannot be written. */
export const readOriginal = (options: ReduceOptions, runs: string): Original => {
  const { input: typed, cwd = process.cwd(), inPlace = false } = options;
  const input = resolve(cwd, typed);
  checkInput(input, typed);
  if (inPlace && options.output !== undefined)
    throw new UserError("USAGE", "--in-place and --output cannot go together.", {
      advice: "Leave one of them out: in place, the input itself is the output.",
    });
  const path = inPlace ? keptOriginal(input) : input;
  const output = inPlace ? input : resolve(cwd, options.output ?? defaultOutput(input));
  checkOutput(output, path);
  if (inPlace) checkUnchanged(input, runs);
  const bytes = contentOf(existsSync(path) ? path : input);
  const mode = statSync(input).mode & 0o777;
  const name = basename(input);
  const source = fileCase({ path: name, mode, bytes: () => bytes }, bytes.length);
  return { typed, path, name, mode, sha256: sha256(bytes), source, output };
};

/** In place, the first original is kept beside its place before anything is written there. */
export const keepOriginal = ({ path, source, mode }: Original): void => {
  if (!existsSync(path)) replaceFile(path, onlyFile(source).bytes(), mode);
};

/** Has somebody changed the original since it was read? */
export const hasChanged = ({ path, sha256: before }: Original): boolean =>
  !existsSync(path) || sha256(contentOf(path)) !== before;

const contentOf = (path: string): Uint8Array => onDisk(`cannot read ${path}`, () => readFileSync(path));

/** Throws a `UserError` unless there is a file; `typed` is what the user called it. */
export const checkInput = (path: string, typed: string): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new UserError("NO_INPUT", `There is no file ${typed}.`, { advice: `Check the path; it is read as ${path}.` });
  if (!stats.isFile())
    throw new UserError("BAD_INPUT", `${typed} is ${stats.isDirectory() ? "a directory" : "no regular file"}.`, {
      advice: "Name a file.",
    });
};

/** Later runs start from the kept original. What lies at its place then must be of pare's making: a change by hand would be lost. */
const checkUnchanged = (input: string, runs: string): void => {
  const kept = keptOriginal(input);
  if (!existsSync(kept)) return;
  const first = sha256(contentOf(kept));
  const now = sha256(contentOf(input));
  if (now === first || isStep(runs, first, now) || wasPublished(runs, first, now)) return;
  throw new UserError("CHANGED_IN_PLACE", `${input} is neither the kept original ${kept} nor a result of pare.`, {
    advice: `To reduce ${input} as it is now, move ${kept} away; to go on from the kept original, copy it to ${input}.`,
  });
};

/** Was this content written by a run of that original? */
const isStep = (runs: string, original: string, content: string): boolean =>
  runsIn(runs).some(
    ({ paths, record }) =>
      record?.identity.input === original &&
      [...readSteps(paths.steps).values()].some((step) => step.sha256 === content),
  );
