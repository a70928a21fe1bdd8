/** The stage of an isolation on a worker. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { BenchPlace } from "../../cluster/bench.ts";
import { unpackTree } from "../../cluster/trees.ts";
import type { Stage } from "./stage.ts";

/** Lays everything out below a directory. Throws an `Error` for paths that lead out of it. */
export const layStage = async ({ packs, links }: Stage, blob: BenchPlace["blob"], directory: string): Promise<void> => {
  for (const [folder, name] of packs) await unpackTree(await blob(name), below(directory, folder));
  for (const [path, target] of links) {
    const at = below(directory, path);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(below(directory, target), at);
  }
};

/** Absolute. */
export const below = (directory: string, path: string): string => {
  if (isAbsolute(path) || path.split("/").includes("..")) throw new Error(`a path that leads elsewhere: ${path}`);
  return join(directory, path);
};
