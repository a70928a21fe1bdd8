/** What lies under the paths of a directory (or of a commit), looked into only where it has to be. */
import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import { onDisk } from "../../journals/disk-errors.ts";
import { utf8Names } from "../../runs/output/tree.ts";
import { type Entry, mixture, type Mixture } from "../mixture.ts";

/** Files, links, submodules, and folders with nothing in them. */
export interface EntryTree {
  /** Relative, with forward slashes, in the order of `<`. */
  readonly paths: readonly string[];
  /** The same object at every call. Two trees may share it where they are known to have the same there: it is not compared again. */
  entry(path: string): Entry | undefined;
}

/** A file that knows its size before it is read: files of different sizes differ. */
export type SizedEntry = Entry & { readonly size?: number };

const MODE = 0o7777;

/** Never part of a tree: the history, and what pare itself writes. */
const NEVER: ReadonlySet<string> = new Set([".git", ".pare"]);

/**
 * A directory of the disk. Bytes are read at every call, digests are kept. What is neither file, folder nor link, and names that
 * are not UTF-8, are refused with a `UserError`. `isLeft`: paths that are left out, with all that lies under them.
 */
export const directoryTree = (root: string, isLeft: (path: string) => boolean = () => false): EntryTree =>
  treeOf(onDisk(`cannot read ${root}`, () => walked(root, isLeft)));

/** A tree of entries at hand. */
export const treeOf = (entries: ReadonlyMap<string, Entry>): EntryTree => ({
  paths: [...entries.keys()].toSorted((a, b) => (a < b ? -1 : 1)),
  entry: (path) => entries.get(path),
});

const walked = (root: string, isLeft: (path: string) => boolean): ReadonlyMap<string, Entry> => {
  const entries = new Map<string, Entry>();
  const waiting = [""];
  for (let under = waiting.pop(); under !== undefined; under = waiting.pop()) {
    const names = namesIn(join(root, under));
    if (under !== "" && names.length === 0) entries.set(under, { kind: "folder", mode: modeAt(join(root, under)) });
    for (const name of names) {
      const path = under === "" ? name : `${under}/${name}`;
      if (NEVER.has(name) || isLeft(path)) continue;
      const full = join(root, path);
      const stats = lstatSync(full);
      if (stats.isDirectory()) waiting.push(path);
      else entries.set(path, entryAt(full, path, stats));
    }
  }
  return entries;
};

const entryAt = (full: string, path: string, stats: Stats): Entry => {
  if (stats.isSymbolicLink()) return { kind: "link", target: readlinkSync(full) };
  if (stats.isFile()) return fileOn(full, { mode: stats.mode & MODE, size: stats.size });
  throw new UserError("BAD_INPUT", `${path} is neither a file, a folder nor a link.`, {
    advice: "Sockets, pipes and devices cannot be copied: remove it, or compare copies without it.",
  });
};

const modeAt = (path: string): number => lstatSync(path).mode & MODE;

/** A file of the disk, read when it is asked for. */
export const fileOn = (
  full: string,
  { mode, size }: { readonly mode: number; readonly size: number },
): FileEntry & { readonly size: number } =>
  Object.assign(
    fileOf(mode, () => onDisk(`cannot read ${full}`, () => readFileSync(full))),
    { size },
  );

/** A file whose bytes are made at every call; its digest is made once. */
export const fileOf = (mode: number, bytes: () => Uint8Array): FileEntry => {
  let known: string | undefined;
  return {
    kind: "file",
    mode,
    get digest() {
      return (known ??= digest(bytes()));
    },
    bytes,
  };
};

/** Is there the same in both? Digests are made only where sizes do not tell. */
export const sameEntry = (a: Entry | undefined, b: Entry | undefined): boolean => {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a.kind === "file") return b.kind === "file" && a.mode === b.mode && sameBytes(a, b);
  if (a.kind === "link") return b.kind === "link" && a.target === b.target;
  if (a.kind === "folder") return b.kind === "folder" && a.mode === b.mode;
  return b.kind === "submodule" && a.commit === b.commit;
};

export const sameBytes = (a: FileEntry, b: FileEntry): boolean => {
  const sizes = [(a as SizedEntry).size, (b as SizedEntry).size];
  if (sizes[0] !== undefined && sizes[1] !== undefined && sizes[0] !== sizes[1]) return false;
  return a === b || a.digest === b.digest;
};

export type FileEntry = Extract<Entry, { readonly kind: "file" }>;

const namesIn = (directory: string): readonly string[] => utf8Names(directory, "compare");

interface OneFile {
  readonly name: string;
  readonly good: FileEntry;
}

/** The good end has no entry: however a mixture came to the same bytes, it is the good end. */
export const fileMixture = ({ name, good }: OneFile, size: number, entry: FileEntry): Mixture =>
  entry.mode === good.mode && entry.digest === good.digest
    ? mixture(size, {})
    : mixture(size, { entries: new Map([[name, entry]]) });

/** The bytes are made when they are asked for. */
export const madeFile = ({ good }: OneFile, bytes: () => Uint8Array): FileEntry => fileOf(good.mode, bytes);
