/** A place that pare writes to: what lies there is replaced only as long as it is what pare has seen or written there. */
import { linkSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../journals/disk-errors.ts";
import { ASIDE, isNamed, leftoversOf, nameBeside, PART, syncDirectory, withDigests, writeSynced } from "../atomic.ts";
import { PRIVATE_FILE, type ModeFor } from "../audience.ts";
import { exchange } from "./exchange.ts";
import { sha256 } from "../identity.ts";
import { refuseForeignLinks } from "../links.ts";
import { makePrivateDirectory } from "../private.ts";

/** The digest of a place where nothing lies. */
export const NOTHING = "nothing";

/** How things of a kind are written and told apart. */
export interface Nature<Content> {
  /** Makes what is not there yet. */
  write(path: string, content: Content): void;
  /** The digest of what lies there, links not followed. */
  digest(path: string): string;
}

/** What lies at the place is not what was seen there. It was left as it is. */
export class ChangedPlace extends Error {
  override readonly name = "ChangedPlace";
}

export interface HeldOptions<Content> {
  readonly path: string;
  readonly nature: Nature<Content>;
  /** The digest of what lay there when pare looked; looked at now unless given. */
  readonly seen?: string;
  /** What somebody has taken away is not made again. */
  readonly strict?: boolean;
}

export class Held<Content> {
  readonly path: string;
  readonly #options: HeldOptions<Content>;
  #seen: string;

  constructor(options: HeldOptions<Content>) {
    this.#options = options;
    this.path = options.path;
    this.#seen = options.seen ?? options.nature.digest(options.path);
  }

  /** The digest of what pare knows to lie there. */
  get seen(): string {
    return this.#seen;
  }

  /** As it would be known if it lay there. */
  digestOf(path: string): string {
    return this.#options.nature.digest(path);
  }

  /** Writes it elsewhere instead, in the place of whatever lies there. */
  save(content: Content, path: string): void {
    rmSync(path, { recursive: true, force: true });
    makePrivateDirectory(dirname(path));
    this.#options.nature.write(path, content);
  }

  /** Written beside the place, then put there as a whole. Throws `ChangedPlace`; then nothing has changed. */
  put(content: Content): void {
    const { nature } = this.#options;
    refuseForeignLinks(this.path);
    const part = `${nameBeside(this.path)}${PART}`;
    let beside = part;
    try {
      nature.write(part, content);
      const written = nature.digest(part);
      beside = withDigests(part.slice(0, -PART.length), this.#seen, written);
      renameSync(part, beside);
      this.#takePlace(beside);
      this.#seen = written;
      syncDirectory(dirname(this.path));
    } finally {
      rmSync(part, { recursive: true, force: true });
      // What nobody knows is somebody's work: it is kept.
      if (isNamed(beside, nature.digest(beside))) dropBeside(this.path, beside);
    }
  }

  #fits(digest: string): boolean {
    return digest === this.#seen || (digest === NOTHING && this.#options.strict !== true);
  }

  #takePlace(beside: string): void {
    const { nature } = this.#options;
    const there = nature.digest(this.path);
    if (!this.#fits(there)) throw new ChangedPlace();
    if (there === NOTHING) return putNew(beside, this.path);
    if (!exchange(beside, this.path)) return this.#stepIn(beside);
    if (nature.digest(beside) === this.#seen) return;
    // Somebody has changed it since it was looked at: that goes back.
    if (!exchange(beside, this.path)) renameSync(beside, this.path);
    throw new ChangedPlace();
  }

  /** Where two names cannot change places at once, what lies there steps aside first if it has to. */
  #stepIn(beside: string): void {
    if (!lstatSync(beside).isDirectory()) return renameSync(beside, this.path);
    const aside = `${beside}${ASIDE}`;
    renameSync(this.path, aside);
    const isSeen = this.#options.nature.digest(aside) === this.#seen;
    try {
      if (isSeen) renameSync(beside, this.path);
    } catch (error) {
      renameSync(aside, this.path);
      throw error;
    }
    if (isSeen) return dropBeside(this.path, aside);
    renameSync(aside, this.path);
    throw new ChangedPlace();
  }
}

/** Under another name first: if this process is killed, half of a directory is nobody's work. */
const dropBeside = (path: string, left: string): void => {
  if (lstatSync(left, { throwIfNoEntry: false }) === undefined) return;
  const part = `${nameBeside(path)}${PART}`;
  renameSync(left, part);
  rmSync(part, { recursive: true, force: true });
};

/** Removes what killed processes have left of their own beside a place. Returns what is somebody's work. */
export const sweepBeside = (path: string, digest: (path: string) => string): readonly string[] =>
  leftoversOf(path).filter((left) => {
    const isOurs = left.endsWith(PART) || left.endsWith("-probe");
    if (!isOurs && !isNamed(left, digest(left))) return true;
    dropBeside(path, left);
    return false;
  });

const TAKEN: readonly (string | undefined)[] = ["EEXIST", "ENOTEMPTY", "ENOTDIR", "EISDIR"];
/** What file systems without hard links say to one. */
const NO_LINKS: readonly (string | undefined)[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** A link is not made where something lies, and a folder takes the place of an empty one alone. */
const putNew = (beside: string, path: string): void => {
  try {
    if (lstatSync(beside).isDirectory()) renameSync(beside, path);
    else linkOrRename(beside, path);
  } catch (error) {
    if (TAKEN.includes(errorCode(error)) && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new ChangedPlace();
    throw error;
  }
};

const linkOrRename = (beside: string, path: string): void => {
  try {
    linkSync(beside, path);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    renameSync(beside, path);
  }
};

/** The digest of a file; links count by where they lead, and what cannot be read by which it is. */
export const digestOfFile = (path: string): string => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return NOTHING;
  try {
    if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    if (stats.isFile()) return digestNamed(sha256(readFileSync(path)));
  } catch (error) {
    // Taken away meanwhile.
    if (errorCode(error) === "ENOENT") return NOTHING;
  }
  return `other ${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}`;
};

/** The digest of a file whose SHA-256 is known. */
export const digestNamed = (hash: string): string => `file ${hash}`;

export interface FileContent {
  readonly bytes: Uint8Array;
  /** For the user alone unless given. */
  readonly mode?: number | ModeFor | undefined;
}

export const files: Nature<FileContent> = {
  write: (path, { bytes, mode }) => writeSynced(path, bytes, mode ?? PRIVATE_FILE),
  digest: digestOfFile,
};
