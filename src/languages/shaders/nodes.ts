/** Small questions about nodes. */
import type { Language, SyntaxTree } from "../syntax.ts";

/** A tree, and what its kinds and fields are called. */
export interface Nodes {
  readonly tree: SyntaxTree;
  readonly language: Pick<Language, "kinds" | "fields">;
}

export function* childrenOf(tree: SyntaxTree, parent: number): Generator<number, void, void> {
  const end = tree.after[parent] as number;
  for (let child = parent + 1; child < end; child = tree.after[child] as number) yield child;
}

export const textOf = (tree: SyntaxTree, node: number): string => tree.text.slice(tree.start[node], tree.end[node]);

export const kindOf = ({ tree, language }: Nodes, node: number): string =>
  language.kinds[tree.kind[node] as number] ?? "";

/** The child under a field; -1 if there is none. */
export const fieldChild = ({ tree, language }: Nodes, parent: number, field: string): number => {
  for (const child of childrenOf(tree, parent))
    if (language.fields[tree.field[child] as number] === field) return child;
  return -1;
};

/** The first child of a kind; -1 if there is none. */
export const kindChild = (syntax: Nodes, parent: number, kind: string): number => {
  for (const child of childrenOf(syntax.tree, parent)) if (kindOf(syntax, child) === kind) return child;
  return -1;
};

/** The nearest node above one, of such a kind; -1 if there is none. */
export const aboveOf = (syntax: Nodes, node: number, kinds: RegExp): number => {
  let at = syntax.tree.parent[node] as number;
  while (at > 0 && !kinds.test(kindOf(syntax, at))) at = syntax.tree.parent[at] as number;
  return at > 0 ? at : -1;
};
