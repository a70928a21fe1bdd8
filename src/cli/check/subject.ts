/** What is examined: the original, read once, and how a test of it is run. */
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import { wordsIn } from "../../oracles/command-words.ts";
import { scriptCommand } from "../../oracles/command-line.ts";
import { commandLine } from "../../oracles/command.ts";
import { checkBeside } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";
import type { Refinements } from "../../oracles/refinements.ts";
import type { Setting } from "../../oracles/trial.ts";
import { checkSandbox, sandboxed, type Runner, type Scratch } from "../../runner/index.ts";
import { refinementsOf } from "../reduction/options.ts";
import { findInputs, readInputs } from "../../reduce/inputs.ts";
import { subjectOf } from "../../reduce/subject.ts";
import type { Settings } from "../settings.ts";

export interface Examined {
  readonly setting: Setting;
  readonly original: TestCase;
  /** Of the original, absolute. */
  readonly path: string;
  readonly kind: "script" | "command";
  readonly refinements: Refinements;
  /** For a candidate at a path. */
  command(path: string): readonly string[];
  /** The same in a sandbox, when that was asked for; `more` is visible there, too. */
  commandInCopy(path: string, more?: readonly string[]): readonly string[];
  /** On the original itself; in a sandbox, nothing but `scratch` can be written. */
  commandInPlace(directory: string, scratch: string): readonly string[];
  readonly isSandboxed: boolean;
  /** In milliseconds. */
  readonly timeout: number;
}

/** A doctor does not wait longer unless told to. */
const PATIENCE_MS = 60_000;

export interface Place {
  readonly directory: string;
  readonly runner: Runner;
  readonly scratch: Scratch;
}

/** Throws a `UserError` for what cannot be run. */
export const examine = (input: string, settings: Settings, place: Place): Examined => {
  const words = wordsIn(settings.command ?? []);
  const read = readInputs(findInputs([input], place.directory), { words });
  const { path, source: original } = read;
  const beside = (settings.with ?? []).map((other) => resolve(place.directory, other));
  for (const other of beside) checkExists(other);
  const stdin = settings.stdin === true;
  const subject = subjectOf({ ...read, typed: input }, { origin: place.directory, beside, stdin });
  checkBeside(subject);
  const { memory, test } = settings;
  const setting: Setting = {
    subject,
    runner: place.runner,
    scratch: place.scratch,
    ...(memory !== undefined && { memory }),
  };
  const { hang } = settings;
  const command = test === undefined ? commandLine(setting, settings.command ?? []) : scriptLine(test, subject);
  const isSandboxed = settings.sandbox === true;
  if (isSandboxed) checkSandbox();
  const script = test === undefined ? [] : [resolve(place.directory, test)];
  const readable = [subject.origin, ...beside, ...script];
  // The root is visible anyway, and would cover what hides parts of it.
  const inPlace = (directory: string): readonly string[] =>
    [dirname(path), directory, ...readable].filter((each) => each !== "/");
  return {
    setting,
    original,
    path,
    kind: test === undefined ? "command" : "script",
    refinements: refinementsOf(settings),
    command,
    commandInCopy: (at, more = []) =>
      isSandboxed
        ? sandboxed(command(at), {
            scratch: read.kind === "directory" ? at : dirname(at),
            readable: [...readable, ...more],
          })
        : command(at),
    commandInPlace: (directory, scratch) =>
      isSandboxed
        ? sandboxed(goingTo(directory, command(path)), { scratch, readable: inPlace(directory) })
        : command(path),
    isSandboxed,
    timeout: hang ?? (typeof settings.timeout === "number" ? settings.timeout : PATIENCE_MS),
  };
};

/** A sandbox begins in its scratch directory. */
const goingTo = (directory: string, command: readonly string[]): readonly string[] => [
  "/bin/sh",
  "-c",
  'cd "$0" && exec "$@"',
  directory,
  ...command,
];

const scriptLine = (script: string, subject: Subject): ((path: string) => readonly string[]) => {
  const program = scriptCommand(script, subject);
  return (path) => [...program, path];
};

const checkExists = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  throw new UserError("NO_BESIDE", `There is no ${path} to put beside the input.`, {
    advice: "Check what was given to --with.",
  });
};
