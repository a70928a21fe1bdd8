/** Hoisting (Vince, Hodován, Bársony & Kiss 2021): a node is replaced by a compatible one from below it, greedily. */
import { numbered } from "../../core/candidates.ts";
import type { Search } from "../../core/search.ts";
import { done, first } from "../../core/words.ts";
import { treeFixpoint } from "./hdd.ts";
import { lift, nextKept, type Tree, type TreeNode } from "./tree.ts";

export interface HoistOptions<T> {
  /** Nodes of equal kind are compatible; the node's own kind unless given. */
  readonly kind?: (node: TreeNode<T>) => unknown;
}

/** In document order, until a whole pass lifts nothing. Nothing is proved about pruning: that is HDD's part. */
export const hoist = <T>(tree: Tree<T>, options: HoistOptions<T> = {}): Search<Tree<T>, Tree<T>> =>
  treeFixpoint(tree, (current) => {
    const below = nearestBelow(current, options.kind ?? ((node) => node.kind));
    return visit(current, 0, below);
  });

/** For every node the nearest ones below it of its kind, in document order. */
type Nearest = ReadonlyMap<number, readonly number[]>;

/** From `number` on: each node gives way to the first of the nearest for which the tree fails, that one to the next, and so on. */
const visit = <T>(tree: Tree<T>, number: number, below: Nearest): Search<Tree<T>, Tree<T>> => {
  let at = nextKept(tree.kept, number);
  while (at < Infinity && !below.has(at)) at = nextKept(tree.kept, at + 1);
  if (at === Infinity) return done(tree);
  const nearest = below.get(at) ?? [];
  const candidates = numbered(nearest.length, (i) => lift(tree, at, nearest[i] as number));
  const step = { phase: "hoist", granularity: nearest.length };
  return first(candidates, step, (hit) =>
    hit === undefined ? visit(tree, at + 1, below) : visit(hit.candidate, nearest[hit.index] as number, below),
  );
};

/** One walk with a stack for every kind; what a node's lifting takes away above others is seen in the next pass. */
const nearestBelow = <T>(tree: Tree<T>, kind: (node: TreeNode<T>) => unknown): Nearest => {
  const nearest = new Map<number, number[]>();
  const open = new Map<unknown, number[]>();
  for (let at = nextKept(tree.kept, 0); at < Infinity; at = nextKept(tree.kept, at + 1)) {
    const of = kind(tree.nodes[at] as TreeNode<T>);
    const above = open.get(of) ?? [];
    while (above.length > 0 && (tree.ends[above.at(-1) as number] as number) <= at) above.pop();
    const parent = above.at(-1);
    if (parent !== undefined) {
      const found = nearest.get(parent);
      if (found === undefined) nearest.set(parent, [at]);
      else found.push(at);
    }
    above.push(at);
    open.set(of, above);
  }
  return nearest;
};
