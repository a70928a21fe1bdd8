/** How often something shows: estimates with exact confidence intervals. */
import type { Rate } from "../core/rate.ts";

const CONFIDENCE = 0.999;

export const rateOf = (shows: number, runs: number, confidence: number = CONFIDENCE): Rate => {
  const tail = (1 - confidence) / 2;
  const low = shows === 0 ? 0 : solve((p) => 1 - atMost(shows - 1, runs, p) - tail);
  const high = shows === runs ? 1 : solve((p) => tail - atMost(shows, runs, p));
  return { shows, runs, rate: runs === 0 ? 0 : shows / runs, low, high, confidence };
};

/** The chance of at most `shows` in `runs` when each shows with probability `p`. */
const atMost = (shows: number, runs: number, p: number): number => {
  if (p <= 0) return 1;
  if (p >= 1) return shows >= runs ? 1 : 0;
  let log = runs * Math.log1p(-p);
  let sum = Math.exp(log);
  for (let k = 1; k <= shows; k++) {
    log += Math.log((runs - k + 1) / k) + Math.log(p) - Math.log1p(-p);
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
};

/** Where a function that rises from below 0 to above 0 on [0, 1] is 0. */
const solve = (rising: (p: number) => number): number => {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

export interface RateOptions {
  /** Stops after so many runs. */
  readonly atMost: number;
  /** Stops when it has shown so often; without it the number of runs is fixed, and the interval exact. */
  readonly enough?: number;
  readonly confidence?: number;
}

/** Runs something again and again, one run after the other, and counts how often it shows. */
export const measureRate = async (run: () => Promise<boolean>, options: RateOptions): Promise<Rate> => {
  let shows = 0;
  let runs = 0;
  while (runs < options.atMost && shows < (options.enough ?? Number.POSITIVE_INFINITY)) {
    if (await run()) shows += 1;
    runs += 1;
  }
  return rateOf(shows, runs, options.confidence);
};

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 1 ? 1 : 0)} %`;

/** "shows in 31 of 100 runs (31.0 %; with 99.9 % confidence between 17.5 % and 47.4 %)" */
export const rateWords = ({ shows, runs, rate, low, high, confidence }: Rate): string =>
  `shows in ${shows} of ${runs} runs (${percent(rate)}; with ${percent(confidence)} confidence between ${percent(low)} and ${percent(high)})`;
