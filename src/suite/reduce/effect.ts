/** The effect of a test, and whether a candidate still has it: it covers what the test covers, and ends as it does. */
import type { Verdict } from "../../core/verdict.ts";
import { unresolved } from "../../core/verdict.ts";
import type { Cover, Universe } from "../coverage.ts";
import { EMPTY_COVER, firstMissing } from "../covers.ts";
import type { Measurement } from "../run/measurer.ts";

export interface Effect {
  /** What must be covered. */
  readonly target: Cover;
  /** How it must end. */
  readonly ending: string;
  /** Any ending will do that is no crash, unless the original crashes so. */
  readonly anyVerdict: boolean;
}

const CRASH = /^(?:is ended by|does not end|ends its thread)/;

export const endsAlike = ({ ending, anyVerdict }: Omit<Effect, "target">, other: string): boolean =>
  other === ending || (anyVerdict && !CRASH.test(other));

/** "fail": the effect is kept. The reason for "pass" names the first entity that is missing. */
export const judgeEffect = (measurement: Measurement, effect: Effect, universe: Universe): Verdict => {
  const { cover = EMPTY_COVER, ending, timedOut, trouble } = measurement;
  if (timedOut) return unresolved("timeout");
  if (!endsAlike(effect, ending)) return { outcome: "pass", reason: ending };
  if (trouble !== undefined) return { outcome: "pass", reason: "no coverage" };
  const missing = firstMissing(cover, effect.target);
  if (missing === undefined) return { outcome: "fail" };
  return { outcome: "pass", reason: `does not cover ${universe.kindOf(missing)} ${universe.nameOf(missing)}` };
};
