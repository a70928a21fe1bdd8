/** HDD* (Misherghi & Su 2006): HDD again and again until nothing changes, for a 1-tree-minimal result. */
import type { Search } from "../core/search.ts";
import { chain, done } from "../core/words.ts";
import { hdd, type HddOptions } from "./hdd.ts";
import type { Tree } from "./tree.ts";

/** The claim rests on the minimiser's: with one that proves nothing about its results, nothing is claimed. */
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
