/** HDDr, recursive HDD (Kiss, Hodován & Gyimóthy 2018): a list minimiser on the children of one node at a time. */
import type { Search } from "../../core/search.ts";
import { chain, done } from "../../core/words.ts";
import type { Order } from "../support/order.ts";
import type { ListStrategy } from "../support/registry.ts";
import { pruneNodes, TREE_MINIMAL } from "./tree-list.ts";
import { childrenOf, rootOf, type Tree } from "./tree.ts";

export interface HddrOptions {
  readonly minimizer: ListStrategy;
  /** Which node is next: that which has waited longest, or that which came last. */
  readonly walk?: "breadth" | "depth";
  /** Which of a node's children comes first. */
  readonly order?: Order | undefined;
}

/** One pass. When it changes nothing and the minimiser proves its results, no single node can go. */
export const hddr = <T>(
  tree: Tree<T>,
  { minimizer, walk = "breadth", order = "forward" }: HddrOptions,
): Search<Tree<T>, Tree<T>> => {
  const root = rootOf(tree);
  const waiting = root === undefined ? EMPTY : { front: { number: root, rest: undefined }, back: undefined };
  return visit(tree, waiting, { minimizer, walk, order, first: tree, proved: true });
};

interface Pass {
  readonly minimizer: ListStrategy;
  readonly walk: "breadth" | "depth";
  readonly order: Order;
  readonly first: Tree<unknown>;
  readonly proved: boolean;
}

const visit = <T>(tree: Tree<T>, waiting: Queue, pass: Pass): Search<Tree<T>, Tree<T>> => {
  const taken = take(waiting);
  if (taken === undefined) return done(tree, pass.proved && tree.kept === pass.first.kept ? [TREE_MINIMAL] : []);
  return chain(pruneNodes(tree, childrenOf(tree, taken.number), pass.minimizer), ({ tree: after, kept, proved }) =>
    visit(after, put(taken.rest, kept, pass), { ...pass, proved: pass.proved && proved }),
  );
};

interface Cell {
  readonly number: number;
  readonly rest: Cell | undefined;
}

/** Nodes that wait, as two lists: taken from the front; the back is reversed when the front is empty. */
interface Queue {
  readonly front: Cell | undefined;
  readonly back: Cell | undefined;
}

const EMPTY: Queue = { front: undefined, back: undefined };

const take = ({ front, back }: Queue): { readonly number: number; readonly rest: Queue } | undefined => {
  if (front !== undefined) return { number: front.number, rest: { front: front.rest, back } };
  let turned: Cell | undefined;
  for (let cell = back; cell !== undefined; cell = cell.rest) turned = { number: cell.number, rest: turned };
  return turned === undefined ? undefined : { number: turned.number, rest: { front: turned.rest, back: undefined } };
};

const put = (queue: Queue, numbers: readonly number[], { walk, order }: Pass): Queue => {
  const depth = walk === "depth";
  // What is put in front last is taken first.
  const turned = depth === (order === "forward") ? numbers.toReversed() : numbers;
  let cells = depth ? queue.front : queue.back;
  for (const number of turned) cells = { number, rest: cells };
  return depth ? { front: cells, back: queue.back } : { front: queue.front, back: cells };
};
