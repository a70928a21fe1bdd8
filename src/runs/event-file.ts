/** The event stream as JSON lines in a file. */
import {
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from "node:fs";
import { UserError } from "../core/errors.ts";
import { visibleJson } from "../core/visible.ts";
import { diskError, errorCode, onDisk } from "../journals/disk-errors.ts";
import { nameBeside, openNew, removeLeftovers } from "./atomic.ts";
import type { ModeFor } from "./audience.ts";
import { isForeign, refuseForeignLinks } from "./links.ts";

export interface EventFile {
  write(event: { readonly type: string; readonly version: number; readonly ms: number }): void;
  close(): void;
}

const AT_ONCE = 64 * 1024;

/**
 * Throws a `UserError` when the file cannot be written. Lines are whole at any time the file is read after `close`. A file is made
 * anew, so that no other name of it (a hard link) gets the events; only an earlier file of events is replaced, or an empty one. Pipes
 * and devices are written to.
 */
export const eventFile = (path: string, mode: ModeFor): EventFile => {
  const file = open(path, mode);
  let waiting = "";
  const flush = (): void => {
    const lines = Buffer.from(waiting);
    waiting = "";
    onDisk(`cannot write ${path}`, () => writeAll(file, lines));
  };
  return {
    write: ({ type, ...event }) => {
      waiting += `${visibleJson(JSON.stringify({ type, ...event }))}\n`;
      if (waiting.length >= AT_ONCE || type !== "test") flush();
    },
    close: () => {
      flush();
      if (file !== STREAMS[path]) closeSync(file);
    },
  };
};

/** The streams of this process: what went there before is kept, and those that are sockets cannot be opened once more. */
const STREAMS: Readonly<Record<string, number>> = { "/dev/stdout": 1, "/dev/stderr": 2 };

/** Files that this process was given open: what went there before is kept, too. */
const GIVEN = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

const open = (path: string, mode: ModeFor): number => {
  const stream = STREAMS[path];
  try {
    if (stream !== undefined || GIVEN.test(path)) return openAt(path, constants.O_APPEND | constants.O_CREAT);
    refuseForeignLinks(path);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) return openSpecial(path, stats);
    return made(stats === undefined ? path : replaceable(realpathSync(path)), mode);
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (stream !== undefined && errorCode(error) === "ENXIO") return stream;
    if (errorCode(error) === "ENXIO") throw unread(path, error);
    const known = diskError(error, `cannot write ${path}`);
    if (known instanceof UserError && BROKEN.has(known.code)) throw known;
    throw refused(path, error instanceof Error ? error.message : String(error), error);
  }
};

/** Nothing that another name would help. */
const BROKEN: ReadonlySet<string> = new Set(["NO_SPACE", "DISK_FAILED"]);

/** A pipe of another user has that one at its other end. */
const openSpecial = (path: string, stats: Stats): number => {
  if (stats.isFIFO() && isForeign(stats)) throw refused(path, "it is a pipe of another user");
  return openAt(path);
};

/** A pipe that nobody reads would not let go of this process, not even for Ctrl-C: ENXIO instead. */
const openAt = (path: string, more = 0): number => {
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
  return openSync(path, constants.O_WRONLY | more | (isPipe ? constants.O_NONBLOCK : 0));
};

/** It gets its name when it is there, with its mode. */
const made = (path: string, mode: ModeFor): number => {
  removeLeftovers(path);
  const beside = nameBeside(path);
  const file = openNew(beside, mode);
  try {
    renameSync(beside, path);
  } catch (error) {
    closeSync(file);
    rmSync(beside, { force: true });
    throw error;
  }
  return file;
};

/** How every file of events begins. */
const MARK = Buffer.from('{"type":"');

const replaceable = (path: string): string => {
  const file = openSync(path, "r");
  try {
    const begin = Buffer.alloc(MARK.length);
    const length = readSync(file, begin);
    if (Buffer.compare(begin.subarray(0, length), MARK.subarray(0, length)) === 0) return path;
  } finally {
    closeSync(file);
  }
  throw new UserError("EVENTS_FILE", `${path} is there, and no earlier file of events.`, {
    advice: "It would be overwritten: name another file for --events, or move it away.",
  });
};

const refused = (path: string, why: string, cause?: unknown): UserError =>
  new UserError("EVENTS_FILE", `The events cannot be written to ${path}: ${why}`, {
    advice: "Give --events a file in a directory that exists and can be written to.",
    cause,
  });

const unread = (path: string, cause: unknown): UserError =>
  new UserError("EVENTS_FILE", `The events cannot be written to ${path}: nobody reads it.`, {
    advice: "Start the program that reads the pipe first, or give --events the name of a file.",
    cause,
  });

const RETRY_MS = 5;

/** Streams of this process may be full for a while. */
const writeAll = (file: number, content: Uint8Array): void => {
  for (let at = 0; at < content.length;)
    try {
      at += writeSync(file, content, at);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
};
