/** A suite as the searches see it: rows of a matrix, in the order in which ties are broken. */
import type { Cover } from "../coverage.ts";
import { count, intersection, unionOf } from "../covers.ts";
import { byTimeAndName, type SuiteTest } from "./suite-test.ts";

export interface Row<T> {
  readonly test: T;
  /** What it covers of the goal. */
  readonly bits: Uint32Array;
  readonly count: number;
  /** Run time in whole microseconds, at least one: sums of it are exact. */
  readonly cost: number;
}

/**
 * One row a test; of two rows that are as good, the first is to be taken. Nothing else depends on the order of the tests.
 * `goal`: the entities that count; all if not given.
 */
export const rowsOf = <T extends SuiteTest>(tests: readonly T[], goal?: Cover): readonly Row<T>[] =>
  tests.toSorted(byTimeAndName).map((test) => {
    const cover = goal === undefined ? test.cover : intersection(test.cover, goal);
    return { test, bits: cover.bits, count: count(cover), cost: costOf(test) };
  });

const costOf = ({ ms }: SuiteTest): number => Math.max(1, Math.round(ms * 1000));

export const unionOfRows = (rows: readonly Row<unknown>[]): Cover => unionOf(rows);
