/** Puts candidates of one test to the measurer and judges them. */
import type { Executor } from "../../core/executor.ts";
import { onlyFile, type TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import { Timeouts } from "../../oracles/timeouts.ts";
import type { Cover } from "../coverage.ts";
import type { Measurer } from "../run/measurer.ts";
import { judgeEffect, type Effect } from "./effect.ts";
import type { Share } from "./shares.ts";

export interface EffectExecutorOptions {
  readonly measurer: Measurer;
  readonly effect: Effect;
  readonly filter: (cover: Cover) => Cover;
  readonly shares: Share;
  /** How long the original took, each time. */
  readonly durations: readonly number[];
  /** The limit that was asked for, in milliseconds. */
  readonly timeout?: number;
}

export interface EffectExecutor extends Executor<TestCase> {
  /** Runs that were made. */
  readonly runs: number;
}

/** A run that ends at a limit is run once more under the limit that decides. */
export const effectExecutor = (options: EffectExecutorOptions): EffectExecutor => {
  const { measurer, effect, shares } = options;
  const timeouts = new Timeouts(options.durations, options.timeout);
  let runs = 0;
  const test = async (candidate: TestCase, timeout: number, signal: AbortSignal): Promise<Finding> => {
    runs++;
    const { path, mode, bytes } = onlyFile(candidate);
    const measurement = await measurer.measure({ name: path, mode, bytes: bytes() }, { timeout, signal });
    const verdict = judgeEffect(measurement, effect, measurer.universe);
    return { ...verdict, ms: measurement.ms, ...(measurement.timedOut && { evidence: { timedOut: true } }) };
  };
  return {
    get runs() {
      return runs;
    },
    get capacity() {
      return shares.share;
    },
    onCapacity: (listener) => shares.listen(listener),
    run: async (candidate, signal) => {
      const finding = await test(candidate, timeouts.soft, signal);
      const isLate = finding.evidence?.timedOut === true;
      timeouts.note(finding, isLate ? "postponed" : "decided");
      return isLate ? { ...finding, provisional: true } : finding;
    },
    settle: async (candidate, signal) => {
      const finding = await test(candidate, timeouts.hard, signal);
      timeouts.note(finding, "decided");
      return finding;
    },
    close: () => Promise.resolve(),
  };
};
