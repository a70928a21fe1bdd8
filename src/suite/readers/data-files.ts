/** What a run has left below its data directory. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { badCoverage, codeOf } from "./troubles.ts";

/** Files whose name ends so, at any depth, in the order of their names. */
export const dataFiles = async (data: string, ending: string): Promise<readonly string[]> => {
  let entries: readonly Dirent[];
  try {
    entries = await readdir(data, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw badCoverage(
      `The data of the run in ${data} cannot be read (${codeOf(error)}).`,
      "See that the run keeps its hands off the permissions of the directory named by $PARE_COVERAGE.",
      error,
    );
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted();
};
