/** How long a search may still take: from what it has cost so far, and from what searches cost at the size that is left. */
import { count, time } from "./figures.ts";
import { activeMs } from "./pauses.ts";
import type { Progress } from "./state.ts";

export interface Estimate {
  readonly tests: number;
  readonly ms: number;
}

/** Before so many tests there is nothing to go by. */
const MIN_TESTS = 20;
/** What the passes need at one size grows with the root of the size; by recorded runs (test/progress/estimate.test.ts). */
const TESTS_PER_ROOT = 7;
/** Work at about one size: from the moment on when the input was no more than so much larger. */
const ABOUT = 2;
/** Work that has taken longer than expected goes on for this share of it. */
const OVERTIME = 0.5;
/** The nearer that work is to its end, the more it says: its weight grows from a half by this. */
const TRUST = 0.25;

/**
 * Two guesses, both rough, each where the other fails. A search of unknown length is in its middle: it goes on for as long as it has taken. And all
 * passes have to go over what is left: that takes as many tests as it takes others at this size, less what was done since. The mean of
 * their logarithms is the estimate. `undefined` where there is nothing to go by.
 */
export const estimateOf = (state: Progress): Estimate | undefined => {
  const { stage, best, tests, overTests, searchMs, ms } = state;
  const done = tests.provenances.run;
  if (stage !== "searching" || done < MIN_TESTS) return undefined;
  const from = overTests.points.find(([, size]) => size <= ABOUT * best)?.[0] ?? 0;
  const since = (done * (tests.committed - from)) / tests.committed;
  const whole = TESTS_PER_ROOT * Math.sqrt(Math.max(1, best));
  const left = Math.max(whole - since, OVERTIME * since, 1);
  const weight = 0.5 + TRUST * Math.min(1, since / whole);
  const estimated = done ** (1 - weight) * left ** weight;
  const perTest = Math.max(0, activeMs(state, ms) - searchMs) / done;
  return { tests: estimated, ms: estimated * perTest };
};

/** "about 2 min", "60 more tests": no more digits than it is worth. Empty where there is nothing to go by. */
export const estimateTexts = (state: Progress): readonly string[] => {
  const estimate = estimateOf(state);
  if (estimate === undefined) return [];
  const tests = rounded(estimate.tests);
  return [`about ${aboutTime(estimate.ms)}`, `${count(tests)} more ${tests === 1 ? "test" : "tests"}`];
};

/** One digit; two where the first is a 1. */
const rounded = (value: number): number => {
  const digit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const unit = value / digit < 2 && digit > 1 ? digit / 10 : digit;
  return Math.round(value / unit) * unit;
};

/** "40 s", "2 min", "1 h 30 min". */
const aboutTime = (ms: number): string => {
  const seconds = Math.max(1, ms / 1000);
  if (seconds < 55) return `${rounded(seconds)} s`;
  const minutes = Math.max(1, rounded(seconds / 60));
  return minutes < 60 ? `${minutes} min` : time(minutes * 60_000).replace(/ 0 min$/, "");
};
