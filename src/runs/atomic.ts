/** Files that are there whole or not at all, whatever happens meanwhile. */
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, onDisk } from "../journals/disk-errors.ts";
import { PRIVATE_FILE, type ModeFor } from "./audience.ts";
import { sha256 } from "./identity.ts";
import { refuseForeignLinks } from "./links.ts";

let number = 0;

/** The bytes of a name that remain for the name itself: it may have 255, with what follows it. */
const ROOM = 200;

/** What is written before it takes a name's place. */
export const prefixFor = (path: string): string => `.${shortened(basename(path))}.pare-`;

/** Whole characters only. */
const shortened = (name: string): string => {
  const bytes = Buffer.from(name);
  return bytes.length <= ROOM
    ? name
    : bytes
        .subarray(0, ROOM)
        .toString()
        .replace(/\uFFFD+$/, "");
};

/** A name beside a place that no other replacement uses. */
export const nameBeside = (path: string): string => {
  number += 1;
  return join(dirname(path), `${prefixFor(path)}${process.pid}-${number}`);
};

/**
 * Writes beside the place, syncs, renames: readers see the old content or the new one, after a power failure too. Nobody but the user
 * may read it unless a mode is given, and nobody ever before it has that mode. A link at the place is replaced, not followed; other
 * names of what was there (hard links) keep that.
 */
export const replaceFile = (path: string, content: string | Uint8Array, mode: number | ModeFor = PRIVATE_FILE): void =>
  onDisk(`cannot write ${path}`, () => {
    refuseForeignLinks(path);
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

/** What stands beside a place: of a process, a number or "probe"; then what it may hold, if that is known. */
const OURS = /^(\..*\.pare-)(\d+)-(?:\d+|probe)((?:-[0-9a-f]{10}){2})?(?:-aside|-part)?$/;

/** How a content is called in names. */
const shortOf = (digest: string): string => sha256(digest).slice(0, 10);

/** The name says what it holds before and after an exchange, so that anything else is known for somebody's work ever after. */
export const withDigests = (beside: string, old: string, written: string): string =>
  `${beside}-${shortOf(old)}-${shortOf(written)}`;

/** Is that the digest of what pare has put under this name? */
export const isNamed = (left: string, digest: string): boolean =>
  OURS.exec(basename(left))?.[3]?.split("-").includes(shortOf(digest)) === true;

/** What processes that were killed in the middle of a replacement have left. */
export const leftoversOf = (path: string): readonly string[] => {
  const prefix = prefixFor(path);
  return leftoversIn(dirname(path)).filter((left) => OURS.exec(basename(left))?.[1] === prefix);
};

/** The same beside any name in a directory. */
const leftoversIn = (directory: string): readonly string[] =>
  readdirSync(directory)
    .filter((name) => !isAlive(Number(OURS.exec(name)?.[2] ?? process.pid)))
    .map((name) => join(directory, name));

/** Removes what killed processes have left in a directory that is pare's own. */
export const removeLeftoversIn = (directory: string): void =>
  quietly(() => {
    for (const left of leftoversIn(directory)) removeQuietly(left);
  });

export const removeLeftovers = (path: string): void =>
  quietly(() => {
    for (const left of leftoversOf(path)) removeQuietly(left);
  });

/** What nobody needs hurts nobody where it cannot be removed. */
export const removeQuietly = (path: string): void => quietly(() => rmSync(path, { recursive: true, force: true }));

const quietly = (tidy: () => void): void => {
  try {
    tidy();
  } catch {
    // Whoever comes next tries again.
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
};

/** Makes a file that is not there yet. */
export const writeSynced = (path: string, content: Uint8Array, mode: number | ModeFor): void => {
  const file = openNew(path, mode);
  try {
    for (let at = 0; at < content.length;) at += writeSync(file, content, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** A file that is not there yet. */
export const openNew = (path: string, mode: number | ModeFor): number => {
  const file = openSync(path, "wx", PRIVATE_FILE);
  const now = fstatSync(file);
  const wanted = typeof mode === "number" ? mode : mode(now.gid);
  try {
    if ((now.mode & 0o7777) !== wanted) fchmodSync(file, wanted);
  } catch (error) {
    // Some file systems have no modes.
    if (errorCode(error) === "EPERM" || errorCode(error) === "ENOTSUP") return file;
    closeSync(file);
    throw error;
  }
  return file;
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
