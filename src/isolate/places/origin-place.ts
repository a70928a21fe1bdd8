/** Places for mixtures that are words or variables: nothing lies on the disk. */
import { dirname } from "node:path";
import type { Place } from "../place.ts";
import { discard } from "../../runner/index.ts";
import { makeDirectory } from "../../runs/private.ts";
import { farm } from "./farm.ts";

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
