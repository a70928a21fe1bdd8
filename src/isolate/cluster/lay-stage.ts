/** The stage of an isolation on a worker. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { BenchPlace } from "../../cluster/bench.ts";
import { unpackTree } from "../../cluster/trees.ts";
import type { Stage } from "./stage.ts";

/**
 * Lays everything out below a directory. Throws an `Error` for paths that lead out of it. Returns the paths of the trees that are
 * linked there.
 */
export const layStage = async (
  { packs, trees, links }: Stage,
  place: Pick<BenchPlace, "blob" | "tree">,
  directory: string,
): Promise<readonly string[]> => {
  const linked: string[] = [];
  for (const [folder, name] of packs) {
    const at = below(directory, folder);
    await unpackTree(await place.blob(name), at);
  }
  for (const [path, name] of trees) {
    const at = below(directory, path);
    const tree = await place.tree(name);
    symlinkSync(tree, at);
    linked.push(tree);
  }
  for (const [path, target] of links) {
    const at = below(directory, path);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(below(directory, target), at);
  }
  return linked;
};

/** Absolute. */
export const below = (directory: string, path: string): string => {
  if (isAbsolute(path) || path.split("/").includes("..")) throw new Error(`a path that leads elsewhere: ${path}`);
  return join(directory, path);
};
