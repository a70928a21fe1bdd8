/** Probes that run beside the original, and end with it. */
import type { ProcessOracle } from "../../oracles/oracle.ts";
import type { Probes } from "./probes.ts";
import { NOTHING_TRIED, tryProbes, type Tried } from "./trivial.ts";

export interface ProbingOptions {
  readonly probes: Probes;
  readonly oracle: ProcessOracle;
  /** In milliseconds. */
  readonly timeout: number;
  /** One test at a time: they begin when the first run of the original has ended. */
  readonly isAlone: boolean;
  readonly signal: AbortSignal;
}

export interface Probing {
  /** Until they have ended, but no longer than these milliseconds: what takes so long shows no failure like the original's. */
  wait(most: number): Promise<void>;
  /** Ends what still runs. */
  end(): Promise<Tried>;
}

export const probing = ({ probes, oracle, timeout, isAlone, signal }: ProbingOptions): Probing => {
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const run = (): Promise<Tried> =>
    tryProbes(probes, async (candidate) => {
      if (ending.signal.aborted) return undefined;
      try {
        const finding = await oracle.test(candidate, { timeout }, both);
        // The limit that decides is not known yet.
        return finding.evidence?.timedOut === true ? undefined : finding;
      } catch (error) {
        if (ending.signal.aborted) return undefined;
        throw error;
      }
    });
  let tried = isAlone ? undefined : run();
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
