/** Reports of AddressSanitizer and its family, of UBSan, and of Valgrind. */
import { withoutNoise } from "../noise.ts";
import { fileName, framesText, pathOf, isFound, type Fact, type Frame, type ReportReader } from "./report.ts";

const HEADER = /(?:ERROR|WARNING): (\w+Sanitizer): (.+)/;
const FRAME = /^\s*#\d+ (?:0x[0-9a-f]+ )?(?:in )?(.+?)(?: (\S+?(?::\d+)+))?(?: \([^()]*\))*$/;
const UNDEFINED = /^(\S+?):(\d+):\d+: runtime error: (.+)$/;
const VALGRIND = /^==\d+== (Invalid (?:read|write|free).*|Conditional jump .*|Use of uninitialised .*)$/;
const VALGRIND_FRAME = /^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (.+?) \((?:in )?(.+)\)$/;

/** Functions that stand for the runtime, not for the program. */
const RUNTIME =
  /^(?:__interceptor_|__asan|__ubsan|__sanitizer|__msan|__tsan|__libc_|_start$|__GI_|mem(?:cpy|set|move|cmp)|str[a-z]+$|(?:free|malloc|calloc|realloc|reallocarray)$|operator (?:new|delete))/;

/** Stacks of these differ from run to run. */
const ENDLESS = /stack-overflow/;

export const sanitizers: ReportReader = (lines, input) =>
  lines.map((line, at) => header(lines, at, input) ?? undefinedBehaviour(line)).filter(isFound);

const header = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  const line = lines[at] ?? "";
  const [, tool, said = ""] = HEADER.exec(line) ?? [];
  if (tool !== undefined) {
    const kind = withoutNoise(said.replace(/(?: on | \(|:).*$/, ""));
    return {
      text: `${tool}: ${kind}${ENDLESS.test(kind) ? "" : where(lines.slice(at + 1), FRAME, input)}`,
      quotes: "verbatim",
    };
  }
  const [, problem] = VALGRIND.exec(line) ?? [];
  if (problem === undefined) return undefined;
  return {
    text: `valgrind: ${withoutNoise(problem)}${where(lines.slice(at + 1), VALGRIND_FRAME, input)}`,
    quotes: "verbatim",
  };
};

/** The first stack below the header. A program built from the input has no frames of others: there the innermost one counts. */
const where = (after: readonly string[], pattern: RegExp, input: string): string => {
  const begin = after.findIndex((line) => pattern.test(line));
  if (begin < 0 || begin > 8) return "";
  const end = after.findIndex((line, at) => at > begin && !pattern.test(line));
  const frames = after.slice(begin, end < 0 ? undefined : end).map((line) => frame(line, pattern));
  const telling = frames.filter(({ name }) => !RUNTIME.test(name));
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
