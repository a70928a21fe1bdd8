/** Places for mixtures that are words or variables: nothing lies on the disk. */
import { readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { discard } from "../../runner/index.ts";
import { makeDirectory } from "../../runs/private.ts";
import type { Place } from "../place.ts";
import { removeAll, statOf } from "./disk.ts";

/** The command runs in the user's own directory, and nothing is restored there. */
export const originPlace = (origin: string): Place => ({
  cwd: origin,
  path: origin,
  distance: () => 0,
  prepare: () => Promise.resolve(),
  restore: () => Promise.resolve([]),
  close: () => Promise.resolve(),
});

/** The command runs among links to everything in the user's directory, so that outputs of tests side by side do not meet. */
export const farmPlace = (directory: string, origin: string): Place => {
  makeDirectory(dirname(directory));
  const here = farm(directory, origin);
  return {
    ...originPlace(directory),
    restore({ keepNew }) {
      if (!keepNew) here.restore();
      return Promise.resolve([]);
    },
    close() {
      discard(directory);
      return Promise.resolve();
    },
  };
};

interface Farm {
  readonly directory: string;
  /** Takes away what is new, and makes links anew that were replaced or removed. */
  restore(): void;
}

interface FarmOptions {
  /** Names that are not linked, and not touched when they are there. */
  readonly except?: readonly string[];
}

/** Runs live there: a link to them would lead to the farm itself. */
const RUNS = ".pare";

/** A directory, which does not exist yet, with a link to every entry of another. What appears there later is not linked. */
export const farm = (directory: string, origin: string, { except = [] }: FarmOptions = {}): Farm => {
  const own = new Set(except);
  const links = new Map(
    readdirSync(origin)
      .filter((name) => name !== RUNS && !own.has(name))
      .map((name) => [name, resolve(origin, name)]),
  );
  makeDirectory(directory);
  for (const [name, target] of links) symlinkSync(target, join(directory, name));
  return {
    directory,
    restore() {
      const left = new Set(links.keys());
      for (const name of readdirSync(directory)) {
        if (own.has(name)) continue;
        if (leadsTo(join(directory, name)) === links.get(name) && links.has(name)) left.delete(name);
        else removeAll(join(directory, name));
      }
      for (const name of left) symlinkSync(links.get(name) as string, join(directory, name));
    },
  };
};

const leadsTo = (path: string): string | undefined =>
  statOf(path)?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
