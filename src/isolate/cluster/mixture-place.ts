/** Places of mixtures on a worker. */
import { mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { foldersAbove } from "../../core/test-case.ts";
import type { Place } from "../place.ts";
import { besidePlace } from "../places/beside-place.ts";
import { removeAll } from "../places/disk.ts";
import { filePlace } from "../places/file-place.ts";
import { farmPlace } from "../places/origin-place.ts";
import { treePlace } from "../places/tree-place.ts";
import { layOut } from "../trees/lay-out.ts";
import { directoryTree, fileOn, type EntryTree } from "../trees/tree.ts";
import type { Shape } from "./mixture-kit.ts";

/** A stage that was laid out; all paths are absolute. */
export interface LaidStage {
  readonly origin: string;
  /** The good end. */
  readonly candidate?: string;
  /** Where a folder of the stage lies. */
  at(path: string): string;
}

/** Makes a place at the good end in a directory that does not exist yet, as kinds do on the machine of the user. */
export const placesOn = (stage: LaidStage, shape: Shape): ((directory: string) => Promise<Place>) => {
  const { origin, candidate = "" } = stage;
  switch (shape.kind) {
    case "farm":
      return async (directory) => farmPlace(directory, origin);
    case "beside":
      return besidePlaces(stage, shape);
    case "tree":
      return treePlaces(candidate, shape);
  }
};

const besidePlaces = (
  { origin, candidate = "", at }: LaidStage,
  { folder, name, isFile }: Extract<Shape, { readonly kind: "beside" }>,
): ((directory: string) => Promise<Place>) => {
  const good = join(at(folder), name);
  if (isFile) {
    const { mode, size } = statSync(candidate);
    const base = fileOn(candidate, { mode: mode & 0o777, size });
    const open = (file: string, cwd: string): Promise<Place> => filePlace({ file, cwd, base });
    return async (directory) => await besidePlace({ directory, origin, good, open });
  }
  const tree = directoryTree(candidate);
  const open = async (path: string, cwd: string): Promise<Place> => {
    await layOut(candidate, tree, path);
    return treePlace({ directory: path, cwd, base: (each) => tree.entry(each) });
  };
  return async (directory) => await besidePlace({ directory, origin, good, open });
};

const treePlaces = (
  candidate: string,
  { cwd: within, left, free }: Extract<Shape, { readonly kind: "tree" }>,
): ((directory: string) => Promise<Place>) => {
  const tree: EntryTree = directoryTree(candidate);
  const [leftOnes, freeOnes] = [new Set(left), new Set(free)];
  const isLeft = (path: string): boolean => leftOnes.has(path);
  const isFree = (path: string): boolean =>
    freeOnes.has(path) || foldersAbove(path).some((folder) => freeOnes.has(folder));
  return async (directory) => {
    const root = join(directory, basename(candidate));
    const cwd = join(root, within);
    await layOut(candidate, tree, root);
    const base = (path: string): ReturnType<EntryTree["entry"]> => (isFree(path) ? undefined : tree.entry(path));
    const place = treePlace({ directory: root, cwd, base, isLeft });
    return {
      ...place,
      prepare: async (to) => {
        await place.prepare(to);
        // A folder goes with the last file in it; the command starts there all the same.
        mkdirSync(cwd, { recursive: true });
      },
      close: async () => {
        await place.close();
        removeAll(directory);
      },
    };
  };
};
