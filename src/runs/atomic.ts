/** Files that are there whole or not at all, whatever happens meanwhile. */
import { closeSync, fchmodSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, onDisk } from "../journals/disk-errors.ts";

let number = 0;

/** What is written before it takes a name's place. */
const prefixFor = (path: string): string => `.${basename(path)}.pare-`;

/** A name beside a place that no other replacement uses. */
export const nameBeside = (path: string): string => {
  number += 1;
  return join(dirname(path), `${prefixFor(path)}${process.pid}-${number}`);
};

/** Writes beside the place, syncs, renames: readers see the old content or the new one, after a power failure too. The mode is that of any new file unless given. */
export const replaceFile = (path: string, content: string | Uint8Array, mode?: number): void =>
  onDisk(`cannot write ${path}`, () => {
    const directory = dirname(path);
    const beside = nameBeside(path);
    try {
      writeSynced(beside, typeof content === "string" ? Buffer.from(content) : content, mode);
      renameSync(beside, path);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    syncDirectory(directory);
  });

/** Behind the name of what is not written to its end. */
export const PART = "-part";
/** Behind the name of what has made room for something new, until that is there. */
export const ASIDE = "-aside";

/** Of a process, a number or "probe". */
const OURS = /^\d+-(?:\d+|probe)(?:-aside|-part)?$/;

/** What processes that were killed in the middle of a replacement have left. */
export const leftoversOf = (path: string): readonly string[] => {
  const prefix = prefixFor(path);
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && OURS.test(name.slice(prefix.length)))
    .filter((name) => !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
    .map((name) => join(dirname(path), name));
};

export const removeLeftovers = (path: string): void => {
  for (const left of leftoversOf(path)) rmSync(left, { recursive: true, force: true });
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
};

/** Makes a file that is not there yet. */
export const writeSynced = (path: string, content: Uint8Array, mode: number | undefined): void => {
  const file = openSync(path, "wx");
  try {
    if (mode !== undefined) fchmodSync(file, mode);
    for (let at = 0; at < content.length;) at += writeSync(file, content, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Where directories cannot be synced, renames are as durable as the platform makes them. */
export const syncDirectory = (path: string): void => {
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } catch {
    // Some file systems refuse; the rename has been done all the same.
  } finally {
    closeSync(directory);
  }
};
