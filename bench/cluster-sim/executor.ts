/** A cluster on a virtual clock: workers that take jobs from a queue, are slow at times, die and come back. */
import type { Case } from "../../src/core/case.ts";
import type { Executor } from "../../src/core/executor.ts";
import { Listeners } from "../../src/core/listeners.ts";
import type { Finding } from "../../src/core/verdict.ts";
import { randomFrom, type Random } from "../random.ts";
import { Clock, type Alarm } from "./clock.ts";

/** All times are in milliseconds. */
export interface ClusterModel {
  /** Each with one slot. */
  readonly workers: number;
  /** The mean of what a test takes. */
  readonly oracleMs: number;
  /** The standard deviation of the logarithm of what the test of a candidate takes: it is lognormal, and the same for each attempt. */
  readonly spread: number;
  /** The way of a job to its worker and of the answer back, together. */
  readonly latencyMs: number;
  /** What the coordinator itself takes for a job; it gives out one at a time. */
  readonly dispatchMs: number;
  /** Some attempts take so many times as long as others: another program runs there. */
  readonly slow: { readonly share: number; readonly times: number };
  /**
   * What becomes of an attempt that takes four times the mean: it is given out a second time where a worker is idle, or to the next
   * worker that is free, before everything that waits.
   */
  readonly duplicates: "never" | "to the idle" | "to the next";
  /** How long a worker lives on average; for ever unless given. */
  readonly lifeMs?: number;
  readonly ackWaitMs: number;
  /** How long a dead worker counts for the capacity, and when it is there again. */
  readonly silenceMs: number;
  readonly returnMs: number;
  readonly seed: number;
}

export interface ClusterCounts {
  readonly attempts: number;
  readonly duplicated: number;
  readonly redelivered: number;
  readonly deaths: number;
  /** What all workers together have spent on attempts. */
  readonly busyMs: number;
}

export interface SimulatedCluster<C extends Case> extends Executor<C> {
  /** The virtual time. */
  readonly now: number;
  readonly counts: ClusterCounts;
  /** The real time that passed while the clock stood still: what the driver took. */
  readonly driverMs: number;
}

interface Job<C extends Case> {
  readonly candidate: C;
  readonly cost: number;
  readonly answer: (finding: Finding) => void;
  readonly attempts: Set<Attempt<C>>;
  duplicated: boolean;
  over: boolean;
}

interface Attempt<C extends Case> {
  readonly job: Job<C>;
  readonly worker: Worker<C>;
  readonly begun: number;
  readonly end: Alarm;
}

interface Worker<C extends Case> {
  attempt: Attempt<C> | undefined;
  dead: boolean;
}

/** Before so many tests have ended nobody knows what is slow. */
const ENOUGH = 10;
/** As the coordinator of a real cluster has them. */
const PATIENCE = 4;
const MIN_TIMEOUT = 1000;
const TICK_MS = 100;

