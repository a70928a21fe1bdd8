/** Verilog as a list of tokens; nothing of the text is lost but white space. */
import { KEYWORDS, OPERATORS } from "./words.ts";

/** The kind is that of its leaf: of words and signs of the language, their text. */
export interface Token {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export interface Tokens {
  /** The last one is empty and has the kind "". */
  readonly tokens: readonly Token[];
  /** Comments and attributes, which may stand anywhere. */
  readonly extras: readonly Token[];
}

const escaped = (sign: string): string => sign.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const PATTERN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<comment>\/\/[^\n]*)`,
    String.raw`(?<string_literal>"(?:[^"\\\n]|\\[^])*")`,
    String.raw`(?<number>(?:\d[\d_]*\s*)?'[sS]?(?:[dD]\s*[\d_xXzZ?]+|[bB]\s*[01xXzZ?_]+|[oO]\s*[0-7xXzZ?_]+|[hH]\s*[\da-fA-FxXzZ?_]+)|'[01xXzZ](?!\w)|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[fpnum]?s\b)?)`,
    String.raw`(?<word>[A-Za-z_][\w$]*|\\[^\s]+)`,
    String.raw`(?<system_task>\$[A-Za-z_][\w$]*)`,
    "(?<macro>`[A-Za-z_]\\w*)",
    `(?<sign>${OPERATORS.map(escaped).join("|")})`,
    String.raw`(?<other>\S)`,
  ].join("|"),
  "y",
);

/** How far a directive reaches: its line with those that continue it, one name, or its word alone. */
const DIRECTIVES: Readonly<Record<string, RegExp>> = Object.fromEntries([
  ...["define"].map((word) => [word, /(?:[^\\\n/]|\\\r?\n|\\.|\/(?!\/))*/y] as const),
  ..."include timescale default_nettype line pragma begin_keywords unconnected_drive"
    .split(" ")
    .map((word) => [word, /(?:[^\n/]|\/(?![/*]))*/y] as const),
  ..."ifdef ifndef elsif undef".split(" ").map((word) => [word, /[ \t]+\w+/y] as const),
  ..."else endif resetall celldefine endcelldefine nounconnected_drive end_keywords undefineall"
    .split(" ")
    .map((word) => [word, /(?:)/y] as const),
]);

/** Takes time linear in the text. */
export const tokensOf = (text: string, from = 0, to: number = text.length): Tokens => {
  const tokens: Token[] = [];
  const extras: Token[] = [];
  for (let at = from; at < to;) {
    const token = afterHash(text, tokens.at(-1), spanned(text, at, to) ?? matched(text, at, to));
    if (token.kind === "comment" || token.kind === "attribute_instance") extras.push(token);
    else if (token.kind !== "space") tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: "", start: to, end: to });
  return { tokens, extras };
};

/** Behind `#`, a number and a based one are two: `#1 'h0`. */
const afterHash = (text: string, before: Token | undefined, token: Token): Token => {
  if (before?.kind !== "#" || token.kind !== "number") return token;
  const gap = text.slice(token.start, token.end).search(/\s/);
  return gap < 0 ? token : { ...token, end: token.start + gap };
};

/** What reaches to a sign that ends it: a block comment, an attribute. One that is never ended is an error. */
const spanned = (text: string, start: number, to: number): Token | undefined => {
  const isComment = text.startsWith("/*", start);
  if (!isComment && !(text.startsWith("(*", start) && isAttribute(text, start))) return undefined;
  const found = text.indexOf(isComment ? "*/" : "*)", start + 2);
  if (found >= 0 && found < to) return { kind: isComment ? "comment" : "attribute_instance", start, end: found + 2 };
  return isComment ? { kind: "ERROR", start, end: to } : undefined;
};

/** Unlike `@(*)`: a word or a macro comes next, within reach. */
const isAttribute = (text: string, start: number): boolean =>
  /^\s*[A-Za-z_`\\]/.test(text.slice(start + 2, start + 66));

const matched = (text: string, start: number, to: number): Token => {
  PATTERN.lastIndex = start;
  const found = PATTERN.exec(text);
  const groups = found?.groups ?? {};
  const end = Math.min(to, start + (found?.[0].length ?? 1));
  const own = text.slice(start, end);
  if (groups["word"] !== undefined) return { kind: KEYWORDS.has(own) ? own : "identifier", start, end };
  if (groups["sign"] !== undefined) return { kind: own, start, end };
  if (groups["macro"] !== undefined) return directiveOr(text, { kind: "macro", start, end }, to);
  for (const kind of ["space", "comment", "string_literal", "number", "system_task"])
    if (groups[kind] !== undefined) return { kind, start, end };
  return { kind: "ERROR", start, end };
};

const directiveOr = (text: string, macro: Token, to: number): Token => {
  const word = text.slice(macro.start + 1, macro.end);
  const reach = Object.hasOwn(DIRECTIVES, word) ? DIRECTIVES[word] : undefined;
  if (reach === undefined) return macro;
  reach.lastIndex = macro.end;
  const rest = (reach.exec(text)?.[0] ?? "").trimEnd();
  return { kind: "directive", start: macro.start, end: Math.min(to, macro.end + rest.length) };
};
