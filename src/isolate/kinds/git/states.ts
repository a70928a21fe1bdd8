/** The states of a history: the good end, each commit after it, and the working tree if that is the bad end. */
import { mixture, type Entry, type Mixture } from "../../mixture.ts";
import { sameEntry, treeOf, type EntryTree } from "../../trees/tree.ts";
import type { Blobs, BlobName } from "./blobs.ts";
import type { Entries, Listed } from "./entries.ts";
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
  readonly listed: ReadonlyMap<string, Listed>;
  /** The commit of each state; 0 is the good end. */
  readonly commits: readonly string[];
  /** What the last state has otherwise than its commit. */
  readonly working?: ReadonlyMap<string, Entry | undefined> | undefined;
  readonly blobs: Blobs;
  readonly entries: Entries;
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

export const openStates = (options: StatesOptions): States => {
  const { git, good, listed, commits, working, blobs, entries, learn, isMeant } = options;
  const kept = new Map<number, Promise<State>>();

  const base = (path: string): Entry | undefined => {
    const found = listed.get(path);
    return found && entries.of(path, found);
  };

  const fetchBase = async (paths: Iterable<string>): Promise<void> => {
    const names: BlobName[] = [];
    for (const path of paths) {
      const before = listed.get(path);
      const name = before && entries.blobOf(path, before);
      if (name !== undefined) names.push(name);
    }
    await blobs.fetch(names);
  };

  const made = async (number: number): Promise<State> => {
    const commit = commits[number] as string;
    const differing = [...(commit === good ? [] : await differences(git, good, commit))].filter(([path]) =>
      isMeant(path),
    );
    await learn(differing.map(([path]) => path));
    const found = new Map<string, Entry | undefined>();
    const names: BlobName[] = [];
    for (const [path, { to }] of differing) {
      const name = to && entries.blobOf(path, to);
      if (name !== undefined) names.push(name);
      found.set(path, to && entries.of(path, to));
    }
    await blobs.fetch(names);
    const isWorking = working !== undefined && number === commits.length - 1;
    for (const [path, entry] of isWorking ? working : [])
      if (isMeant(path)) {
        if (sameEntry(entry, base(path))) found.delete(path);
        else found.set(path, entry);
      }
    return { commit, isWorking, mixture: mixture(found.size, { entries: found }) };
  };

  const entry = ({ mixture: { entries: differing } }: State, path: string): Entry | undefined =>
    differing.has(path) ? differing.get(path) : base(path);

  return {
    base,
    entry,
    fetchBase,
    at: (number) => {
      const state = kept.get(number) ?? made(number);
      kept.delete(number);
      kept.set(number, state);
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
      }
      return state;
    },
    trees: async (from, to) => {
      const paths = new Set([...from.mixture.entries.keys(), ...to.mixture.entries.keys()]);
      await fetchBase(paths);
      const treeAt = (entryAt: (path: string) => Entry | undefined): EntryTree => {
        const there = new Map<string, Entry>();
        for (const path of paths) {
          const found = entryAt(path);
          if (found !== undefined) there.set(path, found);
        }
        return treeOf(there);
      };
      return { base: treeAt(base), good: treeAt((path) => entry(from, path)), bad: treeAt((path) => entry(to, path)) };
    },
  };
};
