/** The kinds of nodes that text without a grammar is made of, and the lists in them. */
import type { KindShape, ListShape } from "../syntax.ts";

/** Named kinds come first; the others are called by their text, "punctuation" apart, so that separators are found as in grammars. */
export const PLAIN_KINDS: readonly string[] =
  "text block line group group; item word number string comment punctuation ( ) [ ] { } , ;".split(" ");

export const TEXT = 0;
/** A line and what is indented below it. */
export const BLOCK = 1;
export const LINE = 2;
export const GROUP = 3;
/** A group whose items are separated by semicolons. */
export const GROUP_OF_STATEMENTS = 4;
export const ITEM = 5;
export const WORD = 6;
export const NUMBER = 7;
export const STRING = 8;
export const COMMENT = 9;
export const PUNCTUATION = 10;
/** Openings are odd, each closing is one more than its opening. */
export const FIRST_BRACKET = 11;
export const OPENING_BRACE = 15;
export const LAST_BRACKET = 16;
export const COMMA = 17;
export const SEMICOLON = 18;

const listOf = (items: readonly string[], separator?: string): KindShape => {
  const list: ListShape = { items: new Set(items), least: 0, ...(separator !== undefined && { separator }) };
  return { lists: [list], optional: new Set() };
};

const LINES = ["line", "block"];
const INSIDE = PLAIN_KINDS.filter((kind) => !["text", "item", ...LINES].includes(kind));

export const PLAIN_SHAPES: ReadonlyMap<string, KindShape> = new Map([
  ["text", listOf(LINES)],
  ["block", listOf(LINES)],
  ["group", listOf(["item"], ",")],
  ["group;", listOf(["item"], ";")],
  ["item", listOf([...LINES, ...INSIDE])],
  ["line", listOf(INSIDE)],
]);
