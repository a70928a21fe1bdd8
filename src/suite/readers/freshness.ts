/** Whether sources have changed since the program was built: then the lines of its coverage are not those of the files. */
import { stat } from "node:fs/promises";
import { staleCoverage } from "./troubles.ts";

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
