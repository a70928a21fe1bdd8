/** Which deleted and added files are one file under another name. */
import { lineAt, linesOf } from "./text-lines.ts";
import type { FileEntry, SizedEntry } from "./tree.ts";
import { isBinary } from "./binary.ts";

export interface NamedFile {
  readonly path: string;
  readonly entry: FileEntry;
}

export interface Rename {
  readonly from: NamedFile;
  readonly to: NamedFile;
  /** The share of the larger file that is in both. */
  readonly likeness: number;
}

/** This share of the bytes must be in lines that both have. */
const MIN_ALIKE = 0.5;
/** More pairs are compared only if their base names are the same. */
const MAX_PAIRS = 10_000;
/** Larger files are one only if they are the same byte for byte. */
const LARGEST = 4_000_000;

/** The same bytes first, then the most alike; each file is in one pair at most. */
export const renames = (deleted: readonly NamedFile[], added: readonly NamedFile[]): readonly Rename[] => {
  const exact = exactRenames(deleted, added);
  const taken = new Set(exact.flatMap(({ from, to }) => [from, to]));
  const rest = (files: readonly NamedFile[]): readonly NamedFile[] => files.filter((file) => !taken.has(file));
  return [...exact, ...similarRenames(rest(deleted), rest(added))];
};

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const sizeOf = (entry: FileEntry): number => (entry as SizedEntry).size ?? entry.bytes().length;

const grouped = <K>(files: readonly NamedFile[], keyOf: (file: NamedFile) => K): Map<K, NamedFile[]> => {
  const groups = new Map<K, NamedFile[]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group === undefined) groups.set(keyOf(file), [file]);
    else group.push(file);
  }
  return groups;
};

/** Empty files are alike without having anything to do with each other. */
const exactRenames = (deleted: readonly NamedFile[], added: readonly NamedFile[]): readonly Rename[] => {
  const sizes = new Set(deleted.map(({ entry }) => sizeOf(entry)).filter((size) => size > 0));
  const candidates = added.filter(({ entry }) => sizes.has(sizeOf(entry)));
  const wanted = new Set(candidates.map(({ entry }) => sizeOf(entry)));
  const byDigest = grouped(
    deleted.filter(({ entry }) => wanted.has(sizeOf(entry))),
    ({ entry }) => entry.digest,
  );
  return candidates.flatMap((to) => {
    const same = byDigest.get(to.entry.digest) ?? [];
    const index = Math.max(
      0,
      same.findIndex(({ path }) => baseName(path) === baseName(to.path)),
    );
    const [from] = same.splice(index, 1);
    return from === undefined ? [] : [{ from, to, likeness: 1 }];
  });
};

const similarRenames = (deleted: readonly NamedFile[], added: readonly NamedFile[]): readonly Rename[] => {
  const few = deleted.length * added.length <= MAX_PAIRS;
  const group = ({ path }: NamedFile): string => (few ? "" : baseName(path));
  const byGroup = grouped(deleted, group);
  const content = contents();
  const pairs = added.flatMap((to) =>
    (byGroup.get(group(to)) ?? []).flatMap((from) => {
      const alike = likeness(from, to, content);
      return alike >= MIN_ALIKE ? [{ from, to, likeness: alike }] : [];
    }),
  );
  const taken = new Set<NamedFile>();
  return pairs
    .toSorted((one, other) => other.likeness - one.likeness)
    .filter(({ from, to }) => {
      if (taken.has(from) || taken.has(to)) return false;
      taken.add(from).add(to);
      return true;
    });
};

/** The bytes in each line of a text; nothing for what is no text. */
type LineSizes = ReadonlyMap<string, number> | undefined;

const contents = (): ((file: NamedFile) => LineSizes) => {
  const known = new Map<NamedFile, LineSizes>();
  return (file) => {
    if (!known.has(file)) known.set(file, contentOf(file.entry));
    return known.get(file);
  };
};

const contentOf = (entry: FileEntry): LineSizes => {
  const bytes = entry.bytes();
  if (isBinary(bytes)) return undefined;
  const lines = linesOf(bytes);
  const sums = new Map<string, number>();
  for (let line = 0; line < lines.count; line++) {
    const text = lineAt(lines, line);
    sums.set(text, (sums.get(text) ?? 0) + text.length);
  }
  return sums;
};

/** The share of the larger file that is in both. */
const likeness = (from: NamedFile, to: NamedFile, contentIn: (file: NamedFile) => LineSizes): number => {
  const [smaller = 0, larger = 0] = [sizeOf(from.entry), sizeOf(to.entry)].toSorted((one, other) => one - other);
  if (smaller === 0 || larger > LARGEST || smaller / larger < MIN_ALIKE) return 0;
  const [one, other] = [contentIn(from), contentIn(to)];
  if (one === undefined || other === undefined) return 0;
  let common = 0;
  for (const [line, size] of one) common += Math.min(size, other.get(line) ?? 0);
  return common / larger;
};
