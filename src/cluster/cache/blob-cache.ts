/** Blobs and trees on the disk of a worker: each comes over the network once, and the least recently used go. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { BenchPlace } from "../bench.ts";
import type { Blobs } from "../blobs.ts";
import { CacheDisk, makeCacheDirectories, removeAbandoned } from "./disk.ts";
import { holding, openPins, type CachePins } from "./pins.ts";
import { isDigest } from "../validate.ts";

export interface BlobCacheOptions {
  /** May be shared by workers of one machine; made unless there. */
  readonly directory: string;
  /** The room for blobs and trees together. Larger ones are refused (TOO_LARGE). */
  readonly mostBytes: number;
  readonly blobs: Pick<Blobs, "get">;
}

export interface BlobCache {
  /** Not to be changed: others may be given the same array. */
  blob(name: string): Promise<Uint8Array>;
  /** As in `BenchPlace`; stays until the cache is closed. Rejects with a `UserError` (BAD_TREE, CACHE_FULL, NO_SPACE, …). */
  tree(name: string): Promise<string>;
  /** The place of a bench. Its trees stay until `release`. */
  place(directory: string, slots: number): BenchPlace & { release(): void };
  /** What is on the disk, as far as this process knows. */
  readonly bytes: number;
  /** How many blobs came over the network. */
  readonly fetched: number;
  close(): Promise<void>;
}

/** In the user's directory for caches. */
export const defaultCacheDirectory = (environment: NodeJS.ProcessEnv = process.env): string => {
  const given = environment["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(given) ? given : join(homedir(), ".cache"), "pare", "cluster");
};

/** A download of another worker that takes longer is not waited for, in milliseconds. */
const DOWNLOAD_MS = 10 * 60 * 1000;

/** Throws a `UserError` when the directory cannot be used. */
export const openBlobCache = (options: BlobCacheOptions): BlobCache => new DiskCache(options);

class DiskCache implements BlobCache {
  readonly #directory: string;
  readonly #options: BlobCacheOptions;
  /** Trees in use, and trees that a living process has compared with their names. */
  readonly #pins: CachePins;
  readonly #sound: CachePins;
  readonly #disk: CacheDisk;
  /** Trees that this process has compared. */
  readonly #believed = new Set<string>();
  readonly #own: BenchPlace & { release(): void };
  #fetched = 0;

  constructor(options: BlobCacheOptions) {
    this.#options = options;
    this.#directory = resolve(options.directory);
    makeCacheDirectories(this.#directory);
    removeAbandoned(this.#directory);
    this.#pins = openPins(join(this.#directory, "pins"));
    this.#sound = openPins(join(this.#directory, "sound"));
    this.#disk = new CacheDisk(this.#directory, options.mostBytes, this.#pins);
    this.#own = this.place(this.#directory, 0);
  }

  get bytes(): number {
    return this.#disk.bytes;
  }

  get fetched(): number {
    return this.#fetched;
  }

  readonly blob: Shared<Uint8Array> = shared(async (name) => {
    const found = await this.#disk.readBlob(name);
    if (found !== undefined) return found;
    return this.#alone(name, async () => {
      const others = await this.#disk.readBlob(name);
      if (others !== undefined) return others;
      const bytes = await this.#fetch(name);
      await this.#disk.keepBlob(name, bytes);
      return bytes;
    });
  });

  readonly #tree: Shared<string> = shared(async (name) => {
    const before = this.#believed.has(name) ? this.#disk.findTree(name) : undefined;
    if (before !== undefined) return before;
    return this.#alone(name, async () => {
      const path = (await this.#soundTree(name)) ?? (await this.#unpacked(name));
      if (!this.#believed.has(name)) this.#sound.hold(name);
      this.#believed.add(name);
      return path;
    });
  });

  tree(name: string): Promise<string> {
    return this.#own.tree(name);
  }

  place(directory: string, slots: number): BenchPlace & { release(): void } {
    const unpins = new Set<() => void>();
    let isOver = false;
    return {
      directory,
      slots,
      blob: this.blob,
      tree: async (name) => {
        checkName(name);
        makeCacheDirectories(this.#directory);
        const unpin = await this.#disk.pin(name);
        if (isOver) unpin();
        else unpins.add(unpin);
        return this.#tree(name);
      },
      release: () => {
        isOver = true;
        for (const unpin of unpins) unpin();
        unpins.clear();
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.blob.settled(), this.#tree.settled()]);
    this.#own.release();
    this.#pins.close();
    this.#sound.close();
  }

  async #fetch(name: string): Promise<Uint8Array> {
    const bytes = await this.#options.blobs.get(name, this.#options.mostBytes);
    this.#fetched += 1;
    return bytes;
  }

  async #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    makeCacheDirectories(this.#directory);
    return holding(join(this.#directory, "locks", name), DOWNLOAD_MS, work);
  }

  async #soundTree(name: string): Promise<string | undefined> {
    const path = this.#disk.findTree(name);
    if (path === undefined || this.#sound.isHeldElsewhere(name)) return path;
    return (await this.#disk.isTreeSound(name, path)) ? path : undefined;
  }

  async #unpacked(name: string): Promise<string> {
    const pack = (await this.#disk.readBlob(name)) ?? (await this.#fetch(name));
    try {
      return await this.#disk.keepTree(name, pack);
    } catch (error) {
      throw error instanceof Error && "code" in error ? error : badTree(name, error);
    }
  }
}

interface Shared<T> {
  (name: string): Promise<T>;
  settled(): Promise<unknown>;
}

/** The same work for all who ask while it is under way. */
const shared = <T>(work: (name: string) => Promise<T>): Shared<T> => {
  const underWay = new Map<string, Promise<T>>();
  const ask = (name: string): Promise<T> => {
    const before = underWay.get(name);
    if (before !== undefined) return before;
    const begun = (async () => {
      checkName(name);
      return work(name);
    })().finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  };
  return Object.assign(ask, { settled: () => Promise.allSettled(underWay.values()) });
};

const checkName = (name: string): void => {
  if (isDigest(name)) return;
  throw new UserError("NO_BLOB", `${JSON.stringify(name)} is not the name of any content.`, {
    advice: "Use the same version of pare on all machines.",
  });
};

const badTree = (name: string, cause: unknown): UserError =>
  new UserError("BAD_TREE", `The content ${name.slice(0, 12)}… cannot be unpacked: ${wordsOf(cause)}.`, {
    advice: "Use the same version of pare on all machines.",
    cause,
  });

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
