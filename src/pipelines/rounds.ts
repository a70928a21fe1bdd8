/** Stages one after the other, and whether another round of them is worth it. */
import type { Claim } from "../core/claim.ts";
import type { Case } from "../core/case.ts";
import type { Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled } from "../core/words.ts";

/** A round that gains less than this share of the size is the last. */
const MIN_GAIN = 0.3;

/** Has a round gained so much that another one is worth it? */
export const gainedEnough = (before: TestCase, after: TestCase): boolean => after.size < (1 - MIN_GAIN) * before.size;

/** Each stage begins with the result of the one before. What was claimed holds until something changes. */
export const inTurn =
  (stages: readonly Strategy<TestCase>[], claims: readonly Claim[] = []): Strategy<TestCase> =>
  (source) => {
    const [stage, ...others] = stages;
    if (stage === undefined) return done(source, claims);
    return chain(stage(source), (result, more) =>
      inTurn(others, isSame(source, result) ? [...claims, ...more] : more)(result),
    );
  };

/** The same up to the first stage that changes something. */
export const untilChange =
  (stages: readonly Strategy<TestCase>[], claims: readonly Claim[] = []): Strategy<TestCase> =>
  (source) => {
    const [stage, ...others] = stages;
    if (stage === undefined) return done(source, claims);
    return chain(stage(source), (result, more) =>
      isSame(source, result) ? untilChange(others, [...claims, ...more])(source) : done(result),
    );
  };

export const isSame = (a: Case, b: Case): boolean => a === b || a.key() === b.key();

/** A stage among others: named, and without claims of its own. */
export const silent =
  <C extends Case>(pass: string, stage: Strategy<C>): Strategy<C> =>
  (source) =>
    chain(labelled(pass, stage(source)), (result) => done(result));
