/** How long tests take in the script of a quick test: all of them one behind the other, started by one shell. */
import { spawn } from "node:child_process";
import { basename, relative, resolve } from "node:path";
import { absoluteProgram, quote } from "../oracles/command-line.ts";
import type { Subject } from "../oracles/oracle.ts";
import { environment } from "../oracles/trial.ts";
import { openRunnerSpace, type Scratch } from "../runner/index.ts";
import { marked, runMark } from "../runner/marks.ts";
import type { MeasuredFile } from "./measure.ts";
import { dataIn } from "./mutation/plain-runs.ts";
import { timeOf, TIMINGS } from "./selection/budget.ts";

interface TimingOptions extends QuickCommand {
  readonly origin: string;
  readonly extraFiles: readonly string[];
  readonly signal: AbortSignal;
}

interface QuickTiming {
  readonly tests: readonly MeasuredFile[];
  /** How many runs that took. */
  readonly runs: number;
}

/** The loop is given up after this many times what the tests took alone, and the least: tests that wait for something it does not give. */
const SLOWER = 10;
const MIN_LIMIT_MS = 10_000;

/**
 * The tests with the median of the times that the loop took for each; as they are if it does not come to its end. The shell says when a test has ended on a
 * pipe of its own; what tests print is thrown away, and so is what they write into their directory.
 */
export const timedInScript = async (tests: readonly MeasuredFile[], options: TimingOptions): Promise<QuickTiming> => {
  const { signal } = options;
  // Its watchdog ends the shell when pare itself is killed.
  const { scratch, close } = openRunnerSpace();
  const limit = Math.max(MIN_LIMIT_MS, SLOWER * tests.reduce((sum, { ms }) => sum + ms, 0));
  const rounds: (readonly number[])[] = [];
  try {
    for (let round = 0; round < TIMINGS; round++) {
      signal.throwIfAborted();
      const times = await oneRound(tests, options, { scratch, limit });
      if (times === undefined) return { tests, runs: rounds.length * tests.length };
      rounds.push(times);
    }
  } finally {
    await close();
  }
  return {
    tests: tests.map((test, index) => ({ ...test, ms: timeOf(rounds.map((times) => times[index] as number)) })),
    runs: rounds.length * tests.length,
  };
};

interface Round {
  readonly scratch: Scratch;
  readonly limit: number;
}

const oneRound = (
  tests: readonly MeasuredFile[],
  { command, stdin, extraFiles, origin, signal }: TimingOptions,
  { scratch, limit }: Round,
): Promise<readonly number[] | undefined> =>
  new Promise((done) => {
    const subject: Subject = { name: "", typed: "{}", origin, extraFiles: [], stdin };
    const loop = quickLoop({ command: absoluteProgram(command, subject), stdin }, 4);
    const env = { ...environment(origin), ...dataIn(scratch.directory([]).path) };
    const child = spawn("sh", ["-c", `${loop} <&3 3<&-`], {
      cwd: scratch.directory(extraFiles.map((path) => ({ path: basename(path), link: resolve(origin, path) }))).path,
      env: { ...env, PARE_RUN: marked(env, "PARE_RUN", runMark) },
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      // A group of its own: when it is given up, the test that is under way goes with it.
      detached: true,
    });
    const stop = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(stop, limit);
    signal.addEventListener("abort", stop, { once: true });
    const [list, ticks] = [child.stdio[3], child.stdio[4]] as [NodeJS.WritableStream, NodeJS.ReadableStream];
    const times: number[] = [];
    let last = performance.now();
    ticks.on("data", (chunk: Buffer) => {
      const now = performance.now();
      // Several at once were too quick to be told apart: they share the time.
      for (let tick = 0; tick < chunk.length; tick++) times.push((now - last) / chunk.length);
      last = now;
    });
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      done(times.length === tests.length ? times : undefined);
    };
    child.once("error", end);
    child.once("close", end);
    list.on("error", () => {});
    list.end(tests.map(({ file }) => `${relative(origin, file.path)}\n`).join(""));
  });

/** Whether a list with one path a line can name it, and every reader of such a list finds it again. */
export const isListable = (path: string): boolean => !/[\n\r]/.test(path) && path.trim() !== "";

interface QuickScript extends QuickCommand {
  /** The name of the list beside it, without .txt. */
  readonly name: string;
  /** From the directory of the script to the one pare was started in. */
  readonly origin: string;
}

/** The script for people: it can be run from anywhere. */
export const quickScript = ({ name, origin, ...command }: QuickScript): string => `#!/bin/sh
# Made by pare suite quick: runs the tests of ${name}.txt; ends with 1 if one of them does not end with 0.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd) && cd -- "$here"/${quote(origin === "" ? "." : origin)} || exit 2
PARE_ORIGIN=$PWD; export PARE_ORIGIN
${quickLoop(command)} < "$here"/${quote(`${name}.txt`)}
exit $failed
`;

interface QuickCommand {
  readonly command: readonly string[];
  readonly stdin: boolean;
}

/**
 * Reads paths of tests, one a line, relative to $PARE_ORIGIN, and runs each. With `tick`, a descriptor, the end of each test is said there, and tests do
 * not see it.
 */
const quickLoop = ({ command, stdin }: QuickCommand, tick?: number): string => {
  const words = command.map((word) =>
    word
      .split("{}")
      .map((part) => (part === "" ? "" : quote(part)))
      .join('"$test"'),
  );
  const input = stdin ? '< "$test"' : "< /dev/null";
  const [hidden, said] = tick === undefined ? ["", ""] : [` ${tick}>&-`, `\n  echo >&${tick}`];
  return `failed=0
while IFS= read -r test; do
  test=$PARE_ORIGIN/$test
  ${words.join(" ")} ${input}${hidden} || { echo "failed: $test" >&2; failed=1; }${said}
done`;
};
