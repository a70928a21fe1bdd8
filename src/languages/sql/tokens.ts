/** SQL as tokens, in the widest sense of its dialects. Any text is read; nothing of it is lost but white space. */

type TokenKind = "word" | "quoted" | "string" | "number" | "parameter" | "operator" | "line";

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** A word in large letters, an operator as it is; nothing for the others. */
  readonly text: string;
}

export interface Scanned {
  readonly tokens: readonly Token[];
  /** Places of comments: from, to, from, to, … */
  readonly comments: readonly number[];
}

/** Asked in turn, each where the last token has ended; the first that holds is it. */
const SHAPES: readonly (readonly [kind: TokenKind | "comment" | "line", shape: RegExp])[] = [
  ["comment", /--.*|\/\*[^]*?(?:\*\/|$)/y],
  ["string", /(?:[nxbe]|u&)?'(?:[^']|'')*(?:'|$)|\$([a-z_]\w*)?\$[^]*?(?:\$\1\$|$)/iy],
  ["quoted", /"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)/y],
  ["number", /0x[\da-f]+|(?:\d[\d_]*(?:\.(?!\.)\d*)?|\.\d+)(?:e[+-]?\d+)?/iy],
  ["word", /(?:[@#]{1,2}(?=[\p{L}_])|[\p{L}_])[\p{L}\p{N}_$@#]*/uy],
  ["parameter", /\?\d*|[$:]\w+|@\w+/y],
  ["operator", /::|:=|<=>|->>|->|=>|#>>|#>|\|\||<<|>>|<=|>=|<>|!=|==|!?~\*?|@>|<@|&&|\*\*|\/\/|[^]/uy],
];

/** What shells read as a line of theirs: `.mode list`, `\d`, `GO`. */
const LINE = /\.[a-z].*|\\[a-z!?].*|go(?=[ \t\r]*(?:\n|$))/iy;
/** In MySQL; elsewhere `#` is an operator, or begins a name. */
const HASH = /#(?![>-]).*/y;

const BLANK = /\s*/y;

export const scan = (text: string): Scanned => {
  const tokens: Token[] = [];
  const comments: number[] = [];
  for (let at = skipped(text, 0); at < text.length;) {
    const { kind, end } = shapeAt(text, at, tokens);
    if (kind === "comment") comments.push(at, end);
    else tokens.push({ kind, start: at, end, text: meaning(kind, text.slice(at, end)) });
    at = skipped(text, end);
  }
  return { tokens, comments };
};

const skipped = (text: string, at: number): number => endOf(BLANK, text, at) ?? at;

const endOf = (shape: RegExp, text: string, at: number): number | undefined => {
  shape.lastIndex = at;
  return shape.test(text) ? shape.lastIndex : undefined;
};

const meaning = (kind: TokenKind, own: string): string =>
  kind === "word" ? own.toUpperCase() : kind === "operator" ? own : "";

const shapeAt = (
  text: string,
  at: number,
  before: readonly Token[],
): { readonly kind: TokenKind | "comment"; readonly end: number } => {
  const comment = text.charAt(at) === "#" && opensLine(text, at) ? endOf(HASH, text, at) : undefined;
  if (comment !== undefined) return { kind: "comment", end: comment };
  const last = before.at(-1);
  const mayBeLine = (last === undefined || last.text === ";" || last.kind === "line") && opensLine(text, at);
  const line = mayBeLine ? endOf(LINE, text, at) : undefined;
  if (line !== undefined) return { kind: "line", end: line };
  for (const [kind, shape] of SHAPES) {
    const end = endOf(shape, text, at);
    if (end === undefined) continue;
    // `a:b` in a struct or a slice, and `1.5` behind a name, are not what they look like alone.
    if (kind === "parameter" && text.charAt(at) === ":" && isValue(last)) continue;
    if (kind === "number" && text.charAt(at) === "." && last?.end === at && isValue(last)) continue;
    return { kind, end };
  }
  return { kind: "operator", end: at + 1 };
};

/** May an operator stand behind it? */
const isValue = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind !== "operator" || /^[)\]}]$/.test(token.text));

const opensLine = (text: string, at: number): boolean => {
  let from = at - 1;
  while (from >= 0 && (text.charAt(from) === " " || text.charAt(from) === "\t")) from--;
  return from < 0 || text.charAt(from) === "\n";
};
