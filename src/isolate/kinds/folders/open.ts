/** Two directories or archives: `pare isolate old/ new/ -- command {}`. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { refuseWholeSystem } from "../../../runs/output/whole-system.ts";
import type { KindOptions, OpenKind, PathEnds } from "../../kind.ts";
import { entryKey } from "../../mixture.ts";
import { besidePlace } from "../../places/beside-place.ts";
import { treePlace } from "../../places/tree-place.ts";
import { archiveStem, isArchive, unpacked } from "./archive.ts";
import { treeChanges } from "../../trees/changes.ts";
import { layOut } from "../../trees/lay-out.ts";
import { directoryTree, type EntryTree } from "../../trees/tree.ts";

export const openFolders = async (options: KindOptions<PathEnds>): Promise<OpenKind> => {
  const [good, bad] = options.ends.paths ?? ["", ""];
  refuseNested(good, bad, options.origin);
  const ends = [await endAt(good, "good", options), await endAt(bad, "bad", options)] as const;
  return openKind(options, ends[0], ends[1]);
};

/** An end, as a directory. */
interface FolderEnd {
  readonly typed: string;
  /** What was typed, absolute. */
  readonly path: string;
  readonly root: string;
  readonly tree: EntryTree;
}

/** The inner one would be a change of the outer one. */
const refuseNested = (good: string, bad: string, origin: string): void => {
  const places = [good, bad].map((typed) => ({ typed, real: directoryAt(resolve(origin, typed)) }));
  for (const [outer, inner] of [places, places.toReversed()] as [NamedDirectory, NamedDirectory][])
    if (outer.real !== undefined && inner.real?.startsWith(`${outer.real}/`) === true)
      throw new UserError("NESTED_ENDS", `${inner.typed} is inside ${outer.typed}: the two ends cannot be compared.`, {
        advice: "Copy one of them to another place, and compare the copy.",
      });
};

interface NamedDirectory {
  readonly typed: string;
  readonly real: string | undefined;
}

const directoryAt = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? realpathSync(path) : undefined;

const endAt = async (
  typed: string,
  end: "good" | "bad",
  { origin, storage, note, signal }: KindOptions,
): Promise<FolderEnd> => {
  const path = resolve(origin, typed);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new UserError("NO_INPUT", `There is no ${typed}.`, {
      advice: "Name two directories or archives: the one that works first, the one that fails second.",
    });
  refuseWholeSystem(path, typed);
  if (stats.isDirectory()) return { typed, path, root: path, tree: directoryTree(path) };
  if (!isArchive(path))
    throw new UserError("BAD_INPUT", `${typed} is a file, and the other end is a directory or an archive.`, {
      advice: "Name two directories (or archives: .tar, .tar.gz, .tgz, .tar.xz, .zip), or two files.",
    });
  note(`unpacking ${typed}`);
  const root = await unpacked(path, join(storage, `${end}-${digest(readFileSync(path))}`), signal);
  return { typed, path, root, tree: directoryTree(root) };
};

const openKind = ({ origin, only, skip, level }: KindOptions, good: FolderEnd, bad: FolderEnd): OpenKind => ({
  name: "folders",
  identity: { good: stateOf(good.tree), bad: stateOf(bad.tree), only, skip },
  titles: { good: good.typed, bad: bad.typed },
  changes: () => treeChanges({ good: good.tree, bad: bad.tree, only, skip, level }),
  base: (path) => good.tree.entry(path),
  openPlace: (directory) =>
    besidePlace({
      directory,
      origin,
      good: good.path,
      ...(good.root === good.path ? {} : { name: archiveStem(good.path) }),
      open: async (path, cwd) => {
        await layOut(good.root, good.tree, path);
        return treePlace({ directory: path, cwd, base: (each) => good.tree.entry(each) });
      },
    }),
  close: () => Promise.resolve(),
});

/** What is in a tree, in few bytes. */
const stateOf = (tree: EntryTree): string =>
  digest(
    tree.paths
      .map((path) => {
        const entry = tree.entry(path);
        return `${path}\0${entry === undefined ? "" : entryKey(entry)}`;
      })
      .join("\0"),
  );
