/** Puts the states of parts together to a mixture. */
import { ranges, type Configuration, type Range } from "../../core/configuration.ts";
import type { Change } from "../change.ts";
import { mixture, type Entry, type Mixture } from "../mixture.ts";
import { union, type EmptyFolder } from "./pairs.ts";
import type { Part } from "./part.ts";
import { sameEntry, type EntryTree } from "./tree.ts";

export interface Mixing {
  /** In the order of the changes. */
  readonly parts: readonly Part[];
  readonly empty: readonly EmptyFolder[];
  readonly good: EntryTree;
  readonly base: EntryTree;
}

export const mixer = ({ parts, empty, good, base }: Mixing): ((chosen: Configuration<Change>) => Mixture) => {
  const firsts = new Int32Array(parts.length + 1);
  parts.forEach(({ changes }, index) => (firsts[index + 1] = (firsts[index] as number) + changes.length));
  const fromBase = base === good ? new Map<string, Entry | undefined>() : between(base, good);
  return (chosen) => {
    const entries = new Map(fromBase);
    const put = (path: string, entry: Entry | undefined): void => {
      if (sameEntry(entry, base.entry(path))) entries.delete(path);
      else entries.set(path, entry);
    };
    for (const [part, picked] of pickedIn(firsts, chosen))
      for (const [path, entry] of (parts[part] as Part).state(picked)) put(path, entry);
    for (const { path, entry, inside } of empty) {
      const isThere = (each: string): boolean =>
        (entries.has(each) ? entries.get(each) : base.entry(each)) !== undefined;
      put(path, inside.some(isThere) ? undefined : entry);
    }
    return mixture(chosen.length, { entries });
  };
};

const between = (base: EntryTree, good: EntryTree): ReadonlyMap<string, Entry | undefined> => {
  const found = new Map<string, Entry | undefined>();
  for (const path of union(base.paths, good.paths))
    if (!sameEntry(base.entry(path), good.entry(path))) found.set(path, good.entry(path));
  return found;
};

/** The parts that have chosen changes, and which: counted within the part. */
const pickedIn = (firsts: Int32Array, chosen: Configuration<Change>): ReadonlyMap<number, readonly Range[]> => {
  const picked = new Map<number, Range[]>();
  let part = 0;
  for (const { from, to } of ranges(chosen, (start, end) => ({ from: start, to: end })))
    for (let at = from; at < to;) {
      while ((firsts[part + 1] as number) <= at) part++;
      const first = firsts[part] as number;
      const end = Math.min(to, firsts[part + 1] as number);
      const range = { from: at - first, to: end - first };
      const known = picked.get(part);
      if (known === undefined) picked.set(part, [range]);
      else known.push(range);
      at = end;
    }
  return picked;
};
