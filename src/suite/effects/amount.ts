/** How much a command takes or prints on a candidate. */
import type { TestCase } from "../../core/test-case.ts";
import { commandLine } from "../../oracles/command.ts";
import { tryCandidate, type TrialContext } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/index.ts";
import { EFFECTS, type EffectName } from "./effects.ts";

export interface Amount {
  readonly exit: ProcessExit;
  /** Bytes, milliseconds, or the number that was printed; not a number if there was none. */
  readonly amount: number;
}

interface AmountTerms {
  /** In milliseconds. */
  readonly timeout: number;
  /** How much of each stream is kept, in bytes: what is longer counts as that long. */
  readonly keep: number;
  readonly signal: AbortSignal;
}

export type MeasureAmount = (candidate: TestCase, terms: AmountTerms) => Promise<Amount>;

/** Throws a `UserError` where memory cannot be measured. */
export const measuringOf = (setting: TrialContext, words: readonly string[], kind: EffectName): MeasureAmount => {
  const command = commandLine(setting, words);
  const { amount, wrapper } = EFFECTS[kind];
  const wrap = wrapper?.();
  return async (candidate, { timeout, keep, signal }) => {
    const data = setting.scratch.directory([]);
    const file = `${data.path}/measured`;
    const measured = (path: string): readonly string[] => {
      const own = command(path, candidate);
      return wrap?.(own, file) ?? own;
    };
    try {
      const exit = await tryCandidate(setting, candidate, { command: measured, timeout, signal, keep });
      return { exit, amount: amount(exit, file) };
    } finally {
      data.remove();
    }
  };
};
