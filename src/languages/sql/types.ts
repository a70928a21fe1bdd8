/** Types are read as one piece each. */
import type { Cursor } from "./cursor.ts";
import type { Part } from "./parts.ts";
import { RESERVED } from "./words.ts";

/** What goes on with a type of one word. */
const MORE = new Set("PRECISION VARYING UNSIGNED SIGNED LARGE OBJECT".split(" "));
/** What ends the type of a column, besides the reserved words. */
const ENDS = new Set("GENERATED AUTO_INCREMENT AUTOINCREMENT IDENTITY KEY COMMENT STORED VIRTUAL INVISIBLE".split(" "));

/** Behind `::`: one word, or words that belong together. */
export const typeName = (cursor: Cursor): Part => {
  const from = cursor.at;
  let to = isName(cursor, from) ? from + 1 : from;
  for (;;) {
    const token = cursor.source.tokens[to];
    if (to === from || to >= cursor.to || token === undefined) break;
    if (token.text === "." && to + 1 < cursor.to) to += 2;
    else if (token.kind === "word" && (MORE.has(token.text) || isZone(cursor, to))) to += isZone(cursor, to) ? 3 : 1;
    else if (isBracket(cursor, to)) to = (cursor.source.partner[to] as number) + 1;
    else break;
  }
  return to === from ? cursor.missing() : cursor.raw("type", Math.min(to, cursor.to));
};

/** Behind the name of a column: all words up to its constraints. Nothing where there is none. */
export const columnType = (cursor: Cursor): readonly Part[] => {
  let to = cursor.at;
  for (;;) {
    if (to < cursor.to && isTypeWord(cursor, to)) to++;
    else if (to > cursor.at && to < cursor.to && isBracket(cursor, to)) to = (cursor.source.partner[to] as number) + 1;
    else if (to > cursor.at && cursor.source.tokens[to]?.text === "<") to = behindAngles(cursor, to);
    else break;
  }
  return to === cursor.at ? [] : [cursor.raw("type", to)];
};

/** `ARRAY<STRUCT<a INT>>`; the next token where nothing closes it. */
const behindAngles = (cursor: Cursor, from: number): number => {
  let depth = 0;
  for (let at = from; at < cursor.to; at++) {
    const text = cursor.source.tokens[at]?.text;
    if (text === "<") depth++;
    else if (text === ">" || text === ">>") depth -= text.length;
    if (depth <= 0) return at + 1;
  }
  return from + 1;
};

const isTypeWord = (cursor: Cursor, at: number): boolean => {
  const token = cursor.source.tokens[at];
  if (token?.kind === "quoted") return true;
  return token?.kind === "word" && !ENDS.has(token.text) && (!RESERVED.has(token.text) || token.text === "SET");
};

const isName = (cursor: Cursor, at: number): boolean => {
  const kind = at < cursor.to ? cursor.source.tokens[at]?.kind : undefined;
  return kind === "word" || kind === "quoted";
};

const isZone = (cursor: Cursor, at: number): boolean => {
  const [one, two, three] = [0, 1, 2].map((ahead) => cursor.source.tokens[at + ahead]?.text);
  return (one === "WITH" || one === "WITHOUT") && two === "TIME" && three === "ZONE" && at + 2 < cursor.to;
};

const isBracket = (cursor: Cursor, at: number): boolean => {
  const text = cursor.source.tokens[at]?.text;
  return (text === "(" || text === "[") && (cursor.source.partner[at] as number) > at;
};
