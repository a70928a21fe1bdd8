/** Blobs and trees on the disk of a worker: each comes over the network once, and the least recently used go. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import type { BenchPlace } from "./bench.ts";
import type { Blobs } from "./blobs.ts";
import { CacheDisk, makeCacheDirectories, removeAbandoned } from "./cache/disk.ts";
import { holding } from "./cache/holding.ts";
import { openPins } from "./cache/pins.ts";
import { isDigest } from "./validate.ts";

export interface BlobCacheOptions {
  /** May be shared by workers of one machine; made unless there. */
  readonly directory: string;
  /** For blobs and trees together. Larger ones are refused (TOO_LARGE). */
  readonly mostBytes: number;
  readonly blobs: Pick<Blobs, "get">;
}

export interface BlobCache {
  /** Not to be changed: others may be given the same array. */
  blob(name: string): Promise<Uint8Array>;
  /** As in `BenchPlace`; stays until the cache is closed. Rejects with a `UserError` (BAD_TREE, CACHE_FULL, NO_SPACE, …). */
  tree(name: string): Promise<string>;
  /** For a bench. Its trees stay until `release`. */
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
export const openBlobCache = ({ directory: given, mostBytes, blobs }: BlobCacheOptions): BlobCache => {
  const directory = resolve(given);
  makeCacheDirectories(directory);
  removeAbandoned(directory);
  /** Trees in use, and trees that a living process has compared with their names. */
  const pins = openPins(join(directory, "pins"));
  const sound = openPins(join(directory, "sound"));
  const disk = new CacheDisk(directory, mostBytes, pins);
  const believed = new Set<string>();
  let fetched = 0;

  const fetch = async (name: string): Promise<Uint8Array> => {
    const bytes = await blobs.get(name, mostBytes);
    fetched += 1;
    return bytes;
  };
  const alone = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    makeCacheDirectories(directory);
    return holding(join(directory, "locks", name), DOWNLOAD_MS, work);
  };

  const blob = shared(async (name): Promise<Uint8Array> => {
    const found = await disk.readBlob(name);
    if (found !== undefined) return found;
    return alone(name, async () => {
      const others = await disk.readBlob(name);
      if (others !== undefined) return others;
      const bytes = await fetch(name);
      await disk.keepBlob(name, bytes);
      return bytes;
    });
  });

  const soundTree = async (name: string): Promise<string | undefined> => {
    const path = disk.findTree(name);
    if (path === undefined || sound.isHeldElsewhere(name)) return path;
    return (await disk.isTreeSound(name, path)) ? path : undefined;
  };
  const tree = shared(async (name): Promise<string> => {
    const before = believed.has(name) ? disk.findTree(name) : undefined;
    if (before !== undefined) return before;
    return alone(name, async () => {
      const path = (await soundTree(name)) ?? (await unpacked(name));
      if (!believed.has(name)) sound.hold(name);
      believed.add(name);
      return path;
    });
  });
  const unpacked = async (name: string): Promise<string> => {
    const pack = (await disk.readBlob(name)) ?? (await fetch(name));
    try {
      return await disk.keepTree(name, pack);
    } catch (error) {
      throw error instanceof Error && "code" in error ? error : badTree(name, error);
    }
  };

  const place = (bench: string, slots: number): BenchPlace & { release(): void } => {
    const unpins = new Set<() => void>();
    let isOver = false;
    return {
      directory: bench,
      slots,
      blob,
      tree: async (name) => {
        checkName(name);
        makeCacheDirectories(directory);
        const unpin = await disk.pin(name);
        if (isOver) unpin();
        else unpins.add(unpin);
        return tree(name);
      },
      release: () => {
        isOver = true;
        for (const unpin of unpins) unpin();
        unpins.clear();
      },
    };
  };

  const own = place(directory, 0);
  return {
    blob,
    tree: own.tree,
    place,
    get bytes() {
      return disk.bytes;
    },
    get fetched() {
      return fetched;
    },
    close: async () => {
      await Promise.all([blob.settled(), tree.settled()]);
      own.release();
      pins.close();
      sound.close();
    },
  };
};

interface Shared<T> {
  (name: string): Promise<T>;
  settled(): Promise<unknown>;
}

/** Whoever asks while it is under way gets the same. */
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
