/** The places of a run: opened when they are needed, lent to one test at a time. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { discard } from "../../runner/index.ts";
import type { Mixture } from "../mixture.ts";
import type { Place } from "../place.ts";
import { makeDirectory } from "../../runs/private.ts";

export interface PlacePoolOptions {
  /** Makes a place in a directory that does not exist yet, at the good end. */
  readonly open: (directory: string) => Promise<Place>;
  /** All places are made below it. Whatever lies there at the beginning was left by a process that was killed: it goes. */
  readonly root: string;
}

/** A place that nobody else uses. */
export interface LentPlace extends Place {
  /** In which the place was opened; a place need not have made it. */
  readonly directory: string;
  /** A test has left something there that cannot be removed: nobody gets it any more. */
  spoil(): void;
}

export interface PlacePool {
  /** The folder that all places are made in. */
  readonly root: string;
  /** How many places there are. */
  readonly size: number;
  /**
   * The free place that is nearest to a mixture, or a new one. When `use` rejects, the place may be in any state: it is closed
   * and not used again.
   */
  lend<T>(to: Mixture, use: (place: LentPlace) => Promise<T>): Promise<T>;
  /** Waits for the places that are lent. */
  close(): Promise<void>;
}

class Pool implements PlacePool {
  readonly #options: PlacePoolOptions;
  readonly #free = new Set<LentPlace>();
  readonly #spoilt = new WeakSet<LentPlace>();
  readonly #lent = new Set<Promise<unknown>>();
  #opened = 0;
  #size = 0;

  constructor(options: PlacePoolOptions) {
    this.#options = options;
    makeDirectory(options.root);
    for (const name of readdirSync(options.root)) discard(join(options.root, name));
  }

  get root(): string {
    return this.#options.root;
  }

  get size(): number {
    return this.#size;
  }

  lend<T>(to: Mixture, use: (place: LentPlace) => Promise<T>): Promise<T> {
    const ended = this.#lend(to, use);
    const noted = ended.then(
      () => undefined,
      () => undefined,
    );
    this.#lent.add(noted);
    void noted.then(() => this.#lent.delete(noted));
    return ended;
  }

  async close(): Promise<void> {
    while (this.#lent.size > 0) await Promise.all(this.#lent);
    for (const place of this.#free) await place.close();
    this.#free.clear();
    discard(this.#options.root);
  }

  async #lend<T>(to: Mixture, use: (place: LentPlace) => Promise<T>): Promise<T> {
    const known = this.#nearest(to);
    if (known !== undefined) this.#free.delete(known);
    const place = known ?? (await this.#open());
    let isSound = false;
    try {
      const result = await use(place);
      isSound = !this.#spoilt.has(place);
      return result;
    } finally {
      if (isSound) this.#free.add(place);
      else await this.#forget(place);
    }
  }

  #nearest(to: Mixture): LentPlace | undefined {
    let best: LentPlace | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const place of this.#free) {
      const distance = this.#free.size === 1 ? 0 : place.distance(to);
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }

  async #open(): Promise<LentPlace> {
    const { open, root } = this.#options;
    this.#size += 1;
    // As long as the others: programs can depend on the length of their paths. What is there already could not be removed.
    let directory: string;
    do {
      this.#opened += 1;
      directory = join(root, String(this.#opened).padStart(3, "0"));
    } while (existsSync(directory));
    try {
      return lentPlace(await open(directory), directory, this.#spoilt);
    } catch (error) {
      this.#size -= 1;
      discard(directory);
      throw error;
    }
  }

  /** What has gone wrong before is the thing to be told. */
  async #forget(place: LentPlace): Promise<void> {
    this.#size -= 1;
    await place.close().catch(() => undefined);
    discard(place.directory);
  }
}

export const placePool = (options: PlacePoolOptions): PlacePool => new Pool(options);

const lentPlace = (place: Place, directory: string, spoilt: WeakSet<LentPlace>): LentPlace => {
  const lent: LentPlace = {
    cwd: place.cwd,
    path: place.path,
    directory,
    distance: (to) => place.distance(to),
    prepare: (to) => place.prepare(to),
    restore: (options) => place.restore(options),
    spoil: () => void spoilt.add(lent),
    close: () => place.close(),
  };
  return lent;
};
