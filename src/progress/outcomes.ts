/** What outcomes are called in front of people; programs read `fail`, `pass` and `unresolved`. */
import type { TestCounts } from "../core/events.ts";
import type { Outcome } from "../core/verdict.ts";
import { count, counted } from "./figures.ts";

/** The outcome of one candidate. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  fail: "still fails",
  pass: "gone",
  unresolved: "can't tell",
};

/** The outcome of several candidates: "19 still fail". */
export const outcomeText = (outcome: Outcome, number: number): string =>
  `${count(number)} ${outcome === "fail" && number !== 1 ? "still fail" : OUTCOME_WORDS[outcome]}`;

type Counted = Pick<TestCounts, Outcome> & { readonly timeouts: number };

/** "18 still fail, 65 gone, 12 can't tell (1 timeout)". */
export const outcomesText = (tests: Counted): string =>
  `${(["fail", "pass", "unresolved"] as const).map((outcome) => outcomeText(outcome, tests[outcome])).join(", ")}${tests.timeouts === 0 ? "" : ` (${counted(tests.timeouts, "timeout")})`}`;

/** How many candidates were judged. */
export const answersIn = ({ fail, pass, unresolved }: Pick<TestCounts, Outcome>): number => fail + pass + unresolved;

/** "61 run + 32 recalled (known from before) + 2 not run (not valid, or skipped) = 95"; the parts that are there. */
export const answersText = ({ run, recalled, wasted, answered, ...outcomes }: TestCounts): string => {
  const all = answersIn(outcomes);
  const executed = answered ?? Math.min(run - wasted, all - recalled);
  return sum(all, [
    [executed, "run"],
    [recalled, "recalled (known from before)"],
    [all - executed - recalled, "not run (not valid, or skipped)"],
  ]);
};

/** "61 for these + 9 not needed (started early) + 3 checks (of the original and of the result) = 73". */
export const runsText = ({ run, recalled, wasted, answered, ...outcomes }: TestCounts): string => {
  const executed = answered ?? Math.min(run - wasted, answersIn(outcomes) - recalled);
  return sum(run, [
    [executed, "for these"],
    [wasted, "not needed (started early)"],
    [run - executed - wasted, "to check the original and the result"],
  ]);
};

const sum = (whole: number, parts: readonly (readonly [number: number, words: string])[]): string => {
  const there = parts.filter(([number]) => number !== 0);
  const text = there.map(([number, words]) => `${count(number)} ${words}`).join(" + ");
  return there.length === 0 ? "0" : there.length === 1 ? text : `${text} = ${count(whole)}`;
};
