/** The innermost functions of a program that a signal ends, as a debugger sees them. */
import { cycleText, framesText, type Frame } from "../oracles/reports/report.ts";
import { textOf, type Trial } from "../oracles/trial.ts";
import { locate } from "../runner/executable.ts";

export interface Debugger {
  readonly name: "gdb" | "lldb";
  /** Words before the command. */
  readonly under: readonly string[];
  /** "SIGSEGV" and the frames of a run, where a signal has stopped it. */
  read(trial: Trial, input: string): { readonly signal: string; readonly frames: string } | undefined;
}

/** What the C library does on the way from a failure to its signal. */
const RUNTIME =
  /^(?:__GI_|__libc_|__assert|__pthread_kill|pthread_kill|raise|abort|gsignal|_start$|__restore_rt|__fortify|__chk_fail|__stack_chk|malloc_printerr|__interceptor|_int_free|_int_malloc|(?:__)?(?:mem|str)(?:cpy|set|move|cmp|len|chr|cat)|std::terminate|__cxa_|__gnu_cxx|__cxxabiv1|_Unwind|\?\?$)/;

/** A stack of so many frames does not reach the beginning of the program. */
const FRAMES = 24;
const MIN_DEPTH = FRAMES - 2;
/** A parser that fails in the depth calls itself, too, but not so often. */
const MIN_ROUNDS = 5;

const framesOf = (names: readonly (string | undefined)[], input: string): string => {
  const frames = names.flatMap((name): Frame[] => (name === undefined || RUNTIME.test(name) ? [] : [{ name }]));
  const cycle = cycleText(
    frames.map(({ name }) => name),
    MIN_ROUNDS,
  );
  if (frames.length >= MIN_DEPTH && cycle.split(" < ").includes(frames[0]?.name ?? "")) return cycle;
  return framesText(frames, input).replace(/^ in /, "");
};

const GDB: Debugger = {
  name: "gdb",
  under: [
    "gdb",
    "-batch",
    "-nx",
    "-q",
    "-iex",
    "set debuginfod enabled off",
    "-iex",
    "set startup-with-shell off",
    "-iex",
    "set print frame-arguments none",
    "-iex",
    "set width 0",
    "-ex",
    "set follow-fork-mode child",
    "-ex",
    "run",
    "-ex",
    `bt ${FRAMES}`,
    "--args",
  ],
  read: (trial, input) => {
    const lines = (textOf(trial.stdout) + textOf(trial.stderr)).split("\n");
    const signal = lines
      .map((line) => /received signal (SIG[A-Z]+)/.exec(line)?.[1])
      .find((name) => name !== undefined);
    if (signal === undefined) return undefined;
    const names = lines.map((line) => /^#\d+ +(?:0x[0-9a-f]+ in )?(.+?) \(/.exec(line)?.[1]);
    return { signal, frames: framesOf(names, input) };
  },
};

const LLDB: Debugger = {
  name: "lldb",
  under: ["lldb", "--batch", "--no-lldbinit", "-o", "run", "-k", `bt ${FRAMES}`, "-k", "quit", "--"],
  read: (trial, input) => {
    const lines = textOf(trial.stdout).split("\n");
    const signal = lines
      .map((line) => /stop reason = signal (SIG[A-Z]+)/.exec(line)?.[1])
      .find((name) => name !== undefined);
    if (signal === undefined) return undefined;
    const names = lines.map((line) => /frame #\d+: 0x[0-9a-f]+ \S+?`(.+?)(?:\(| at | \+ |$)/.exec(line)?.[1]);
    return { signal, frames: framesOf(names, input) };
  },
};

/** What a sanitizer says of a signal that it leaves to the system, unless it is told to report it. */
const SIGNAL_REPORT =
  /(?:\w+Sanitizer:DEADLYSIGNAL\n)?(?:=+\n)?==\d+==ERROR: \w+Sanitizer: (ABRT|ILL|TRAP) on [^]*?==\d+==ABORTING\n?/;

/** The trial as it would have been without the report of its signal. */
export const withoutSignalReport = (trial: Trial): Trial => {
  const text = Buffer.from(trial.stderr).toString("latin1");
  const [report, name] = SIGNAL_REPORT.exec(text) ?? [];
  if (report === undefined || name === undefined) return trial;
  const { code: _, ...rest } = trial;
  return { ...rest, signal: `SIG${name}`, stderr: Buffer.from(text.replace(report, ""), "latin1") };
};

const DEBUGGERS: readonly Debugger[] = [GDB, LLDB];

const isInstalled = (name: string): boolean => {
  try {
    locate({ command: [name], cwd: "/", env: process.env as Record<string, string> });
    return true;
  } catch {
    return false;
  }
};

/** The first that is installed; "none" means none. */
export const findDebugger = (wanted: "auto" | "gdb" | "lldb" | "none"): Debugger | undefined =>
  DEBUGGERS.find(({ name }) => (wanted === "auto" || wanted === name) && isInstalled(name));
