/** What is examined: the original, read once, and how a test of it is run. */
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import { placesOf, scriptCommand, wordsIn } from "../../oracles/command-line.ts";
import { commandLine } from "../../oracles/command.ts";
import type { Strictness } from "../../oracles/input-text.ts";
import { checkBeside } from "../../oracles/layout.ts";
import type { Subject } from "../../oracles/oracle.ts";
import type { Refinements } from "../../oracles/refinements.ts";
import { sideCommand, sideLines } from "../../oracles/sides/line.ts";
import { environment, type TrialContext } from "../../oracles/trial.ts";
import { locate } from "../../runner/executable.ts";
import { checkSandbox, type ProcessJob, type Runner, type Sandbox, type Scratch } from "../../runner/index.ts";
import { withShortCuts } from "../../runner/launchers/index.ts";
import { refinementsOf } from "../reduction/options.ts";
import { findInputs, readInputs, subjectOf } from "../../reduce/inputs.ts";
import { refuseWholeSystem } from "../../runs/output/whole-system.ts";
import type { Settings } from "../settings.ts";

export interface Examined {
  readonly setting: TrialContext;
  readonly original: TestCase;
  /** The path of the original, absolute. */
  readonly path: string;
  readonly kind: "script" | "command";
  readonly refinements: Refinements;
  /** The name of the language, where one was given. */
  readonly language: string | undefined;
  /** What was typed: the words of the command, or the script. */
  readonly typed: readonly string[];
  readonly strictness: Strictness;
  /** Lines for sh that must succeed, too. */
  readonly passes: readonly string[];
  /** For a candidate at a path. */
  command(path: string): readonly string[];
  /** What a test in a sandbox may read; nothing is given where it runs in none. */
  readonly sandbox?: Pick<Sandbox, "readable">;
  /** In milliseconds. */
  readonly timeout: number;
  /** Starts what launchers would start, as tests of a reduction do. */
  readonly copies: Runner;
  /** What they have started instead of a launcher, and where its program lies. */
  shortCut(): { readonly command: readonly string[]; readonly program: string | undefined } | undefined;
}

/** A doctor does not wait longer unless told to. */
const CHECK_TIMEOUT_MS = 60_000;

export interface CheckSpace {
  readonly directory: string;
  readonly runner: Runner;
  readonly scratch: Scratch;
}

/** Throws a `UserError` for what cannot be run. */
export const examine = (inputs: readonly string[], settings: Settings, place: CheckSpace): Examined => {
  const words = wordsIn(settings.command ?? []);
  const read = readInputs(findInputs(inputs, place.directory), { words, raw: true });
  const { path, source: original } = read;
  const extraFiles = (settings.with ?? []).map((other) => resolve(place.directory, other));
  for (const other of extraFiles) {
    checkExists(other);
    refuseWholeSystem(other, `--with ${other}`);
  }
  const stdin = settings.stdin === true;
  const subject = subjectOf({ ...read, typed: inputs[0] ?? "" }, { origin: place.directory, extraFiles, stdin });
  checkBeside(subject);
  const { memory, test } = settings;
  const setting: TrialContext = {
    subject,
    runner: place.runner,
    scratch: place.scratch,
    ...(memory !== undefined && { memory }),
  };
  const { hang } = settings;
  const command = runBy(settings, setting);
  if (settings.sandbox === true) checkSandbox();
  const script = test === undefined ? [] : [resolve(place.directory, test)];
  return {
    setting,
    original,
    path,
    kind: test === undefined ? "command" : "script",
    refinements: refinementsOf(settings),
    language: settings.language,
    typed: test === undefined ? (settings.command ?? []) : [test],
    strictness: settings.loose === true ? "loose" : "names",
    passes: sideLines(settings.passes ?? [], subject),
    command,
    ...(settings.sandbox === true && { sandbox: { readable: [subject.origin, ...extraFiles, ...script] } }),
    timeout:
      hang === undefined ? (typeof settings.timeout === "number" ? settings.timeout : CHECK_TIMEOUT_MS) : hang * 1000,
    ...runnerOfCopies(settings, place),
  };
};

const runnerOfCopies = (
  { keepLauncher }: Settings,
  { runner, scratch }: CheckSpace,
): Pick<Examined, "copies" | "shortCut"> => {
  let found: ReturnType<Examined["shortCut"]>;
  const onFound = (_: ProcessJob, { command, cwd, env }: ProcessJob): void => {
    found = { command, program: programOf(command, cwd, env) };
  };
  return {
    copies: keepLauncher === true ? runner : withShortCuts(runner, { room: scratch.path, onFound }),
    shortCut: () => found,
  };
};

/** Where the program of a job lies, links followed: the directory may go; nothing where it cannot be found. */
export const programOf = (
  command: readonly string[],
  cwd: string,
  env: ProcessJob["env"] = environment(cwd),
): string | undefined => attempt(() => realpathSync(locate({ command, cwd, env })));

/** The first of two commands that differ. */
const runBy = ({ test, differs, command = [] }: Settings, setting: TrialContext): Examined["command"] => {
  if (test !== undefined) return scriptLine(test, setting.subject);
  return differs === undefined ? commandLine(setting, command) : sideCommand(differs[0], setting.subject);
};

const scriptLine = (script: string, subject: Subject): ((path: string) => readonly string[]) => {
  const program = scriptCommand(script, subject);
  return (path) => [...program, ...placesOf(subject, path).map(({ at }) => at)];
};

const checkExists = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  throw new UserError("NO_BESIDE", `There is no ${path} to put beside the input.`, {
    advice: "Check the path given to --with.",
  });
};
