/** Seeded numbers for inputs of benchmarks. */
import type { Random } from "../src/suite/statistics/random.ts";

export { randomFrom, type Random } from "../src/suite/statistics/random.ts";

/** `count` different numbers below `end`, ascending. */
export const sample = (random: Random, count: number, end: number): Int32Array => {
  const picked = new Set<number>();
  // Floyd's method: every set is equally likely, and no list of all numbers is needed.
  for (let top = end - count; top < end; top++) {
    const candidate = random.below(top + 1);
    picked.add(picked.has(candidate) ? top : candidate);
  }
  return Int32Array.from(picked).toSorted();
};
