/** What stands in quotation marks in an output, and what of it may become a gap. */

/** Stands for any text in what was learnt; in quotation marks for any text up to the closing one. */
export const ANYTHING = "‹…›";

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
export const KEYWORDS: ReadonlySet<string> = new Set(
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

/** Says something else in the quotations of a line, except for tokens of the grammar. */
export const requoted = (line: string, said: (inner: string) => string): string =>
  line.replaceAll(QUOTATION, (quotation) => {
    const inner = quotation.slice(1, -1);
    return isToken(inner) ? quotation : `${quotation.at(0)}${said(inner)}${quotation.at(-1)}`;
  });

/** A line without what it quotes. */
export const unquoted = (line: string): string => requoted(line, () => ANYTHING);

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
export const fitting = (line: string, learnt: string): string => {
  let wider = learnt;
  // Ends: each turn takes two marks away, and gaps outside of marks fit everything.
  while (!fits(line, wider)) {
    const next = wider.replaceAll(QUOTATION, (quotation) => (quotation.includes(ANYTHING) ? ANYTHING : quotation));
    if (next === wider) return line;
    wider = next;
  }
  return wider;
};
