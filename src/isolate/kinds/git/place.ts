/** A worker's own checkout. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "../../mixture.ts";
import type { Place } from "../../place.ts";
import { openDisk, removeAll } from "../../places/disk.ts";
import { treePlace } from "../../places/tree-place.ts";
import { checkOut } from "./checkout.ts";
import { layExtras, type Extras } from "./extras.ts";
import type { Repository } from "./repository.ts";
import { fillSubmodule } from "./submodules.ts";

export interface WorktreeOptions {
  readonly repository: Repository;
  /** Does not exist yet; the checkout lies in it, under the name of the user's. */
  readonly directory: string;
  readonly commit: string;
  readonly base: (path: string) => Entry | undefined;
  /** Paths of the good end that do not lie there as they are stored. */
  readonly converted: Iterable<string>;
  /** Files that are in every place without being part of any state. */
  readonly helpers: ReadonlyMap<string, Entry>;
  readonly submodules: Iterable<readonly [path: string, commit: string]>;
  readonly extras: Extras;
  /** A submodule whose commit is nowhere at hand. */
  readonly onMissing: (path: string, commit: string) => void;
}

export const openWorktree = async (options: WorktreeOptions): Promise<Place> => {
  const { repository, directory, commit, base, extras } = options;
  const root = join(directory, repository.name);
  await checkOut({ from: repository.common, commit, to: root });
  const disk = openDisk(root, () => {});
  for (const path of options.converted) {
    const entry = base(path);
    if (entry?.kind === "file") disk.put(path, entry);
  }
  for (const [path, entry] of options.helpers) if (entry.kind !== "submodule") disk.put(path, entry);
  const fill = async (path: string, wanted: string, to: string): Promise<void> => {
    if (!(await fillSubmodule(repository, path, wanted, to))) options.onMissing(path, wanted);
  };
  for (const [path, wanted] of options.submodules) await fill(path, wanted, join(root, path));
  if (repository.top !== undefined) layExtras(extras, repository.top, root);
  const cwd = join(root, repository.prefix);
  const left = new Set([...extras.packages, ...extras.linked]);
  const place = treePlace({
    directory: root,
    cwd,
    base,
    submodule: fill,
    isLeft: (path) => left.has(path) || path === ".git" || path.endsWith("/.git"),
  });
  return {
    ...place,
    prepare: async (to) => {
      await place.prepare(to);
      // A folder goes with the last file in it; the command starts there all the same.
      mkdirSync(cwd, { recursive: true });
    },
    close: async () => {
      await place.close();
      removeAll(directory);
    },
  };
};
