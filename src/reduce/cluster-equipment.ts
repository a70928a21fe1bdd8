/** The equipment of a cluster: the original is tested on this machine, candidates on those of the workers. */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster, ClusterOptions } from "../cluster/cluster.ts";
import { openCluster } from "../cluster/connect.ts";
import { environmentOf } from "../cluster/environment.ts";
import { clusterExecutor } from "../cluster/executor.ts";
import { openClusterRun } from "../cluster/coordinator.ts";
import type { ClusterRun } from "../cluster/run.ts";
import { barOf } from "../oracles/flaky.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import { Timeouts } from "../oracles/timeouts.ts";
import { watchCluster } from "./cluster-notes.ts";
import type { Equipment, ExecutorOrder, OpenExecutor, OpenOracle, OracleOrder } from "./equipment.ts";
import { localEquipment, measuredHere } from "./local-equipment.ts";
import { notForClusters, packTest } from "./test-kit.ts";

/** An oracle that was opened, and the cluster on which it is to be asked. */
interface Opened {
  readonly order: OracleOrder;
  readonly cluster: Cluster;
}

/** Workers say every second how they are: those that are there have been heard of after that time. */
const FIRST_WORKER_MS = 3000;
const LOOK_MS = 50;

/** Connects before anything is learnt: nobody wants to hear later that there is no cluster. */
export const clusterEquipment = (options: ClusterOptions): Equipment => {
  const opened = new WeakMap<ProcessOracle, Opened>();
  return {
    ...localEquipment,
    openOracle: async (order) => {
      if (order.options.oracle !== undefined) throw notForClusters();
      const warn = (message: string): void => order.emit?.({ type: "warning", code: "CLUSTER", message });
      const cluster = await openCluster(options, { name: `pare reduce ${order.subject.name}`, onWarning: warn });
      try {
        const open = await localEquipment.openOracle(order);
        opened.set(open.oracle, { order, cluster });
        return closedWith(open, cluster);
      } catch (error) {
        await cluster.close();
        throw error;
      }
    },
    openExecutor: async (order) => await openExecutor(order, opened.get(order.oracle) as Opened, options),
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
  { oracle, options, samples, measured, emit = () => {} }: ExecutorOrder,
  { order: { subject, source }, cluster }: Opened,
  { secretFile }: ClusterOptions,
): Promise<OpenExecutor> => {
  const flaky = options.flaky === true;
  const bar = flaky ? barOf(measured.rate) : undefined;
  const { kit, programs, encode } = await packTest({
    options,
    subject,
    source,
    oracle,
    ...(bar !== undefined && { bar }),
    blobs: cluster.blobs,
  });
  const joining = `pare worker --cluster ${cluster.url}${secretFile === undefined ? "" : " --secret-file FILE"}`;
  const watch = watchCluster({ emit, joining });
  const run = await openClusterRun({
    cluster,
    kit,
    original: { content: encode(source), terms: { timeout: measured.hardMs } },
    title: `${subject.name} on ${hostname()}`,
    environment: await environmentOf(programs),
    onNote: watch.note,
  });
  const executor = clusterExecutor({ run, encode, timeouts: new Timeouts(samples, measured.hardMs), shared: !flaky });
  await firstWorker(run);
  watch.begin(run);
  return {
    executor: {
      get capacity() {
        return executor.capacity;
      },
      onCapacity: (listener) => executor.onCapacity(listener),
      run: (candidate, signal) => executor.run(candidate, signal),
      settle: (candidate, signal) => (executor.settle ?? executor.run)(candidate, signal),
      close: async () => {
        watch.end();
        await executor.close();
      },
    },
    get jobs() {
      return watch.slots;
    },
    ...(bar !== undefined && { verify: measuredHere(oracle, bar, measured) }),
  };
};

/** For a moment, so that people are told how many there are; the run begins without any, too. */
const firstWorker = async (run: ClusterRun): Promise<void> => {
  const end = performance.now() + FIRST_WORKER_MS;
  while (run.capacity === 0 && performance.now() < end) await sleep(LOOK_MS);
};
