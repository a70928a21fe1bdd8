/** The backend of a cluster: bugs are reduced on its workers, one connection for all; what they find is seen on this machine, too. */
import { hostname } from "node:os";
import type { Cluster, ClusterOptions } from "../../cluster/cluster.ts";
import { openCluster } from "../../cluster/connection/connect.ts";
import type { Executor } from "../../core/executor.ts";
import { given } from "../../core/maybe.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import { Timeouts } from "../../oracles/timeouts.ts";
import type { ExecutorOptions, OpenExecutor, TestBackend } from "../../reduce/backend.ts";
import { watchedExecutor } from "../../reduce/cluster/executor.ts";
import { localBackend } from "../../reduce/local-backend.ts";
import type { TriageBackend } from "../backend.ts";
import { isOther, type BucketTest } from "../bucket-oracle.ts";
import type { TriageOptions } from "../options.ts";
import { packBucket } from "./bucket-kit.ts";

/** Connects before anything is sorted: nobody wants to hear later that there is no cluster. */
export const clusterBackend = (given_: ClusterOptions): TriageBackend => ({
  open: async (onWarning) => {
    const cluster = await openCluster(given_, { name: "pare triage", onWarning });
    return {
      backendFor: (test, options) => bucketBackend({ cluster, test, options, given: given_ }),
      close: () => cluster.close(),
    };
  },
});

interface BucketBackend {
  readonly cluster: Cluster;
  readonly test: BucketTest;
  readonly options: TriageOptions;
  readonly given: ClusterOptions;
}

const bucketBackend = (about: BucketBackend): TestBackend => {
  let original: TestCase | undefined;
  return {
    ...localBackend,
    openOracle: async (order) => {
      original = order.source;
      return await localBackend.openOracle(order);
    },
    openExecutor: (order) => openExecutor(order, original as TestCase, about),
  };
};

const openExecutor = async (
  { oracle, samples, measured, distrusted = [], emit = () => {} }: ExecutorOptions,
  original: TestCase,
  { cluster, test, options, given: { secretFile, verifyWorkers, verifySalt } }: BucketBackend,
): Promise<OpenExecutor> => {
  const here = (candidate: TestCase, signal: AbortSignal): Promise<Finding> =>
    oracle.test(candidate, { timeout: measured.hardMs }, signal);
  const open = await watchedExecutor({
    cluster,
    secretFile,
    packed: await packBucket({ test, options, source: original, blobs: cluster.blobs }),
    original,
    title: `${test.title} on ${hostname()}`,
    timeouts: new Timeouts(samples, measured.hardMs),
    shared: true,
    distrusted,
    verify: { ...given({ verifyWorkers, verifySalt }), proves: ["fail"], here },
    emit,
  });
  return {
    executor: lookedAt(open.executor, here),
    ...(open.verified !== undefined && { verified: open.verified }),
    get jobs() {
      return open.jobs;
    },
  };
};

/** A candidate that shows another failure is run here as well, before its answer is told: that is when it becomes a find. */
const lookedAt = (
  executor: Executor<TestCase>,
  here: (candidate: TestCase, signal: AbortSignal) => Promise<Finding>,
): Executor<TestCase> => {
  const seen = async (candidate: TestCase, finding: Finding, signal: AbortSignal): Promise<Finding> => {
    if (isOther(finding)) await here(candidate, signal);
    return finding;
  };
  const { settle } = executor;
  return {
    get capacity() {
      return executor.capacity;
    },
    onCapacity: (listener) => executor.onCapacity(listener),
    run: async (candidate, signal) => await seen(candidate, await executor.run(candidate, signal), signal),
    ...(settle !== undefined && {
      settle: async (candidate: TestCase, signal: AbortSignal) =>
        await seen(candidate, await settle.call(executor, candidate, signal), signal),
    }),
    close: () => executor.close(),
  };
};
