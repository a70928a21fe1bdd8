/** Which names of a cache living processes hold: a file for each, which says whose it is. */
import { readdirSync, rmSync, utimesSync, statSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { holderOf, takeLock, type Lock } from "../../runs/lock.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../core/errors.ts";

export interface CachePins {
  /** Until the function that is returned is called. */
  hold(name: string): () => void;
  /** Names that a living process holds. */
  held(): ReadonlySet<string>;
  isHeldElsewhere(name: string): boolean;
  close(): void;
}

/** Pins are shown to be alive so often, in milliseconds: processes of other machines that share the directory cannot be looked at. */
const SHOW_MS = 10 * 60 * 1000;
const DEAD_MS = 60 * 60 * 1000;
const PIN = /^([0-9a-f]{64})\.[0-9a-f-]{36}$/;

/** `directory` is there. */
export const openPins = (directory: string): CachePins => {
  const own = new Set<string>();
  const show = setInterval(() => {
    for (const pin of own) touch(join(directory, pin));
  }, SHOW_MS);
  show.unref();
  const drop = (pin: string): void => {
    if (own.delete(pin)) rmSync(join(directory, pin), { force: true });
  };
  const living = (): readonly string[] =>
    readdirSync(directory).filter((pin) => {
      if (!PIN.test(pin)) return false;
      if (own.has(pin) || isAlive(join(directory, pin))) return true;
      rmSync(join(directory, pin), { force: true });
      return false;
    });
  return {
    hold: (name) => {
      const pin = `${name}.${randomUUID()}`;
      takeLock(join(directory, pin));
      own.add(pin);
      return () => drop(pin);
    },
    held: () => new Set(living().map(nameOf)),
    isHeldElsewhere: (name) => living().some((pin) => nameOf(pin) === name && !own.has(pin)),
    close: () => {
      clearInterval(show);
      for (const pin of own) drop(pin);
    },
  };
};

const nameOf = (pin: string): string => pin.slice(0, 64);

const isAlive = (path: string): boolean => {
  const holder = holderOf(path);
  return holder !== undefined && (holder.host === hostname() || ageOf(path) < DEAD_MS);
};

/** Now is when it was used last. */
export const touch = (path: string): void => {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Gone meanwhile.
  }
};

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

/** Its age is measured here: the times of files are those of a clock that may jump. */
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
