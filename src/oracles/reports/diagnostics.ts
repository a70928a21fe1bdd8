/** Errors that compilers find in their input, with what they say about them; warnings, notes and excerpts are left out. */
import { withoutNoise } from "../noise.ts";
import { isFound, WRAPPER, type Fact, type ReportReader } from "./report.ts";

/** "file.c:1:2: error: …", "file.ts(1,2): error TS2304: …", "error[E0425]: …", "cc1: fatal error: …" */
const ERROR =
  /^(?:\S.*?(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))?: ?)?((?:fatal |syntax )?error(?:\[\w+\]| [A-Z]+\d+)?: .+)$/i;
/** Lines that count errors. */
const COUNTING = /aborting due to|could not compile|\d+ (?:previous )?errors?\b|too many errors/i;
/** The message names the file itself when there is none. */
const PLACED = /^(?!node:)\S+?(?::\d+|\(\d+)|^error\[/;
/** "‘T’ {aka ‘int’}", "'T' (aka 'int')": it comes and goes with the typedef. */
const AKA = / (?:\{aka ‘[^’]*’\}|[{(]aka '[^']*'[)}])/g;

/** Lines of javac below the excerpt: what it has looked for, and why nothing fits. */
const SYMBOL = /^ {2}((?:symbol|required|found|reason): .+)$/;
/** What rustc writes after the marks below the place of the error. */
const LABEL = /^\s*\|.*\^ (?!help: )(\S.*)$/;
/** Sentences of tsc below the error, which say why. */
const REASON = /^ {2,}(\S.*[.:])$/;
/** Marks below a line of the input. */
const MARKS = /^[\s|]*[\^~]/;
/** Lines that belong to the message above them. */
const BELOW = /^\s|^$|^\d+ +\||^\.{3}$/;

/** Errors first: those that come first are kept. */
export const diagnostics: ReportReader = (lines) => {
  if (!isOfCompiler(lines)) return [];
  return [...lines.map(diagnostic).filter(isFound), ...details(lines)];
};

export const isOfCompiler = (lines: readonly string[]): boolean => lines.some((line) => PLACED.test(line));

/** Does the line only count errors? */
export const isCount = (line: string): boolean => COUNTING.test(line);

const diagnostic = (line: string): Fact | undefined => {
  const said = errorIn(line);
  return said === undefined ? undefined : { text: said, quotes: "types" };
};

/** What a line says if it is an error of a compiler: "error: …". */
export const errorIn = (line: string): string | undefined => {
  const [, said] = ERROR.exec(line) ?? [];
  if (said !== undefined && WRAPPER.test(said.replace(/^[^:]*: /, ""))) return undefined;
  return said === undefined || isCount(said) ? undefined : withoutNoise(said.replace(AKA, ""));
};

const details = (lines: readonly string[]): readonly Fact[] => {
  const found: Fact[] = [];
  let isError = false;
  /** Every line since the error was a reason. */
  let isNear = false;
  for (const [at, line] of lines.entries()) {
    if (!BELOW.test(line)) {
      isError = isNear = errorIn(line) !== undefined;
      continue;
    }
    const reason = isNear && !MARKS.test(lines[at + 1] ?? "") ? REASON.exec(line) : null;
    isNear = reason !== null;
    const [, said] = reason ?? SYMBOL.exec(line) ?? LABEL.exec(line) ?? [];
    if (isError && said !== undefined) found.push({ text: withoutNoise(said), quotes: "types", isDetail: true });
  }
  return found;
};
