/** GE of Chen and Lau: the essential tests, then the additional greedy. */
import { overlap } from "./bits.ts";
import { greedyFrom, type SelectionOptions } from "./greedy.ts";
import { type Row, rowsOf, unionOfRows } from "./rows.ts";
import type { SuiteTest } from "./suite-test.ts";

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
export const essentials = (rows: readonly Row<unknown>[]): readonly number[] => {
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
