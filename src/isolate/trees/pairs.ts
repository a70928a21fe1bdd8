/** What changes between two trees, path by path: what has to change together is one. */
import type { Entry } from "../mixture.ts";
import { selects, type PathSelection } from "./globs.ts";
import { renames, type NamedFile } from "./renames.ts";
import { sameEntry, type EntryTree } from "./tree.ts";

/** A path with what lies there at both ends. */
export interface Swap {
  readonly path: string;
  readonly good: Entry | undefined;
  readonly bad: Entry | undefined;
}

/** The same file at both ends, with another content, mode or name. */
export interface FilePair {
  readonly good: NamedFile;
  readonly bad: NamedFile;
}

/** A folder that is there exactly as long as there is nothing in it. */
export interface EmptyFolder {
  readonly path: string;
  readonly entry: Entry;
  /** What can be in it. */
  readonly inside: readonly string[];
}

export interface TreePairs {
  /** Each is taken over as a whole. */
  readonly swaps: readonly (readonly Swap[])[];
  readonly files: readonly FilePair[];
  readonly empty: readonly EmptyFolder[];
}

export const pairsOf = (good: EntryTree, bad: EntryTree, selection: PathSelection): TreePairs => {
  const isSelected = selects(selection);
  const handled = new Set<string>();
  const swaps: (readonly Swap[])[] = [];
  const files: FilePair[] = [];
  const empty: EmptyFolder[] = [];
  const deleted: NamedFile[] = [];
  const added: NamedFile[] = [];
  const swapOf = (path: string): Swap => ({ path, good: good.entry(path), bad: bad.entry(path) });
  const changing = union(good.paths, bad.paths).filter(
    (path) => isSelected(path) && !sameEntry(good.entry(path), bad.entry(path)),
  );
  for (const path of changing) {
    const inside = [...pathsUnder(good, path), ...pathsUnder(bad, path)];
    if (inside.length === 0) continue;
    handled.add(path);
    const entry = good.entry(path) ?? bad.entry(path);
    if (entry?.kind === "folder") empty.push({ path, entry, inside });
    else {
      swaps.push([path, ...inside].map(swapOf));
      for (const each of inside) handled.add(each);
    }
  }
  for (const path of changing) {
    if (handled.has(path)) continue;
    const swap = swapOf(path);
    if (swap.good?.kind === "file" && swap.bad?.kind === "file")
      files.push({ good: { path, entry: swap.good }, bad: { path, entry: swap.bad } });
    else if (swap.bad === undefined && swap.good?.kind === "file") deleted.push({ path, entry: swap.good });
    else if (swap.good === undefined && swap.bad?.kind === "file") added.push({ path, entry: swap.bad });
    else swaps.push([swap]);
  }
  const moved = renames(deleted, added);
  const isMoved = new Set(moved.flatMap(({ from, to }) => [from, to]));
  for (const file of [...deleted, ...added]) if (!isMoved.has(file)) swaps.push([swapOf(file.path)]);
  for (const { from, to } of moved) files.push({ good: from, bad: to });
  return { swaps, files, empty };
};

/** Both lists are sorted; so is what comes out. */
export const union = (a: readonly string[], b: readonly string[]): readonly string[] => {
  const all: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (other === undefined || (one !== undefined && one <= other)) {
      all.push(one as string);
      i++;
      if (one === other) j++;
    } else {
      all.push(other);
      j++;
    }
  }
  return all;
};

/** All below a path, which may be none. */
const pathsUnder = ({ paths }: EntryTree, path: string): readonly string[] => {
  const prefix = `${path}/`;
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((paths[middle] as string) < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (paths[end]?.startsWith(prefix) === true) end++;
  return paths.slice(low, end);
};
