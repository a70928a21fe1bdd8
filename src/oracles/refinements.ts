/** The conditions of one test, as the user gave them: --exit, --signal, --match and the others of `conditions`. */
import type { Verdict } from "../core/verdict.ts";
import type { SettingsOf } from "../settings/setting.ts";
import { wrongCondition, type Condition } from "./conditions/condition.ts";
import { CONDITIONS, type CONDITION_SETTINGS } from "./conditions/index.ts";
import type { Signature } from "./signature.ts";
import type { Trial } from "./trial.ts";

/** Plain data; `checkRefinements` brings it into its one form. */
export type Refinements = SettingsOf<typeof CONDITION_SETTINGS>;

interface GivenCondition {
  readonly name: string;
  readonly condition: Condition<unknown>;
  readonly value: unknown;
}

/** An empty list of patterns is no condition. */
const givenIn = (refinements: Refinements): readonly GivenCondition[] =>
  Object.entries(CONDITIONS as unknown as Readonly<Record<string, Condition<unknown>>>).flatMap(([name, condition]) => {
    const value = refinements[name as keyof Refinements];
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [{ name, condition, value }];
  });

/** The refinements in their one form (a signal by its full name). Throws a `UserError` for what cannot be. */
export const checkRefinements = (refinements: Refinements): Refinements => {
  const given = givenIn(refinements);
  const checked = given.map(({ name, condition, value }) => [name, condition.check?.(value) ?? value] as const);
  for (const { condition } of given) {
    const { excludes } = condition;
    if (excludes !== undefined && given.some(({ name }) => excludes.others.includes(name)))
      throw wrongCondition(excludes.message, excludes.advice);
  }
  return { ...refinements, ...Object.fromEntries(checked) };
};

/** Is there any condition? */
export const isRefined = (refinements: Refinements): boolean => givenIn(refinements).length > 0;

const replaces = (refinements: Refinements, what: Condition<unknown>["replaces"]): boolean =>
  givenIn(refinements).some(({ condition }) => condition.replaces === what);

/** Do they say how a failing run ends, so that what was learnt about that does not count? */
export const replacesEnding = (refinements: Refinements): boolean => replaces(refinements, "everything");

/** Do they leave what was learnt as it is? */
export const keepsLearnt = (refinements: Refinements): boolean =>
  !replaces(refinements, "everything") && !replaces(refinements, "output");

/** The part of what was learnt that still counts beside the conditions. */
export const refined = (learnt: Signature, refinements: Refinements): Signature => {
  if (replacesEnding(refinements)) return {};
  if (keepsLearnt(refinements)) return learnt;
  return learnt.ending === undefined ? {} : { ending: learnt.ending };
};

/** "fail" if all of them hold. */
export const holds = (refinements: Refinements, trial: Trial): Verdict => {
  for (const { condition, value } of givenIn(refinements)) {
    const reason = condition.refutedBy(value, trial);
    if (reason !== undefined) return { outcome: "pass", reason };
  }
  return { outcome: "fail" };
};

export const refinementWords = (refinements: Refinements): readonly string[] =>
  givenIn(refinements).flatMap(({ condition, value }) => condition.describe(value));
