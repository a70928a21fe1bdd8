/** What a run has left below its data directory. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { badCoverage, codeOf, staleCoverage } from "./troubles.ts";

/** Files whose name ends so, at any depth, in the order of their names. */
export const dataFiles = async (data: string, ending: string): Promise<readonly string[]> => {
  let entries: readonly Dirent[];
  try {
    entries = await readdir(data, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw badCoverage(
      `The data of the run in ${data} cannot be read (${codeOf(error)}).`,
      "The run must not change the permissions of the directory named by $PARE_COVERAGE.",
      error,
    );
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted();
};

export interface Freshness {
  /** Throws STALE_COVERAGE if a source is newer than what was built from it. Sources that are not there are not looked at. */
  check(sources: Iterable<string>, built: string): Promise<void>;
}

/** Every pair is looked at once for each state of what was built. */
export const freshness = (): Freshness => {
  const checked = new Set<string>();
  return {
    check: async (sources, built) => {
      const made = await timeOf(built);
      if (made === undefined) return;
      const fresh = [...new Set(sources)].filter((source) => !checked.has(`${source}\0${built}\0${made}`));
      const times = await Promise.all(fresh.map(timeOf));
      for (const [at, source] of fresh.entries()) {
        if ((times[at] ?? 0n) > made)
          throw staleCoverage(
            `${source} is newer than ${built}: its lines are not those the program was built from.`,
            "Build the program again, then run pare again.",
          );
        checked.add(`${source}\0${built}\0${made}`);
      }
    },
  };
};

const timeOf = async (path: string): Promise<bigint | undefined> => {
  try {
    return (await stat(path, { bigint: true })).mtimeNs;
  } catch {
    return undefined;
  }
};
