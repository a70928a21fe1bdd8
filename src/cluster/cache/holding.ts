/** Workers of one machine share a cache: one at a time does what must not be done twice at once. */
import { rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../core/errors.ts";
import { takeLock, type Lock } from "../../runs/lock.ts";

const POLL_MS = 20;

/** Waits for its turn. A lock older than `staleMs` is of somebody who died on another machine, or hangs. */
export const holding = async <T>(path: string, staleMs: number, work: () => T | Promise<T>): Promise<T> => {
  const lock = await taken(path, staleMs);
  try {
    return await work();
  } finally {
    lock.release();
  }
};

const taken = async (path: string, staleMs: number): Promise<Lock> => {
  for (;;) {
    try {
      return takeLock(path);
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== "LOCKED") throw error;
    }
    if (ageOf(path) > staleMs) rmSync(path, { force: true });
    else await sleep(POLL_MS);
  }
};

/** In milliseconds; what is not there is new. */
export const ageOf = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
};
