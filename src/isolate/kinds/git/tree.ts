/** Commits and the working tree: what lies under their paths, and where they differ. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { foldersAbove } from "../../../core/test-case.ts";
import { entryKey, type Entry } from "../../mixture.ts";
import { fileOn } from "../../trees/tree.ts";
import { entryOnDisk, SUBMODULE, type GitEntries, type TreeItem } from "./entries.ts";
import { gitIn, type Git } from "./run.ts";

/** Everything in a commit, by path. */
export const listTree = async (git: Git, commit: string): Promise<ReadonlyMap<string, TreeItem>> => {
  const listed = new Map<string, TreeItem>();
  for (const line of await git.parts(["ls-tree", "-r", "-z", "--full-tree", commit])) {
    const tab = line.indexOf("\t");
    const [mode = "", , oid = ""] = line.slice(0, tab).split(" ");
    listed.set(line.slice(tab + 1), { mode, oid });
  }
  return listed;
};

export interface Difference {
  readonly from: TreeItem | undefined;
  readonly to: TreeItem | undefined;
}

/** The paths at which two commits differ; a rename is a path that goes and one that comes. */
export const differences = async (git: Git, from: string, to: string): Promise<ReadonlyMap<string, Difference>> =>
  rawDifferences(await git.parts(["diff-tree", "-r", "-z", "--raw", ...PLAINLY, from, to]));

const PLAINLY = ["--no-renames", "--no-ext-diff", "--no-abbrev", "--ignore-submodules=none"];

/** ":100644 100755 <oid> <oid> M", then the path. */
const rawDifferences = (parts: readonly string[]): ReadonlyMap<string, Difference> => {
  const found = new Map<string, Difference>();
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [fromMode = "", toMode = "", fromOid = "", toOid = ""] = (parts[i] as string).slice(1).split(" ");
    const path = decodable(parts[i + 1] as string);
    found.set(path, { from: listedAs(fromMode, fromOid), to: listedAs(toMode, toOid) });
  }
  return found;
};

const listedAs = (mode: string, oid: string): TreeItem | undefined => (/^0+$/.test(mode) ? undefined : { mode, oid });

const decodable = (path: string): string => {
  if (!path.includes("\uFFFD")) return path;
  throw new UserError("BAD_NAME", `The name of a changed file is not UTF-8: ${JSON.stringify(path)}.`, {
    advice: "Rename it, or compare two directories without it: pare isolate GOOD BAD -- COMMAND {}.",
  });
};

/** Not tracked and not ignored, as git lists them; a repository within is one path with a slash at its end. */
export const untrackedPaths = async (git: Git): Promise<readonly string[]> =>
  (await git.parts(["ls-files", "-z", "--others", "--exclude-standard"])).filter((path) => !isPares(path));

/** What pare itself writes is nobody's change. */
export const isPares = (path: string): boolean => path.split("/").includes(".pare");

/** Untracked files above this are not taken for changes. */
export const LARGE: number = 64 * 2 ** 20;

/**
 * What the working tree has otherwise than a commit (which is checked out): tracked files as they are on the disk, and these
 * untracked ones. The index is read, never refreshed: what only looks changed is compared.
 */
export const workingChanges = async (
  git: Git,
  commit: string,
  untracked: readonly string[],
  prepare: (differing: ReadonlyMap<string, Difference>) => Promise<GitEntries>,
): Promise<ReadonlyMap<string, Entry | undefined>> => {
  const differing = rawDifferences(await git.parts(["diff-index", "-z", "--raw", ...PLAINLY, commit]));
  const entries = await prepare(differing);
  const changed = new Map<string, Entry | undefined>();
  // Also for what is not merged yet, and for what only the index has lost: the disk decides.
  for (const [path, { from, to }] of differing) {
    const before = from && entries.of(path, from);
    const now = to?.mode === SUBMODULE ? await submoduleOnDisk(git, path, before) : onDisk(git.directory, path);
    if ((now && entryKey(now)) !== (before && entryKey(before))) changed.set(path, now);
  }
  for (const path of untracked) {
    const now = onDisk(git.directory, decodable(path));
    if (now !== undefined) changed.set(path, now);
  }
  return changed;
};

/** Read now: people go on working. Only the largest files are left where they are. */
const onDisk = (top: string, path: string): Entry | undefined => {
  const full = join(top, path);
  // What is found through a link lies elsewhere.
  if (foldersAbove(path).some((folder) => lstatSync(join(top, folder), { throwIfNoEntry: false })?.isSymbolicLink()))
    return undefined;
  const stats = lstatSync(full, { throwIfNoEntry: false });
  if (stats?.isFile() && stats.size > LARGE)
    return fileOn(full, { mode: stats.mode & 0o100 ? 0o755 : 0o644, size: stats.size });
  return entryOnDisk(full);
};

/** The commit that is checked out there; as before where none is. */
const submoduleOnDisk = async (git: Git, path: string, before: Entry | undefined): Promise<Entry | undefined> => {
  const full = join(git.directory, path);
  if (!lstatSync(join(full, ".git"), { throwIfNoEntry: false })) return before;
  const commit = await gitIn(full).maybe(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return commit === undefined ? before : { kind: "submodule", commit };
};
