/** Some of many mutants, spread over the program. */
import { randomFrom, type Random, shuffled } from "../statistics/random.ts";
import type { Mutant } from "./mutant.ts";

/**
 * `count` mutants drawn by a seed: the files take turns, and in a file its functions, so that neither a long file nor a long function has more than its share while
 * others have some left. A larger sample with the same seed contains the smaller one. In the order drawn.
 */
export const sampleMutants = (mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] => {
  const random = randomFrom(seed);
  const sorted = mutants.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const files = groupedBy(sorted, ({ path }) => path).map((file) =>
    inTurns(
      random,
      groupedBy(file, ({ scope }) => scope).map((scope) => shuffled(random, scope)),
    ),
  );
  return inTurns(random, files).slice(0, count);
};

/** One of each list, in an order drawn anew, then the next of each, until all are empty. */
const inTurns = <T>(random: Random, lists: readonly (readonly T[])[]): readonly T[] => {
  const result: T[] = [];
  let open = lists.filter((list) => list.length > 0);
  for (let round = 0; open.length > 0; round++) {
    for (const list of shuffled(random, open)) result.push(list[round] as T);
    open = open.filter((list) => list.length > round + 1);
  }
  return result;
};

const groupedBy = <T>(values: readonly T[], keyOf: (value: T) => string | number): readonly (readonly T[])[] => {
  const groups = new Map<string | number, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return [...groups.values()];
};
