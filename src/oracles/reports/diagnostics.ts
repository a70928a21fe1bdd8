/** Errors that compilers find in their input: the kind of each; warnings, notes and excerpts are left out. */
import { withoutNoise } from "../noise.ts";
import { isFound, type Fact, type Reader } from "./report.ts";

/** "file.c:1:2: error: …", "file.ts(1,2): error TS2304: …", "error[E0425]: …", "cc1: fatal error: …" */
const ERROR =
  /^(?:\S.*?(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))?: ?)?((?:fatal |syntax )?error(?:\[\w+\]| [A-Z]+\d+)?: .+)$/i;
/** Lines that count errors. */
const COUNTING = /aborting due to|could not compile|\d+ (?:previous )?errors?\b|too many errors/i;
/** The message names the file itself when there is none. */
const PLACED = /^\S+?(?::\d+|\(\d+)|^error\[/;
/** "‘T’ {aka ‘int’}", "'T' (aka 'int')": it comes and goes with the typedef. */
const AKA = / (?:\{aka ‘[^’]*’\}|[{(]aka '[^']*'[)}])/g;

export const diagnostics: Reader = (lines) =>
  lines.some((line) => PLACED.test(line)) ? lines.map(diagnostic).filter(isFound) : [];

const diagnostic = (line: string): Fact | undefined => {
  const [, said] = ERROR.exec(line) ?? [];
  if (said === undefined || COUNTING.test(said)) return undefined;
  return { text: withoutNoise(said.replace(AKA, "")), quotes: "kind" };
};
