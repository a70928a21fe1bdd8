/** What lies below some paths of the disk, with everything that links lead to. */
import { lstatSync, readdirSync, readlinkSync, statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { errorCode } from "../../journals/disk-errors.ts";

export interface StageFiles {
  /** What was looked through, absolute: none lies in another. */
  readonly roots: readonly string[];
  /** All by absolute paths. */
  readonly files: readonly { readonly path: string; readonly mode: number; readonly size: number }[];
  /** As they are written. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Absolute targets, in the roots. */
  readonly outward: readonly { readonly path: string; readonly target: string }[];
  /** Those with nothing in them, and the roots. */
  readonly folders: readonly { readonly path: string; readonly mode: number }[];
}

export interface WalkOptions {
  /** Absolute. */
  readonly roots: readonly string[];
  /** A further one, wherever it lies, in which relative links are left alone. */
  readonly candidate?: string;
  /** Absolute paths that are left out. */
  readonly without: readonly string[];
  /** In bytes, all together. */
  readonly most: number;
}

/** Histories, and what pare itself writes. */
const NEVER: ReadonlySet<string> = new Set([".git", ".pare"]);
/** Every machine has these of its own. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|etc|opt|proc|sys|dev|run|var|nix|snap|System|Library|Applications)(?:\/|$)/;
const MODULES = "node_modules";
const MODE = 0o777;

/**
 * Sockets, pipes and devices, and what may not be read, are left out. A link that leads out of a root leads to a further one; where
 * it leads to a folder above a root, to nothing, or to what belongs to the system, it stays as it is.
 */
export const walk = ({ roots: given, candidate, without, most }: WalkOptions): StageFiles => {
  const left = new Set(candidate === undefined ? without : [...without, candidate]);
  const roots: string[] = [];
  const files: { path: string; mode: number; size: number }[] = [];
  const links: { path: string; target: string }[] = [];
  const outward: { path: string; target: string; typed: string }[] = [];
  const folders: { path: string; mode: number }[] = [];
  let size = 0;

  const isTaken = (path: string): boolean => roots.some((root) => isIn(path, root));
  const isAbove = (path: string): boolean => roots.some((root) => isIn(root, path));

  const seeLink = (path: string, root: string, found: string[]): void => {
    const typed = readlinkSync(path);
    const target = resolve(dirname(path), typed);
    const isOwn = !isAbsolute(typed) && (root === candidate || isIn(target, root));
    if (isOwn || SYSTEM.test(target) || isHidden(target) || left.has(target) || statsOf(target) === undefined)
      links.push({ path, target: typed });
    else {
      outward.push({ path, target, typed });
      found.push(storeOf(target));
    }
  };

  const seeFile = (path: string, stats: Stats): void => {
    files.push({ path, mode: stats.mode & MODE, size: stats.size });
    size += stats.size;
    if (size > most) throw tooLarge(path, most);
  };

  const seeFolder = (root: string, mode: number, found: string[]): void => {
    folders.push({ path: root, mode });
    const waiting = [root];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const names = namesIn(folder).filter((name) => !NEVER.has(name));
      if (names.length === 0 && folder !== root) folders.push({ path: folder, mode: lstatSync(folder).mode & MODE });
      for (const name of names) {
        const path = join(folder, name);
        const stats = left.has(path) ? undefined : lstatSync(path, { throwIfNoEntry: false });
        if (stats?.isDirectory() === true) waiting.push(path);
        else if (stats?.isSymbolicLink() === true) seeLink(path, root, found);
        else if (stats?.isFile() === true) seeFile(path, stats);
      }
    }
  };

  const see = (root: string, stats: Stats, found: string[]): void => {
    if (stats.isDirectory()) seeFolder(root, stats.mode & MODE, found);
    else if (stats.isFile()) seeFile(root, stats);
  };

  const first: string[] = [];
  if (candidate !== undefined) see(candidate, statSync(candidate), first);
  const further = first.filter((path) => !given.some((root) => isIn(root, path)));
  for (let waiting = outermost([...given, ...further]); waiting.length > 0;) {
    const found: string[] = [];
    for (const root of waiting) {
      const stats = isTaken(root) ? undefined : statsOf(root);
      if (stats === undefined) continue;
      roots.push(root);
      see(root, stats, found);
    }
    waiting = outermost(found.filter((path) => !isAbove(path)));
  }
  for (const { path, target, typed } of outward) if (!isTaken(target)) links.push({ path, target: typed });
  return { roots, files, links, outward: outward.filter(({ target }) => isTaken(target)), folders };
};

/** Is it that, or below it? */
export const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

const isHidden = (path: string): boolean => path.split("/").some((part) => NEVER.has(part));

const outermost = (paths: readonly string[]): readonly string[] => {
  const kept: string[] = [];
  for (const path of [...new Set(paths)].toSorted()) if (!kept.some((other) => isIn(path, other))) kept.push(path);
  return kept;
};

/** Packages ask for each other: all that are installed go together. */
const storeOf = (path: string): string => {
  const parts = path.split("/");
  const at = parts.indexOf(MODULES);
  return at < 0 || at === parts.length - 1 ? path : parts.slice(0, at + 1).join("/");
};

/** The state of what a link leads to in the end. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    if (errorCode(error) === "EACCES") return [];
    throw error;
  }
};

const tooLarge = (path: string, most: number): UserError =>
  new UserError(
    "TOO_LARGE",
    `The files that the tests can read are more than ${Math.round(most / 2 ** 20)} MB (counted up to ${path}): too much to send to workers.`,
    {
      advice:
        "Tests can read everything in the directory where pare was started, and what lies beside the ends. Start pare in a directory that holds only what they need.",
    },
  );
