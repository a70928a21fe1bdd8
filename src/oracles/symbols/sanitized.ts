/** Programs that were built with a sanitizer, and how they are told to leave addresses as they are. */
import { closeSync, openSync, readSync } from "node:fs";
import { attempt } from "../../core/maybe.ts";

const MARK = Buffer.from("__sanitizer_");
const OTHER_MARKS: readonly Buffer[] = ["__asan_", "__ubsan_", "__tsan_", "__msan_"].map((mark) => Buffer.from(mark));
const MAGIC = "\u007FELF";
/** The names that a program takes from others, and gives them, stand at its beginning. */
const LOOKED_AT = 1 << 23;

const beginningOf = (path: string): Buffer => {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(LOOKED_AT);
    return bytes.subarray(0, readSync(file, bytes, 0, LOOKED_AT, 0));
  } finally {
    closeSync(file);
  }
};

/** What the file at a path is to sanitizers; `undefined` for what is no program of machine code. */
export const buildOf = (path: string): "sanitized" | "plain" | undefined => {
  const bytes = attempt(() => beginningOf(path));
  if (bytes === undefined || bytes.subarray(0, 4).toString("latin1") !== MAGIC) return undefined;
  return [MARK, ...OTHER_MARKS].some((mark) => bytes.includes(mark)) ? "sanitized" : "plain";
};

type Environment = Readonly<Record<string, string>>;

const VARIABLES: readonly string[] = ["ASAN", "HWASAN", "LSAN", "MSAN", "TSAN", "UBSAN"].map(
  (each) => `${each}_OPTIONS`,
);

/** A user who sets one of these wants names in a certain form, or needs them while the program runs. */
const OPINION = /symboliz|suppressions|stack_trace_format|strip_path_prefix|log_path|log_to_syslog/;

const withOptions = (env: Environment, more: string): Environment => {
  const options = VARIABLES.map((name): [string, string] => {
    const own = env[name] ?? "";
    return [name, own === "" ? more : `${own}:${more}`];
  });
  return { ...env, ...Object.fromEntries(options) };
};

/** The environment with which sanitizers report signals that they leave to the system otherwise. */
export const withSignals = (env: Environment): Environment =>
  withOptions(env, "handle_abort=1:handle_sigill=1:handle_sigtrap=1");

/** A user who sets one of these wants to know of leaks, or of what comes after the first report. */
const LEAK_OPINION = /leak|halt_on_error/;
/** Half of a short run's time. */
const LEAK_FREE = "detect_leaks=0";

const speaks = (env: Environment, opinion: RegExp): boolean => VARIABLES.some((name) => opinion.test(env[name] ?? ""));

/** The environment with which reports have addresses; `undefined` where the user's own options must stay as they are. */
export const withoutNames = (env: Environment, isLeakFree = false): Environment | undefined => {
  if (speaks(env, OPINION)) return undefined;
  return withOptions(env, isLeakFree && !speaks(env, LEAK_OPINION) ? `symbolize=0:${LEAK_FREE}` : "symbolize=0");
};

/** Does a report of which this is the first line end the program, so that leaks cannot show beside it? */
export const endsProgram = (text: string): boolean => /^(?:Address|HWAddress|Memory)Sanitizer: /.test(text);
