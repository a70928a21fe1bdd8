/** Stages one after the other, and whether another round of them is worth it. */
import type { Case } from "../core/case.ts";
import type { Search, Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled } from "../core/words.ts";

/** A round that gains less than this share of the size is the last. */
const MIN_GAIN = 0.3;

/** Has a round gained so much that another one is worth it? */
export const gainedEnough = (before: TestCase, after: TestCase): boolean => after.size < (1 - MIN_GAIN) * before.size;

/** Each stage begins with the result of the one before. */
export const inTurn = (stages: readonly Strategy<TestCase>[], from = 0): Strategy<TestCase> => {
  const stage = stages[from];
  return (source): Search<TestCase, TestCase> =>
    stage === undefined ? done(source) : chain(stage(source), (result) => inTurn(stages, from + 1)(result));
};

/** A stage among others: named, and without claims of its own. */
export const silent =
  <C extends Case>(pass: string, stage: Strategy<C>): Strategy<C> =>
  (source) =>
    chain(labelled(pass, stage(source)), (result) => done(result));
