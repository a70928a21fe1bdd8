/** Generalised binary splitting with an on-line estimate of the gap, backward (after Hwang 1972), then verification: ours. */
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain } from "../core/words.ts";
import type { Order } from "./support/order.ts";
import { beginning, sweep } from "./support/sweep.ts";
import { verify } from "./verify.ts";

/**
 * A test tells most when it succeeds with probability 1/2; the width of the block that is tried follows the gaps between needed
 * deltas seen so far, so that it does, and no split factor is left to choose. Near the information bound on monotone lists.
 */
export const gbs = <Delta>(
  c: Configuration<Delta>,
  order: Order = "backward",
): Search<Configuration<Delta>, Configuration<Delta>> => chain(sweep(beginning(c, order)), (swept) => verify(swept.c));
