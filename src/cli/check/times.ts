/** Where the time of a test goes: a launcher, the start of a runtime, the work itself. */
import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { environment, tryCandidate, type Trial } from "../../oracles/trial.ts";
import { percent, time } from "../../progress/figures.ts";
import { launcherOf } from "../../runner/launchers/expected.ts";
import { programOf, type Examined } from "./subject.ts";

/** All in milliseconds: the fastest of some runs. */
export interface TestTimes {
  readonly test: number;
  /** What it takes beside the test, and the program that pare starts itself. */
  readonly launcher?: { readonly name: string; readonly ms: number; readonly program: string };
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
  const name = launcherOf(words);
  const job = shortCut ?? { command: words, program: programOf(words, setting.subject.origin) };
  const runtime = await startOf(runtimeOf(job.program), examined, signal);
  if (shortCut === undefined || name === undefined) return { test, ...(runtime && { runtime }) };
  const launched = await several(() => tryCandidate(setting, original, { command, timeout, signal }));
  const launcher = { name, ms: Math.max(0, fastest(launched) - test), program: shortCut.command[0] ?? "" };
  return { test, launcher, ...(runtime && { runtime }) };
};

const several = async (run: () => Promise<Trial>): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  while (trials.length < TIMES) trials.push(await run());
  return trials;
};

const fastest = (trials: readonly Pick<Trial, "ms">[]): number => Math.min(...trials.map(({ ms }) => ms));

/** The name of the runtime that a program is, or of the interpreter that it names. */
const runtimeOf = (program: string | undefined): string | undefined => {
  if (program === undefined) return undefined;
  if (RUNTIMES.some(([runtime]) => runtime.test(basename(program)))) return basename(program);
  const [, interpreter] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(beginningOf(program)) ?? [];
  return basename(interpreter ?? "");
};

const beginningOf = (path: string): string => {
  try {
    const file = openSync(path, "r");
    const bytes = Buffer.alloc(256);
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
  const words = name === undefined ? undefined : RUNTIMES.find(([runtime]) => runtime.test(name))?.[1];
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

/** When a runtime takes at least this part of a test to start, and this long (milliseconds), a warm oracle pays. */
const WARM_SHARE = 0.5;
const WARM_MS = 20;

export const timeLines = ({ test, launcher, runtime }: TestTimes): readonly string[] => {
  const start = Math.min(runtime?.ms ?? 0, test);
  const parts = runtime === undefined ? "" : `: ${time(start)} to start ${runtime.name}, ${time(test - start)} of work`;
  const isSlow = runtime !== undefined && start >= WARM_MS && start >= WARM_SHARE * test;
  return [
    `time of a test: ${time(test)}${parts}`,
    ...(launcher === undefined
      ? []
      : [`  ${launcher.name} would add ${time(launcher.ms)}: pare starts ${launcher.program} itself`]),
    ...(isSlow
      ? [
          `  ${runtime.name} needs ${percent(start, test)} of that to start. A warm oracle starts it once: ` +
            `pare INPUT --oracle-server '${runtime.name} SERVER' (see "Warm oracles" in docs/guide/oracles.md)`,
        ]
      : []),
  ];
};
