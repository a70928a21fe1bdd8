/** HDD, hierarchical delta debugging (Misherghi & Su 2006): a list minimiser on every level of a tree, from the root down; HDD*, coarse HDD. */
import type { Search } from "../../core/search.ts";
import { chain, done } from "../../core/words.ts";
import type { ListStrategy } from "../support/registry.ts";
import { pruneNodes, TREE_MINIMAL } from "./tree-list.ts";
import { levelBelow, rootOf, type Tree, type TreeNode } from "./tree.ts";

export interface HddOptions<T> {
  /** What makes a level shorter. */
  readonly minimizer: ListStrategy;
  /** Which nodes may be pruned; all but the root unless given. */
  readonly prunable?: (node: TreeNode<T>) => boolean;
}

/** One pass. When it changes nothing and the minimiser proves its results, no single node can go. */
export const hdd = <T>(tree: Tree<T>, options: HddOptions<T>): Search<Tree<T>, Tree<T>> => {
  const root = rootOf(tree);
  return root === undefined
    ? done(tree)
    : level(tree, levelBelow(tree, [root]), { ...options, first: tree, proved: true });
};

interface Pass<T> extends HddOptions<T> {
  /** The tree the pass began with. */
  readonly first: Tree<T>;
  readonly proved: boolean;
}

const level = <T>(tree: Tree<T>, numbers: readonly number[], pass: Pass<T>): Search<Tree<T>, Tree<T>> => {
  const { prunable, first, proved } = pass;
  if (numbers.length === 0) return done(tree, proved && tree.kept === first.kept ? [TREE_MINIMAL] : []);
  const may = (number: number): boolean => prunable === undefined || prunable(tree.nodes[number] as TreeNode<T>);
  const listed = numbers.filter(may);
  return chain(pruneNodes(tree, listed, pass.minimizer), (after) => {
    const gone = new Set(listed);
    for (const number of after.kept) gone.delete(number);
    const stayed = gone.size === 0 ? numbers : numbers.filter((number) => !gone.has(number));
    const all = listed.length === numbers.length;
    return level(after.tree, levelBelow(after.tree, stayed), { ...pass, proved: proved && all && after.proved });
  });
};

/**
 * HDD* (Misherghi & Su 2006): HDD again and again until nothing changes, for a 1-tree-minimal result. The claim rests on the
 * minimiser's: with one that proves nothing about its results, nothing is claimed.
 */
export const hddStar = <T>(tree: Tree<T>, options: HddOptions<T>): Search<Tree<T>, Tree<T>> =>
  treeFixpoint(tree, (current) => hdd(current, options));

/** Passes over a tree until one changes nothing; its claims are those of the result. */
export const treeFixpoint = <T>(
  tree: Tree<T>,
  pass: (tree: Tree<T>) => Search<Tree<T>, Tree<T>>,
): Search<Tree<T>, Tree<T>> =>
  chain(pass(tree), (result, claims) =>
    result.kept.length === tree.kept.length ? done(result, claims) : treeFixpoint(result, pass),
  );

/**
 * Coarse HDD (Hodován, Kiss & Gyimóthy 2017): HDD on the nodes alone that leave nothing behind when they are pruned. A quick first
 * pass: far fewer nodes a level, and the larger ones.
 */
export const coarseHdd = <T>(tree: Tree<T>, { minimizer }: HddOptions<T>): Search<Tree<T>, Tree<T>> =>
  hdd(tree, { minimizer, prunable: (node) => node.replacement === undefined });
