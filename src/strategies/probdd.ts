/** ProbDD, probabilistic delta debugging (Wang, Shen, Chen, Xiong & Zhang 2021), made deterministic: ties by position. */
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import type { Order } from "./support/order.ts";
import { sweepRanks, type RankRules } from "./support/ranked.ts";

export interface ProbddOptions {
  readonly order?: Order | undefined;
  /** The probability every delta has at first of being needed, above 0; the closer to k/n, the fewer tests. */
  readonly initial?: number;
}

/** Deltas at least this likely to be needed are kept without a further test. */
const NEEDED = 0.8;

/**
 * Each delta carries a probability of being needed. Removed next is the chunk of the least likely ones that promises the
 * largest expected gain, |S| · Π(1 − p); a chunk that stays makes its members likelier: p / (1 − Π(1 − p)). Neither subsets nor
 * revisits, hence nothing is proved about the result.
 */
export const probdd = <Delta>(
  c: Configuration<Delta>,
  { order = "backward", initial = 0.25 }: ProbddOptions = {},
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const rules: RankRules = {
    order,
    size: largestGain,
    raised: (p, chunk) => {
      const allNeedless = chunk.reduce((product, { rank, members }) => product * (1 - rank) ** members.length, 1);
      const raised = p / (1 - allNeedless);
      return raised < NEEDED ? raised : undefined;
    },
  };
  return sweepRanks(c, c.length === 0 ? [] : [{ rank: initial, members: c }], rules);
};

/** The s that makes s · (1 − p)^s largest, the larger one of two: one more pays while s ≤ (1 − p) / p. */
export const largestGain = (p: number): number => Math.max(1, Math.floor((1 - p) / p) + 1);
