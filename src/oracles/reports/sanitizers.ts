/** Reports of AddressSanitizer and its family, of libFuzzer, of UBSan, and of Valgrind. */
import { withoutNoise } from "../noise.ts";
import {
  cycleText,
  fileName,
  framesText,
  pathOf,
  isFound,
  type Fact,
  type Frame,
  type ReportReader,
} from "./report.ts";

const HEADER = /(?:ERROR|WARNING): (\w+Sanitizer|libFuzzer): (.+)/;
const FRAME = /^\s*#\d+ (?:0x[0-9a-f]+ )?(?:in )?(.+?)(?: (\S+?(?::\d+)+))?(?: \([^()]*\))*$/;
const UNDEFINED = /^(\S+?):(\d+):\d+: runtime error: (.+)$/;
const VALGRIND = /^==\d+== (Invalid (?:read|write|free).*|Conditional jump .*|Use of uninitialised .*)$/;
const VALGRIND_FRAME = /^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (.+?) \((?:in )?(.+)\)$/;

/** Functions that stand for the runtime, not for the program; a frame in a library without names has none. */
const RUNTIME =
  /^(?:$|__interceptor_|__asan|__ubsan|__sanitizer|__msan|__tsan|__libc_|_start$|__GI_|mem(?:cpy|set|move|cmp)|str[a-z]+$|(?:free|malloc|calloc|realloc|reallocarray)$|operator (?:new|delete)|fuzzer::|(?:raise|gsignal|abort)$|(?:__)?pthread_kill|__assert|std::(?:__)?terminate|__cxa_|__gnu_cxx|__cxxabiv1)/;

/** Stacks of these differ from run to run. */
const ENDLESS = /stack-overflow/;

export const sanitizers: ReportReader = (lines, input) =>
  lines.map((line, at) => header(lines, at, input) ?? undefinedBehaviour(line)).filter(isFound);

const header = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  const line = lines[at] ?? "";
  const [, tool, said = ""] = HEADER.exec(line) ?? [];
  if (tool !== undefined) {
    const kind = withoutNoise(said.replace(/(?: on | \(|:).*$/, ""));
    const after = lines.slice(at + 1);
    if (!ENDLESS.test(kind)) return { text: `${tool}: ${kind}${where(after, FRAME, input)}`, quotes: "verbatim" };
    const place = cycleText(stack(after, FRAME).map(({ name }) => name));
    return { text: `${tool}: ${kind}`, quotes: "verbatim", ...(place !== "" && { place }) };
  }
  const [, problem] = VALGRIND.exec(line) ?? [];
  if (problem === undefined) return undefined;
  return {
    text: `valgrind: ${withoutNoise(problem)}${where(lines.slice(at + 1), VALGRIND_FRAME, input)}`,
    quotes: "verbatim",
  };
};

/** The functions of the program in the first stack below the header. */
const stack = (after: readonly string[], pattern: RegExp): readonly Frame[] => {
  const begin = after.findIndex((line) => pattern.test(line));
  if (begin < 0 || begin > 8) return [];
  const end = after.findIndex((line, at) => at > begin && !pattern.test(line));
  const frames = after.slice(begin, end < 0 ? undefined : end).map((line) => frame(line, pattern));
  return frames.filter(({ name }) => !RUNTIME.test(name));
};

/** A program built from the input has no frames of others: there the innermost one counts. */
const where = (after: readonly string[], pattern: RegExp, input: string): string => {
  const telling = stack(after, pattern);
  const innermost = telling[0] === undefined ? "" : ` in ${telling[0].name}`;
  return framesText(telling, input) || innermost;
};

const frame = (line: string, pattern: RegExp): Frame => {
  const [, name = "", file] = pattern.exec(line) ?? [];
  return { name: name.replace(/\(.*$/, ""), ...(file !== undefined && { file: pathOf(file) }) };
};

const undefinedBehaviour = (line: string): Fact | undefined => {
  const [, file, at, said] = UNDEFINED.exec(line) ?? [];
  if (file === undefined || said === undefined) return undefined;
  const name = fileName(file);
  return { text: `runtime error: ${withoutNoise(said)} (${name})`, quotes: "names", place: `${name}:${at}` };
};
