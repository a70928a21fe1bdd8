/** Why a run could not be told, in words that repeat from run to run and that name what the program named. */
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { withoutNoise } from "../../oracles/noise.ts";
import { isErrorLine, isTroubleLine, outputLines, type PlaceTrial } from "./output-terms.ts";

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
  const telling = lines.filter((line) => /\p{L}{2}/u.test(line) && !usual.has(withoutNoise(line)));
  const named = telling.filter(isErrorLine);
  const errors = [...named.filter((line) => !MARK.test(line)), ...named.filter((line) => MARK.test(line))];
  const trouble = errors.length > 0 ? errors : telling.filter(isTroubleLine);
  const chosen = trouble.length > 0 ? trouble.slice(0, MAX_LINES) : telling.slice(-1);
  return cut([...new Set(chosen.map(steady))].join(" · "), LONGEST);
};

export const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

type Rule = readonly [RegExp, string];

/** What `withoutNoise` takes away, except for names: paths stay, since changes are known by them. */
const RULES: readonly Rule[] = [
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
