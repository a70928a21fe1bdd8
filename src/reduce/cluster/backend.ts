/** The backend of a cluster: the original is tested on this machine, candidates on those of the workers. */
import { hostname } from "node:os";
import { given } from "../../core/maybe.ts";
import type { Cluster, ClusterOptions } from "../../cluster/cluster.ts";
import { openCluster } from "../../cluster/connection/connect.ts";
import type { TestCase } from "../../core/test-case.ts";
import { barOf } from "../../oracles/flaky.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { Timeouts } from "../../oracles/timeouts.ts";
import { watchedExecutor } from "./executor.ts";
import type { TestBackend, ExecutorOptions, OpenExecutor, OpenOracle, OpenOracleOptions } from "../backend.ts";
import { localBackend, measuredHere } from "../local-backend.ts";
import { notAssembled, notForClusters, packTest } from "./test-kit.ts";

/** An oracle that was opened, and the cluster on which it is to be asked. */
interface Connection {
  readonly options: OpenOracleOptions;
  readonly cluster: Cluster;
}

/** Connects before anything is learnt: nobody wants to hear later that there is no cluster. */
export const clusterBackend = (options: ClusterOptions): TestBackend => {
  const opened = new WeakMap<ProcessOracle, Connection>();
  return {
    ...localBackend,
    testsHere: false,
    openOracle: async (order) => {
      if (order.options.oracle !== undefined) throw notForClusters();
      if (order.assembler !== undefined) throw notAssembled();
      const warn = (message: string): void => order.emit?.({ type: "warning", code: "CLUSTER", message });
      const cluster = await openCluster(options, { name: `pare reduce ${order.subject.name}`, onWarning: warn });
      try {
        const open = await localBackend.openOracle(order);
        opened.set(open.oracle, { options: order, cluster });
        return closedWith(open, cluster);
      } catch (error) {
        await cluster.close();
        throw error;
      }
    },
    openExecutor: async (order) => await openExecutor(order, opened.get(order.oracle) as Connection, options),
  };
};

const closedWith = (open: OpenOracle, cluster: Cluster): OpenOracle => ({
  ...open,
  close: async () => {
    try {
      await open.close();
    } finally {
      await cluster.close();
    }
  },
});

const openExecutor = async (
  { oracle, options, samples, measured, distrusted = [], emit = () => {} }: ExecutorOptions,
  { options: { subject, source }, cluster }: Connection,
  { secretFile, verifyWorkers, verifySalt }: ClusterOptions,
): Promise<OpenExecutor> => {
  const flaky = options.flaky === true;
  const bar = flaky ? barOf(measured.rate) : undefined;
  const packed = await packTest({
    options,
    subject,
    source,
    oracle,
    ...(bar !== undefined && { bar }),
    blobs: cluster.blobs,
  });
  const open = await watchedExecutor({
    cluster,
    secretFile,
    packed,
    original: source,
    title: `${subject.name} on ${hostname()}`,
    timeouts: new Timeouts(samples, measured.hardMs),
    shared: !flaky,
    distrusted,
    ...(!flaky && {
      verify: {
        ...given({ verifyWorkers, verifySalt }),
        proves: ["fail"] as const,
        here: (candidate: TestCase, signal: AbortSignal) =>
          oracle.test(candidate, { timeout: measured.hardMs }, signal),
      },
    }),
    emit,
  });
  return {
    executor: open.executor,
    ...(open.verified !== undefined && { verified: open.verified }),
    get jobs() {
      return open.jobs;
    },
    ...(bar !== undefined && { verify: measuredHere(oracle, bar, measured) }),
  };
};
