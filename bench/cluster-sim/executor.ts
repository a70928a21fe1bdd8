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
): SimulatedCluster<C> => new Simulation(model, oracle);

class Simulation<C extends Case> implements SimulatedCluster<C> {
  readonly #model: ClusterModel;
  readonly #oracle: (candidate: C) => boolean;
  readonly #clock = new Clock();
  readonly #random: Random;
  readonly #listeners = new Listeners();
  readonly #counts = { attempts: 0, duplicated: 0, redelivered: 0, deaths: 0, busyMs: 0 };
  readonly #seen = { tests: 0, ms: 0 };
  readonly #queue: Job<C>[] = [];
  readonly #urgent: Job<C>[] = [];
  readonly #free: Worker<C>[] = [];
  #capacity: number;
  #dispatched = 0;
  /** How many jobs are wanted. */
  #open = 0;
  /** The driver has something to look at. */
  #news = false;
  #ticking = false;
  #stood = performance.now();
  #driverMs = 0;

  constructor(model: ClusterModel, oracle: (candidate: C) => boolean) {
    this.#model = model;
    this.#oracle = oracle;
    this.#random = randomFrom(model.seed);
    this.#capacity = model.workers;
    for (let i = 0; i < model.workers; i++) {
      const worker: Worker<C> = { attempt: undefined, dead: false };
      this.#free.push(worker);
      if (model.lifeMs !== undefined) this.#live(worker, model.lifeMs);
    }
  }

  get capacity(): number {
    return Math.max(1, this.#capacity);
  }

  get now(): number {
    return this.#clock.now;
  }

  get counts(): ClusterCounts {
    return { ...this.#counts };
  }

  get driverMs(): number {
    return this.#driverMs;
  }

  onCapacity(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  run(candidate: C, signal: AbortSignal): Promise<Finding> {
    return new Promise((resolve) => {
      const cost = costOf(candidate.key(), this.#model);
      const job: Job<C> = { candidate, cost, answer: resolve, attempts: new Set(), duplicated: false, over: false };
      this.#open++;
      this.#queue.push(job);
      signal.addEventListener("abort", () => void (job.over || this.#retire(job)), { once: true });
      this.#pump();
      this.#wind();
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #pump(): void {
    while (this.#free.length > 0) {
      const job = this.#urgent.pop() ?? this.#queue.shift();
      if (job === undefined) return;
      if (!job.over) this.#begin(job, this.#free.pop() as Worker<C>);
    }
  }

  #begin(job: Job<C>, worker: Worker<C>): void {
    const { dispatchMs, latencyMs, slow, duplicates } = this.#model;
    const clock = this.#clock;
    this.#dispatched = Math.max(this.#dispatched, clock.now) + dispatchMs;
    const times = this.#random.next() < slow.share ? slow.times : 1;
    const ms = this.#dispatched - clock.now + latencyMs + job.cost * times;
    const end = clock.after(ms, () => this.#finish(attempt));
    const attempt: Attempt<C> = { job, worker, begun: clock.now, end };
    worker.attempt = attempt;
    job.attempts.add(attempt);
    this.#counts.attempts++;
    const seen = this.#seen;
    if (duplicates !== "never" && !job.duplicated && seen.tests >= ENOUGH)
      clock.after(Math.max(MIN_TIMEOUT, (PATIENCE * seen.ms) / seen.tests), () => this.#suspect(attempt));
  }

  #suspect(attempt: Attempt<C>): void {
    const { job } = attempt;
    if (job.duplicated || !job.attempts.has(attempt)) return;
    if (this.#model.duplicates === "to the idle" && this.#free.length === 0)
      return void this.#clock.after(TICK_MS, () => this.#suspect(attempt));
    job.duplicated = true;
    this.#counts.duplicated++;
    this.#urgent.push(job);
    this.#pump();
  }

  #finish(attempt: Attempt<C>): void {
    const { job, worker, begun } = attempt;
    const ms = this.#clock.now - begun;
    this.#seen.tests++;
    this.#seen.ms += ms;
    this.#leave(attempt);
    this.#retire(job);
    job.answer({ outcome: this.#oracle(job.candidate) ? "fail" : "pass", ms });
    this.#news = true;
    this.#vacate(worker);
  }

  /** Nobody needs the job any longer: whoever is at it hears of that half a way later. */
  #retire(job: Job<C>): void {
    job.over = true;
    this.#open--;
    for (const other of job.attempts) {
      this.#leave(other);
      this.#clock.after(this.#model.latencyMs / 2, () => this.#vacate(other.worker));
    }
  }

  #leave(attempt: Attempt<C>): void {
    this.#clock.silence(attempt.end);
    attempt.job.attempts.delete(attempt);
    attempt.worker.attempt = undefined;
    this.#counts.busyMs += this.#clock.now - attempt.begun;
  }

  #vacate(worker: Worker<C>): void {
    if (worker.dead) return;
    this.#free.push(worker);
    this.#pump();
  }

  #live(worker: Worker<C>, lifeMs: number): void {
    this.#clock.after(-Math.log(1 - this.#random.next()) * lifeMs, () => this.#die(worker, lifeMs));
  }

  #die(worker: Worker<C>, lifeMs: number): void {
    const { ackWaitMs, silenceMs, returnMs } = this.#model;
    this.#counts.deaths++;
    worker.dead = true;
    const { attempt } = worker;
    if (attempt === undefined) remove(this.#free, worker);
    else {
      this.#leave(attempt);
      this.#clock.after(ackWaitMs, () => this.#redeliver(attempt.job));
    }
    this.#clock.after(silenceMs, () => this.#resize(-1));
    this.#clock.after(returnMs, () => {
      worker.dead = false;
      this.#resize(1);
      this.#live(worker, lifeMs);
      this.#vacate(worker);
    });
  }

  #redeliver(job: Job<C>): void {
    if (job.over) return;
    this.#counts.redelivered++;
    this.#urgent.push(job);
    this.#pump();
  }

  #resize(by: number): void {
    this.#capacity += by;
    this.#news = true;
    this.#listeners.tell();
  }

  #tick(): void {
    this.#ticking = false;
    this.#driverMs += performance.now() - this.#stood;
    this.#news = false;
    while (!this.#news && this.#open > 0 && this.#clock.advance());
    this.#stood = performance.now();
    this.#wind();
  }

  /** The clock stands still while the driver has something to do. */
  #wind(): void {
    if (this.#ticking || this.#open === 0) return;
    this.#ticking = true;
    setImmediate(() => this.#tick());
  }
}

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
