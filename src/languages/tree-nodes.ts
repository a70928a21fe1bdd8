/** Questions about the nodes of a tree, for the passes of one language. */
import type { SyntaxTree } from "./tree.ts";

export class TreeNodes {
  readonly tree: SyntaxTree;
  readonly #kinds: readonly string[];

  constructor(tree: SyntaxTree, kinds: readonly string[]) {
    this.tree = tree;
    this.#kinds = kinds;
  }

  kind(node: number): string {
    return this.#kinds[this.tree.kind[node] ?? -1] ?? "";
  }

  text(node: number): string {
    return this.tree.text.slice(this.tree.start[node], this.tree.end[node]);
  }

  parent(node: number): number {
    return this.tree.parent[node] as number;
  }

  after(node: number): number {
    return this.tree.after[node] as number;
  }
}
