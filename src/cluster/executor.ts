/** Tests on the machines of a cluster, as an executor like any other. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import type { Finding } from "../core/verdict.ts";
import type { Timeouts } from "../oracles/timeouts.ts";
import type { ClusterRun } from "./run.ts";

export interface ClusterExecutorOptions<C extends Case> {
  readonly run: ClusterRun;
  /** The content of a candidate, as the bench reads it. */
  readonly encode: (candidate: C) => Uint8Array;
  readonly timeouts: Timeouts;
  /** Outcomes repeat: those of other runs are taken over, and ours are kept for them. */
  readonly shared: boolean;
}

/** The terms of a test, as benches read them. */
interface ClusterTerms {
  /** In milliseconds. */
  readonly timeout: number;
}

/**
 * A test that ran out of time is provisional: how long it takes depends on the machine, and the answer must not. A candidate that is
 * asked for again is run again, for somebody wants to know whether its answer repeats. Closing closes the run.
 */
export const clusterExecutor = <C extends Case>(options: ClusterExecutorOptions<C>): Executor<C> => {
  const { run, encode, timeouts, shared } = options;
  const asked = new Set<string>();

  const test = async (candidate: C, timeout: number, fresh: boolean, signal: AbortSignal): Promise<Finding> => {
    const key = candidate.key();
    const isNew = !fresh && !asked.has(key);
    asked.add(key);
    const terms: ClusterTerms = { timeout };
    const job = { key, content: () => encode(candidate), terms, shared: shared && isNew };
    const { body } = await run.submit(job, signal).catch((error: unknown) => {
      // Nobody has heard its answer.
      if (isNew) asked.delete(key);
      throw error;
    });
    if (!isFinding(body)) throw new Error(`a worker has answered with what is no finding: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    get capacity() {
      return run.capacity;
    },
    onCapacity: (listener) => run.onCapacity(listener),
    async run(candidate, signal) {
      const finding = await test(candidate, timeouts.soft, false, signal);
      timeouts.note(finding, "postponed");
      return finding.evidence?.timedOut === true ? { ...finding, provisional: true } : finding;
    },
    async settle(candidate, signal) {
      const finding = await test(candidate, timeouts.hard, true, signal);
      timeouts.note(finding, "decided");
      return finding;
    },
    close: () => run.close(),
  };
};

const OUTCOMES: ReadonlySet<unknown> = new Set(["fail", "pass", "unresolved"]);

const isFinding = (body: unknown): body is Finding =>
  typeof body === "object" && body !== null && "outcome" in body && OUTCOMES.has(body.outcome) && "ms" in body;
