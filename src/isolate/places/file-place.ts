/** A candidate that is a single file. */
import { basename, dirname } from "node:path";
import type { Entry, Mixture } from "../mixture.ts";
import { mixture } from "../mixture.ts";
import type { Place } from "../place.ts";
import { discard } from "../../runner/index.ts";
import { treePlace } from "./tree-place.ts";

export interface FilePlaceOptions {
  /** Where the candidate lies, absolute; its directory exists. What else is there is none of its business. */
  readonly file: string;
  /** Where the command runs. */
  readonly cwd: string;
  /** The good end. It is written here. */
  readonly base: Entry;
}

/** A mixture has at most one entry: what lies there instead of the good end, whatever it is called. */
export const filePlace = async (given: FilePlaceOptions): Promise<Place> => {
  const { file, cwd, base } = given;
  const name = basename(file);
  const entryOf = ({ entries }: Mixture): ReadonlyMap<string, Entry | undefined> =>
    new Map(Array.from(entries.values(), (entry) => [name, entry]));
  const renamed = (to: Mixture): Mixture => mixture(to.size, { entries: entryOf(to) });
  let isThere = false;
  const inner = treePlace({
    directory: dirname(file),
    path: file,
    cwd,
    base: () => (isThere ? base : undefined),
    isLeft: (path) => path !== name,
  });
  await inner.prepare(mixture(0, { entries: new Map([[name, base]]) }));
  isThere = true;
  return {
    cwd,
    path: file,
    distance: (to) => inner.distance(renamed(to)),
    prepare: (to) => inner.prepare(renamed(to)),
    restore: (options) => inner.restore(options),
    close() {
      discard(file);
      return Promise.resolve();
    },
  };
};
