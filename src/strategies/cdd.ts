/** CDD, counter-based delta debugging: ProbDD with counters instead of probabilities (Zhang et al. 2025). */
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { largestGain, type ProbddOptions } from "./probdd.ts";
import { sweepRanks, type RankRules } from "./support/ranked.ts";

/**
 * Each delta counts how often a chunk with it stayed; the chunk size depends on the lowest counter alone: that of ProbDD if
 * p were p0 / (1 − 1/e)^counter. A single delta that stays is final. Nothing is proved about the result.
 */
export const cdd = <Delta>(
  c: Configuration<Delta>,
  { order = "backward", initial = 0.25 }: ProbddOptions = {},
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const rules: RankRules = {
    order,
    size: (_, lowest) => largestGain(initial / (1 - Math.exp(-1)) ** lowest),
    raised: (counter, chunk) => (chunk.length === 1 && chunk[0]?.members.length === 1 ? undefined : counter + 1),
  };
  return sweepRanks(c, c.length === 0 ? [] : [{ rank: 0, members: c }], rules);
};
