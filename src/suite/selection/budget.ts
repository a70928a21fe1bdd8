/** Quick tests: an ordered suite cut to a time budget. */
import { median } from "../statistics/summary.ts";
import type { SuiteTest } from "./suite-test.ts";

export interface CutOptions {
  /** The part of the budget that is kept free, since no run takes as long as the last one. 0.1 if not given; the paper has none. */
  readonly headRoom?: number;
  /** Whether what the longest prefix leaves of the budget is filled with the next tests that fit; so if not given. The paper takes the prefix alone. */
  readonly fill?: boolean;
}

export interface BudgetCut<T> {
  /** In their order. */
  readonly kept: readonly T[];
  /** How many of them are the prefix; the others were filled in. */
  readonly prefix: number;
  /** What they take together. */
  readonly ms: number;
  /** What they may take: the budget without its head-room. */
  readonly limitMs: number;
  readonly left: readonly T[];
}

/** The longest prefix of an order that fits into the budget, then every later test that still fits, in their order. */
export const cutToBudget = <T extends SuiteTest>(
  order: readonly T[],
  budgetMs: number,
  { headRoom = 0.1, fill = true }: CutOptions = {},
): BudgetCut<T> => {
  const limitMs = budgetMs * (1 - headRoom);
  const kept: T[] = [];
  const left: T[] = [];
  let ms = 0;
  let prefix: number | undefined;
  for (const test of order)
    if (ms + test.ms <= limitMs && (fill || prefix === undefined)) {
      kept.push(test);
      ms += test.ms;
    } else {
      prefix ??= kept.length;
      left.push(test);
    }
  return { kept, prefix: prefix ?? kept.length, ms, limitMs, left };
};

/** How often a test is timed. */
export const TIMINGS = 3;

/** The run time of a test by its timings: their median, which one disturbed run does not move. */
export const timeOf = (timings: readonly number[]): number => median(timings);
