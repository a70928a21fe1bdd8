/** Edits of nodes. */
import type { Edit, Syntax } from "../../pass.ts";
import { childrenOf, kindOf } from "../nodes.ts";

export const replaced = ({ tree }: Syntax, node: number, text: string): Edit => ({
  start: tree.start[node] as number,
  end: tree.end[node] as number,
  text,
});

/** Without those that lie inside of others; in order. */
export const disjoint = (edits: readonly Edit[]): readonly Edit[] => {
  const kept: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
};

/** The elements of a list in brackets. */
export const elementsOf = (syntax: Syntax, list: number): readonly number[] =>
  [...childrenOf(syntax.tree, list)].filter(
    (child) => !/^(?:[(){}<>,]|comment|directive)$/.test(kindOf(syntax, child)),
  );

/** Without one element of a list: with the comma behind it, or before it if it is the last. Nothing where there is no such element. */
export const withoutElement = (syntax: Syntax, list: number, place: number): readonly Edit[] => {
  const { tree } = syntax;
  const elements = elementsOf(syntax, list);
  const own = elements[place];
  if (own === undefined) return [];
  const [before, next] = [elements[place - 1], elements[place + 1]];
  if (next !== undefined) return [{ start: tree.start[own] as number, end: tree.start[next] as number, text: "" }];
  const start = before === undefined ? tree.start[own] : tree.end[before];
  return [{ start: start as number, end: tree.end[own] as number, text: "" }];
};
