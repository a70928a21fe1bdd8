/** Coarse HDD (Hodován, Kiss & Gyimóthy 2017): HDD on the nodes alone that leave nothing behind when they are pruned. */
import type { Search } from "../core/search.ts";
import { hdd, type HddOptions } from "./hdd.ts";
import type { Tree } from "./tree.ts";

/** A quick first pass: far fewer nodes a level, and the larger ones. */
export const coarseHdd = <T>(tree: Tree<T>, { minimizer }: HddOptions<T>): Search<Tree<T>, Tree<T>> =>
  hdd(tree, { minimizer, prunable: (node) => node.replacement === undefined });
