/** The states of a history: the good end, each commit after it, and the working tree if that is the bad end. */
import { mixture, type Entry, type Mixture } from "../../mixture.ts";
import { sameEntry, treeOf, type EntryTree } from "../../trees/tree.ts";
import type { GitBlobs } from "./blobs.ts";
import type { GitEntries, TreeItem } from "./entries.ts";
import type { Git } from "./run.ts";
import { differences } from "./tree.ts";

export interface State {
  readonly commit: string;
  /** The working tree on top of the commit. */
  readonly isWorking: boolean;
  /** What is not as at the good end. */
  readonly mixture: Mixture;
}

export interface StatesOptions {
  readonly git: Git;
  /** The commit of the good end, and what is in it. */
  readonly good: string;
  readonly listed: ReadonlyMap<string, TreeItem>;
  /** The commit of each state; 0 is the good end. */
  readonly commits: readonly string[];
  /** What the last state has otherwise than its commit. */
  readonly working?: ReadonlyMap<string, Entry | undefined> | undefined;
  readonly blobs: GitBlobs;
  readonly entries: GitEntries;
  /** Has to have heard of paths before entries are made of them. */
  readonly learn: (paths: Iterable<string>) => Promise<void>;
  /** Paths that change at all. */
  readonly isMeant: (path: string) => boolean;
}

export interface States {
  at(number: number): Promise<State>;
  /** At the good end. */
  base(path: string): Entry | undefined;
  /** At a state. */
  entry(state: State, path: string): Entry | undefined;
  /** Reads contents of the good end ahead. */
  fetchBase(paths: Iterable<string>): Promise<void>;
  /** The good end and two states, where one of these differs from it; all contents are at hand. */
  trees(
    from: State,
    to: State,
  ): Promise<{ readonly base: EntryTree; readonly good: EntryTree; readonly bad: EntryTree }>;
}

/** A state is a map of what differs; the last few are kept. */
const KEPT = 8;

export const openStates = (options: StatesOptions): States => new HistoryStates(options);

class HistoryStates implements States {
  readonly #options: StatesOptions;
  readonly #kept = new Map<number, Promise<State>>();

  constructor(options: StatesOptions) {
    this.#options = options;
  }

  at(number: number): Promise<State> {
    const state = this.#kept.get(number) ?? this.#read(number);
    this.#kept.delete(number);
    this.#kept.set(number, state);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return state;
  }

  base(path: string): Entry | undefined {
    const { listed, entries } = this.#options;
    const found = listed.get(path);
    return found && entries.of(path, found);
  }

  entry({ mixture: { entries } }: State, path: string): Entry | undefined {
    return entries.has(path) ? entries.get(path) : this.base(path);
  }

  async fetchBase(paths: Iterable<string>): Promise<void> {
    const { listed } = this.#options;
    await this.#fetch([...paths].map((path) => [path, listed.get(path)]));
  }

  async trees(from: State, to: State): Promise<Awaited<ReturnType<States["trees"]>>> {
    const paths = new Set([...from.mixture.entries.keys(), ...to.mixture.entries.keys()]);
    await this.fetchBase(paths);
    const treeAt = (entryAt: (path: string) => Entry | undefined): EntryTree => {
      const there = new Map<string, Entry>();
      for (const path of paths) {
        const found = entryAt(path);
        if (found !== undefined) there.set(path, found);
      }
      return treeOf(there);
    };
    return {
      base: treeAt((path) => this.base(path)),
      good: treeAt((path) => this.entry(from, path)),
      bad: treeAt((path) => this.entry(to, path)),
    };
  }

  async #read(number: number): Promise<State> {
    const { git, good, commits, working, entries, learn, isMeant } = this.#options;
    const commit = commits[number] as string;
    const differing = [...(commit === good ? [] : await differences(git, good, commit))].filter(([path]) =>
      isMeant(path),
    );
    await learn(differing.map(([path]) => path));
    const found = new Map(differing.map(([path, { to }]) => [path, to && entries.of(path, to)]));
    await this.#fetch(differing.map(([path, { to }]) => [path, to]));
    const isWorking = working !== undefined && number === commits.length - 1;
    for (const [path, entry] of isWorking ? working : [])
      if (isMeant(path)) {
        if (sameEntry(entry, this.base(path))) found.delete(path);
        else found.set(path, entry);
      }
    return { commit, isWorking, mixture: mixture(found.size, { entries: found }) };
  }

  async #fetch(listed: readonly (readonly [path: string, listed: TreeItem | undefined])[]): Promise<void> {
    const { blobs, entries } = this.#options;
    await blobs.fetch(listed.flatMap(([path, each]) => (each && entries.blobOf(path, each)) ?? []));
  }
}
