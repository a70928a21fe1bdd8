/** Two directories or archives: `pare isolate old/ new/ -- command {}`. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Kind, PathEnds } from "../../kind.ts";
import { isArchive } from "./archive.ts";

export const foldersKind: Kind<PathEnds> = {
  name: "folders",
  about: "two directories or archives, GOOD BAD: which change in which file does it?",
  noun: "change",
  flags: {},
  example: "GOOD BAD -- COMMAND {}",
  offers: ["patches", "paths"],
  layout: "beside",
  applies: ({ paths }, origin) => paths !== undefined && paths.some((path) => isFolder(path, origin)),
  open: async (options) => await (await import("./open.ts")).openFolders(options),
};

/** Directories and archives; what is not there is a directory if it is written like one. */
export const isFolder = (path: string, origin: string): boolean => {
  const stats = statSync(resolve(origin, path), { throwIfNoEntry: false });
  return stats?.isDirectory() === true || isArchive(path) || (stats === undefined && path.endsWith("/"));
};
