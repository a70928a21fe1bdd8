/**
 * The directory of a cache: blobs/NAME, trees/NAME/tree/… with its size in trees/NAME/size, all written elsewhere and put there whole.
 * When things were used last is the time of their change.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { sha256 } from "../../runs/identity.ts";
import { checkedEntries, unpackTree, treeDigest } from "../trees.ts";
import { ageOf, holding, touch, type CachePins } from "./pins.ts";
import { UserError } from "../../core/errors.ts";

/** Something that can go. */
interface Stored {
  readonly kind: "blobs" | "trees";
  readonly name: string;
  readonly bytes: number;
  readonly usedAt: number;
}

const KINDS = ["blobs", "trees"] as const;
const OTHERS = ["pins", "sound", "locks", "temporary"] as const;
/** Nothing takes so long: what a killed process left behind. In milliseconds. */
const ABANDONED_MS = 60 * 60 * 1000;
/** The short lock is held for moments. */
const STALE_MS = 30_000;
/** When something must go, this part of the room is made free, so that the directory is not looked through for each blob. */
const SPARE = 0.1;
/** Others fill the same directory: it is looked through after this part of the room, or so many things. */
const UNSEEN_PART = 1 / 16;
const UNSEEN_COUNT = 256;
/** What a file takes at least, in bytes. */
const BLOCK = 4096;

/** They may be removed at any time: caches are. */
export const makeCacheDirectories = (directory: string): void =>
  inCache(directory, () => {
    for (const kind of [...KINDS, ...OTHERS]) mkdirSync(join(directory, kind), { recursive: true, mode: 0o700 });
  });

