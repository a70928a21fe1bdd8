/** What is known of a cluster: the last figures, and what has changed lately. Names and reasons come from the network: they are made short and harmless here. */
import type { ClusterFigures, ClusterWorkerFigures } from "../core/cluster-figures.ts";
import type { ReduceNote } from "../core/notes.ts";
import { EMPTY_CURVE, extended, type Curve } from "./curve.ts";
import { bounded } from "../core/visible.ts";

export type WorkerState = ClusterWorkerFigures["state"];

/** Bounded, however many workers there are: what is counted counts all of them, what is listed are the first. */
export interface ClusterProgress {
  readonly counts: Omit<ClusterFigures, "workers">;
  /** How many workers there are. */
  readonly workers: Readonly<Record<WorkerState, number>>;
  /** At most 64: those that work first, and among them those that have done most. */
  readonly listed: readonly ListedWorker[];
  /** At most 8 that take no part, and why. */
  readonly aside: readonly { readonly name: string; readonly reason: string }[];
  /** The last ones. */
  readonly changes: readonly WorkerChange[];
  /** Tests in the queue over time. */
  readonly queue: Curve;
}

export type ListedWorker = Omit<ClusterWorkerFigures, "reason">;

interface WorkerChange {
  readonly ms: number;
  readonly change: WorkerNote["change"];
  readonly message: string;
}

export type WorkerNote = Extract<ReduceNote, { readonly type: "worker" }>;

const MAX_LISTED = 64;
const MAX_ASIDE = 8;
const MAX_CHANGES = 12;
const NAME = 64;
const REASON = 300;

const NO_CLUSTER: ClusterProgress = {
  counts: {
    slots: 0,
    queued: 0,
    running: 0,
    done: 0,
    recalled: 0,
    redelivered: 0,
    duplicated: 0,
    cancelled: 0,
    refused: 0,
    verified: 0,
    wrong: 0,
  },
  workers: { ready: 0, opening: 0, draining: 0, silent: 0, unfit: 0 },
  listed: [],
  aside: [],
  changes: [],
  queue: EMPTY_CURVE,
};

/** Those who can do most for the run come first. */
const RANKS: Readonly<Record<WorkerState, number>> = { ready: 0, draining: 1, opening: 2, silent: 3, unfit: 4 };

const byRank = (a: ClusterWorkerFigures, b: ClusterWorkerFigures): number =>
  RANKS[a.state] - RANKS[b.state] || b.done - a.done || (a.name < b.name ? -1 : 1);

export const withFigures = (
  cluster: ClusterProgress | undefined,
  { workers, ...counts }: ClusterFigures,
  ms: number,
): ClusterProgress => {
  const before = cluster ?? NO_CLUSTER;
  const states = { ...NO_CLUSTER.workers };
  for (const { state } of workers) states[state] += 1;
  return {
    ...before,
    counts,
    workers: states,
    listed: workers.toSorted(byRank).slice(0, MAX_LISTED).map(listed),
    aside: workers
      .filter(({ state }) => state === "unfit")
      .slice(0, MAX_ASIDE)
      .map(({ name, reason = "" }) => ({ name: bounded(name, NAME), reason: bounded(reason, REASON) })),
    queue: extended(before.queue, ms, counts.queued),
  };
};

export const withChange = (
  cluster: ClusterProgress | undefined,
  { change, message }: WorkerNote,
  ms: number,
): ClusterProgress => {
  const before = cluster ?? NO_CLUSTER;
  const changes = [...before.changes, { ms, change, message: bounded(message, REASON) }].slice(-MAX_CHANGES);
  return { ...before, changes };
};

const listed = (worker: ClusterWorkerFigures): ListedWorker => {
  const { name, slots, running, done, verified, rate, latencyMs, load, state } = worker;
  return { name: bounded(name, NAME), slots, running, done, verified, rate, latencyMs, load, state };
};
