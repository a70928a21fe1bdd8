/** What an installation is made of, package by package. */
import { lstatSync, readdirSync, readlinkSync, type Dirent, constants, mkdirSync, symlinkSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { isAbsolute, join, posix, resolve, dirname } from "node:path";
import { attempt } from "../../../core/maybe.ts";
import type { LockedPackage } from "./format.ts";

export interface InventoryFile {
  /** From the project's directory. */
  readonly path: string;
  readonly ino: number;
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/** As it is on the disk now. */
export const fileAt = (root: string, path: string): InventoryFile => {
  const { ino, mode, size, mtimeMs } = lstatSync(join(root, path));
  return { path, ino, mode, size, mtimeMs };
};

/** What belongs together: of a path of the lockfile, without the packages inside of it. */
export interface PackageParts {
  /** Each before what is in it. */
  readonly folders: string[];
  readonly files: InventoryFile[];
  /** Symbolic links, those of its programs in .bin too. */
  readonly links: { readonly path: string; readonly target: string }[];
}

/** By path in the lockfile; what is not installed (for another platform) is missing. */
export type Inventory = ReadonlyMap<string, PackageParts>;

const MODULES = "node_modules";
const PROGRAMS = ".bin";

/**
 * Reads an installation once. What is bundled belongs to the package that it came in; what belongs to none (caches, npm's notes) is
 * left out. Links out of the project lead to where they lead from the project's own directory.
 */
export const takeInventory = (
  directory: string,
  packages: ReadonlyMap<string, Pick<LockedPackage, "path" | "own" | "bundled" | "link">>,
  project: string,
): Inventory => {
  const inventory = new Map<string, PackageParts>();
  const programs: { path: string; target: string }[] = [];
  const roots = [...packages.values()].filter(({ own }) => own).map(({ path }) => posix.join(path, MODULES));
  const waiting = roots.map((path) => ({ path, owner: "" }));
  while (waiting.length > 0) {
    const { path, owner } = waiting.pop() as { path: string; owner: string };
    for (const entry of entriesOf(join(directory, path))) {
      const at = `${path}/${entry.name}`;
      const isOwned = packages.get(at)?.bundled === false;
      const to = isOwned ? at : owner;
      if (entry.name === PROGRAMS && path.endsWith(MODULES)) addPrograms(directory, at, programs);
      else if (isOwned || owner !== "") addEntry(directory, at, partsOf(inventory, to), entry);
      if (entry.isDirectory() && entry.name !== PROGRAMS && (to !== "" || entry.name.startsWith("@")))
        waiting.push({ path: at, owner: to });
    }
  }
  for (const [path, parts] of inventory) lead(parts, packages.get(path)?.link, project);
  for (const program of programs) ownerOf(inventory, program)?.links.push(program);
  return inventory;
};

const lead = ({ links }: PackageParts, link: string | undefined, project: string): void => {
  const first = links[0];
  if (first !== undefined && link !== undefined && (isAbsolute(link) || posix.normalize(link).startsWith("..")))
    links[0] = { path: first.path, target: resolve(project, link) };
};

const entriesOf = (directory: string): readonly Dirent[] =>
  attempt(() => readdirSync(directory, { withFileTypes: true })) ?? [];

const partsOf = (inventory: Map<string, PackageParts>, path: string): PackageParts => {
  let parts = inventory.get(path);
  if (parts === undefined) inventory.set(path, (parts = { folders: [], files: [], links: [] }));
  return parts;
};

/** Sockets and the like are left out. */
export const addEntry = (directory: string, path: string, parts: PackageParts, entry: Dirent): void => {
  if (entry.isDirectory()) parts.folders.push(path);
  else if (entry.isSymbolicLink()) parts.links.push({ path, target: readlinkSync(join(directory, path)) });
  else if (entry.isFile()) parts.files.push(fileAt(directory, path));
};

const addPrograms = (directory: string, path: string, programs: { path: string; target: string }[]): void => {
  for (const entry of entriesOf(join(directory, path)))
    if (entry.isSymbolicLink())
      programs.push({ path: `${path}/${entry.name}`, target: readlinkSync(join(directory, path, entry.name)) });
};

/** The package that a program's link leads into. */
const ownerOf = (
  inventory: Inventory,
  { path, target }: { readonly path: string; readonly target: string },
): PackageParts | undefined => {
  for (let at = posix.join(posix.dirname(path), target); at !== "."; at = posix.dirname(at)) {
    const parts = inventory.get(at);
    if (parts !== undefined) return parts;
    if (at === "/" || at.startsWith("..")) return undefined;
  }
  return undefined;
};

const AT_ONCE = 16;

/** Shares the blocks of the disk where the file system can. */
export const copyParts = async (parts: readonly PackageParts[], from: string, to: string): Promise<void> => {
  mkdirSync(to, { recursive: true });
  for (const { folders, links } of parts) {
    for (const folder of folders) mkdirSync(join(to, folder), { recursive: true });
    for (const { path, target } of links) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      symlinkSync(target, join(to, path));
    }
  }
  const files = parts.flatMap((each) => each.files);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++])
      await copyFile(join(from, file.path), join(to, file.path), constants.COPYFILE_FICLONE);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};