export const removeAbandoned = (directory: string): void =>
  inCache(directory, () => {
    for (const kind of ["temporary", "locks"]) {
      for (const name of readdirSync(join(directory, kind))) {
        const path = join(directory, kind, name);
        if (ageOf(path) > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
      }
    }
  });

export class CacheDisk {
  readonly #directory: string;
  readonly #mostBytes: number;
  readonly #pins: CachePins;
  #bytes = 0;
  #unseenBytes = 0;
  #unseenCount = 0;

  constructor(directory: string, mostBytes: number, pins: CachePins) {
    this.#directory = directory;
    this.#mostBytes = mostBytes;
    this.#pins = pins;
    this.#bytes = total(this.#look());
  }

  /** As far as this process knows. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Nothing when it is not there; damaged ones are removed. */
  async readBlob(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.#directory, "blobs", name);
    let bytes: Uint8Array;
    try {
      bytes = await readFile(path);
    } catch {
      return undefined;
    }
    if (sha256(bytes) === name) {
      touch(path);
      return bytes;
    }
    rmSync(path, { force: true });
    return undefined;
  }

  /** Where everything is in use there is no room, and it is not kept. */
  async keepBlob(name: string, bytes: Uint8Array): Promise<void> {
    if (!(await this.#makeRoom(bytes.length))) return;
    const beside = this.#temporary();
    await inCacheLater(this.#directory, async () => {
      try {
        await writeFile(beside, bytes, { flag: "wx", mode: 0o600 });
        renameSync(beside, join(this.#directory, "blobs", name));
      } finally {
        rmSync(beside, { force: true });
      }
    });
    this.#added(bytes.length);
  }

  /** Its path. Pinned names stay. */
  findTree(name: string): string | undefined {
    const path = join(this.#directory, "trees", name);
    touch(path);
    return attempt(() => join(path, "tree", readdirSync(join(path, "tree"))[0] as string));
  }

  /** Where a tree is not what its name says it is removed. */
  async isTreeSound(name: string, path: string): Promise<boolean> {
    if (await isPacked(path, name)) return true;
    const aside = this.#temporary();
    await this.#alone(() => renameSync(join(this.#directory, "trees", name), aside));
    await discard(aside);
    return false;
  }

  async keepTree(name: string, pack: Uint8Array): Promise<string> {
    const bytes = sizeOnDisk(pack);
    if (!(await this.#makeRoom(bytes))) throw cacheFull(this.#directory, bytes, this.#mostBytes);
    const beside = this.#temporary();
    const path = join(this.#directory, "trees", name);
    await inCacheLater(this.#directory, async () => {
      try {
        mkdirSync(join(beside, "tree"), { recursive: true, mode: 0o700 });
        await unpackTree(pack, join(beside, "tree"));
        writeFileSync(join(beside, "size"), String(bytes));
        await this.#alone(() => existsSync(path) || renameSync(beside, path));
      } finally {
        await discard(beside);
      }
    });
    this.#added(bytes);
    return this.findTree(name) as string;
  }

  /** Pins are set, and things taken away, by one process at a time. */
  async pin(name: string): Promise<() => void> {
    return this.#alone(() => this.#pins.hold(name));
  }

  #added(bytes: number): void {
    this.#bytes += bytes;
    this.#unseenBytes += bytes;
    this.#unseenCount += 1;
  }

  /** The least recently used go first, never what is pinned. Does it fit now? */
  async #makeRoom(bytes: number): Promise<boolean> {
    const isSure = this.#unseenCount < UNSEEN_COUNT && this.#unseenBytes < this.#mostBytes * UNSEEN_PART;
    if (isSure && this.#bytes + bytes <= this.#mostBytes) return true;
    const asides: string[] = [];
    const fits = await this.#alone(() => {
      const stored = this.#look();
      this.#bytes = total(stored);
      this.#unseenBytes = this.#unseenCount = 0;
      if (this.#bytes + bytes <= this.#mostBytes) return true;
      const held = this.#pins.held();
      for (const { kind, name, bytes: freed } of stored.toSorted((a, b) => a.usedAt - b.usedAt)) {
        if (this.#bytes + bytes <= this.#mostBytes * (1 - SPARE)) break;
        if (held.has(name)) continue;
        const aside = this.#temporary();
        renameSync(join(this.#directory, kind, name), aside);
        asides.push(aside);
        this.#bytes -= freed;
      }
      return this.#bytes + bytes <= this.#mostBytes;
    });
    for (const aside of asides) await discard(aside);
    return fits;
  }

  #look(): readonly Stored[] {
    return KINDS.flatMap((kind) => readdirSync(join(this.#directory, kind)).map((name) => this.#stored(kind, name)));
  }

  #stored(kind: Stored["kind"], name: string): Stored {
    const path = join(this.#directory, kind, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return { kind, name, bytes: kind === "blobs" ? (stats?.size ?? 0) : sizeIn(path), usedAt: stats?.mtimeMs ?? 0 };
  }

  #temporary(): string {
    return join(this.#directory, "temporary", randomUUID());
  }

  #alone<T>(work: () => T): Promise<T> {
    return holding(join(this.#directory, "locks", "directory"), STALE_MS, work);
  }
}

const total = (stored: readonly Stored[]): number => stored.reduce((sum, { bytes }) => sum + bytes, 0);

const sizeIn = (tree: string): number =>
  attempt(() => Number.parseInt(readFileSync(join(tree, "size"), "utf8"), 10) || 0) ?? 0;

const isPacked = async (path: string, name: string): Promise<boolean> => {
  try {
    return (await treeDigest(path)) === name;
  } catch {
    return false;
  }
};

const sizeOnDisk = (pack: Uint8Array): number => {
  let sum = 0;
  for (const file of checkedEntries(pack).files) sum += Math.ceil(file.bytes().length / BLOCK) * BLOCK;
  return sum;
};

/** What cannot be removed now is, when the cache is opened after a while. */
const discard = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => undefined);

const REFUSED: Readonly<Record<string, readonly [code: string, what: string]>> = {
  ENOSPC: ["NO_SPACE", "there is no space left on the disk"],
  EDQUOT: ["NO_SPACE", "the disk quota is used up"],
  EROFS: ["NO_CACHE", "the file system is read-only"],
  EACCES: ["NO_CACHE", "permission is denied"],
  EPERM: ["NO_CACHE", "the operation is not permitted"],
  ENOTDIR: ["NO_CACHE", "a part of its path is not a directory"],
};

const refused = (error: unknown, directory: string): unknown => {
  const known = error instanceof Error && "code" in error ? REFUSED[String(error.code)] : undefined;
  if (known === undefined) return error;
  return new UserError(known[0], `The cache ${directory} cannot be written: ${known[1]}.`, {
    advice: "Free some space there, or start the worker with another directory for its cache.",
    cause: error,
  });
};

/** Does something with the disk; what is refused is thrown as a `UserError`. */
const inCache = <T>(directory: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw refused(error, directory);
  }
};

const inCacheLater = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw refused(error, directory);
  }
};

const cacheFull = (directory: string, bytes: number, mostBytes: number): UserError =>
  new UserError(
    "CACHE_FULL",
    `The cache ${directory} of ${mostBytes} bytes has no room for ${bytes} more bytes: runs are using the rest.`,
    { advice: "Start the worker with a larger cache." },
  );
