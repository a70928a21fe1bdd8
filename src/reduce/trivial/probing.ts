/** Probes that run beside the original, and end with it. */
import type { TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import type { Probes } from "./probes.ts";
import { NOTHING_TRIED, tryProbes, type Tried } from "./trivial.ts";

export interface ProbingOptions {
  readonly probes: Probes;
  readonly oracle: ProcessOracle;
  /** In milliseconds. */
  readonly timeout: number;
  /** How many tests at once, the original's included; where it is one, they begin when somebody waits for them. */
  readonly jobs: number;
  readonly signal: AbortSignal;
}

export interface Probing {
  /** Until they have ended, but no longer than these milliseconds: what takes so long shows no failure like the original's. */
  wait(most: number): Promise<void>;
  /** Ends what still runs. */
  end(): Promise<Tried>;
}

export const probing = ({ probes, oracle, timeout, jobs, signal }: ProbingOptions): Probing => {
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const test = async (candidate: TestCase): Promise<Finding | undefined> => {
    if (ending.signal.aborted) return undefined;
    try {
      const finding = await oracle.test(candidate, { timeout }, both);
      // The limit that decides is not known yet.
      return finding.evidence?.timedOut === true ? undefined : finding;
    } catch (error) {
      if (ending.signal.aborted) return undefined;
      throw error;
    }
  };
  const run = (): Promise<Tried> => tryProbes(probes, test, jobs > 2);
  let tried = jobs === 1 ? undefined : run();
  // Whoever waits for it hears of it.
  tried?.catch(() => {});
  return {
    async wait(most) {
      tried ??= run();
      const timer = setTimeout(() => ending.abort(), most);
      try {
        await tried;
      } finally {
        clearTimeout(timer);
      }
    },
    async end() {
      ending.abort();
      return (await tried) ?? NOTHING_TRIED;
    },
  };
};
