/** Where names stand, and the parts of the text that are about them. */
import { isName } from "../languages/tables.ts";
import { entryOf } from "./grouping.ts";
import { tokensOf } from "./leaves.ts";
import type { Edit, Syntax } from "./pass.ts";
import { above } from "./selection.ts";
import { structureOf } from "./structure.ts";

/** With more names than this the text is too large for trying one after the other. */
export const MOST_NAMES = 60;

/** The leaves of each name. */
export const occurrences = ({ tree, language }: Syntax): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const { start, end, node } of tokensOf(tree)) {
    if (node < 0 || !isName(language.kinds[tree.kind[node] as number] ?? "")) continue;
    entryOf(found, tree.text.slice(start, end)).push(node);
  }
  return found;
};

/** The smallest unit around a node, cut out. */
export const cutOf = (syntax: Syntax, node: number): Edit => {
  const { list } = structureOf(syntax);
  const unit = above(node, syntax.tree.parent, (each) => (list[each] as number) >= 0);
  return { start: syntax.tree.start[unit] as number, end: structureOf(syntax).end[unit] as number, text: "" };
};
