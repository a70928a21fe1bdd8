/** Segments: a constant number of sweeps side by side, each against the same base, then an ordered merge: ours. */
import { numbered } from "../core/candidates.ts";
import { concat, slice, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain, done, one, over, together } from "../core/words.ts";
import { split, subsets } from "./support/partition.ts";
import { beginning, sweep, type Sweep } from "./support/sweep.ts";
import { verify } from "./verify.ts";

/** Never the number of workers: tests and result must not depend on it. */
export const SEGMENTS = 64;

/** Independence is the only source of p-fold speed while deletions succeed; where they need each other, an ordered sweep is better. */
export const segments = <Delta>(c: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> =>
  chain(segmented({ ...beginning(c), gap: c.length / SEGMENTS / 2 }), ({ c: merged, complete }) =>
    complete ? verify(merged) : segments(merged),
  );

export interface Merged<Delta> {
  readonly c: Configuration<Delta>;
  /** Whether what every segment could do without could go together. */
  readonly complete: boolean;
}

/** One round over the open part of a sweep. */
export const segmented = <Delta>(
  from: Sweep<Delta>,
  count: number = SEGMENTS,
): Search<Configuration<Delta>, Merged<Delta>> => {
  const { c, lo, hi } = from;
  const open = slice(c, lo, hi);
  const partition = split(open, Math.min(count, open.length));
  const left = slice(c, 0, lo);
  const right = slice(c, hi, c.length);
  const parts = Array.from({ length: partition.granularity }, (_, i) => subsets(partition).at(i));
  const floor = parts.length > 1 || open.length < c.length ? 0 : 1;
  const member = (i: number): Search<Configuration<Delta>, Configuration<Delta>> => {
    const part = parts[i] as Configuration<Delta>;
    const begun = { ...beginning(part, from.order, floor), gap: from.gap };
    const embed = (kept: Configuration<Delta>): Configuration<Delta> =>
      concat([left, ...parts.slice(0, i), kept, ...parts.slice(i + 1), right]);
    return over(
      chain(sweep(begun), (swept) => done(swept.c)),
      embed,
    );
  };
  return together(numbered(parts.length, member), (kept) => {
    const cuts = kept.flatMap((part, i) => (part.length < (parts[i] as Configuration<Delta>).length ? [i] : []));
    const winners = from.order === "backward" ? cuts.toReversed() : cuts;
    const taking = (some: number): Configuration<Delta> => {
      const taken = new Set(winners.slice(0, some));
      return concat([
        left,
        ...parts.map((part, i) => (taken.has(i) ? (kept[i] as Configuration<Delta>) : part)),
        right,
      ]);
    };
    // The empty configuration is not asked about: the last winner stays out of it.
    return merge(taking, taking(winners.length).length === 0 ? winners.length - 1 : winners.length);
  });
};

/** All winners if they go together, else as many as do, counted in the order of the sweep: one alone is known to. */
const merge = <Delta>(
  taking: (count: number) => Configuration<Delta>,
  winners: number,
): Search<Configuration<Delta>, Merged<Delta>> =>
  winners < 2
    ? done({ c: taking(winners), complete: true })
    : one(
        () => taking(winners),
        { phase: "merge", granularity: winners },
        (fails) => (fails ? done({ c: taking(winners), complete: true }) : most(taking, 1, winners)),
      );

/** Taking `good` works, taking `bad` does not. */
const most = <Delta>(
  taking: (count: number) => Configuration<Delta>,
  good: number,
  bad: number,
): Search<Configuration<Delta>, Merged<Delta>> => {
  if (bad - good < 2) return done({ c: taking(good), complete: false });
  const middle = (good + bad) >> 1;
  return one(
    () => taking(middle),
    { phase: "merge", granularity: middle },
    (fails) => (fails ? most(taking, middle, bad) : most(taking, good, middle)),
  );
};
