/** A directory full of links: programs find there what lies elsewhere, and what they write does not meet. */
import { readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeDirectory } from "../../runs/private.ts";
import { removeAll, statOf } from "./disk.ts";

export interface Farm {
  readonly directory: string;
  /** Takes away what is new, and makes links anew that were replaced or removed. */
  restore(): void;
}

export interface FarmOptions {
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
