/** Where names stand, and the parts of the text that are about them. */
import { isName } from "../languages/tables.ts";
import { tokensOf } from "./leaves.ts";
import type { Edit, Syntax } from "./pass.ts";
import { isStatement } from "./selection.ts";
import { structureOf } from "./structure.ts";

/** With more names than this the text is too large for trying one after the other. */
export const MOST_NAMES = 60;

/** The leaves of each name. */
export const occurrences = ({ tree, language }: Syntax): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const { start, end, node } of tokensOf(tree)) {
    if (node < 0 || !isName(language.kinds[tree.kind[node] as number] ?? "")) continue;
    const name = tree.text.slice(start, end);
    const others = found.get(name);
    if (others === undefined) found.set(name, [node]);
    else others.push(node);
  }
  return found;
};

/** The smallest unit around a node, cut out. */
export const cutOf = (syntax: Syntax, node: number): Edit => {
  const { list } = structureOf(syntax);
  const unit = above(node, syntax.tree.parent, (each) => (list[each] as number) >= 0);
  return { start: syntax.tree.start[unit] as number, end: structureOf(syntax).end[unit] as number, text: "" };
};

/** The statement around a node, cut out. */
export const statementOf = (syntax: Syntax, node: number): number =>
  above(node, syntax.tree.parent, (each) => isStatement(syntax, each));

/** The node, or the nearest above it that holds; the root if there is none. */
const above = (node: number, parent: Int32Array, holds: (node: number) => boolean): number => {
  let at = node;
  while (at > 0 && !holds(at)) at = parent[at] as number;
  return at;
};

/** Of edits that overlap the outer ones. */
export const disjoint = (edits: readonly Edit[]): readonly Edit[] => {
  const kept: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
};
