/** The project itself: everything in its directory but what is installed, recorded or versioned there. */
import { lstatSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { dirname, isAbsolute, join, posix, resolve, sep } from "node:path";
import { digest } from "../../../core/digest.ts";
import { onDisk } from "../../../journals/disk-errors.ts";
import { addEntry, type PackageParts } from "./inventory.ts";

const LEFT = [".git", ".pare"];

export interface ProjectOptions {
  /** Folders in it that have packages of their own: "" and the workspaces. */
  readonly own: readonly string[];
  /** Directories that are left out, absolute. */
  readonly except: readonly string[];
}

/** In the order of the names. Links that lead out of the project lead to the same place from everywhere. */
export const readProject = (directory: string, { own, except }: ProjectOptions): PackageParts =>
  onDisk(`cannot read ${directory}`, () => {
    const parts: PackageParts = { folders: [], files: [], links: [] };
    const left = new Set([...LEFT, ...own.map((path) => posix.join(path, "node_modules"))]);
    const away = new Set(except.map((path) => resolve(path)));
    const waiting = [""];
    for (let under = waiting.pop(); under !== undefined; under = waiting.pop())
      for (const entry of entriesOf(join(directory, under))) {
        const path = under === "" ? entry.name : `${under}/${entry.name}`;
        if (left.has(path) || away.has(join(directory, path))) continue;
        addEntry(directory, path, parts, entry);
        if (entry.isDirectory()) waiting.push(path);
      }
    const links = parts.links.map(({ path, target }) => ({ path, target: targetOf(directory, path, target) }));
    return { ...parts, links };
  });

const entriesOf = (directory: string): readonly Dirent[] =>
  readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));

const targetOf = (directory: string, path: string, target: string): string => {
  if (isAbsolute(target)) return target;
  const leadsTo = resolve(dirname(join(directory, path)), target);
  return leadsTo === directory || leadsTo.startsWith(directory + sep) ? target : leadsTo;
};

/** The digest of everything that a test can see of the project. */
export const projectDigest = (directory: string, parts: PackageParts): string =>
  digest(
    JSON.stringify([
      parts.folders.toSorted(),
      parts.links.map(({ path, target }) => `${path}\0${target}`).toSorted(),
      parts.files.map(({ path }) => `${path}\0${fileDigest(join(directory, path))}`).toSorted(),
    ]),
  );

const fileDigest = (path: string): string => `${lstatSync(path).mode.toString(8)} ${digest(readFileSync(path))}`;
