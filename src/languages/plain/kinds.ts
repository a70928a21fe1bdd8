/** The kinds of nodes that text without a grammar is made of, and the lists in them. */
import type { KindShape, ListShape } from "../syntax.ts";

/** Named kinds come first; the others are called by their text, "punctuation" and "keyword" apart, so that separators are found as in grammars. */
export const PLAIN_KINDS: readonly string[] =
  "text text; block line part call group group; item word number string comment punctuation keyword ( ) [ ] { } , ;".split(
    " ",
  );

export const TEXT = 0;
/** A text whose items are ended by semicolons. */
export const TEXT_OF_STATEMENTS = 1;
/** A line and what is indented below it. */
export const BLOCK = 2;
export const LINE = 3;
/** What stands between commas on a line. */
export const PART = 4;
/** A name and the groups right behind it: `f(x)`, `a.b<c>(d)[e]`. */
export const CALL = 5;
export const GROUP = 6;
/** A group whose items are separated by semicolons. */
export const GROUP_OF_STATEMENTS = 7;
export const ITEM = 8;
export const WORD = 9;
export const NUMBER = 10;
export const STRING = 11;
export const COMMENT = 12;
export const PUNCTUATION = 13;
/** A word that opens or closes a group. */
export const KEYWORD = 14;
/** Openings are odd, each closing is one more than its opening. */
export const FIRST_BRACKET = 15;
export const LAST_BRACKET = 20;
export const COMMA = 21;
export const SEMICOLON = 22;

const listOf = (items: readonly string[], separator?: string): KindShape => {
  const list: ListShape = { items: new Set(items), least: 0, ...(separator !== undefined && { separator }) };
  return { lists: [list], optional: new Set() };
};

const LINES = ["line", "block"];
const INSIDE = PLAIN_KINDS.filter((kind) => !["text", "text;", "part", "item", ...LINES].includes(kind));

const PARTS: KindShape = { lists: [...listOf(["part"], ",").lists, ...listOf(INSIDE).lists], optional: new Set() };

export const PLAIN_SHAPES: ReadonlyMap<string, KindShape> = new Map([
  ["text", listOf(LINES)],
  ["text;", listOf(["item"])],
  ["block", listOf(LINES)],
  ["group", listOf(["item"], ",")],
  ["group;", listOf(["item"], ";")],
  ["item", { lists: [...listOf(LINES).lists, ...PARTS.lists], optional: new Set() }],
  ["line", PARTS],
  ["part", listOf(INSIDE)],
  ["call", listOf(INSIDE)],
]);
