/** What a directory was like, file by file, to find out afterwards what a test has done to it. */
import { chmodSync, type Stats } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../journals/disk-errors.ts";
import { makeUsable, namesIn, statOf } from "./disk.ts";

interface Mark {
  readonly size: number;
  readonly mtime: number;
  readonly inode: number;
  readonly mode: number;
  /** The last look that has met it. */
  seen: number;
}

interface Differences {
  /** What was not there before: the uppermost folders and files of it. */
  readonly added: readonly string[];
  /** What was there and is gone, or is something else now. */
  readonly changed: readonly string[];
}

export interface Snapshot {
  /** Takes down what lies under a path now, or that nothing does. */
  note(path: string): void;
  /** Takes down everything below a path. Paths that are left out are not entered. */
  noteAll(path: string): void;
  /** Forgets what lies at and below a path. */
  forgetAll(path: string): void;
  /** A folder gets its permissions back; anything else is taken down as it is now. */
  settle(path: string): void;
  /** Everything that is not as it was taken down. */
  compare(): Differences;
  /** Paths that are not as they were taken down. New paths are not looked for, so nothing else is read. */
  compareKnown(): readonly string[];
}

const TYPE = 0o170000;
const FOLDER = 0o040000;

/** Only the permissions of a folder count: the rest says what was done in it. */
const markOf = ({ size, mtimeMs, ino, mode }: Stats, seen: number): Mark =>
  (mode & TYPE) === FOLDER
    ? { size: 0, mtime: 0, inode: 0, mode, seen }
    : { size, mtime: mtimeMs, inode: ino, mode, seen };

const isAsBefore = (mark: Mark, now: Stats): boolean =>
  mark.mode === now.mode &&
  ((now.mode & TYPE) === FOLDER || (mark.mtime === now.mtimeMs && mark.size === now.size && mark.inode === now.ino));

/** Nothing for what lies in a folder that may not be searched any more. */
const reachable = (path: string): Stats | undefined => {
  try {
    return statOf(path);
  } catch (error) {
    if (errorCode(error) === "EACCES") return undefined;
    throw error;
  }
};

const isFolderMode = (mode: number): boolean => (mode & TYPE) === FOLDER;

class DirectorySnapshot implements Snapshot {
  readonly #root: string;
  readonly #isLeft: (path: string) => boolean;
  readonly #marks = new Map<string, Mark>();
  #look = 0;

  constructor(root: string, isLeft: (path: string) => boolean) {
    this.#root = root;
    this.#isLeft = isLeft;
  }

  note(path: string): void {
    const stats = statOf(join(this.#root, path));
    if (stats === undefined) this.#marks.delete(path);
    else this.#marks.set(path, markOf(stats, this.#look));
  }

  noteAll(path: string): void {
    if (path !== "") this.note(path);
    if (statOf(join(this.#root, path))?.isDirectory() !== true) return;
    this.#walk(path, (each, stats) => {
      this.#marks.set(each, markOf(stats, this.#look));
      return true;
    });
  }

  forgetAll(path: string): void {
    const mark = this.#marks.get(path);
    this.#marks.delete(path);
    if (mark === undefined || !isFolderMode(mark.mode)) return;
    for (const each of this.#marks.keys()) if (each.startsWith(`${path}/`)) this.#marks.delete(each);
  }

  settle(path: string): void {
    const mark = this.#marks.get(path);
    const isFolder = statOf(join(this.#root, path))?.isDirectory() === true;
    if (isFolder && mark !== undefined && isFolderMode(mark.mode))
      chmodSync(join(this.#root, path), mark.mode & 0o7777);
    else this.note(path);
  }

  compare(): Differences {
    this.#look += 1;
    const added: string[] = [];
    const changed: string[] = [];
    this.#walk("", (path, stats) => {
      const mark = this.#marks.get(path);
      if (mark === undefined) {
        added.push(path);
        return false;
      }
      mark.seen = this.#look;
      if (isAsBefore(mark, stats)) return true;
      changed.push(path);
      // Something else where a folder was, or the other way round: what was in it is met nowhere, and so it is missing.
      return (mark.mode & TYPE) === (stats.mode & TYPE);
    });
    for (const [path, mark] of this.#marks) if (mark.seen !== this.#look) changed.push(path);
    return { added, changed };
  }

  compareKnown(): readonly string[] {
    const changed: string[] = [];
    for (const [path, mark] of this.#marks) {
      const now = reachable(`${this.#root}/${path}`);
      if (now === undefined || !isAsBefore(mark, now)) changed.push(path);
    }
    return changed;
  }

  /** Visits everything below a folder until it is told not to go deeper. */
  #walk(from: string, visit: (path: string, stats: Stats) => boolean): void {
    const waiting = [from];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const prefix = folder === "" ? "" : `${folder}/`;
      for (const name of namesIn(`${this.#root}/${folder}`)) {
        const path = prefix + name;
        if (this.#isLeft(path)) continue;
        const stats = statOf(`${this.#root}/${path}`);
        if (stats === undefined || !visit(path, stats) || !stats.isDirectory()) continue;
        makeUsable(`${this.#root}/${path}`, stats);
        waiting.push(path);
      }
    }
  }
}

/** `isLeft`: what nobody looks at, a linked node_modules for example. Paths are relative to the root. */
export const openSnapshot = (root: string, isLeft: (path: string) => boolean): Snapshot =>
  new DirectorySnapshot(root, isLeft);
