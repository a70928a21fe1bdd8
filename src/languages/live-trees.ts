/** The last trees of the parser, kept so that a similar text is parsed quickly; they live outside of the garbage collector. */
import type { Tree } from "web-tree-sitter";
import type { SyntaxTree } from "./syntax.ts";

interface Live {
  /** Weak: a caller that has dropped the columns will not ask for the tree. */
  readonly columns: WeakRef<SyntaxTree>;
  readonly tree: Tree;
}

const MAX_TREES = 2;
/** The last used first; of all languages together. */
let live: readonly Live[] = [];

/** The parser's tree behind the columns, if it is still there. */
export function treeOf(columns: SyntaxTree): Tree | undefined {
  const found = live.find((entry) => entry.columns.deref() === columns);
  if (found !== undefined) live = [found, ...live.filter((entry) => entry !== found)];
  return found?.tree;
}

/** Keeps a tree, and frees the one that was not used for longest. */
export function keepTree(columns: SyntaxTree, tree: Tree): void {
  const all = [{ columns: new WeakRef(columns), tree }, ...live];
  live = all.slice(0, MAX_TREES);
  for (const entry of all.slice(MAX_TREES)) entry.tree.delete();
}