/** Deterministic: the same model, oracle and search give the same times. An aborted test never ends. */
export const simulatedCluster = <C extends Case>(
  model: ClusterModel,
  oracle: (candidate: C) => boolean,
): SimulatedCluster<C> => {
  const clock = new Clock();
  const random = randomFrom(model.seed);
  const listeners = new Listeners();
  const counts = { attempts: 0, duplicated: 0, redelivered: 0, deaths: 0, busyMs: 0 };
  const seen = { tests: 0, ms: 0 };
  const queue: Job<C>[] = [];
  const urgent: Job<C>[] = [];
  const free: Worker<C>[] = [];
  let capacity = model.workers;
  let dispatched = 0;
  /** Jobs that are wanted, and whether the driver has something to look at. */
  const state = { open: 0, news: false };
  let ticking = false;
  let stood = performance.now();
  let driverMs = 0;

  const pump = (): void => {
    while (free.length > 0) {
      const job = urgent.pop() ?? queue.shift();
      if (job === undefined) return;
      if (!job.over) begin(job, free.pop() as Worker<C>);
    }
  };
  const begin = (job: Job<C>, worker: Worker<C>): void => {
    dispatched = Math.max(dispatched, clock.now) + model.dispatchMs;
    const slow = random.next() < model.slow.share ? model.slow.times : 1;
    const ms = dispatched - clock.now + model.latencyMs + job.cost * slow;
    const end = clock.after(ms, () => finish(attempt));
    const attempt: Attempt<C> = { job, worker, begun: clock.now, end };
    worker.attempt = attempt;
    job.attempts.add(attempt);
    counts.attempts++;
    if (model.duplicates !== "never" && !job.duplicated && seen.tests >= ENOUGH)
      clock.after(Math.max(MIN_TIMEOUT, (PATIENCE * seen.ms) / seen.tests), () => suspect(attempt));
  };
  const suspect = (attempt: Attempt<C>): void => {
    const { job } = attempt;
    if (job.duplicated || !job.attempts.has(attempt)) return;
    if (model.duplicates === "to the idle" && free.length === 0)
      return void clock.after(TICK_MS, () => suspect(attempt));
    job.duplicated = true;
    counts.duplicated++;
    urgent.push(job);
    pump();
  };
  const finish = (attempt: Attempt<C>): void => {
    const { job, worker, begun } = attempt;
    seen.tests++;
    seen.ms += clock.now - begun;
    leave(attempt);
    retire(job);
    job.answer({ outcome: oracle(job.candidate) ? "fail" : "pass", ms: clock.now - begun });
    state.news = true;
    vacate(worker);
  };
  /** Nobody needs the job any longer: whoever is at it hears of that half a way later. */
  const retire = (job: Job<C>): void => {
    job.over = true;
    state.open--;
    for (const other of job.attempts) {
      leave(other);
      clock.after(model.latencyMs / 2, () => vacate(other.worker));
    }
  };
  const leave = (attempt: Attempt<C>): void => {
    clock.silence(attempt.end);
    attempt.job.attempts.delete(attempt);
    attempt.worker.attempt = undefined;
    counts.busyMs += clock.now - attempt.begun;
  };
  const vacate = (worker: Worker<C>): void => {
    if (worker.dead) return;
    free.push(worker);
    pump();
  };

  const live = (worker: Worker<C>, lifeMs: number): void =>
    void clock.after(-Math.log(1 - random.next()) * lifeMs, () => die(worker, lifeMs));
  const die = (worker: Worker<C>, lifeMs: number): void => {
    counts.deaths++;
    worker.dead = true;
    const { attempt } = worker;
    if (attempt === undefined) remove(free, worker);
    else {
      leave(attempt);
      clock.after(model.ackWaitMs, () => redeliver(attempt.job));
    }
    clock.after(model.silenceMs, () => resize(-1));
    clock.after(model.returnMs, () => {
      worker.dead = false;
      resize(1);
      live(worker, lifeMs);
      vacate(worker);
    });
  };
  const redeliver = (job: Job<C>): void => {
    if (job.over) return;
    counts.redelivered++;
    urgent.push(job);
    pump();
  };
  const resize = (by: number): void => {
    capacity += by;
    state.news = true;
    listeners.tell();
  };

  const tick = (): void => {
    ticking = false;
    driverMs += performance.now() - stood;
    state.news = false;
    while (!state.news && state.open > 0 && clock.advance());
    stood = performance.now();
    wind();
  };
  /** The clock stands still while the driver has something to do. */
  const wind = (): void => {
    if (ticking || state.open === 0) return;
    ticking = true;
    setImmediate(tick);
  };

  for (let i = 0; i < model.workers; i++) {
    const worker: Worker<C> = { attempt: undefined, dead: false };
    free.push(worker);
    if (model.lifeMs !== undefined) live(worker, model.lifeMs);
  }
  return {
    get capacity() {
      return Math.max(1, capacity);
    },
    get now() {
      return clock.now;
    },
    get counts() {
      return { ...counts };
    },
    get driverMs() {
      return driverMs;
    },
    onCapacity: (listener) => listeners.add(listener),
    run: (candidate, signal) =>
      new Promise((resolve) => {
        const cost = costOf(candidate.key(), model);
        const job: Job<C> = { candidate, cost, answer: resolve, attempts: new Set(), duplicated: false, over: false };
        state.open++;
        queue.push(job);
        signal.addEventListener("abort", () => void (job.over || retire(job)), { once: true });
        pump();
        wind();
      }),
    close: () => Promise.resolve(),
  };
};

/** What the test of a candidate takes: the same whoever asks, and whenever. */
const costOf = (key: string, { oracleMs, spread, seed }: ClusterModel): number => {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return oracleMs * Math.exp(spread * normal(randomFrom(hash)) - spread ** 2 / 2);
};

/** By Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

const remove = <T>(list: T[], value: T): void => {
  const at = list.indexOf(value);
  if (at >= 0) list.splice(at, 1);
};
