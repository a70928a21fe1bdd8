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

/** `isLeft`: what nobody looks at, a linked node_modules for example. Paths are relative to the root. */
export const openSnapshot = (root: string, isLeft: (path: string) => boolean): Snapshot => {
  const marks = new Map<string, Mark>();
  let look = 0;

  const note = (path: string): void => {
    const stats = statOf(join(root, path));
    if (stats === undefined) marks.delete(path);
    else marks.set(path, markOf(stats, look));
  };

  /** Visits everything below a folder until it is told not to go deeper. */
  const walk = (from: string, visit: (path: string, stats: Stats) => boolean): void => {
    const waiting = [from];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const prefix = folder === "" ? "" : `${folder}/`;
      for (const name of namesIn(`${root}/${folder}`)) {
        const path = prefix + name;
        if (isLeft(path)) continue;
        const stats = statOf(`${root}/${path}`);
        if (stats === undefined || !visit(path, stats) || !stats.isDirectory()) continue;
        makeUsable(`${root}/${path}`, stats);
        waiting.push(path);
      }
    }
  };

  return {
    note,
    noteAll(path) {
      if (path !== "") note(path);
      if (statOf(join(root, path))?.isDirectory() !== true) return;
      walk(path, (each, stats) => {
        marks.set(each, markOf(stats, look));
        return true;
      });
    },
    forgetAll(path) {
      const mark = marks.get(path);
      marks.delete(path);
      if (mark === undefined || (mark.mode & TYPE) !== FOLDER) return;
      for (const each of marks.keys()) if (each.startsWith(`${path}/`)) marks.delete(each);
    },
    settle(path) {
      const mark = marks.get(path);
      const isFolder = statOf(join(root, path))?.isDirectory() === true;
      if (isFolder && mark !== undefined && (mark.mode & TYPE) === FOLDER)
        chmodSync(join(root, path), mark.mode & 0o7777);
      else note(path);
    },
    compare() {
      look += 1;
      const added: string[] = [];
      const changed: string[] = [];
      walk("", (path, stats) => {
        const mark = marks.get(path);
        if (mark === undefined) {
          added.push(path);
          return false;
        }
        mark.seen = look;
        if (isAsBefore(mark, stats)) return true;
        changed.push(path);
        // Something else where a folder was, or the other way round: what was in it is met nowhere, and so it is missing.
        return (mark.mode & TYPE) === (stats.mode & TYPE);
      });
      for (const [path, mark] of marks) if (mark.seen !== look) changed.push(path);
      return { added, changed };
    },
    compareKnown() {
      const changed: string[] = [];
      for (const [path, mark] of marks) {
        const now = reachable(`${root}/${path}`);
        if (now === undefined || !isAsBefore(mark, now)) changed.push(path);
      }
      return changed;
    },
  };
};
