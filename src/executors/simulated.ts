/** Oracles on a virtual clock: what many workers would do, without waiting. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import { Listeners } from "../core/listeners.ts";
import type { Finding, Outcome } from "../core/verdict.ts";

/** A machine that is only thought of: its capacity, the time of each test, the answers. */
export interface Simulation<C extends Case> {
  readonly capacity: number;
  /** How long the test of a key takes; 1 unless given. */
  readonly latency?: (key: string) => number;
  readonly oracle: (candidate: C) => Outcome | boolean;
}

/** An executor with a clock of its own: no test takes real time. */
export interface SimulatedExecutor<C extends Case> extends Executor<C> {
  /** The virtual time. */
  readonly now: number;
  /** How many tests were started, aborted ones included. */
  readonly started: number;
  setCapacity(capacity: number): void;
}

interface Pending {
  readonly due: number;
  readonly order: number;
  finish(): void;
}

/**
 * Time stands still while anybody has something to do, then jumps to the next test that is due. Tests due at one instant finish
 * together, in the order they were started. An aborted test never finishes.
 *
 * @example
 * ```ts
 * const executor = simulated({ capacity: 64, oracle: (candidate: ValueCase<number[]>) => candidate.value().includes(3) });
 * ```
 */
export const simulated = <C extends Case>(simulation: Simulation<C>): SimulatedExecutor<C> => {
  const { latency = () => 1, oracle } = simulation;
  const listeners = new Listeners();
  const pending = new Set<Pending>();
  let { capacity } = simulation;
  let now = 0;
  let started = 0;
  let ticking = false;

  const tick = (): void => {
    ticking = false;
    if (pending.size === 0) return;
    now = Math.min(...[...pending].map((test) => test.due));
    const finished = [...pending].filter((test) => test.due === now).toSorted((a, b) => a.order - b.order);
    for (const test of finished) {
      pending.delete(test);
      test.finish();
    }
    wind();
  };
  const wind = (): void => {
    if (ticking || pending.size === 0) return;
    ticking = true;
    soon(tick);
  };
  const run = (candidate: C, signal: AbortSignal): Promise<Finding> =>
    new Promise((resolve) => {
      const ms = latency(candidate.key());
      const finish = (): void => resolve({ outcome: outcomeOf(oracle(candidate)), ms });
      const test: Pending = { due: now + ms, order: started++, finish };
      pending.add(test);
      signal.addEventListener("abort", () => pending.delete(test), { once: true });
      wind();
    });

  return {
    isVirtual: true,
    get capacity() {
      return capacity;
    },
    get now() {
      return now;
    },
    get started() {
      return started;
    },
    setCapacity(next) {
      capacity = next;
      listeners.tell();
    },
    onCapacity: (listener) => listeners.add(listener),
    run,
    close: () => Promise.resolve(),
  };
};

/** After everything that is ready to run now. */
const soon = (task: () => void): void =>
  void (typeof setImmediate === "function" ? setImmediate(task) : setTimeout(task, 0));

const outcomeOf = (said: Outcome | boolean): Outcome => (typeof said === "boolean" ? (said ? "fail" : "pass") : said);
