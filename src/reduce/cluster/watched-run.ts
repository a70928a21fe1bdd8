/** A run on a cluster, with what people are told of it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../cluster/cluster.ts";
import { openClusterRun } from "../../cluster/coordinator/coordinator.ts";
import { environmentOf } from "../../cluster/environment.ts";
import type { ClusterRun, ClusterRunOptions } from "../../cluster/run.ts";
import { watchCluster, type ClusterTidings } from "./notes.ts";

export interface WatchedRunOptions extends Pick<ClusterRunOptions, "kit" | "original" | "title" | "distrusted"> {
  readonly cluster: Cluster;
  /** The file of the secret that workers need, too. */
  readonly secretFile: string | undefined;
  /** Programs by which machines may differ, as they are called. */
  readonly programs: readonly string[];
  readonly emit: (note: ClusterTidings) => void;
}

export interface WatchedRun {
  readonly run: ClusterRun;
  /** The most tests at once that there was room for. */
  readonly slots: number;
  close(): Promise<void>;
}

/** Workers say every second how they are: those that are there have been heard of after that time. */
const FIRST_WORKER_MS = 3000;
const LOOK_MS = 50;

export const openWatchedRun = async (options: WatchedRunOptions): Promise<WatchedRun> => {
  const { cluster, secretFile, kit, original, title, programs, distrusted = [], emit } = options;
  const joining = `pare worker --cluster ${cluster.url}${secretFile === undefined ? "" : " --secret-file FILE"}`;
  const watch = watchCluster({ emit, joining });
  const environment = await environmentOf(programs);
  const run = await openClusterRun({ cluster, kit, original, title, environment, distrusted, onNote: watch.note });
  await firstWorker(run);
  watch.begin(run);
  return {
    run,
    get slots() {
      return watch.slots;
    },
    close: async () => {
      watch.end();
      await run.close();
    },
  };
};

/** For a moment, so that people are told how many there are; the run begins without any, too. */
const firstWorker = async (run: ClusterRun): Promise<void> => {
  const end = performance.now() + FIRST_WORKER_MS;
  while (run.capacity === 0 && performance.now() < end) await sleep(LOOK_MS);
};
