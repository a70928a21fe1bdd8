/** What people want to know of a cluster. */
import type { ClusterWorkerFigures } from "../core/cluster-figures.ts";
import type { ClusterProgress, WorkerState } from "./cluster.ts";
import { count, counted, rate } from "./figures.ts";

/** Tests a second over all workers, of the last seconds; a standstill is seen, too. */
export const clusterRate = ({ recent }: ClusterProgress, now: number = 0): number => {
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || first === last) return 0;
  return (1000 * Math.max(0, last[1] - first[1])) / Math.max(1, Math.max(now, last[0]) - first[0]);
};

/** How many workers there are, whether they take part or not. */
export const allWorkers = ({ workers }: ClusterProgress): number =>
  Object.values(workers).reduce((sum, each) => sum + each, 0);

/** "12 workers", "no workers: 3 are getting ready". */
export const workersText = ({ workers: { ready, opening } }: ClusterProgress): string => {
  const coming = opening === 0 ? "" : `${count(opening)} getting ready`;
  if (ready === 0) return coming === "" ? "no workers" : `no workers yet, ${coming}`;
  return coming === "" ? counted(ready, "worker") : `${counted(ready, "worker")} (${coming})`;
};

/** What was done without being needed, and what was spared; only what there is. */
export const wasteTexts = ({
  counts: { redelivered, duplicated, cancelled, recalled, refused },
}: ClusterProgress): readonly string[] =>
  [
    [cancelled, "cancelled"],
    [duplicated, "given out twice"],
    [redelivered, "redelivered"],
    [recalled, "known from other runs"],
    [refused, "refused"],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${count(number as number)} ${what as string}`]));

const WORDS: Readonly<Record<WorkerState, string>> = {
  ready: "ready",
  opening: "opening",
  draining: "leaving",
  silent: "silent",
  unfit: "set aside",
};

/** A worker as a row of a table. */
export interface WorkerRow {
  readonly name: string;
  readonly state: string;
  /** "3/4": running, of so many at once. */
  readonly slots: string;
  readonly rate: string;
  readonly latency: string;
  readonly load: string;
  readonly done: string;
  readonly works: boolean;
}

export const workerRow = (worker: ClusterWorkerFigures): WorkerRow => {
  const { name, state, running, slots, latencyMs, load, done } = worker;
  const works = state === "ready" || state === "draining";
  return {
    name,
    state: WORDS[state],
    slots: `${count(running)}/${count(slots)}`,
    rate: works ? rate(worker.rate, 1000) : "–",
    latency: latencyMs === 0 ? "–" : shortTime(latencyMs),
    load: load.toFixed(1),
    done: count(done),
    works,
  };
};

/** "12 ms", "1.4 s", "75 s": for a narrow column. */
const shortTime = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${count(Math.round(ms / 1000))} s`;
