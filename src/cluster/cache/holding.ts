/** Workers of one machine share a cache: one at a time does what must not be done twice at once. */
import { rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../core/errors.ts";
import { takeLock, type Lock } from "../../runs/lock.ts";

const POLL_MS = 20;

/** Waits for its turn. A lock that stays the same for `staleMs` is of somebody who died on another machine, or hangs. */
export const holding = async <T>(path: string, staleMs: number, work: () => T | Promise<T>): Promise<T> => {
  const lock = await taken(path, staleMs);
  try {
    return await work();
  } finally {
    lock.release();
  }
};

/** For how long it was there is measured here: the times of files are those of a clock that may jump. */
const taken = async (path: string, staleMs: number): Promise<Lock> => {
  let seen = { mark: "", at: performance.now() };
  for (;;) {
    try {
      return takeLock(path);
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== "LOCKED") throw error;
    }
    const mark = markOf(path);
    if (mark !== seen.mark) seen = { mark, at: performance.now() };
    else if (performance.now() - seen.at > staleMs) rmSync(path, { force: true });
    await sleep(POLL_MS);
  }
};

/** Tells one lock from the next at the same path. */
const markOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs}`;
};

/** In milliseconds; what is not there is new. */
export const ageOf = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
};
