/** Plain binary search, the baseline of the delta debugging lecture: keep a half that fails, stop when neither does. */
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";
import { split, subsets } from "./support/partition.ts";

/** A failing configuration, not minimal in any sense: one that needs something of both halves stays as it is. */
export const binarySearch = <Delta>(c: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (c.length < 2) return done(c);
  return first(subsets(split(c, 2)), { phase: "subset", granularity: 2, removes: c.length >> 1 }, (half) =>
    half === undefined ? done(c) : binarySearch(half.candidate),
  );
};
