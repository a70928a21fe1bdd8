/** A directory that is brought from one mixture to the next: only what differs is written. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { foldersAbove } from "../../core/test-case.ts";
import { discard } from "../../runner/index.ts";
import { entryKey, type Entry, type Mixture } from "../mixture.ts";
import type { Place } from "../place.ts";
import { openDisk, removeAll, type Disk } from "./disk.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";

export interface TreePlaceOptions {
  /** The candidate's own directory: it exists and holds the good end. It is removed when the place is closed. */
  readonly directory: string;
  /** A directory around it that is removed with it. */
  readonly around?: string;
  /** Where the command runs; the directory itself unless given. */
  readonly cwd?: string;
  /** What {} stands for; the directory itself unless given. */
  readonly path?: string;
  /** What lies under a path at the good end. */
  readonly base: (path: string) => Entry | undefined;
  /** Fills a directory, which is there and empty, with a commit of a submodule. */
  readonly submodule?: (path: string, commit: string, directory: string) => Promise<void>;
  /** Paths that are never looked at nor into: .git, linked packages. What a test does to them stays. */
  readonly isLeft?: (path: string) => boolean;
}

type Target = Entry | undefined;

/** Nothing is asked of the disk before the first mixture. */
export const treePlace = (options: TreePlaceOptions): Place => new TreePlace(options);

class TreePlace implements Place {
  readonly cwd: string;
  readonly path: string;
  readonly #options: TreePlaceOptions;
  readonly #snapshot: Snapshot;
  readonly #disk: Disk;
  /** What is not as at the good end now. */
  #current: ReadonlyMap<string, Target> = new Map();
  #isNoted = false;

  constructor(options: TreePlaceOptions) {
    const { directory, isLeft = () => false } = options;
    this.#options = options;
    this.cwd = options.cwd ?? directory;
    this.path = options.path ?? directory;
    this.#snapshot = openSnapshot(directory, isLeft);
    this.#disk = openDisk(directory, (path) => this.#snapshot.note(path));
  }

  distance(to: Mixture): number {
    return this.#differing(to).length;
  }

  async prepare(to: Mixture): Promise<void> {
    this.#noteOnce();
    const paths = this.#differing(to);
    const before = this.#current;
    this.#current = to.entries;
    await this.#write(paths, (path) => (before.has(path) ? before.get(path) : this.#options.base(path)));
    // A folder goes with the last file in it; the command starts there all the same.
    mkdirSync(this.cwd, { recursive: true });
  }

  async restore({ keepNew }: { readonly keepNew: boolean }): Promise<readonly string[]> {
    this.#noteOnce();
    const { added, changed } = keepNew
      ? { added: [], changed: this.#snapshot.compareKnown() }
      : this.#snapshot.compare();
    if (added.length === 0 && changed.length === 0) return [];
    for (const path of added) removeAll(this.#at(path));
    const owners = this.#ownersOf(changed);
    await this.#write(owners, (path) => this.#wanted(path));
    // What is not the candidate's stays as the test has left it.
    for (const path of changed) if (!owners.has(path)) this.#snapshot.settle(path);
    return [...owners].toSorted();
  }

  close(): Promise<void> {
    discard(this.#options.around ?? this.#options.directory);
    return Promise.resolve();
  }

  #at(path: string): string {
    return join(this.#options.directory, path);
  }

  #wanted(path: string): Target {
    return this.#current.has(path) ? this.#current.get(path) : this.#options.base(path);
  }

  /** The good end as it lies there is taken down before anything is done to it. */
  #noteOnce(): void {
    if (!this.#isNoted) this.#snapshot.noteAll("");
    this.#isNoted = true;
  }

  #differing(to: Mixture): readonly string[] {
    const { base } = this.#options;
    const paths: string[] = [];
    for (const [path, entry] of to.entries) if (!isSame(entry, this.#wanted(path))) paths.push(path);
    for (const [path, entry] of this.#current)
      if (!to.entries.has(path) && !isSame(entry, base(path))) paths.push(path);
    return paths;
  }

  /** What goes, goes first: a folder may become a file, and a file a folder. */
  async #write(paths: Iterable<string>, was: (path: string) => Target): Promise<void> {
    const come: (readonly [string, Entry])[] = [];
    for (const path of paths) {
      const entry = this.#wanted(path);
      if (entry !== undefined) come.push([path, entry]);
      else if (was(path)?.kind === "submodule") this.#dropSubmodule(path);
      else this.#take(path);
    }
    for (const [path, entry] of come) await this.#put(path, entry);
  }

  #take(path: string): void {
    this.#disk.take(path, (folder) => this.#wanted(folder)?.kind === "folder");
    this.#snapshot.note(path);
  }

  async #put(path: string, entry: Entry): Promise<void> {
    this.#snapshot.forgetAll(path);
    if (entry.kind !== "submodule") {
      this.#disk.put(path, entry);
      this.#snapshot.note(path);
      return;
    }
    removeAll(this.#at(path));
    this.#disk.put(path, { kind: "folder", mode: 0o755 });
    await this.#options.submodule?.(path, entry.commit, this.#at(path));
    this.#snapshot.noteAll(path);
  }

  #dropSubmodule(path: string): void {
    removeAll(this.#at(path));
    this.#snapshot.forgetAll(path);
    this.#take(path);
  }

  /** What has to be written for what a test has changed: a submodule is written as a whole. */
  #ownersOf(changed: readonly string[]): ReadonlySet<string> {
    const owners = new Set<string>();
    for (const path of changed) {
      if (this.#wanted(path) !== undefined) owners.add(path);
      else {
        const above = foldersAbove(path).find((folder) => this.#wanted(folder)?.kind === "submodule");
        if (above !== undefined) owners.add(above);
      }
    }
    return owners;
  }
}

const isSame = (one: Target, other: Target): boolean =>
  one === other || (one === undefined || other === undefined ? false : entryKey(one) === entryKey(other));
