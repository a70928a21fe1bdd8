/** Where statements begin and end, and which brackets belong together. */
import type { Token } from "./tokens.ts";

export interface Split {
  /** From, to, from, to, …: tokens of statements, without the semicolons behind them. */
  readonly statements: readonly number[];
  /** By token: its partner, for brackets and for CASE, BEGIN and END; -1 for none. */
  readonly partner: Int32Array;
  /** By token: the first from there on that is no opening bracket. */
  readonly behindBrackets: Int32Array;
}

export const split = (tokens: readonly Token[]): Split => {
  const partner = new Int32Array(tokens.length).fill(-1);
  const statements: number[] = [];
  let mayHaveBody = true;
  for (let from = 0; from < tokens.length;) {
    if (tokens[from]?.text === ";" && tokens[from]?.kind === "operator") {
      from++;
      continue;
    }
    const simple = simpleEnd(tokens, from);
    const whole = mayHaveBody && hasBody(tokens, from, simple) ? bodyEnd(tokens, from) : simple;
    // What is not closed now will not be closed for the next one, either.
    if (whole === undefined) mayHaveBody = false;
    const to = whole ?? simple;
    statements.push(from, to);
    matchBrackets(tokens, { from, to, partner });
    from = to;
  }
  return { statements, partner, behindBrackets: behindBracketsIn(tokens) };
};

const behindBracketsIn = (tokens: readonly Token[]): Int32Array => {
  const behind = new Int32Array(tokens.length + 1).fill(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at--)
    behind[at] = tokens[at]?.text === "(" ? (behind[at + 1] as number) : at;
  return behind;
};

const isSemicolon = (token: Token | undefined): boolean => token?.kind === "operator" && token.text === ";";

/** The next semicolon; a line for the shell is a statement of its own. */
const simpleEnd = (tokens: readonly Token[], from: number): number => {
  if (tokens[from]?.kind === "line") return from + 1;
  let to = from;
  while (to < tokens.length && !isSemicolon(tokens[to]) && tokens[to]?.kind !== "line") to++;
  return to;
};

/** So many words are looked at for what is created. */
const HEAD = 10;
const BODIES = /^(?:TRIGGER|PROCEDURE|FUNCTION|EVENT|PACKAGE)$/;

const hasBody = (tokens: readonly Token[], from: number, to: number): boolean => {
  if (tokens[from]?.text !== "CREATE") return false;
  for (let at = from + 1; at < Math.min(to, from + HEAD); at++)
    if (tokens[at]?.kind === "word" && BODIES.test(tokens[at]?.text ?? "")) return true;
  return false;
};

/** The semicolon behind the END of all that has begun; `undefined` where that never comes. */
const bodyEnd = (tokens: readonly Token[], from: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind === "operator" && text === ";" && depth === 0) return at;
    if (kind !== "word") continue;
    if (text === "BEGIN" || text === "CASE") depth++;
    else if (text === "END" && !isEndOfWord(tokens, at)) depth--;
  }
  return depth <= 0 ? tokens.length : undefined;
};

/** END IF, END LOOP: their beginning is not counted. END CASE is. */
const isEndOfWord = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === "END" && /^(?:IF|LOOP|WHILE|REPEAT|FOR)$/.test(tokens[at + 1]?.text ?? "");

interface Matching {
  readonly from: number;
  readonly to: number;
  readonly partner: Int32Array;
}

const OPENING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", CASE: "END", BEGIN: "END" };
const CLOSING = new Set([")", "]", "}", "END"]);

/** A closing one without an opening one is nothing; opening ones that stand between two partners are nothing either. */
const matchBrackets = (tokens: readonly Token[], { from, to, partner }: Matching): void => {
  const open: { readonly at: number; readonly closing: string }[] = [];
  const waiting = new Map<string, number>();
  const count = (closing: string, more: number): void => void waiting.set(closing, (waiting.get(closing) ?? 0) + more);
  for (let at = from; at < to; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== "word" && kind !== "operator") continue;
    const closing = at === from ? undefined : OPENING[text];
    if (closing !== undefined || (at === from && text === "(")) {
      open.push({ at, closing: closing ?? ")" });
      count(closing ?? ")", 1);
    } else if (CLOSING.has(text) && (waiting.get(text) ?? 0) > 0 && !isEndOfWord(tokens, at)) {
      let top = open.pop();
      for (; top !== undefined && top.closing !== text; top = open.pop()) count(top.closing, -1);
      if (top === undefined) continue;
      count(text, -1);
      partner[top.at] = at;
      partner[at] = top.at;
    }
  }
};
