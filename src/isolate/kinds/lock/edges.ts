/** Who finds whom: Node's resolution in the tree that a lockfile describes, and whether what is found will do. */
import { Range, SemVer } from "semver";
import { attempt } from "../../../core/maybe.ts";
import type { LockedPackage, LockedPackages, Need } from "./format.ts";

const MODULES = "node_modules/";

/** Where a package looks for others: its own folder first, then those above it. Each ends in a slash or is empty. */
export const lookupFolders = (path: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = path; at !== ""; at = above(at)) folders.push(`${at}/`);
  folders.push("");
  return folders;
};

/** The folder above that can hold packages: not node_modules itself, nor a scope in it. */
const above = (path: string): string => {
  const modules = path.lastIndexOf(MODULES);
  const isPackage =
    modules >= 0 &&
    !path
      .slice(modules + MODULES.length)
      .replace(/^@[^/]*\//, "")
      .includes("/");
  if (isPackage) return path.slice(0, Math.max(0, modules - 1));
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
};

/** The path at which a name is found from these folders. */
export const resolve = (
  folders: readonly string[],
  name: string,
  isThere: (path: string) => boolean,
): string | undefined => {
  for (const folder of folders) {
    const path = `${folder}${MODULES}${name}`;
    if (isThere(path)) return path;
  }
  return undefined;
};

/** The package above a nested one: "node_modules/a" for "node_modules/a/node_modules/b". */
export const parentOf = (path: string): string | undefined => {
  const at = path.lastIndexOf(`/${MODULES}`);
  return at < 0 ? undefined : path.slice(0, at);
};

/** Something that is asked for, with where it is looked for. */
export interface Edge {
  readonly from: LockedPackage;
  readonly need: Need;
  readonly folders: readonly string[];
  /** Where it is found in the lockfile's own tree, if it is. */
  readonly found: string | undefined;
  /** Does that do? Pinned and forced versions may not; then nothing is asked of a mixture either. */
  readonly holds: boolean;
}

/** The needs of installed packages; those of the project itself decide nothing, for they are those of the bad end. */
export const edgesOf = (packages: LockedPackages, satisfies: Satisfies): readonly Edge[] => {
  const edges: Edge[] = [];
  for (const from of packages.values()) {
    if (from.own || from.bundled || from.link !== undefined) continue;
    const folders = lookupFolders(from.path);
    for (const need of from.needs) edges.push(edgeOf(packages, from, need, folders, satisfies));
  }
  return edges;
};

const edgeOf = (
  packages: LockedPackages,
  from: LockedPackage,
  need: Need,
  folders: readonly string[],
  satisfies: Satisfies,
): Edge => {
  const found = resolve(folders, need.name, (path) => packages.has(path));
  const target = found === undefined ? undefined : packages.get(found);
  return { from, need, folders, found, holds: target === undefined ? need.optional : satisfies(target, need) };
};

export type Satisfies = (target: LockedPackage, need: Need) => boolean;

/** Remembers: the same few thousand pairs are asked about by every mixture. */
export const satisfier = (): Satisfies => {
  const known = new Map<string, boolean>();
  const ranges = new Map<string, Range | undefined>();
  const rangeOf = (text: string): Range | undefined => {
    if (!ranges.has(text)) ranges.set(text, parseRange(text));
    return ranges.get(text);
  };
  return (target, { range }) => {
    // A link stands for a package of the project: whatever its version is, it is meant.
    if (target.link !== undefined) return true;
    const key = `${range}\0${target.version}`;
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = matches(rangeOf(range), target.version)));
    return answer;
  };
};

/** Addresses, tags and paths say nothing about versions. "npm:other@^1" is a range of another package. */
const parseRange = (text: string): Range | undefined => {
  const alias = /^npm:(?:@[^/]+\/)?[^@]+@?(.*)$/.exec(text);
  return attempt(() => new Range(alias === null ? text : (alias[1] ?? ""), { loose: true }));
};

const matches = (range: Range | undefined, version: string): boolean => {
  if (range === undefined) return true;
  try {
    return range.test(new SemVer(version, { loose: true }));
  } catch {
    // A version that is none: nothing can be said against it.
    return true;
  }
};
