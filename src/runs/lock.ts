/** One run, one process: a lock file that names its holder, so that a dead one's can be taken over. */
import { linkSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { attempt } from "../core/maybe.ts";
import { readRegular } from "../journals/regular-file.ts";
import { UserError } from "../core/errors.ts";
import { errorCode, onDisk } from "../journals/disk-errors.ts";
import { isAlive, removeQuietly } from "./atomic.ts";
import { PRIVATE_FILE } from "./audience.ts";

export interface Holder {
  readonly pid: number;
  /** When the process started, as the operating system counts; tells it from a later one with the same number. */
  readonly started?: string;
  readonly host: string;
}

export interface Lock {
  release(): void;
}

/** Others may take and release the lock meanwhile, but not as often as that. */
const TRIES = 100;

/** What is locked, for people. */
export interface LockWords {
  readonly code: string;
  /** What the holder does. */
  readonly doing: string;
  readonly advice: string;
}

const RUN: LockWords = {
  code: "LOCKED",
  doing: "is working on this run",
  advice: "a second run on the same input needs other options or another directory",
};

/** Throws LOCKED, or what it is told to, with the process that holds it, while that one lives. */
export const takeLock = (path: string, what: LockWords = RUN): Lock =>
  onDisk(`cannot lock ${path}`, () => {
    const mine = JSON.stringify(describe(process.pid));
    const ready = `${path}.${process.pid}`;
    try {
      writeFileSync(ready, mine, { mode: PRIVATE_FILE });
      for (let tries = 1; !linked(ready, path); tries++) {
        if (tries > TRIES) throw unreadable(path);
        takeAway(path, ready, what);
      }
    } finally {
      removeQuietly(ready);
    }
    removeReady(path);
    return { release: () => void (textOf(path) === mine && rmSync(path, { force: true })) };
  });

/** What processes that were killed while they took the lock have left. */
const removeReady = (path: string): void => {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(prefix) ? /^(\d+)(?:\.stale)?$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) removeQuietly(join(dirname(path), name));
  }
};

/** Who holds a lock and is alive, as far as can be told. */
export const holderOf = (path: string): Holder | undefined => {
  const holder = parsed(textOf(path));
  return holder !== undefined && lives(holder) ? holder : undefined;
};

const describe = (pid: number): Holder => {
  const started = startOf(pid);
  return { pid, ...(started !== undefined && { started }), host: hostname() };
};

/** A link is made at once, with its content, or not at all. */
const linked = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
};

/** Takes a dead holder's lock away; throws when the holder lives. */
const takeAway = (path: string, ready: string, what: LockWords): void => {
  const seen = textOf(path);
  if (seen === undefined) return;
  const holder = parsed(seen);
  if (holder !== undefined && lives(holder)) throw locked(path, holder, what);
  const aside = `${ready}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  // Somebody else may have been quicker, and this is the lock of the new holder: then it goes back.
  if (textOf(aside) !== seen) linked(aside, path);
  rmSync(aside, { force: true });
};

const locked = (path: string, { pid, host }: Holder, { code, doing, advice }: LockWords): UserError => {
  const where = host === hostname() ? "" : ` on ${host}`;
  return new UserError(code, `Process ${pid}${where} ${doing}.`, {
    advice:
      where === ""
        ? `Wait for it, or end it (kill ${pid}); ${advice}.`
        : `If it is certain that it no longer runs there, remove ${path}.`,
  });
};

const unreadable = (path: string): UserError =>
  new UserError("LOCKED", `The lock ${path} can be neither read nor removed.`, {
    advice: "Remove it, if no other pare works on this run.",
  });

/** Processes of another machine cannot be looked at: they count as alive. */
const lives = ({ pid, started, host }: Holder): boolean => {
  if (host !== hostname()) return true;
  if (!isAlive(pid) || hasEnded(pid)) return false;
  const now = startOf(pid);
  return started === undefined || now === undefined || now === started;
};

/** Field 22 of /proc/PID/stat; `undefined` where there is no /proc. */
const startOf = (pid: number): string | undefined => fieldsOf(pid)?.[19];

/** It only waits for somebody to ask how it ended; in containers that may be never. */
const hasEnded = (pid: number): boolean => /^[ZX]$/.test(fieldsOf(pid)?.[0] ?? "");

/** The fields of /proc/PID/stat from the third on; the name in the second may hold spaces and brackets. */
const fieldsOf = (pid: number): readonly string[] | undefined => {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
};

const textOf = (path: string): string | undefined => attempt(() => readRegular(path));

const parsed = (text: string | undefined): Holder | undefined => {
  try {
    const holder = JSON.parse(text ?? "") as Partial<Holder>;
    return typeof holder.pid === "number" && typeof holder.host === "string" ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
};
