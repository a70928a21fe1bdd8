/** What outcomes are called in front of people; programs read `fail`, `pass` and `unresolved`. */
import type { Aim } from "../core/claim.ts";
import type { TestCounts } from "../core/events.ts";
import type { Outcome } from "../core/verdict.ts";
import { count, counted } from "./figures.ts";

/** One candidate, or several: "still fails", "19 still fail". */
interface Words {
  readonly one: string;
  readonly many: string;
}

const same = (words: string): Words => ({ one: words, many: words });

const WORDS: Readonly<Record<Aim, Readonly<Record<Exclude<Outcome, "unresolved">, Words>>>> = {
  failure: { fail: { one: "still fails", many: "still fail" }, pass: same("gone") },
  success: { fail: { one: "still passes", many: "still pass" }, pass: same("broken") },
  effect: { fail: { one: "keeps the effect", many: "keep the effect" }, pass: same("lost it") },
};

const wordsOf = (outcome: Outcome, aim: Aim): Words =>
  outcome === "unresolved" ? same("can't tell") : WORDS[aim][outcome];

/** The words for one candidate: "still fails". */
export const outcomeWord = (outcome: Outcome, aim: Aim = "failure"): string => wordsOf(outcome, aim).one;

/** The words for so many candidates: "19 still fail". */
export const outcomeText = (outcome: Outcome, number: number, aim: Aim = "failure"): string =>
  `${count(number)} ${wordsOf(outcome, aim)[number === 1 ? "one" : "many"]}`;

type Counted = Pick<TestCounts, Outcome> & { readonly timeouts: number };

/** "18 still fail, 65 gone, 12 can't tell (1 timeout)". */
export const outcomesText = (tests: Counted, aim: Aim = "failure"): string =>
  `${(["fail", "pass", "unresolved"] as const).map((outcome) => outcomeText(outcome, tests[outcome], aim)).join(", ")}${tests.timeouts === 0 ? "" : ` (${counted(tests.timeouts, "timeout")})`}`;

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
