/** Tests on the workers of a cluster, with what people are told of them. */
import { randomUUID } from "node:crypto";
import type { Kit } from "../../cluster/bench.ts";
import type { Cluster, ClusterOptions } from "../../cluster/cluster.ts";
import { clusterExecutor, type ClusterExecutor } from "../../cluster/executor.ts";
import type { ClusterRun } from "../../cluster/run.ts";
import { Verification, type VerifiedExecutor } from "../../cluster/verification.ts";
import type { Case } from "../../core/case.ts";
import type { Executor } from "../../core/executor.ts";
import type { Finding, Outcome } from "../../core/verdict.ts";
import { Slots } from "../../executors/slots.ts";
import type { Timeouts } from "../../oracles/timeouts.ts";
import { defaultJobs } from "../../runner/jobs.ts";
import type { ClusterTidings } from "./notes.ts";
import { openWatchedRun } from "./watched-run.ts";

/** A test as workers are handed it. */
export interface PackedOracle<C extends Case> {
  readonly kit: Kit;
  /** Programs by which machines may differ, as they are called. */
  readonly programs: readonly string[];
  /** The content of a candidate, as the bench of the kit reads it. */
  encode(candidate: C): Uint8Array;
}

export interface WatchedExecutorOptions<C extends Case> {
  readonly cluster: Cluster;
  /** The file of the secret that workers need, too. */
  readonly secretFile: string | undefined;
  readonly packed: PackedOracle<C>;
  /** Is tested on every worker before it is used. */
  readonly original: C;
  /** For people. */
  readonly title: string;
  readonly timeouts: Timeouts;
  /** See `clusterExecutor`. */
  readonly shared: boolean;
  /** Workers that were wrong in an earlier session of the run. */
  readonly distrusted?: readonly string[];
  /** How far workers are believed; all that they say is, where it is missing: answers that do not repeat cannot be compared. */
  readonly verify?: Verify<C>;
  readonly emit: (note: ClusterTidings) => void;
}

interface Verify<C extends Case> extends Pick<ClusterOptions, "verifyWorkers" | "verifySalt"> {
  /** Outcomes that are tested here as well when they are settled. */
  readonly proves: readonly Outcome[];
  /** On this machine, under the limits that decide. */
  readonly here: (candidate: C, signal: AbortSignal) => Promise<Finding>;
}

export interface WatchedExecutor<C extends Case> {
  readonly executor: Executor<C>;
  /** The same, where workers are verified. */
  readonly verified?: VerifiedExecutor<C>;
  /** The most tests at once that there was room for. */
  readonly jobs: number;
}

export const watchedExecutor = async <C extends Case>(
  options: WatchedExecutorOptions<C>,
): Promise<WatchedExecutor<C>> => {
  const { cluster, secretFile, packed, original, title, timeouts, shared, distrusted = [], emit } = options;
  const { kit, programs, encode } = packed;
  const terms = { timeout: timeouts.hard };
  const watched = await openWatchedRun({
    cluster,
    secretFile,
    kit,
    programs,
    original: { content: encode(original), terms },
    title,
    distrusted,
    emit,
  });
  const { run } = watched;
  const executor = clusterExecutor({
    run,
    encode,
    timeouts,
    shared,
    distrust: (worker, reason) => (verified ?? run).distrust(worker, reason),
    close: () => watched.close(),
  });
  const verified: VerifiedExecutor<C> | undefined = options.verify && verification(options.verify, executor, run, emit);
  return {
    executor: verified ?? executor,
    ...(verified !== undefined && { verified }),
    get jobs() {
      return watched.slots;
    },
  };
};

const flakyText = (size: number): string =>
  `the test is flaky: this machine answers now one way, now another, for a candidate of ${size} bytes; workers are not verified any more`;

/** One answer in twenty. */
const USUAL_SHARE = 0.05;

const verification = <C extends Case>(
  { verifyWorkers: share = USUAL_SHARE, verifySalt: salt = randomUUID(), proves, here }: Verify<C>,
  executor: ClusterExecutor<C>,
  run: ClusterRun,
  emit: (note: ClusterTidings) => void,
): VerifiedExecutor<C> => {
  const onFlaky = (size: number): void => emit({ type: "worker", change: "flaky", message: flakyText(size) });
  const slots = new Slots(defaultJobs());
  const limited: typeof here = (candidate, signal) => slots.during(() => here(candidate, signal));
  return new Verification({ executor, run, share, salt, proves, here: limited, onFlaky });
};
