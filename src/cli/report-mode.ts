/** The modes of files that tell of what the user gave: nobody reads them who may not read that. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { filesOf, kindFor, type Ends } from "../isolate/kinds/index.ts";
import { modeLimitedBy, newFileMode, type ModeFor } from "../runs/audience.ts";

/** Paths as they were typed in the directory. `most`: what the mode of such a file would be. */
export const toldMode = (inputs: readonly string[], path: string, directory: string, most = 0o666): ModeFor =>
  modeLimitedBy(
    inputs.map((input) => resolve(directory, input)),
    resolve(directory, path),
    newFileMode(most),
  );

/** What is read of two ends; what is no file (flags, revisions) lies in the directory. */
export const filesOfEnds = (ends: Ends, directory: string): readonly string[] => {
  const isThere = (path: string): boolean => existsSync(resolve(directory, path));
  const named = filesOf(ends).filter(isThere);
  if (kindFor(ends, directory).layout === "tree") return [".", ...[".git"].filter(isThere)];
  return named.length === 0 ? ["."] : named;
};
