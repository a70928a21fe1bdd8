/** Suite minimisation by the additional greedy alone. */
import type { Cover } from "../coverage.ts";
import { difference, unionOf } from "../covers.ts";
import { byGain, byGainAndTime, pickAdditional, ranked } from "./additional.ts";
import { type TestRow, rowsOf, unionOfRows, type SuiteTest } from "./suite-test.ts";
import { overlap } from "./bits.ts";

export interface SelectionOptions {
  /** The entities that count; all if not given. */
  readonly goal?: Cover;
  /** What is to be few: tests, as in the literature (the default), or milliseconds. */
  readonly weigh?: "tests" | "time";
}

/**
 * Tests that cover together what all of them cover: the one that adds most first, or, weighed by time, the one that adds most by millisecond. Ties: lowest
 * run time, then name. In the order picked.
 */
export const greedy = <T extends SuiteTest>(tests: readonly T[], options: SelectionOptions = {}): readonly T[] =>
  greedyFrom(rowsOf(tests, options.goal), [], options.weigh).map(({ test }) => test);

/** The rows picked already, then what greedy adds to them. */
export const greedyFrom = <T>(
  rows: readonly TestRow<T>[],
  picked: readonly number[],
  weigh: SelectionOptions["weigh"] = "tests",
): readonly TestRow<T>[] => {
  const taken = new Set(picked);
  const covered = unionOf(picked.map((index) => rows[index] as TestRow<T>));
  const missing = difference(unionOfRows(rows), covered).bits;
  const score = weigh === "time" ? byGainAndTime : byGain;
  const waiting = ranked(rows, score).filter((index) => !taken.has(index));
  const more = pickAdditional({ rows, waiting, missing, score });
  return [...picked, ...more].map((index) => rows[index] as TestRow<T>);
};

/**
 * Tests that cover together what all of them cover: first every test that alone covers some entity, by run time and name; then, as `greedy`, the one that
 * adds most, until nothing is missing. Ties are broken by run time and name (in the paper at random). It is a heuristic: mostly no more tests than `greedy`,
 * not always.
 */
export const ge = <T extends SuiteTest>(tests: readonly T[], options: SelectionOptions = {}): readonly T[] => {
  const rows = rowsOf(tests, options.goal);
  return greedyFrom(rows, essentials(rows), options.weigh).map(({ test }) => test);
};

/** The indices of the rows with an entity that no other row has. */
export const essentials = (rows: readonly TestRow<unknown>[]): readonly number[] => {
  const { length } = unionOfRows(rows).bits;
  const once = new Uint32Array(length);
  const twice = new Uint32Array(length);
  for (const { bits } of rows)
    for (let word = 0; word < bits.length; word++) {
      twice[word] = (twice[word] as number) | ((once[word] as number) & (bits[word] as number));
      once[word] = (once[word] as number) | (bits[word] as number);
    }
  const unique = once.map((bits, word) => bits & ~(twice[word] as number));
  return rows.flatMap(({ bits }, index) => (overlap(bits, unique) ? [index] : []));
};
