import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mannWhitney, normalTail } from "../../src/suite/statistics/mann-whitney.ts";
import { randomFrom, shuffled } from "../../src/suite/statistics/random.ts";
import { mean, median, percentage } from "../../src/suite/statistics/summary.ts";

const upTo = (end: number, from = 0): readonly number[] =>
  Array.from({ length: end - from }, (_, index) => from + index);

describe("the U test of Mann and Whitney", () => {
  // Figures of scipy.stats.mannwhitneyu 1.17.1 (alternative="two-sided", method="exact"). The first pair is the example of its documentation.
  const spread = upTo(30).map((index) => (index * 31) % 61);
  const shifted = upTo(30).map((index) => ((index * 37) % 61) + 10.5);
  test.each([
    { first: [19, 22, 16, 29, 24], second: [20, 11, 17, 12], u: 17, p: 0.111_111_111_111_111_1 },
    { first: [1, 2, 3], second: [4, 5, 6], u: 0, p: 0.1 },
    { first: upTo(10), second: upTo(20, 10), u: 0, p: 1.082_508_822_446_903e-5 },
    {
      first: [1.5, 3.2, 2.7, 8.1, 6.6, 4.4],
      second: [2.5, 7.7, 9.9, 10.1, 3.3, 12, 5.5],
      u: 11,
      p: 0.180_652_680_652_680_64,
    },
    { first: spread, second: shifted, u: 207, p: 0.000_226_886_429_667_819_26 },
    { first: upTo(30), second: upTo(130, 100), u: 0, p: 1.691_123_389_214_474e-17 },
  ])("counts all orders of small samples without ties: p = $p", ({ first, second, u, p }) => {
    const result = mannWhitney(first, second);
    expect(result.exact).toBe(true);
    expect(result.u).toBe(u);
    expect(result.p / p).toBeCloseTo(1, 12);
  });

  // The same with method="asymptotic".
  const many = upTo(60).map((index) => ((index * 7919) % 1009) / 10);
  const more = upTo(60).map((index) => ((index * 6101) % 997) / 10 + 15);
  test.each([
    { first: many, second: more, u: 1344, p: 0.016_813_389_465_995_147 },
    { first: upTo(60), second: upTo(160, 100), u: 0, p: 3.556_570_974_984_722_6e-21 },
  ])("approximates with many values: p = $p", ({ first, second, u, p }) => {
    const result = mannWhitney(first, second);
    expect(result.exact).toBe(false);
    expect(result.u).toBe(u);
    expect(result.p / p).toBeCloseTo(1, 11);
  });

  // Two of the 20 choices of three are as extreme as the first; every choice of four is as extreme as the second. The approximation has 0.047 and 0.453.
  test.each([
    { first: [1, 1, 1], second: [2, 2, 2], p: 0.1 },
    { first: [7, 7, 7, 8], second: [7, 7, 7, 7], p: 1 },
    { first: Array.from({ length: 30 }, () => 5), second: upTo(36, 6), p: 2 / 118_264_581_564_861_424 },
  ])("counts all orders of small samples with ties: p = $p", ({ first, second, p }) => {
    const result = mannWhitney(first, second);
    expect(result.exact).toBe(true);
    expect(result.p / p).toBeCloseTo(1, 9);
  });

  test("has, with ties, the share of all choices that are as far from the mean", () => {
    const samples = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(samples, samples, (first, second) => {
        const all = [...first, ...second];
        const distances = choicesOf(all.length, first.length).map((chosen) => {
          const own = all.filter((_, index) => chosen.has(index));
          const others = all.filter((_, index) => !chosen.has(index));
          return Math.abs(mannWhitney(own, others).u - (own.length * others.length) / 2);
        });
        const seen = Math.abs(mannWhitney(first, second).u - (first.length * second.length) / 2);
        const far = distances.filter((distance) => distance >= seen).length;
        expect(mannWhitney(first, second).p).toBeCloseTo(far / distances.length, 12);
      }),
      { numRuns: 60 },
    );
  });

  // Mann and Whitney's own table, as printed in textbooks: the largest U that is significant at 5 %, two-sided.
  test.each([
    [4, 4, 0],
    [5, 5, 2],
    [8, 8, 13],
    [10, 10, 23],
    [7, 12, 18],
    [20, 20, 127],
  ])("has the critical values of the tables: %i and %i, U = %i", (n, m, critical) => {
    const withU = (u: number): number => mannWhitney(...samplesWithU(n, m, u)).p;
    expect(withU(critical)).toBeLessThanOrEqual(0.05);
    expect(withU(critical + 1)).toBeGreaterThan(0.05);
  });

  test("says nothing when there is nothing to compare", () => {
    expect(mannWhitney([3, 3, 3], [3, 3])).toMatchObject({ p: 1, a12: 0.5 });
    expect(mannWhitney([], [1, 2])).toMatchObject({ p: 1, a12: 0.5 });
    expect(mannWhitney([1], [2]).p).toBe(1);
  });

  test("has an effect size that counts pairs, and is symmetric", () => {
    const samples = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(samples, samples, (first, second) => {
        const pairs = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
        const there = mannWhitney(first, second);
        const back = mannWhitney(second, first);
        expect(there.a12).toBeCloseTo(mean(pairs), 12);
        expect(back.a12).toBeCloseTo(1 - there.a12, 12);
        expect(back.p).toBeCloseTo(there.p, 12);
        expect(there.p).toBeGreaterThan(0);
        expect(there.p).toBeLessThanOrEqual(1);
      }),
    );
  });
});

