/** LLVM's assembly as tokens, each with the brackets it opens or closes. */

export type TokenKind =
  | "local"
  | "global"
  | "comdat"
  | "metadata"
  | "group"
  | "summary"
  | "label"
  | "string"
  | "bytes"
  | "number"
  | "word"
  | "record"
  | "punctuation"
  | "unknown";

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** As it is to be written: empty where it is gone. */
  text: string;
  /** It stands first on its line. */
  readonly leads: boolean;
  /** The token of its other bracket; -1 for none. */
  match: number;
}

const NAME = String.raw`(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|\d+|"[^"\n]*")`;

const KINDS: readonly (readonly [TokenKind, string])[] = [
  ["label", String.raw`(?:[-a-zA-Z$._0-9]+|"[^"\n]*"):(?!:)`],
  ["local", `%${NAME}`],
  ["global", `@${NAME}`],
  ["comdat", String.raw`\$${NAME}`],
  ["metadata", String.raw`!(?:[-a-zA-Z$._\\][-a-zA-Z$._0-9\\]*|\d+|"[^"]*")?`],
  ["record", String.raw`#dbg_\w+`],
  ["group", String.raw`#\d+`],
  ["summary", String.raw`\^\d+`],
  ["bytes", String.raw`c"[^"]*"`],
  ["string", String.raw`"[^"]*"`],
  [
    "number",
    String.raw`[-+]?\d+(?:\.\d*(?:[eE][-+]?\d+)?)?(?![-a-zA-Z$._0-9])|0x[KLMHR]?[0-9a-fA-F]+|[us]0x[0-9a-fA-F]+`,
  ],
  ["word", String.raw`[a-zA-Z_][-a-zA-Z$._0-9]*`],
  ["punctuation", String.raw`\.\.\.|[=,*()[\]{}<>|:]`],
];

const TOKEN = new RegExp(KINDS.map(([, pattern]) => `(${pattern})`).join("|"), "y");
const GAP = /(?:\s+|;[^\n]*)*/y;

/** Any text has them: what is none by itself is one of a single character, of no kind that anything asks for. */
export const tokensIn = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    GAP.lastIndex = at;
    GAP.exec(text);
    const start = GAP.lastIndex;
    if (start >= text.length) break;
    TOKEN.lastIndex = start;
    const found = TOKEN.exec(text);
    const leads = tokens.length === 0 || text.slice(at, start).includes("\n");
    const own = found?.[0] ?? text.charAt(start);
    at = start + own.length;
    tokens.push({ kind: kindOf(found), start, end: at, text: own, leads, match: -1 });
  }
  joinBrackets(tokens);
  return tokens;
};

const kindOf = (found: RegExpExecArray | null): TokenKind => {
  const group = found?.findIndex((each, index) => index > 0 && each !== undefined) ?? 0;
  return KINDS[group - 1]?.[0] ?? "unknown";
};

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** Those without a partner are left alone; a definition begins outside of all brackets. */
const joinBrackets = (tokens: readonly Token[]): void => {
  let open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "word" && token.leads && token.text === "define") open = [];
    if (token.kind !== "punctuation") continue;
    if (CLOSERS[token.text] !== undefined) open.push(index);
    else if (/^[)\]}>]$/.test(token.text)) {
      const partner = open.at(-1);
      if (partner === undefined || CLOSERS[(tokens[partner] as Token).text] !== token.text) continue;
      open.pop();
      (tokens[partner] as Token).match = index;
      token.match = partner;
    }
  }
};

/** The text as its tokens have it now. What stood before a token goes with it; a line whose first tokens are gone still begins on its own. */
export const written = (text: string, tokens: readonly Token[]): string => {
  const out: string[] = [];
  let at = 0;
  let broken: string | undefined;
  for (const { start, end, text: own, leads } of tokens) {
    const gap = text.slice(at, start);
    at = end;
    if (own === "") {
      if (leads) broken ??= gap;
      continue;
    }
    const before = out.length === 0 && broken !== undefined ? "" : leads || broken === undefined ? gap : broken;
    const fuses = before === "" && /[-\w$."]$/.test(out.at(-1) ?? "") && /^[-\w$."]/.test(own);
    out.push(fuses ? " " : before, own);
    broken = undefined;
  }
  out.push(text.slice(at));
  return out.join("");
};
