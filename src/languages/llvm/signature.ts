/** The head of a function, defined or declared. */
import { Cursor } from "./cursor.ts";
import { outside, type Item, type Span } from "./module.ts";
import { textOf } from "./types.ts";
import type { Token } from "./tokens.ts";

interface Parameter extends Span {
  readonly type: string;
  /** The token; -1 for none. */
  readonly name: number;
}

export interface Signature {
  /** The tokens of the type of what it returns. */
  readonly returns: Span;
  readonly type: string;
  readonly parameters: readonly Parameter[];
  readonly isVariadic: boolean;
  /** The brackets of the parameters. */
  readonly open: number;
  readonly close: number;
  /** Where the head ends. */
  readonly end: number;
}

/** `undefined` where the head is not understood. */
export const signatureOf = (tokens: readonly Token[], item: Item): Signature | undefined => {
  const c = new Cursor(tokens, { from: item.from + 1, to: item.body?.open ?? item.to });
  // The attachments of a declaration stand before its type.
  while (c.kind("metadata"));
  c.flags();
  const returns = c.type();
  if (returns === undefined || !c.kind("global")) return undefined;
  const open = c.at;
  const close = c.token()?.match ?? -1;
  if (c.token()?.text !== "(" || close < 0) return undefined;
  const parameters = parametersOf(tokens, { from: open + 1, to: close });
  if (parameters === undefined) return undefined;
  const isVariadic = tokens[close - 1]?.text === "...";
  const end = item.body?.open ?? item.to;
  return { returns, type: textOf(tokens, returns), parameters, isVariadic, open, close, end };
};

const parametersOf = (tokens: readonly Token[], { from, to }: Span): readonly Parameter[] | undefined => {
  const parameters: Parameter[] = [];
  for (let at = from; at < to;) {
    if (tokens[at]?.text === "..." && at === to - 1) break;
    const end = commaIn(tokens, { from: at, to });
    const c = new Cursor(tokens, { from: at, to: end });
    const type = c.type();
    if (type === undefined) return undefined;
    c.flags();
    const name = c.at;
    const isNamed = c.kind("local");
    if (!c.isDone) return undefined;
    parameters.push({ from: at, to: end, type: textOf(tokens, type), name: isNamed ? name : -1 });
    at = end + 1;
  }
  return parameters;
};

/** The first outside of brackets, or where the range ends. */
const commaIn = (tokens: readonly Token[], span: Span): number => {
  for (const at of outside(tokens, span)) if (tokens[at]?.text === ",") return at;
  return span.to;
};
