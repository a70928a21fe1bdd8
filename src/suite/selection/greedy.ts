/** Suite minimisation by the additional greedy alone. */
import type { Cover } from "../coverage.ts";
import { difference, unionOf } from "../covers.ts";
import { byGain, byGainAndTime, pickAdditional, ranked } from "./additional.ts";
import { type Row, rowsOf, unionOfRows } from "./rows.ts";
import type { SuiteTest } from "./suite-test.ts";

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
  rows: readonly Row<T>[],
  picked: readonly number[],
  weigh: SelectionOptions["weigh"] = "tests",
): readonly Row<T>[] => {
  const taken = new Set(picked);
  const covered = unionOf(picked.map((index) => rows[index] as Row<T>));
  const missing = difference(unionOfRows(rows), covered).bits;
  const score = weigh === "time" ? byGainAndTime : byGain;
  const waiting = ranked(rows, score).filter((index) => !taken.has(index));
  const more = pickAdditional({ rows, waiting, missing, score });
  return [...picked, ...more].map((index) => rows[index] as Row<T>);
};
