/** What lies below some paths of the disk, with everything that links lead to. */
import { lstatSync, readdirSync, readlinkSync, statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { errorCode } from "../../journals/disk-errors.ts";
import { statsOf } from "../../runs/output/place.ts";

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
export const walk = (options: WalkOptions): StageFiles => new Walk(options).whole();

interface Link {
  readonly path: string;
  readonly target: string;
}

class Walk {
  readonly #options: WalkOptions;
  readonly #left: ReadonlySet<string>;
  readonly #roots: string[] = [];
  readonly #files: StageFiles["files"][number][] = [];
  readonly #links: Link[] = [];
  readonly #outward: (Link & { readonly typed: string })[] = [];
  readonly #folders: StageFiles["folders"][number][] = [];
  #size = 0;

  constructor(options: WalkOptions) {
    const { without, candidate } = options;
    this.#options = options;
    this.#left = new Set(candidate === undefined ? without : [...without, candidate]);
  }

  whole(): StageFiles {
    const { roots: given, candidate } = this.#options;
    const first: string[] = [];
    if (candidate !== undefined) this.#see(candidate, statSync(candidate), first);
    const further = first.filter((path) => !given.some((root) => isIn(root, path)));
    for (let waiting = outermost([...given, ...further]); waiting.length > 0;) {
      const found: string[] = [];
      for (const root of waiting) {
        const stats = this.#isTaken(root) ? undefined : statsOf(root);
        if (stats === undefined) continue;
        this.#roots.push(root);
        this.#see(root, stats, found);
      }
      waiting = outermost(found.filter((path) => !this.#roots.some((root) => isIn(root, path))));
    }
    const outward = this.#outward.filter(({ target }) => this.#isTaken(target));
    const others = this.#outward.filter(({ target }) => !this.#isTaken(target));
    const links = [...this.#links, ...others.map(({ path, typed }) => ({ path, target: typed }))];
    return { roots: this.#roots, files: this.#files, links, outward, folders: this.#folders };
  }

  #isTaken(path: string): boolean {
    return this.#roots.some((root) => isIn(path, root));
  }

  #see(root: string, stats: Stats, found: string[]): void {
    if (stats.isDirectory()) this.#seeFolder(root, stats.mode & MODE, found);
    else if (stats.isFile()) this.#seeFile(root, stats);
  }

  #seeFolder(root: string, mode: number, found: string[]): void {
    this.#folders.push({ path: root, mode });
    const waiting = [root];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const names = namesIn(folder).filter((name) => !NEVER.has(name));
      if (names.length === 0 && folder !== root)
        this.#folders.push({ path: folder, mode: lstatSync(folder).mode & MODE });
      for (const name of names) {
        const path = join(folder, name);
        const stats = this.#left.has(path) ? undefined : lstatSync(path, { throwIfNoEntry: false });
        if (stats?.isDirectory() === true) waiting.push(path);
        else if (stats?.isSymbolicLink() === true) this.#seeLink(path, root, found);
        else if (stats?.isFile() === true) this.#seeFile(path, stats);
      }
    }
  }

  #seeFile(path: string, stats: Stats): void {
    const { most } = this.#options;
    this.#files.push({ path, mode: stats.mode & MODE, size: stats.size });
    this.#size += stats.size;
    if (this.#size > most) throw tooLarge(path, most);
  }

  #seeLink(path: string, root: string, found: string[]): void {
    const typed = readlinkSync(path);
    const target = resolve(dirname(path), typed);
    const isOwn = !isAbsolute(typed) && (root === this.#options.candidate || isIn(target, root));
    if (isOwn || SYSTEM.test(target) || isHidden(target) || this.#left.has(target) || statsOf(target) === undefined)
      this.#links.push({ path, target: typed });
    else {
      this.#outward.push({ path, target, typed });
      found.push(storeOf(target));
    }
  }
}

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
