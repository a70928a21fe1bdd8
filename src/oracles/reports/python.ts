/** Tracebacks of Python. */
import { withoutNoise } from "../noise.ts";
import { cycleText, framesText, isFound, type Fact, type Frame, type ReportReader } from "./report.ts";

const BEGIN = /^\s*(?:\+ )?(?:Exception Group )?Traceback \(most recent call last\):$/;
const FRAME = /^\s+File "(.+)", line \d+(?:, in (.+))?$/;
const EXCEPTION = /^([A-Za-z_][\w.]*)(?:: (.*))?$/;
/** These are reported without the word "Traceback". */
const SYNTAX = /^(SyntaxError|IndentationError|TabError)(?:: (.*))?$/;
const ENDLESS = "RecursionError";

export const python: ReportReader = (lines, input) => {
  const facts = lines.map((line, at) => (BEGIN.test(line) ? traceback(lines.slice(at + 1), input) : undefined));
  const found = facts.filter(isFound);
  if (found.length > 0) return found;
  return lines.some((line) => FRAME.test(line)) ? lines.map((line) => syntaxError(line)).filter(isFound) : [];
};

const traceback = (after: readonly string[], input: string): Fact | undefined => {
  const end = after.findIndex((line) => line !== "" && !/^\s/.test(line));
  const [, type, message = ""] = EXCEPTION.exec(after[end] ?? "") ?? [];
  if (type === undefined) return undefined;
  const frames = after.slice(0, end).map(frame).filter(isFound).toReversed();
  if (type !== ENDLESS) return exception(type, message, framesText(frames, input));
  const place = cycleText(frames.map(({ name }) => name));
  return { ...exception(type, message, ""), ...(place !== "" && { place }) };
};

const frame = (line: string): Frame | undefined => {
  const [, file, name = "<module>"] = FRAME.exec(line) ?? [];
  return file === undefined ? undefined : { name, file };
};

const syntaxError = (line: string): Fact | undefined => {
  const [, type, message = ""] = SYNTAX.exec(line) ?? [];
  return type === undefined ? undefined : exception(type, message, "");
};

const exception = (type: string, message: string, stack: string): Fact => ({
  text: `${type}${message === "" ? "" : `: ${withoutNoise(message)}`}${stack}`,
  quotes: "names",
});
