/** What the registry knows about a strategy. */
import type { Configuration } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import type { Order } from "./order.ts";
import type { Tree } from "../trees/tree.ts";

/** A list minimiser: from a failing configuration to a smaller one. */
export type ListStrategy = <Delta>(input: Configuration<Delta>) => Search<Configuration<Delta>, Configuration<Delta>>;

/** The choices a user has; each strategy reads those that mean something to it. */
export interface ListOptions {
  /** ν of the split-factor paper; at least 2. */
  readonly splitFactor?: number;
  readonly order?: Order;
  readonly cases?: "subsets-first" | "complements-first" | "complements-only";
}

interface Entry {
  readonly summary: string;
  /** Where it was published, in one line. */
  readonly source: string;
}

/** A list minimiser in the registry. */
export interface ListEntry extends Entry {
  /** The n of the n-minimality that every result has; 0 where nothing is promised. */
  readonly promises: number;
  /** Which of the options it reads. */
  readonly reads: readonly (keyof ListOptions)[];
  build(options: ListOptions): ListStrategy;
}

/** A tree minimiser. */
export type TreeStrategy = <T>(input: Tree<T>) => Search<Tree<T>, Tree<T>>;

/** A tree minimiser in the registry. */
export interface TreeEntry extends Entry {
  /** Around any list minimiser, as the OPDD paper does. */
  build(minimizer: ListStrategy): TreeStrategy;
}
