/** How often removals that work alone also work together: the unambiguity probe (Gharachorlu & Sumner 2018, RQ2). */
import { drop, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, each, one } from "../core/words.ts";
import { chunk, complements, split, type Partition } from "../strategies/support/partition.ts";

/** Columns four to six of Table II: granularities with one removal, and with several that do or do not combine. */
export interface Combinations {
  readonly trivial: number;
  readonly successful: number;
  readonly unsuccessful: number;
}

/** The counts of combinations, and the result of the search. */
export interface Probed<Delta> extends Combinations {
  readonly result: Configuration<Delta>;
}

/** Column seven of Table II, in percent: granularities where unambiguity held; 100 where nothing was removed. */
export const unambiguityRatio = ({ trivial, successful, unsuccessful }: Combinations): number => {
  const all = trivial + successful + unsuccessful;
  return all === 0 ? 100 : (100 * (trivial + successful)) / all;
};

/**
 * At each granularity all complements are tested on their own, then what is left without all the chunks that can go.
 * The paper does not say how it goes on; we do as ddmin does: the chunks left are tried again, and split when none can
 * go. Where the combination does not fail, the first of its chunks goes alone. The empty configuration is taken to
 * pass: a combination of all chunks is not asked about.
 */
export const unambiguity = <Delta>(input: Configuration<Delta>): Search<Configuration<Delta>, Probed<Delta>> =>
  probe(split(input, Math.min(2, input.length)), { trivial: 0, successful: 0, unsuccessful: 0 });

const probe = <Delta>(
  partition: Partition<Delta>,
  counts: Combinations,
): Search<Configuration<Delta>, Probed<Delta>> => {
  const { of, granularity: n } = partition;
  if (of.length < 2) return done({ result: of, ...counts });
  if (n < 2) return probe(split(of, 2), counts);
  return each(
    complements(partition),
    { phase: "complement", granularity: n, removes: Math.floor(of.length / n) },
    (verdicts) => {
      const removable = verdicts.flatMap(({ outcome }, i) => (outcome === "fail" ? [i] : []));
      if (removable.length === 0)
        return n < of.length ? probe(split(of, Math.min(of.length, 2 * n)), counts) : done({ result: of, ...counts });
      if (removable.length === 1) return probe(withoutChunks(partition, removable), plus(counts, "trivial"));
      return combine(partition, removable, counts);
    },
  );
};

const combine = <Delta>(
  partition: Partition<Delta>,
  removable: readonly number[],
  counts: Combinations,
): Search<Configuration<Delta>, Probed<Delta>> => {
  const apart = (): Search<Configuration<Delta>, Probed<Delta>> =>
    probe(withoutChunks(partition, removable.slice(0, 1)), plus(counts, "unsuccessful"));
  if (removable.length === partition.granularity) return apart();
  const rest = withoutChunks(partition, removable);
  const step = { phase: "combination", granularity: removable.length, removes: partition.of.length - rest.of.length };
  return one(
    () => rest.of,
    step,
    (fails) => (fails ? probe(rest, plus(counts, "successful")) : apart()),
  );
};

/** The partition without some of its chunks; the others stay as they are. */
const withoutChunks = <Delta>(partition: Partition<Delta>, gone: readonly number[]): Partition<Delta> =>
  split(
    drop(
      partition.of,
      gone.map((i) => chunk(partition, i)),
    ),
    partition.granularity - gone.length,
  );

const plus = (counts: Combinations, which: keyof Combinations): Combinations => ({
  ...counts,
  [which]: counts[which] + 1,
});
