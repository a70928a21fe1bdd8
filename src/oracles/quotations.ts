/** What stands in quotation marks in an output, and what of it may become a gap. */
import type { Fact } from "./reports/report.ts";

/** Stands for any text in what was learnt; in quotation marks for any text up to the closing one. */
const ANYTHING = "‹…›";

/** GNU's `name' ends with an apostrophe; Rust's `&'a str` and `'x'` only hold some. */
const QUOTATION = /‘[^’]*’|“[^”]*”|`(?:[^`']|'(?=[\w`]))*[`']|(?<!\w)'[^']*'(?!\w)|(?<!\w)"[^"]*"(?!\w)/g;

/** What a gap may match, by the mark that opens the quotation. */
const WITHIN: Readonly<Record<string, string>> = {
  "‘": "[^’]*",
  "“": "[^”]*",
  "`": "(?:[^`']|'(?=[\\w`]))*",
  "'": "[^']*",
  '"': '[^"]*',
};

/** Signs that are no part of a name or a literal. */
const SIGNS = /^[^\p{L}\p{N}\s_$"'`‘’“”‹›]{1,4}$/u;
/** The types of nothing, of Rust and TypeScript. */
const EMPTY_TYPE = /^(?:\(\)|\[\]|\{\})$/;
/** Words of many languages that are no names and no types. */
const KEYWORDS = new Set(
  (
    "if else elif then for foreach while do switch case default break continue return goto yield await async try catch " +
    "except finally throw throws raise class struct union enum interface namespace using typedef template typename import " +
    "export package module extends implements function fn func def lambda let var val const constexpr static extern inline " +
    "register volatile public private protected abstract final override virtual friend explicit operator new delete sizeof " +
    "this super instanceof typeof asm __asm__ __attribute__ impl trait where match mut pub unsafe"
  ).split(" "),
);

/** A token of the grammar: "expected ‘)’ before ‘;’" is another error than "expected ‘;’ before ‘}’". */
const isToken = (inner: string): boolean => KEYWORDS.has(inner) || (SIGNS.test(inner) && !EMPTY_TYPE.test(inner));

/** Empties the quotations that are to be emptied, except for tokens of the grammar. */
const emptied = (line: string, isEmptied: (inner: string) => boolean): string =>
  line.replaceAll(QUOTATION, (quotation) => {
    const inner = quotation.slice(1, -1);
    return !isToken(inner) && isEmptied(inner) ? `${quotation.at(0)}${ANYTHING}${quotation.at(-1)}` : quotation;
  });

const patterns = new Map<string, RegExp>();

/** Whether a line is one that was learnt; a learnt line may hold gaps. */
export const fits = (line: string, learnt: string): boolean => {
  if (!learnt.includes(ANYTHING)) return line === learnt;
  let pattern = patterns.get(learnt);
  if (pattern === undefined) {
    pattern = patternOf(learnt);
    patterns.set(learnt, pattern);
  }
  return pattern.test(line);
};

const patternOf = (learnt: string): RegExp => {
  let source = "";
  let at = 0;
  for (const { 0: quotation, index } of learnt.matchAll(QUOTATION)) {
    source += withGaps(learnt.slice(at, index), ".*") + withGaps(quotation, WITHIN[quotation.charAt(0)] ?? ".*");
    at = index + quotation.length;
  }
  return new RegExp(`^${source}${withGaps(learnt.slice(at), ".*")}$`, "s");
};

const withGaps = (text: string, gap: string): string =>
  text
    .split(ANYTHING)
    .map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
    .join(gap);

/**
 * What was learnt from a line such that the line fits it. An excerpt of the input may hold quotation marks itself: then a gap
 * takes the place of the whole quotation.
 */
const fitting = (line: string, learnt: string): string => {
  let wider = learnt;
  // Ends: each turn takes two marks away, and gaps outside of marks fit everything.
  while (!fits(line, wider)) {
    const next = wider.replaceAll(QUOTATION, (quotation) => (quotation.includes(ANYTHING) ? ANYTHING : quotation));
    if (next === wider) return line;
    wider = next;
  }
  return wider;
};

/** Quotations up to this length tell failures apart (`KeyError: 'name'`); longer ones are excerpts. */
const NAME_LENGTH = 40;
/** Shorter lines of an input ("}", "else") stand in outputs by chance. */
const EXCERPT_LENGTH = 8;
/** Lines of an input that are looked for in each line of output: a bound on the work. */
const MAX_LINES = 20_000;

export interface InputText {
  /** A fact as it is learnt: what of it quotes the input is a gap. */
  generalise(fact: Fact): string;
  /** A line of output as it is learnt; `undefined` when it says nothing but what the input says. */
  generaliseLine(line: string): string | undefined;
}

export const inputText = (text: string): InputText => {
  const lines = [...new Set(text.split(/\r\n|\n|\r/).map((line) => line.replaceAll(/\s+/g, " ").trim()))].slice(
    0,
    MAX_LINES,
  );
  const known = new Set(lines);
  const excerpts = lines.filter((line) => line.length >= EXCERPT_LENGTH);
  const maskLong = (said: string): string =>
    emptied(said, (inner) => inner.length > NAME_LENGTH && text.includes(inner));
  return {
    generalise({ text: said, quotes }) {
      if (quotes === "verbatim") return said;
      return fitting(said, quotes === "kind" ? emptied(said, () => true) : maskLong(said));
    },
    generaliseLine(line) {
      if (known.has(line)) return undefined;
      let masked = line;
      for (const excerpt of excerpts) {
        if (excerpt.length <= masked.length && masked.includes(excerpt)) masked = masked.replaceAll(excerpt, ANYTHING);
      }
      masked = fitting(line, maskLong(masked));
      return /\p{L}{2}/u.test(masked.replaceAll(/‹.*?›/g, "")) ? masked : undefined;
    },
  };
};
