/** Shares the free slots of a worker between runs: a slot is free first, then a job is asked for. */

/** A run, as far as sharing goes. */
export interface Taker {
  /** Jobs that run or wait for a slot. */
  readonly held: number;
  /** Slots that it has: by requests for jobs that have not ended, and by jobs that it holds. */
  readonly taken: number;
  /** How long its tests take, in milliseconds, once that is known. */
  readonly usualMs: number | undefined;
  /** Its queue was found empty: it is not asked in passing before this time. */
  readonly dryUntil: number;
  /** Counts up, over all runs, with each request. */
  readonly servedAt: number;
  pull(waitMs?: number): void;
}

/** How long a request waits in an empty queue, in milliseconds: while there is one run, and when others may want the slot. */
const ALONE_MS = 2000;
const SHARED_MS = 250;
/** How long a queue that was empty is left alone while others are not, in milliseconds. */
export const DRY_MS = 100;

/** While tests take less, what the way of a job takes is worth hiding, in milliseconds. */
const SHORT_MS = 100;

/**
 * How many jobs a worker may have, those that it has asked for among them. Where tests are short, the next are fetched while they run; not
 * while a slot is empty, for another worker may be free.
 */
export const roomFor = (takers: readonly Taker[], slots: number): number => {
  const [only] = takers;
  if (only?.usualMs === undefined || takers.length > 1) return slots;
  return only.usualMs < SHORT_MS && only.held >= slots ? 2 * slots : slots;
};

/**
 * Asks for as many jobs as there are free slots. One run alone has requests waiting in its queue. Several are asked in passing, the one
 * that has the fewest slots first; when all queues are empty, each has some requests waiting, for a short time.
 */
export const deal = (takers: readonly Taker[], free: number, now: number): void => {
  for (let left = free; left > 0; left--) {
    const wet = takers.filter(({ dryUntil }) => dryUntil <= now);
    const next = poorest(wet.length > 0 ? wet : takers);
    if (takers.length === 1) next?.pull(ALONE_MS);
    else next?.pull(wet.length > 0 ? undefined : SHARED_MS);
  }
};

const poorest = (takers: readonly Taker[]): Taker | undefined => {
  let best: Taker | undefined;
  for (const taker of takers) {
    const less = best === undefined ? -1 : taker.taken - best.taken || taker.servedAt - best.servedAt;
    if (less < 0) best = taker;
  }
  return best;
};