/** All ways to choose `some` of the numbers below `end`. */
const choicesOf = (end: number, some: number): readonly ReadonlySet<number>[] =>
  upTo(2 ** end)
    .map((mask) => new Set(upTo(end).filter((index) => ((mask >> index) & 1) === 1)))
    .filter(({ size }) => size === some);

/** Samples without ties with a given U of the first. */
const samplesWithU = (n: number, m: number, u: number): [number[], number[]] => {
  const second = upTo(m).map((index) => index);
  // Each value of the first sample is greater than so many of the second.
  const first = upTo(n).map((index) => {
    const beats = Math.min(m, Math.max(0, u - index * m));
    return beats - 1 + 0.001 * (n - index);
  });
  return [first, [...second]];
};

describe("plain figures", () => {
  test("the tail of the normal distribution", () => {
    // Tabulated: 1.959964 is the 97.5 % quantile; the others are 1 - Phi(z) to ten digits.
    expect(normalTail(1.959_963_984_540_054)).toBeCloseTo(0.025, 14);
    expect(normalTail(0)).toBe(0.5);
    expect(normalTail(-1) + normalTail(1)).toBeCloseTo(1, 15);
    expect(normalTail(3) / 1.349_898_031_630_095e-3).toBeCloseTo(1, 12);
    expect(normalTail(10) / 7.619_853_024_160_527e-24).toBeCloseTo(1, 12);
  });

  test("medians, means and percentages", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([10, 9, 100])).toBe(10);
    expect(median([])).toBeNaN();
    expect(mean([1, 2, 6])).toBe(3);
    expect(percentage(7149, 7158)).toBeCloseTo(99.874, 3);
    expect(percentage(0, 0)).toBe(100);
  });
});

describe("the seeded generator", () => {
  test("shuffles into the same order for the same seed, and into others for others", () => {
    const values = upTo(50);
    expect(shuffled(randomFrom(7), values)).toEqual(shuffled(randomFrom(7), values));
    expect(shuffled(randomFrom(8), values)).not.toEqual(shuffled(randomFrom(7), values));
    expect(shuffled(randomFrom(7), values).toSorted((a, b) => a - b)).toEqual(values);
  });

  test("does not prefer an order", () => {
    const random = randomFrom(1);
    const seen = new Map<string, number>();
    for (let round = 0; round < 6000; round++) {
      const order = shuffled(random, [1, 2, 3]).join("");
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(6);
    for (const times of seen.values()) expect(Math.abs(times - 1000)).toBeLessThan(120);
  });
});
