/** Single tokens, words and lines, whatever they belong to. */
import type { Units } from "../formats/units.ts";
import { tokensOf, type LeafToken } from "./support/leaves.ts";
import type { CutPass, Edit, EditPass } from "../languages/pass.ts";

export const tokens: CutPass = {
  kind: "cuts",
  name: "tokens",
  about: "deletes tokens one by one",
  unit: "tokens",
  units: ({ tree }) => flatUnits(tree.text, tokensOf(tree)),
};

/** Parts that lie one behind the other. */
export const flatUnits = (text: string, parts: readonly Pick<LeafToken, "start" | "end">[]): Units => ({
  text,
  length: parts.length,
  start: Int32Array.from(parts, ({ start }) => start),
  end: Int32Array.from(parts, ({ end }) => end),
  after: Int32Array.from(parts, (_, index) => index + 1),
  list: new Int32Array(parts.length).fill(-1),
  lists: [],
});

export const lines: EditPass = {
  kind: "edits",
  name: "lines",
  about: "deletes single lines, without regard to syntax",
  unit: "lines",
  filtered: false,
  edits: ({ tree: { text } }, from) => found(text, /[^\n]*\n|[^\n]+$/g, from),
};

/** With the blanks behind them, or those before the last of a line. */
export const words: EditPass = {
  kind: "edits",
  name: "words",
  about: "deletes words: everything between white space",
  unit: "words",
  filtered: false,
  edits: ({ tree: { text } }, from) => found(text, /[ \t]+\S+(?=\r?\n|$)|\S+[ \t]*/g, from),
};

const found = (text: string, pattern: RegExp, from: number): readonly Edit[] =>
  [...text.matchAll(pattern)].flatMap(({ 0: match, index }) =>
    index < from ? [] : [{ start: index, end: index + match.length, text: "" }],
  );
