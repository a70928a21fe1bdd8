/** Some nodes of a tree, none below another, as a list that any list minimiser can make shorter. */
import type { Claim } from "../../core/claim.ts";
import { elements, whole, type Configuration } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import { chain, done, one, over } from "../../core/words.ts";
import type { ListStrategy } from "../support/registry.ts";
import { prune, type Tree } from "./tree.ts";

export interface Pruned<T> {
  readonly tree: Tree<T>;
  /** Those of the nodes that stayed. */
  readonly kept: readonly number[];
  /** It is proved that none of them can go alone. */
  readonly proved: boolean;
}

/** No single node can be pruned (Misherghi & Su 2006). */
export const TREE_MINIMAL: Claim = { property: "1-tree-minimal", by: "nodes" };

/** Whether all of the nodes can go, then the list minimiser, which never asks that. */
export const pruneNodes = <T>(
  tree: Tree<T>,
  numbers: readonly number[],
  minimizer: ListStrategy,
): Search<Tree<T>, Pruned<T>> => {
  if (numbers.length === 0) return done({ tree, kept: numbers, proved: true });
  const none = (): Tree<T> => prune(tree, numbers);
  return one(none, { phase: "all", granularity: 1, removes: numbers.length }, (fails): Search<Tree<T>, Pruned<T>> => {
    if (fails) return done({ tree: none(), kept: [], proved: true });
    if (numbers.length === 1) return done({ tree, kept: numbers, proved: true });
    const list = whole(numbers);
    return chain(
      over(minimizer(list), (kept) => prune(tree, others(kept))),
      (kept, claims) =>
        done({
          tree: kept.length === list.length ? tree : prune(tree, others(kept)),
          kept: elements(kept),
          proved: claims.some(({ property }) => property === "1-minimal"),
        }),
    );
  });
};

/** What a configuration has left out of its base. */
const others = (kept: Configuration<number>): number[] => {
  const out: number[] = [];
  let from = 0;
  for (let r = 0; r <= kept.bounds.length; r += 2) {
    const to = kept.bounds[r] ?? kept.base.length;
    for (let i = from; i < to; i++) out.push(kept.base[i] as number);
    from = kept.bounds[r + 1] ?? to;
  }
  return out;
};
