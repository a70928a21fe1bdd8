/** Tests on the workers of a cluster, with what people are told of them. */
import type { Kit } from "../cluster/bench.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { clusterExecutor } from "../cluster/executor.ts";
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import type { Timeouts } from "../oracles/timeouts.ts";
import type { ClusterTidings } from "./cluster-notes.ts";
import { openWatchedRun } from "./watched-run.ts";

/** A test as workers are handed it. */
export interface PackedOracle<C extends Case> {
  readonly kit: Kit;
  /** Programs by which machines may differ, as they are called. */
  readonly programs: readonly string[];
  /** The content of a candidate, as the bench of the kit reads it. */
  encode(candidate: C): Uint8Array;
}

export interface WatchedExecutorOrder<C extends Case> {
  readonly cluster: Cluster;
  /** Of which workers need one, too. */
  readonly secretFile: string | undefined;
  readonly packed: PackedOracle<C>;
  /** Is tested on every worker before it is used. */
  readonly original: C;
  /** For people. */
  readonly title: string;
  readonly timeouts: Timeouts;
  /** See `clusterExecutor`. */
  readonly shared: boolean;
  readonly emit: (note: ClusterTidings) => void;
}

export interface WatchedExecutor<C extends Case> {
  readonly executor: Executor<C>;
  /** The most tests at once that there was room for. */
  readonly jobs: number;
}

export const watchedExecutor = async <C extends Case>(order: WatchedExecutorOrder<C>): Promise<WatchedExecutor<C>> => {
  const { cluster, secretFile, packed, original, title, timeouts, shared, emit } = order;
  const { kit, programs, encode } = packed;
  const terms = { timeout: timeouts.hard };
  const watched = await openWatchedRun({
    cluster,
    secretFile,
    kit,
    programs,
    original: { content: encode(original), terms },
    title,
    emit,
  });
  const executor = clusterExecutor({ run: watched.run, encode, timeouts, shared });
  return {
    executor: {
      get capacity() {
        return executor.capacity;
      },
      onCapacity: (listener) => executor.onCapacity(listener),
      run: (candidate, signal) => executor.run(candidate, signal),
      settle: (candidate, signal) => (executor.settle ?? executor.run)(candidate, signal),
      close: () => watched.close(),
    },
    get jobs() {
      return watched.slots;
    },
  };
};
