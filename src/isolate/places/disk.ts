/** Puts single entries on the disk and takes them away: never through a link, and with times of change that only go up. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import { foldersAbove } from "../../core/test-case.ts";
import { errorCode, onDisk } from "../../journals/disk-errors.ts";
import { noteExecutable } from "../../runner/busy-text.ts";
import { removeTree } from "../../runner/removal.ts";
import type { Entry } from "../mixture.ts";

/** What is there itself, links not followed; nothing, too, where a file lies in the place of a folder on the way. */
export const statOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
};

/** A test has left what cannot be removed: the place is of no use any more. */
class Stuck extends Error {
  override readonly name = "Stuck";
}

/** What the system says where a file of somebody else is in the way, or one that nobody may change. */
const STUCK: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY", "ENOTEMPTY", "NO_PERMISSION"]);

export const isStuck = (error: unknown): boolean => error instanceof Stuck || STUCK.has(errorCode(error));

/** Whatever lies there, also what a test has made unreadable for its own user. Throws a `Stuck`. */
export const removeAll = (path: string): void => {
  const left = removeTree(path);
  if (left !== undefined) throw new Stuck(`${left.path} cannot be removed: ${left.why}`);
};

/** Without these rights nothing can be found in a folder, put there or taken away. */
export const makeUsable = (folder: string, { mode }: Stats): void => {
  if ((mode & 0o700) !== 0o700) chmodSync(folder, (mode & 0o7777) | 0o700);
};

/** A test may have taken the right to read it away. */
export const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    chmodSync(directory, 0o700);
    return readdirSync(directory);
  }
};

/**
 * A clock for times of change. What it gives is later than everything that has been written with it before, and later than what
 * programs have written up to now: they get the system's time, which stands still for some milliseconds at a time. So a build
 * sees that a file was written, also when it comes back to an old text within one such moment.
 */
class ChangeClock {
  #last = 0;

  /** In seconds. `natural` is what the system gave to something written just now, `before` the time the file had. */
  after(natural: number, before: number): number {
    this.#last = Math.max(natural, this.#last) + STEP;
    return Math.max(this.#last, before + STEP);
  }
}

/** In seconds; less is lost in a double. */
const STEP = 2e-6;

type PlainEntry = Exclude<Entry, { readonly kind: "submodule" }>;

export interface Disk {
  /** Puts an entry there, whatever lies there now. Folders above it are made; links and files in their place go. */
  put(path: string, entry: PlainEntry): void;
  /** Takes an entry away, and the folders that become empty by it as long as nothing wants them. */
  take(path: string, isWanted: (folder: string) => boolean): void;
}

/** Paths are relative to a root. `onFolder` hears of folders that were made and removed. */
export const openDisk = (root: string, onFolder: (path: string, made: boolean) => void): Disk => {
  const clock = new ChangeClock();

  const makeFolder = (path: string): void => {
    const full = join(root, path);
    const there = statOf(full);
    if (there?.isDirectory() === true) return makeUsable(full, there);
    if (there !== undefined) unlinkSync(full);
    mkdirSync(full);
    onFolder(path, true);
  };

  const put = (path: string, full: string, entry: PlainEntry): void => {
    for (const folder of foldersAbove(path)) makeFolder(folder);
    switch (entry.kind) {
      case "file":
        putFile(full, entry, clock);
        break;
      case "link":
        clear(full);
        symlinkSync(entry.target, full);
        break;
      case "folder":
        makeFolder(path);
        // Without these nothing could be put there or taken away.
        chmodSync(full, entry.mode | 0o700);
        break;
    }
  };

  return {
    put(path, entry) {
      const full = join(root, path);
      onDisk(`cannot write ${full}`, () => put(path, full, entry));
    },
    take(path, isWanted) {
      const full = join(root, path);
      const there = statOf(full);
      if (there?.isDirectory() === true) {
        if (isWanted(path) || !removedEmpty(full)) return;
        onFolder(path, false);
      } else if (there !== undefined) unlinkSync(full);
      for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
        if (isWanted(folder) || !removedEmpty(join(root, folder))) return;
        onFolder(folder, false);
      }
    },
  };
};

const putFile = (full: string, entry: Extract<Entry, { kind: "file" }>, clock: ChangeClock): void => {
  const { mode } = entry;
  const content = entry.bytes();
  const before = clear(full);
  const fd = openSync(full, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    for (let at = 0; at < content.length;) at += writeSync(fd, content, at);
    fchmodSync(fd, mode);
    const time = clock.after(fstatSync(fd).mtimeMs / 1000, before / 1000);
    futimesSync(fd, time, time);
  } finally {
    closeSync(fd);
    if ((mode & 0o111) !== 0) noteExecutable();
  }
};

/** Makes room; returns when what was there had been changed, in milliseconds. */
const clear = (full: string): number => {
  const there = statOf(full);
  if (there === undefined) return 0;
  if (there.isDirectory()) removeAll(full);
  else unlinkSync(full);
  return there.isFile() ? there.mtimeMs : 0;
};

const removedEmpty = (full: string): boolean => {
  try {
    rmdirSync(full);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return true;
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR") return false;
    throw error;
  }
};
