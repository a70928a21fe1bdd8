/** Candidates that are a folder or a file of their own: the command runs where pare was started, the candidate lies among its neighbours. */
import { basename, dirname, join } from "node:path";
import { discard } from "../../runner/index.ts";
import { makeDirectory } from "../../runs/private.ts";
import { type Entry, type Mixture, mixture } from "../mixture.ts";
import type { Place } from "../place.ts";
import { farm } from "./origin-place.ts";
import { treePlace } from "./tree-place.ts";

export interface BesidePlaceOptions {
  /** The worker's directory, which does not exist yet. `here` in it is the working directory, the candidate lies in `beside`. */
  readonly directory: string;
  /** The directory pare was started in. */
  readonly origin: string;
  /** The good end, absolute: its base name is the candidate's, its neighbours are linked beside the candidate. */
  readonly good: string;
  /** The candidate's name, if it is not that of the good end (an archive is unpacked). */
  readonly name?: string;
  /** Makes the candidate's own place at a path that does not exist yet. */
  readonly open: (path: string, cwd: string) => Place | Promise<Place>;
}

export const besidePlace = async (given: BesidePlaceOptions): Promise<Place> => {
  const { directory, origin, good, name = basename(good), open } = given;
  makeDirectory(directory);
  const here = farm(join(directory, "here"), origin);
  const beside = farm(join(directory, "beside"), dirname(good), { except: [name] });
  const inner = await open(join(beside.directory, name), here.directory);
  return {
    cwd: inner.cwd,
    path: inner.path,
    distance: (to) => inner.distance(to),
    prepare: (to) => inner.prepare(to),
    async restore(options) {
      const changed = await inner.restore(options);
      if (!options.keepNew) {
        here.restore();
        beside.restore();
      }
      return changed;
    },
    async close() {
      await inner.close();
      discard(directory);
    },
  };
};

interface FilePlaceOptions {
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
