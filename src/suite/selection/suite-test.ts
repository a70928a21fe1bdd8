/** A test as the selection sees it: a name, what it covers and what it costs. */
import type { Cover } from "../coverage.ts";
import { count, intersection, unionOf } from "../covers.ts";

export interface SuiteTest {
  readonly name: string;
  readonly cover: Cover;
  /** Run time: the median of its timings. */
  readonly ms: number;
  readonly failing?: boolean;
}

/**
 * The order in which ties are broken: lowest run time, then name, then whatever else tells two tests of one name apart, so that the order of
 * the input never matters.
 */
export const byTimeAndName = (a: SuiteTest, b: SuiteTest): number =>
  a.ms - b.ms ||
  byText(a.name, b.name) ||
  byBits(a.cover.bits, b.cover.bits) ||
  Number(a.failing ?? false) - Number(b.failing ?? false);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byBits = (a: Uint32Array, b: Uint32Array): number => {
  for (let word = 0; word < Math.max(a.length, b.length); word++) {
    const difference = (a[word] ?? 0) - (b[word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

export interface TestRow<T> {
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
export const rowsOf = <T extends SuiteTest>(tests: readonly T[], goal?: Cover): readonly TestRow<T>[] =>
  tests.toSorted(byTimeAndName).map((test) => {
    const cover = goal === undefined ? test.cover : intersection(test.cover, goal);
    return { test, bits: cover.bits, count: count(cover), cost: costOf(test) };
  });

const costOf = ({ ms }: SuiteTest): number => Math.max(1, Math.round(ms * 1000));

export const unionOfRows = (rows: readonly TestRow<unknown>[]): Cover => unionOf(rows);
