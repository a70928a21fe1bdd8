/** A test as the selection sees it: a name, what it covers and what it costs. */
import type { Cover } from "../coverage.ts";

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
