/** What an output says, read in several ways, without what depends on the place and on where something stands in a file. */
import { crashFacts } from "../../oracles/crash-reports.ts";
import { linesOf, withoutNoise } from "../../oracles/noise.ts";
import { diagnostics } from "../../oracles/reports/diagnostics.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
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
export type OutputReading = "crash" | "errors" | "named" | "trouble" | "lines" | "exact";

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

const isErrorLine = (line: string): boolean => ERROR.test(line) && !EXCERPT.test(line) && !SUCCESS.test(line);
const isTroubleLine = (line: string): boolean => TROUBLE.test(line) && !EXCERPT.test(line) && !SUCCESS.test(line);

/** Everything that is said, in order, by the way it is read. */
export const readingOf = (lines: readonly string[], reading: OutputReading): readonly string[] => {
  switch (reading) {
    case "crash":
      return crashFacts(lines, "").map(({ text }) => innermost(text));
    case "errors":
      return diagnostics(lines, "").flatMap(({ text, isDetail }) => (isDetail === true ? [] : [text]));
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

/** The report without the callers of the function in which it happened: they may have other names in a mixture. */
const innermost = (fact: string): string => fact.replace(/( in \S+) < \S+$/, "$1");

const MAX_LINES = 3;
const LONGEST = 300;

/** "exits with 1: ReferenceError: mergeConfig is not defined". Lines that are usual, as `withoutNoise` has them, tell nothing. */
export const reasonOf = (trial: PlaceTrial, usual: ReadonlySet<string> = new Set()): string => {
  const ending = endingOf(trial);
  const how = ending === undefined ? "did not end" : endingWords(ending);
  const said = troubleIn(outputLines(trial), usual);
  return said === "" ? `${how} and says nothing` : `${how}: ${said}`;
};

/** The name of a test that fails says less than why it does. */
const MARK = /^\s*(?:FAIL(?:ED)?\b|not ok\b|[✗✖✘×❯])/;

/** The first lines that name an error; those that may, where none does; the last line, where nothing speaks of trouble. */
export const troubleIn = (lines: readonly string[], usual: ReadonlySet<string> = new Set()): string => {
  const unusual = lines.filter((line) => /\p{L}{2}/u.test(line) && !usual.has(withoutNoise(line)));
  const named = unusual.filter(isErrorLine);
  const errors = [...named.filter((line) => !MARK.test(line)), ...named.filter((line) => MARK.test(line))];
  const trouble = errors.length > 0 ? errors : unusual.filter(isTroubleLine);
  const chosen = trouble.length > 0 ? trouble.slice(0, MAX_LINES) : unusual.slice(-1);
  return cut([...new Set(chosen.map(steady))].join(" · "), LONGEST);
};

export const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

type Replacement = readonly [RegExp, string];

/** What `withoutNoise` takes away, except for names: paths stay, since changes are known by them. */
const RULES: readonly Replacement[] = [
  [/\s+/g, " "],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "‹id›"],
  [/\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?/g, "‹date›"],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, "‹time›"],
  [/\/(?:private\/)?(?:var\/)?tmp\/[\w.+@~%/-]+/g, "‹path›"],
  [/\b0x[0-9a-f]+\b/gi, "‹hex›"],
  [/((?:^|[\s(])[^\s:()]+|[>\])]):\d+(?::\d+)?(?=[:\s)]|$)/g, "$1"],
  [/(\.\w+)\(\d+(?:,\d+)?\)/g, "$1"],
  [/\b(line|column) \d+/gi, "$1 ‹n›"],
  [/(?<![\w.$])\d+(?:[.,]\d+)*(?= ?(?:[nuµm]?s|secs?|min|[kmgt]i?b)\b)/gi, "‹n›"],
  [/(?<=\b(?:pid|process|thread|goroutine)[ :=#(]*)\d+/gi, "‹n›"],
  [/==\d+==/g, ""],
];

const steady = (line: string): string => {
  let text = line;
  for (const [pattern, replacement] of RULES) text = text.replaceAll(pattern, replacement);
  return text.trim();
};
