/** A directory that is brought from one mixture to the next: only what differs is written. */
import { join } from "node:path";
import { foldersAbove } from "../../core/test-case.ts";
import { discard } from "../../runner/index.ts";
import { entryKey, type Entry, type Mixture } from "../mixture.ts";
import type { Place } from "../place.ts";
import { openDisk, removeAll } from "./disk.ts";
import { openSnapshot } from "./snapshot.ts";

export interface TreePlaceOptions {
  /** The candidate's own directory: it exists and holds the good end. It is removed when the place is closed. */
  readonly directory: string;
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

export const treePlace = (options: TreePlaceOptions): Place => {
  const { directory, base, submodule, isLeft = () => false } = options;
  /** What is not as at the good end now. */
  let current: ReadonlyMap<string, Target> = new Map();
  let isNoted = false;
  const snapshot = openSnapshot(directory, isLeft);
  const disk = openDisk(directory, (path) => snapshot.note(path));

  const wanted = (path: string): Target => (current.has(path) ? current.get(path) : base(path));

  /** The good end as it lies there is taken down before anything is done to it. */
  const noteOnce = (): void => {
    if (isNoted) return;
    snapshot.noteAll("");
    isNoted = true;
  };

  const take = (path: string): void => {
    disk.take(path, (folder) => wanted(folder)?.kind === "folder");
    snapshot.note(path);
  };

  const put = async (path: string, entry: Entry): Promise<void> => {
    snapshot.forgetAll(path);
    if (entry.kind !== "submodule") {
      disk.put(path, entry);
      snapshot.note(path);
      return;
    }
    removeAll(join(directory, path));
    disk.put(path, { kind: "folder", mode: 0o755 });
    await submodule?.(path, entry.commit, join(directory, path));
    snapshot.noteAll(path);
  };

  /** What goes, goes first: a folder may become a file, and a file a folder. */
  const write = async (paths: Iterable<string>, was: (path: string) => Target): Promise<void> => {
    const come: (readonly [string, Entry])[] = [];
    for (const path of paths) {
      const entry = wanted(path);
      if (entry !== undefined) come.push([path, entry]);
      else if (was(path)?.kind === "submodule") dropSubmodule(path);
      else take(path);
    }
    for (const [path, entry] of come) await put(path, entry);
  };

  const dropSubmodule = (path: string): void => {
    removeAll(join(directory, path));
    snapshot.forgetAll(path);
    take(path);
  };

  const differing = (to: Mixture): readonly string[] => {
    const paths: string[] = [];
    for (const [path, entry] of to.entries) if (!isSame(entry, wanted(path))) paths.push(path);
    for (const [path, entry] of current) if (!to.entries.has(path) && !isSame(entry, base(path))) paths.push(path);
    return paths;
  };

  /** What has to be written for what a test has changed: a submodule is written as a whole. */
  const ownersOf = (changed: readonly string[]): ReadonlySet<string> => {
    const owners = new Set<string>();
    for (const path of changed) {
      if (wanted(path) !== undefined) owners.add(path);
      else {
        const above = foldersAbove(path).find((folder) => wanted(folder)?.kind === "submodule");
        if (above !== undefined) owners.add(above);
      }
    }
    return owners;
  };

  return {
    cwd: options.cwd ?? directory,
    path: options.path ?? directory,
    distance: (to) => differing(to).length,
    async prepare(to) {
      noteOnce();
      const paths = differing(to);
      const before = current;
      current = to.entries;
      await write(paths, (path) => (before.has(path) ? before.get(path) : base(path)));
    },
    async restore({ keepNew }) {
      noteOnce();
      const { added, changed } = keepNew ? { added: [], changed: snapshot.compareKnown() } : snapshot.compare();
      if (added.length === 0 && changed.length === 0) return [];
      for (const path of added) removeAll(join(directory, path));
      const owners = ownersOf(changed);
      await write(owners, wanted);
      // What is not the candidate's stays as the test has left it.
      for (const path of changed) if (!owners.has(path)) snapshot.settle(path);
      return [...owners].toSorted();
    },
    close() {
      discard(directory);
      return Promise.resolve();
    },
  };
};

const isSame = (one: Target, other: Target): boolean =>
  one === other || (one === undefined || other === undefined ? false : entryKey(one) === entryKey(other));
