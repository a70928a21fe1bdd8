/** Tests on the machines of a cluster, as an executor like any other. */
import * as v from "valibot";
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
  /** A worker has answered with what is no answer. */
  distrust(worker: string, reason: string): void;
  close(): Promise<void>;
}

/** The terms of a test, as benches read them. */
interface ClusterTerms {
  /** In milliseconds. */
  readonly timeout: number;
}

export interface ClusterExecutor<C extends Case> extends Executor<C> {
  /** By none of these workers. Rejects with `NobodyElse` where there are no others. */
  settle(candidate: C, signal: AbortSignal, except?: readonly string[]): Promise<Finding>;
}

/** What a worker says of a test: it comes from another machine, and only these members are taken. */
const findingSchema = v.object({
  outcome: v.picklist(["fail", "pass", "unresolved"]),
  reason: v.exactOptional(v.string()),
  ms: v.pipe(v.number(), v.minValue(0)),
  evidence: v.exactOptional(
    v.object({
      output: v.exactOptional(v.string()),
      said: v.exactOptional(v.array(v.string())),
      exit: v.exactOptional(v.number()),
      signal: v.exactOptional(v.string()),
      timedOut: v.exactOptional(v.boolean()),
    }),
  ),
});

/**
 * A test that ran out of time is provisional: how long it takes depends on the machine, and the answer must not. A candidate that is
 * asked for again is run again, for somebody wants to know whether its answer repeats.
 */
export const clusterExecutor = <C extends Case>(options: ClusterExecutorOptions<C>): ClusterExecutor<C> => {
  const { run, encode, timeouts, shared } = options;
  const asked = new Set<string>();

  const answer = async (
    candidate: C,
    how: ClusterTerms & { readonly isNew: boolean; readonly except?: readonly string[] },
    signal: AbortSignal,
  ): Promise<Finding> => {
    const { timeout, isNew, except } = how;
    const terms: ClusterTerms = { timeout };
    const named = { key: candidate.key(), content: () => encode(candidate), terms, shared: shared && isNew };
    for (;;) {
      const { body, worker } = await run.submit({ ...named, ...(except !== undefined && { except }) }, signal);
      const finding = v.safeParse(findingSchema, body);
      if (finding.success) return { ...finding.output, by: [worker] };
      options.distrust(
        worker,
        `it answered with something that is not a finding: ${JSON.stringify(body)?.slice(0, 200)}`,
      );
    }
  };
  return {
    get capacity() {
      return run.capacity;
    },
    onCapacity: (listener) => run.onCapacity(listener),
    async run(candidate, signal) {
      const key = candidate.key();
      const isNew = !asked.has(key);
      asked.add(key);
      try {
        const finding = await answer(candidate, { timeout: timeouts.soft, isNew }, signal);
        timeouts.note(finding, "postponed");
        return finding.evidence?.timedOut === true ? { ...finding, provisional: true } : finding;
      } catch (error) {
        // Nobody has heard its answer.
        if (isNew) asked.delete(key);
        throw error;
      }
    },
    async settle(candidate, signal, except = []) {
      asked.add(candidate.key());
      const finding = await answer(candidate, { timeout: timeouts.hard, isNew: false, except }, signal);
      timeouts.note(finding, "decided");
      return finding;
    },
    close: () => options.close(),
  };
};
