/** Files and directories that lie beside candidates, packed for the journey to workers. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeSync,
  type Stats,
  readdirSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import type { CaseFile, Entries, CaseFolder, CaseLink } from "../core/test-case.ts";
import { noteExecutable } from "../runner/busy-text.ts";
import { contentOf } from "../runs/steps/content.ts";
import { readTree } from "../runs/output/tree.ts";
import { checkedEntries } from "./entries.ts";
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";

export { checkedEntries } from "./entries.ts";

const PERMISSIONS = 0o777;
/** The permissions that every folder gets: without them nothing could be put there or taken away. */
const OWN = 0o700;

/**
 * A file, or a directory with all that is in it, under its base name. The same names, bytes, permissions and links give the same
 * pack. A link is followed when it is the path itself and leads somewhere; those inside are kept as they are. Throws a `UserError`
 * for what is not there or cannot be packed.
 */
export const packTree = (path: string): Uint8Array => {
  const full = resolve(path);
  const name = basename(full);
  const stats = statSync(full, { throwIfNoEntry: false }) ?? lstatSync(full, { throwIfNoEntry: false });
  if (stats === undefined || name === "") {
    throw new UserError("NO_BESIDE", `${path} cannot be sent to the workers: it does not exist.`, {
      advice: "Check the path given with --with; it is relative to the directory where pare was started.",
    });
  }
  return contentOf(stats.isDirectory() ? directoryAt(full, name, stats) : leafAt(full, name, stats), { plain: false });
};

const leafAt = (full: string, name: string, stats: Stats): Entries => {
  if (stats.isSymbolicLink()) return { files: [], links: [{ path: name, target: readlinkSync(full) }] };
  if (stats.isFile())
    return { files: [{ path: name, mode: stats.mode & PERMISSIONS, bytes: () => readFileSync(full) }] };
  throw new UserError("BAD_INPUT", `${full} is neither a file, a directory nor a link.`, {
    advice: "Sockets, pipes and devices cannot be sent to workers.",
  });
};

const directoryAt = (full: string, name: string, stats: Stats): Entries => {
  const { files, links, folders } = readTree(full, () => false);
  const below = (path: string): string => `${name}/${path}`;
  const top = { path: name, mode: folderMode(stats.mode) };
  return {
    files: files.map(({ path, mode, bytes }): CaseFile => ({ path: below(path), mode: mode & PERMISSIONS, bytes })),
    links: links.map(({ path, target }) => ({ path: below(path), target })),
    folders: [top, ...folders.map(({ path, mode }) => ({ path: below(path), mode: folderMode(mode) }))],
  };
};

export const folderMode = (mode: number): number => (mode & PERMISSIONS) | OWN;

/**
 * Writes what was packed below `directory`, which has to be there, and returns the path of it. Rejects with an `Error` before
 * anything is written when the pack is none of `packTree`'s. Never writes over anything, nor through a link.
 */
export const unpackTree = async (pack: Uint8Array, directory: string): Promise<string> => {
  const { files, links = [], folders = [], words } = checkedEntries(pack);
  const name = onlyName([files, links, folders]);
  if (words !== undefined) throw new Error("a tree has no words");
  const made = new Set<string>(["."]);
  const pause = pauses();
  for (const { path } of folders) makeFolders(directory, path, made);
  for (const file of files) {
    makeFolders(directory, dirname(file.path), made);
    writeFile(join(directory, file.path), file);
    await pause();
  }
  for (const { path, mode } of folders) chmodSync(join(directory, path), folderMode(mode));
  for (const { path } of links) makeFolders(directory, dirname(path), made);
  for (const { path, target } of links) {
    symlinkSync(target, join(directory, path));
    await pause();
  }
  return join(directory, name);
};

const onlyName = (kinds: readonly (readonly { readonly path: string }[])[]): string => {
  let name: string | undefined;
  for (const entries of kinds) {
    for (const { path } of entries) {
      const top = path.split("/", 1)[0] as string;
      if (name !== undefined && name !== top) throw new Error("a tree has one name");
      name = top;
    }
  }
  if (name === undefined) throw new Error("a tree has something in it");
  return name;
};

/** From the top down; one that is there already, unless made here, is somebody else's. */
const makeFolders = (directory: string, folder: string, made: Set<string>): void => {
  const missing: string[] = [];
  for (let each = folder; !made.has(each); each = dirname(each)) missing.push(each);
  for (const each of missing.toReversed()) {
    mkdirSync(join(directory, each), PERMISSIONS);
    made.add(each);
  }
};

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

const writeFile = (path: string, { mode, bytes }: CaseFile): void => {
  const content = bytes();
  const file = openSync(path, NEW, 0o600);
  try {
    for (let at = 0; at < content.length;) at += writeSync(file, content, at);
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
    if ((mode & 0o111) !== 0) noteExecutable();
  }
};

type Named = { readonly path: string };

const byPath = (a: Named, b: Named): number => (a.path < b.path ? -1 : 1);

/** The SHA-256 of what `packTree` would give. `path` was unpacked: it is absolute, and a link is one. */
export const treeDigest = async (path: string): Promise<string> => {
  const root = dirname(path);
  const pause = pauses();
  const folders: CaseFolder[] = [];
  const links: CaseLink[] = [];
  const files: { path: string; mode: number }[] = [];
  const waiting = [basename(path)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const full = join(root, at);
    const stats = lstatSync(full);
    if (stats.isDirectory()) {
      const names = readdirSync(full);
      if (names.length === 0 || full === path) folders.push({ path: at, mode: folderMode(stats.mode) });
      for (const name of names) waiting.push(`${at}/${name}`);
    } else if (stats.isSymbolicLink()) links.push({ path: at, target: readlinkSync(full) });
    else files.push({ path: at, mode: stats.mode & PERMISSIONS });
    await pause();
  }
  const hash = createHash("sha256");
  const add = (entries: Entries): unknown => hash.update(contentOf(entries, { plain: false }));
  add({ files: [], links: links.toSorted(byPath), folders: folders.toSorted(byPath) });
  for (const file of files.toSorted(byPath)) {
    add({ files: [{ ...file, bytes: () => readFileSync(join(root, file.path)) }] });
    await pause();
  }
  return hash.digest("hex");
};

/** How long the work goes on before others get a turn. */
const AT_ONCE_MS = 20;

/** To be awaited between the steps of the work. */
const pauses = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_ONCE_MS) return;
    await turn();
    since = performance.now();
  };
};
