/** The original: read once, never overwritten. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { wordsIn } from "../oracles/command-line.ts";
import { modeLimitedBy, newFileMode, type ModeFor } from "../runs/audience.ts";
import { contentOf, type ContentForm } from "../runs/steps/content.ts";
import { runsIn } from "../runs/directory.ts";
import { fileResults, guardedOutput, heldFile, type HeldFile } from "../runs/output/guarded-output.ts";
import { digestNamed, digestOfFile, Held, NOTHING, sweepBeside } from "../runs/output/held.ts";
import { sha256 } from "../runs/identity.ts";
import { wasPublished } from "../runs/list.ts";
import { checkOutput, defaultOutput, fileBehind, keptOriginal } from "../runs/output/place.ts";
import { checkResult, checkTreeOutput, defaultTreeOutput, treeResults } from "../runs/output/tree-output.ts";
import { readSteps } from "../runs/steps/steps.ts";
import { textPath } from "./forms/disassemble.ts";
import { findInputs, readInputs, type InputPlace, type Inputs } from "./inputs.ts";
import type { ReduceOptions } from "./options.ts";

export interface Original extends Inputs {
  /** As the user typed it; the first of several. */
  readonly typed: string;
  readonly sha256: string;
  /** How its content, and that of candidates, is written down. */
  readonly shape: ContentForm;
  /** Where the result goes, absolute. */
  readonly output: string;
  /** The place of the result, as it was seen before the original was read. */
  readonly held: Held<TestCase>;
  /** Takes the text of the result, where that is in the binary form of a language. */
  readonly text?: HeldFile;
}

/** Throws a `UserError` for what cannot be read, and for an output that cannot be written. */
export const readOriginal = (options: ReduceOptions, runs: string): Original => {
  const { input: typed, more = [], cwd = process.cwd(), inPlace = false } = options;
  const found = findInputs([typed, ...more], cwd);
  if (inPlace) checkInPlace(found, options);
  const path = inPlace ? keptOriginal(found.path) : found.path;
  const output = inPlace ? found.path : outputOf(found, options);
  if (found.kind === "file") checkOutput(output, path);
  else checkTreeOutput(output, { input: path, kind: found.kind, runs });
  const mode = outputMode(found, inPlace && existsSync(path) ? path : found.path, output);
  const nature = found.kind === "file" ? fileResults(mode) : treeResults(mode);
  const held = new Held({ path: inPlace ? fileBehind(output) : output, nature, strict: inPlace });
  if (found.kind !== "file") checkResult(output, runs);
  if (inPlace) checkUnchanged(found.path, held.seen, runs);
  const words = wordsIn(options.command ?? []);
  const raw = options.format === "bytes";
  const read = readInputs(found, { words, raw, ...(inPlace && existsSync(path) && { kept: path }) });
  const shape: ContentForm = { plain: found.kind === "file" && words === undefined };
  if (inPlace && read.disassembled !== undefined) throw notInPlace();
  const text = read.disassembled && heldFile(textPath(output, read.disassembled.language));
  const digest = sha256(contentOf(read.source, shape));
  return { ...read, path, typed, sha256: digest, shape, output, held, ...(text !== undefined && { text }) };
};

/** Who may not read what was given does not read what was made of it. */
const outputMode = ({ kind, path, inputs = [] }: InputPlace, source: string, output: string): ModeFor => {
  if (kind === "file") return modeLimitedBy([source], output, statSync(path).mode & 0o777);
  const sources = kind === "directory" ? [path] : inputs.map((input) => resolve(path, input.path));
  return modeLimitedBy(sources, output, newFileMode(0o777));
};

export const isInPlace = ({ path, output }: Pick<Original, "path" | "output">): boolean =>
  path === keptOriginal(output);

const outputOf = ({ kind, path, inputs = [] }: InputPlace, { output, cwd = process.cwd() }: ReduceOptions): string => {
  if (output !== undefined) return resolve(cwd, output);
  if (kind === "file") return defaultOutput(path);
  return defaultTreeOutput(kind === "directory" ? path : resolve(path, inputs[0]?.path ?? "."));
};

const checkInPlace = ({ kind }: InputPlace, { output, command = [] }: ReduceOptions): void => {
  if (output !== undefined)
    throw new UserError("USAGE", "--in-place and --output cannot go together.", {
      advice: "Leave one of them out: in place, the input itself is the output.",
    });
  if (kind !== "file" || wordsIn(command) !== undefined)
    throw new UserError("USAGE", "--in-place works with a single file only, and not with [[ ]] in the command.", {
      advice: "The result of a directory, or of several files, is a directory of its own: --output PATH names it.",
    });
};

const notInPlace = (): UserError =>
  new UserError("USAGE", "A file that is reduced as the text of a disassembler cannot be reduced in place.", {
    advice: "Leave --in-place out; or give --format bytes, which reduces the file as it is.",
  });

/** In place, the first original is kept beside its place before anything is written there. */
export const keepOriginal = ({ path, source, mode, output, kind }: Original): void => {
  if (kind !== "file") return;
  if (isInPlace({ path, output })) onDisk(`cannot write ${path}`, () => sweepBeside(path, digestOfFile));
  if (existsSync(path)) return;
  const nature = fileResults(modeLimitedBy([output], path, mode));
  guardedOutput({ held: new Held({ path, nature, seen: NOTHING }) }).put(source);
};

/** Has somebody changed the original since it was read? */
export const hasChanged = (original: Original): boolean => {
  const { source, shape, path, kind } = original;
  if (!existsSync(path)) return true;
  try {
    const words = source.words?.length;
    const raw = original.disassembled === undefined;
    const now = readInputs({ ...original, ...(kind === "file" && { path }) }, { words, raw });
    return sha256(contentOf(now.source, shape)) !== original.sha256;
  } catch {
    return true;
  }
};

/** The text of a result that is in the binary form of a language, for people. */
export const putText = ({ text, path, mode }: Original, best: TestCase): void =>
  text?.put(onlyFile(best).bytes(), modeLimitedBy([path], text.path, mode & 0o666));

export const changedNote = ({ path }: Original): string =>
  `${path} has changed during the run; the result is that of the content read at the start.`;

const contentAt = (path: string): Uint8Array => onDisk(`cannot read ${path}`, () => readFileSync(path));

/** Later runs start from the kept original. What lies at its place then must be of pare's making: a change by hand would be lost. */
const checkUnchanged = (input: string, seen: string, runs: string): void => {
  const kept = keptOriginal(input);
  if (!existsSync(kept)) return;
  const first = sha256(contentAt(kept));
  const now = seen.replace(digestNamed(""), "");
  if (now === first || isStep(runs, first, now) || wasPublished(runs, first, now)) return;
  throw new UserError("CHANGED_IN_PLACE", `${input} is neither the kept original ${kept} nor a result of pare.`, {
    advice: `To reduce ${input} as it is now, move ${kept} away; to continue from the kept original, copy it to ${input}.`,
  });
};

/** Was this content written by a run of that original? */
const isStep = (runs: string, original: string, content: string): boolean =>
  runsIn(runs).some(
    ({ paths, record }) =>
      record?.identity.input === original &&
      [...readSteps(paths.steps).values()].some((step) => step.sha256 === content),
  );
