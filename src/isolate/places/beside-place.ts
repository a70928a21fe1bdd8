/** Candidates that are a folder or a file of their own: the command runs where pare was started, the candidate lies among its neighbours. */
import { basename, dirname, join } from "node:path";
import type { Place } from "../place.ts";
import { discard } from "../../runner/index.ts";
import { makeDirectory } from "../../runs/private.ts";
import { farm } from "./farm.ts";

export interface BesidePlaceOptions {
  /** Of the worker; it does not exist yet. `here` in it is the working directory, the candidate lies in `beside`. */
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
