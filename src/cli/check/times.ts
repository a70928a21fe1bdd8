/** Where the time of a test goes: a launcher, the start of a runtime, the work itself. */
import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { environment, tryCandidate, type Trial } from "../../oracles/trial.ts";
import { launcherOf } from "../../runner/launchers/expected.ts";
import { programOf, type Examined } from "./subject.ts";

/** All in milliseconds: the fastest of some runs. */
export interface TestTimes {
  readonly test: number;
  /** What it takes beside the test, and the program that pare starts itself; without one, a script starts it, and it takes at least that. */
  readonly launcher?: { readonly name: string; readonly ms: number; readonly program?: string };
  readonly runtime?: { readonly name: string; readonly ms: number };
}

/** What a runtime is given so that it only starts. */
const RUNTIMES: readonly (readonly [name: RegExp, arguments_: readonly string[]])[] = [
  [/^(?:node|bun)$/, ["-e", "0"]],
  [/^deno$/, ["eval", "0"]],
  [/^(?:python|pypy)[\d.]*$/, ["-c", "0"]],
  [/^(?:ruby|perl)[\d.]*$/, ["-e", "1"]],
  [/^php[\d.]*$/, ["-r", ";"]],
  [/^java$/, ["-version"]],
];

const TIMES = 3;
const RUNTIME_TIMEOUT_MS = 10_000;

/** `inCopy`: the runs that were made already. */
export const timesOf = async (
  examined: Examined,
  inCopy: readonly Trial[],
  signal: AbortSignal,
): Promise<TestTimes> => {
  const { setting, command, path, timeout, original } = examined;
  const test = fastest(inCopy);
  const shortCut = examined.shortCut();
  const words = command(path);
  const program = shortCut === undefined ? programOf(words, setting.subject.origin) : shortCut.program;
  const called = calledIn(shellText(words, program));
  const runtime = await startOf(runtimeOf(program) ?? called.find(isRuntime), examined, signal);
  const times = { test, ...(runtime && { runtime }) };
  const name = launcherOf(words);
  if (shortCut === undefined || name === undefined) {
    const launcher = await startOf(called.find(isLauncher), examined, signal);
    return { ...times, ...(launcher && { launcher }) };
  }
  const launched = await several(() => tryCandidate(setting, original, { command, timeout, signal }));
  const launcher = { name, ms: Math.max(0, fastest(launched) - test), program: shortCut.command[0] ?? "" };
  return { ...times, launcher };
};

const several = async (run: () => Promise<Trial>): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  while (trials.length < TIMES) trials.push(await run());
  return trials;
};

const fastest = (trials: readonly Pick<Trial, "ms">[]): number => Math.min(...trials.map(({ ms }) => ms));

const startArguments = (name: string): readonly string[] | undefined =>
  RUNTIMES.find(([runtime]) => runtime.test(name))?.[1] ?? (isLauncher(name) ? ["--version"] : undefined);

const isRuntime = (name: string): boolean => RUNTIMES.some(([runtime]) => runtime.test(name));
const isLauncher = (name: string): boolean => launcherOf([name]) !== undefined;

/** The name of the runtime that a program is, or of the interpreter that it names. */
const runtimeOf = (program: string | undefined): string | undefined => {
  if (program === undefined) return undefined;
  return [basename(program), interpreterOf(program) ?? ""].find(isRuntime);
};

const interpreterOf = (program: string): string | undefined => {
  const [, interpreter] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(beginningOf(program)) ?? [];
  return interpreter === undefined ? undefined : basename(interpreter);
};

const SHELL = /^(?:ba|da|z|k)?sh$/;

/** What a shell is told to do: by a script, or by a word after -c. Nothing where none is started. */
const shellText = (words: readonly string[], program: string | undefined): string => {
  if (program !== undefined && SHELL.test(interpreterOf(program) ?? "")) return beginningOf(program);
  const [shell = "", ...rest] = words;
  if (!SHELL.test(basename(shell))) return "";
  const at = rest.findIndex((word) => /^-\w*c$/.test(word));
  return at < 0 ? beginningOf(rest.find((word) => !word.startsWith("-")) ?? "") : (rest[at + 1] ?? "");
};

/** Where a command begins: after a new line, an operator, a word that takes one, or variables that are set for it. */
const COMMANDS =
  /(?:^|[\n;&|(!`{])[ \t]*(?:(?:if|then|else|elif|do|while|until|exec|time|env|!|timeout[ \t]+[\d.]+\w?|\w+=[^\s(]*)[ \t]+)*([\w./-]+)/g;

/** The names of programs that a text for a shell calls, as far as that is plain to see. */
export const calledIn = (text: string): readonly string[] =>
  Array.from(text.replaceAll(/^[ \t]*#.*$/gm, "").matchAll(COMMANDS), ([, word = ""]) => basename(word));

/** Of scripts for a shell, so much is read. */
const BEGINNING = 64 * 1024;

const beginningOf = (path: string): string => {
  try {
    const file = openSync(path, "r");
    const bytes = Buffer.alloc(BEGINNING);
    const length = readSync(file, bytes);
    closeSync(file);
    return bytes.toString("latin1", 0, length);
  } catch {
    return "";
  }
};

const startOf = async (
  name: string | undefined,
  { setting: { runner, scratch, subject } }: Examined,
  signal: AbortSignal,
): Promise<TestTimes["runtime"]> => {
  const words = name === undefined ? undefined : startArguments(name);
  if (name === undefined || words === undefined) return undefined;
  const directory = scratch.directory([]);
  const job = { command: [name, ...words], cwd: directory.path, env: environment(subject.origin), keep: 1024 };
  try {
    const exits = [];
    for (let run = 0; run < TIMES; run++) exits.push(await runner.run({ ...job, timeout: RUNTIME_TIMEOUT_MS }, signal));
    return exits.every(({ code }) => code === 0) ? { name, ms: Math.min(...exits.map(({ ms }) => ms)) } : undefined;
  } catch (error) {
    signal.throwIfAborted();
    // It is only found by the launcher.
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    directory.remove();
  }
};
