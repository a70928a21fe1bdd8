/** Single tokens, whatever they belong to. */
import type { Units } from "../formats/units.ts";
import { tokensOf, type Token } from "./support/leaves.ts";
import type { CutPass } from "./pass.ts";

export const tokens: CutPass = {
  kind: "cuts",
  name: "tokens",
  about: "deletes tokens one by one",
  unit: "tokens",
  units: ({ tree }) => flatUnits(tree.text, tokensOf(tree)),
};

/** Parts that lie one behind the other. */
export const flatUnits = (text: string, parts: readonly Pick<Token, "start" | "end">[]): Units => ({
  text,
  length: parts.length,
  start: Int32Array.from(parts, ({ start }) => start),
  end: Int32Array.from(parts, ({ end }) => end),
  after: Int32Array.from(parts, (_, index) => index + 1),
  list: new Int32Array(parts.length).fill(-1),
  lists: [],
});
