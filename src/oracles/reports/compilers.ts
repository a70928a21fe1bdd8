/** Compilers that break: internal errors of GCC, rustc and others, LLVM's and the Java machine's crash dumps. */
import { withoutNoise } from "../noise.ts";
import { fileName, framesText, isFound, type Fact, type Frame, type ReportReader } from "./report.ts";

const INTERNAL = /internal compiler error: (.+)$/i;
const FATAL = /(?:^|: )(LLVM ERROR: .+|fatal error: error in backend: .+)$/;
const GCC_FRAME = /^0x[0-9a-f]+ (.+)$/;
const DUMP = /^Stack dump(?: without symbol names)?:/;
const DUMP_FRAME = /^\s*#\d+ 0x[0-9a-f]+ (.+?) (?:\S+?:\d+:\d+|\(.*\))$/;
const JVM_FRAME = /^# [A-Z] +(?:\[.*\] +)?(.+?)(?:\+0x[0-9a-f]+)?$/;

/** Functions that handle the crash, and what the C library calls on the way there. */
const HANDLERS =
  /^(?:\?\?\?|crash_signal|fancy_abort|internal_error|diagnostic_|__libc_|_start|llvm::sys::|PrintStackTrace|SignalHandler|raise|abort|__assert|gsignal|__restore_rt|__pthread_kill|pthread_kill|llvm::report_fatal|llvm::llvm_unreachable)/;

export const compilers: ReportReader = (lines, input) =>
  lines.map((_, at) => internal(lines, at, input) ?? dump(lines, at, input)).filter(isFound);

const internal = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  const line = lines[at] ?? "";
  const [, said] = INTERNAL.exec(line) ?? FATAL.exec(line) ?? [];
  if (said === undefined) return undefined;
  if (!INTERNAL.test(line)) return { text: withoutNoise(said), quotes: "types" };
  const [, place, file] = /^in (.+), at (\S+)$/.exec(said) ?? [];
  const text = place === undefined || file === undefined ? withoutNoise(said) : `in ${place}, at ${fileName(file)}`;
  const stack = place === undefined ? framesText(framesOf(lines.slice(at + 1), GCC_FRAME), input) : "";
  return { text: `internal compiler error: ${text}${stack}`, quotes: "types" };
};

const dump = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  const line = lines[at] ?? "";
  if (DUMP.test(line)) {
    const stack = framesText(framesOf(lines.slice(at + 1), DUMP_FRAME), input);
    return stack === "" ? undefined : { text: `crash${stack}`, quotes: "verbatim" };
  }
  if (!line.startsWith("# Problematic frame:")) return undefined;
  const [, name] = JVM_FRAME.exec(lines[at + 1] ?? "") ?? [];
  return name === undefined
    ? undefined
    : { text: `crash of the Java machine in ${withoutNoise(name)}`, quotes: "verbatim" };
};

const framesOf = (after: readonly string[], pattern: RegExp): readonly Frame[] =>
  after
    .map((line) => pattern.exec(line)?.[1]?.replace(/\(.*$/, ""))
    .filter(isFound)
    .filter((name) => !HANDLERS.test(name))
    .map((name) => ({ name }));
