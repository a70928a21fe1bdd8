/** What people want to know of a cluster. */
import type { ClusterFigures } from "../core/cluster-figures.ts";
import type { ClusterProgress, ListedWorker, WorkerState } from "./cluster.ts";
import { count, counted, rate } from "./figures.ts";

/** How many workers there are, whether they take part or not. */
export const allWorkers = ({ workers }: ClusterProgress): number =>
  Object.values(workers).reduce((sum, each) => sum + each, 0);

/** "12 workers", "1 set aside", "3 opening": only what there is. */
export const workerTexts = ({
  workers: { ready, opening, draining, silent, unfit },
}: ClusterProgress): readonly string[] => [
  ready === 0 ? "no workers" : counted(ready, "worker"),
  ...present([
    [unfit, "set aside"],
    [opening, "opening"],
    [silent, "silent"],
    [draining, "leaving"],
  ]),
];

const present = (counts: readonly (readonly [number: number, what: string])[]): readonly string[] =>
  counts.flatMap(([number, what]) => (number === 0 ? [] : [`${count(number)} ${what}`]));

/** What was done without being needed, and what was spared; only what there is. */
export const wasteTexts = ({
  redelivered,
  duplicated,
  cancelled,
  recalled,
  refused,
  verified,
  wrong,
}: Omit<ClusterFigures, "workers" | "slots" | "queued" | "running" | "done">): readonly string[] =>
  present([
    [cancelled, "cancelled"],
    [duplicated, "given out twice"],
    [redelivered, "redelivered"],
    [recalled, "from other runs"],
    [refused, "refused"],
    [verified, "verified"],
    [wrong, wrong === 1 ? "wrong answer" : "wrong answers"],
  ]);

const WORDS: Readonly<Record<WorkerState, string>> = {
  ready: "ready",
  opening: "opening",
  draining: "leaving",
  silent: "silent",
  unfit: "set aside",
};

/** A worker as a row of a table. */
interface WorkerRow {
  readonly name: string;
  readonly state: string;
  /** "3/4": running, of so many at once; "4" for one that does not work. */
  readonly slots: string;
  readonly rate: string;
  readonly latency: string;
  readonly load: string;
  readonly done: string;
  readonly works: boolean;
}

export const workerRow = (worker: ListedWorker): WorkerRow => {
  const { name, state, running, slots, latencyMs, load, done } = worker;
  const works = state === "ready" || state === "draining";
  return {
    name,
    state: WORDS[state],
    slots: works ? `${count(running)}/${count(slots)}` : count(slots),
    rate: works ? rate(worker.rate, 1000) : "–",
    latency: latencyMs === 0 ? "–" : shortTime(latencyMs),
    load: load.toFixed(1),
    done: count(done),
    works,
  };
};

/** Behind the name. */
export const workerCells = ({ state, slots, rate: pace, latency, load, done }: WorkerRow): readonly string[] => [
  state,
  slots,
  pace,
  latency,
  load,
  done,
];

/** "12 ms", "1.4 s", "75 s": for a narrow column. */
const shortTime = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : ms < 60_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${count(Math.round(ms / 1000))} s`;
