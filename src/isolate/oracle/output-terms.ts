/** What an output says, read in several ways, without what depends on the place and on where something stands in a file. */
import { crashFacts } from "../../oracles/crash-reports.ts";
import { linesOf, withoutNoise } from "../../oracles/noise.ts";
import { diagnostics } from "../../oracles/reports/diagnostics.ts";
import { textOf } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/runner.ts";

/** How a process ended in a place, and which directories its outputs may name. */
export interface PlaceTrial extends ProcessExit {
  /** Where it ran. */
  readonly cwd: string;
  /** The longest first: files in them stand in outputs by what comes after. */
  readonly roots: readonly string[];
  /** Lines that say nothing about the failure. */
  readonly chatter?: RegExp;
}

/** Crash reports, a compiler's errors, lines that name an error, lines that speak of trouble, all lines, lines with their numbers. */
export type Reading = "crash" | "errors" | "named" | "trouble" | "lines" | "exact";

/** Lines that name an error. */
const ERROR =
  /\b(?:\w*(?:Error|Exception|Warning)(?: \[\w+\])?|error(?:\[\w+\]| [A-Z]+\d+)?|fatal(?: error)?|panic(?:ked)?)\b ?[:!]|\bis not (?:defined|a function|a constructor|iterable|callable)\b|undefined (?:reference|symbol|method|variable|local)|^\S+:\d+(?::\d+)?: undefined: |\b(?:cannot|can't|could not|unable to) (?:find|load|open|resolve|import|read|access|locate)\b|\bno (?:such|rule|module)\b|not found|\bnot defined\b|unresolved|\bunknown\b|undeclared|assertion|unexpected|\bFAIL\b|^\s*not ok\b|✗|✖|✘|×/i;
/** Lines that may. */
const TROUBLE =
  /error|fatal|fail|exception|panic|abort|assert|invalid|illegal|cannot|can't|could not|unable|unexpected|undefined|unknown|not found|no such|overflow|corrupt|denied|broken|missing|wrong/i;
/** Source with its line number, marks below it, what counts messages, and code that throws. */
const EXCERPT =
  /^\s*(?:>?\s*\d+\s*)?\|(?:\s|$)|^[\s|^~+.:=-]*[\^~]+[\s|^~+-]*$|^\s*(?:throw|raise)\b|^\s*at \S|^\s*File "|\b\d+ (?:errors?|warnings?)\b/;

/** What test runners say of tests that pass: their names may speak of trouble. */
const SUCCESS = /^\s*(?:[✓✔√]|ok\b|PASS\b|PASSED\b)|(?:\.\.\. ok| PASSED(?: +\[ *\d+%\])?)\s*$/;
/** "package@1.2.3", "v20.1.0": a version changes with anything. */
const VERSION = /(?<=@|\bv)\d+(?:\.\d+)+[\w.+-]*/g;
/** How long something took: some runners only say so of what was slow. */
const TIME = /[ ([]*(?<![\w.])\d+(?:[.,]\d+)? ?(?:[nuµm]?s|sec(?:ond)?s?|min(?:ute)?s?)\b[)\]]*/g;

/** The lines of both streams, standard error first: what went wrong is said there more often. */
export const outputLines = ({ stdout, stderr, roots, chatter }: PlaceTrial): readonly string[] => {
  const lines = [...linesFrom(textOf(stderr), roots), ...linesFrom(textOf(stdout), roots)];
  return chatter === undefined ? lines : lines.filter((line) => !isChatter(chatter, line));
};

/** A pattern may remember where it stopped. */
const isChatter = (chatter: RegExp, line: string): boolean => line.search(chatter) >= 0;

const linesFrom = (text: string, roots: readonly string[]): readonly string[] => {
  let cleaned = text;
  for (const root of roots) cleaned = cleaned.replaceAll(inside(root), (_, slash) => (slash === "/" ? "" : "‹path›"));
  // oxlint-disable-next-line no-control-regex -- escape sequences of terminals are control characters
  return linesOf(cleaned, "\0").map((line) => line.replaceAll(/\u001B\[[0-9;?]*[ -/]*[@-~]/g, ""));
};

/** A directory by its whole name, with the slash behind it. */
const inside = (root: string): RegExp =>
  new RegExp(`${root.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}(?:(/)|(?![\\w.-]))`, "g");

export const isErrorLine = (line: string): boolean => ERROR.test(line) && !EXCERPT.test(line) && !SUCCESS.test(line);
export const isTroubleLine = (line: string): boolean =>
  TROUBLE.test(line) && !EXCERPT.test(line) && !SUCCESS.test(line);

/** Everything that is said, in order, by the way it is read. */
export const readingOf = (lines: readonly string[], reading: Reading): readonly string[] => {
  switch (reading) {
    case "crash":
      return crashFacts(lines, "").map(({ text }) => innermost(text));
    case "errors":
      return diagnostics(lines, "").map(({ text }) => text);
    case "named":
      return telling(lines.filter(isErrorLine));
    case "trouble":
      return telling(lines.filter(isTroubleLine));
    case "lines":
      return telling(lines.filter((line) => !EXCERPT.test(line)));
    case "exact":
      return lines
        .map((line) => line.replaceAll(VERSION, "‹n›").replaceAll(TIME, "").replaceAll(/\s+/g, " ").trim())
        .filter((line) => line !== "");
  }
};

const telling = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => withoutNoise(line.replaceAll(VERSION, "‹n›").replaceAll(TIME, "")))
    .filter((line) => /\p{L}{2}/u.test(line));

/** Of the functions in a report the one in which it happened: who called it may be called otherwise in a mixture. */
const innermost = (fact: string): string => fact.replace(/( in \S+) < \S+$/, "$1");
