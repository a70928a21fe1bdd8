/** How well buckets of files agree with the true bugs. */
import type { Truth } from "./make.ts";

export interface Score {
  readonly bugs: number;
  /** Bugs that some bucket is about: most of that bucket's files show them. */
  readonly found: number;
  readonly buckets: number;
  /** Buckets beyond the first about a bug. */
  readonly extra: number;
  /** Files in a bucket that is about another bug. */
  readonly misplaced: number;
  /** Files in no bucket. */
  readonly left: number;
  readonly files: number;
}

/** `buckets`: the names of the files in each. */
export const scoreOf = (truth: Truth, buckets: readonly (readonly string[])[]): Score => {
  const about = buckets.map((names) => mostFrequent(names.map((name) => truth.get(name))));
  const found = new Set(about.filter((bug) => bug !== undefined));
  const placed = new Set(buckets.flat());
  return {
    bugs: new Set(truth.values()).size,
    found: found.size,
    buckets: buckets.length,
    extra: buckets.length - found.size,
    misplaced: buckets.reduce(
      (sum, names, at) => sum + names.filter((name) => truth.get(name) !== about[at]).length,
      0,
    ),
    left: [...truth.keys()].filter((name) => !placed.has(name)).length,
    files: truth.size,
  };
};

/** The first of those that are most frequent. */
const mostFrequent = (bugs: readonly (number | undefined)[]): number | undefined => {
  const counts = new Map<number | undefined, number>();
  for (const bug of bugs) counts.set(bug, (counts.get(bug) ?? 0) + 1);
  let best: number | undefined;
  for (const [bug, count] of counts) if (bug !== undefined && count > (counts.get(best) ?? 0)) best = bug;
  return best;
};
