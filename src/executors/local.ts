/** Oracles that are processes, on this machine. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import type { Timeouts } from "../oracles/timeouts.ts";

/** How many processes run at once, and under which limits. */
export interface LocalOptions<C extends Case = TestCase> {
  readonly oracle: ProcessOracle<C>;
  /** How many tests run at once. */
  readonly jobs: number;
  readonly timeouts: Timeouts;
}

/**
 * A test that ran out of time is provisional, unless it ran alone under the hard limit: how long a test takes depends on what else
 * runs, and the answer must not. Closing ends the tests under way and the oracle.
 *
 * @example
 * ```ts
 * const executor = localExecutor({ oracle, jobs: 4, timeouts });
 * const finding = await executor.run(candidate, signal);
 * await executor.close();
 * ```
 */
export const localExecutor = <C extends Case = TestCase>({ oracle, jobs, timeouts }: LocalOptions<C>): Executor<C> => {
  const open = new Map<Promise<Finding>, AbortController>();
  /** The controllers of tests that have ended by themselves: nobody listens to them any more, and making new ones takes a while. */
  const spare: AbortController[] = [];

  const test = async (candidate: C, timeout: number, signal: AbortSignal): Promise<Finding> => {
    const controller = spare.pop() ?? new AbortController();
    const abort = (): void => controller.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    const finding = oracle.test(candidate, { timeout }, controller.signal);
    open.set(finding, controller);
    try {
      return await finding;
    } finally {
      open.delete(finding);
      signal.removeEventListener("abort", abort);
      if (!controller.signal.aborted) spare.push(controller);
    }
  };
  return {
    capacity: jobs,
    onCapacity: () => () => undefined,
    async run(candidate, signal) {
      const timeout = timeouts.soft;
      const decides = jobs === 1 && timeout >= timeouts.hard;
      const finding = await test(candidate, timeout, signal);
      timeouts.note(finding, decides ? "decided" : "postponed");
      return finding.evidence?.timedOut === true && !decides ? { ...finding, provisional: true } : finding;
    },
    async settle(candidate, signal) {
      const finding = await test(candidate, timeouts.hard, signal);
      timeouts.note(finding, "decided");
      return finding;
    },
    async close() {
      for (const controller of open.values()) controller.abort(new Error("the executor was closed"));
      await Promise.allSettled(open.keys());
      await oracle.close();
    },
  };
};
