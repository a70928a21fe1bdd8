/** The inputs of a reduction as they were meant: results of pare are none, and `-` is standard input. */
import { readFileSync, rmSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { isatty } from "node:tty";
import { UserError } from "../../core/errors.ts";
import { onDisk } from "../../journals/disk-errors.ts";
import { detectLanguage } from "../../languages/detect.ts";
import { languages } from "../../languages/registry.ts";
import { replaceFile } from "../../runs/atomic.ts";
import { STREAMS } from "../../runs/directory.ts";
import { sha256 } from "../../runs/identity.ts";
import { defaultOutput } from "../../runs/output/place.ts";
import { runsDirectoryOf } from "../../runs/place.ts";
import { makePrivateAmongRuns } from "../../runs/private.ts";
import type { Arguments } from "../arguments.ts";
import { withoutResults } from "../mistakes.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

export interface TakenInputs {
  readonly inputs: readonly string[];
  readonly settings: Settings;
  /** Where the result lies that is to be printed (`-o -`). */
  readonly printed?: string;
}

const STANDARD = "-";

export const takenInputs = (given: Arguments, terminal: Terminal): TakenInputs => {
  const sorted = withoutOwnResults(given, terminal);
  const taken = sorted.inputs.includes(STANDARD) ? fromStandardInput(sorted, terminal) : sorted;
  return taken.settings.output === STANDARD ? toStandardOutput(taken, terminal) : taken;
};

/** A glob that gives results of pare is often in the command, too. */
const withoutOwnResults = ({ input, more, settings }: Arguments, { err }: Terminal): TakenInputs => {
  const { inputs, results } = withoutResults(input === undefined ? [] : [input, ...more]);
  for (const result of results) err.write(`note: ${result} is a result of pare; it is left out\n`);
  const { command } = settings;
  if (command === undefined || results.length === 0) return { inputs, settings };
  return { inputs, settings: { ...settings, command: command.filter((word) => !results.includes(word)) } };
};

/** A place among the runs that only this content, or this input, has. */
const placeFor = (content: string | Uint8Array, directory: string): string => {
  const place = join(runsDirectoryOf(directory), STREAMS, sha256(content).slice(0, 12));
  onDisk(`cannot make ${place}`, () => makePrivateAmongRuns(place));
  return place;
};

/**
 * What is read is kept among the runs, so that the same content resumes its run. In the command, `-` is the candidate, as `{}` is; a command
 * that names neither reads the candidate where it would have read the input.
 */
const fromStandardInput = ({ inputs, settings }: TakenInputs, { directory, err }: Terminal): TakenInputs => {
  if (inputs.length > 1) throw wrong("Standard input is the only input.", "Give - alone, or files alone.");
  if (isatty(0)) throw wrong("Standard input is a terminal.", "Pipe the input to pare: cat bug.c | pare - -- COMMAND.");
  const bytes = onDisk("cannot read standard input", () => readFileSync(0));
  const path = join(placeFor(bytes, directory), nameOf(bytes, settings));
  onDisk(`cannot write ${path}`, () => replaceFile(path, bytes));
  const { command = [], output = basename(defaultOutput(path)) } = settings;
  const isNamed = command.some((word) => word === STANDARD || word.includes("{}") || word.includes(basename(path)));
  const words = command.map((word) => (word === STANDARD ? "{}" : word));
  err.write(`note: standard input is kept as ${path}\n`);
  const named = { ...settings, output, ...(command.length > 0 && { command: words }) };
  return { inputs: [path], settings: isNamed || command.length === 0 ? named : { ...named, stdin: true } };
};

/** "stdin.c": programs go by the extension. */
const nameOf = (bytes: Uint8Array, { stdinName, language }: Settings): string => {
  if (stdinName !== undefined) return basename(stdinName);
  const known = language ?? detectLanguage("stdin", new TextDecoder().decode(bytes));
  const extension = known === undefined ? undefined : languages.find(known)?.extensions?.split(" ")[0];
  return extension === undefined ? "stdin" : `stdin.${extension}`;
};

const toStandardOutput = ({ inputs, settings }: TakenInputs, { directory }: Terminal): TakenInputs => {
  if (settings.json === true || settings.inPlace === true)
    throw wrong(
      "-o - prints the result on standard output.",
      "Leave out --json and --in-place, or name a file with -o.",
    );
  const [input = ""] = inputs;
  const path = resolve(directory, input);
  const printed = join(placeFor(path, directory), `result${extname(path)}`);
  rmSync(printed, { force: true });
  return { inputs, settings: { ...settings, output: printed }, printed };
};

const wrong = (message: string, advice: string): UserError => new UserError("USAGE", message, { advice });
