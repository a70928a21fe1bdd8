/** Shares the free slots of a worker between runs: a slot is free first, then a job is asked for. */

/** A run, as far as sharing goes. */
export interface Taker {
  /** Slots that it has: by requests for jobs that have not ended, and by jobs that run. */
  readonly taken: number;
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
