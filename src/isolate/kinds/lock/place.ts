/** A directory with the project and a mixed tree of packages: hard links to the files of both installed ends. */
import { mkdirSync } from "node:fs";
import { posix } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { discard } from "../../../runner/index.ts";
import type { Mixture } from "../../mixture.ts";
import type { Place } from "../../place.ts";
import { Expected } from "./expected.ts";
import type { Inventory, PackageParts } from "./inventory.ts";
import type { LockSide } from "./mix.ts";

export interface Installation {
  readonly directory: string;
  readonly inventory: Inventory;
}

/** A path at which the ends differ. */
export interface PlacedChange {
  readonly path: string;
  readonly isInGood: boolean;
}

export interface LockPlaceOptions {
  readonly directory: string;
  /** A copy of the project that nobody writes to. */
  readonly project: { readonly directory: string; readonly parts: PackageParts };
  readonly good: Installation;
  readonly bad: Installation;
  readonly changes: readonly PlacedChange[];
  /** Copies instead of links: for tests that write into packages. */
  readonly copies: boolean;
  /** Called when a test has written through a link: the installations are of no use any more. */
  readonly damaged: () => void;
}

export const openLockPlace = (options: LockPlaceOptions): Place => {
  const { directory, project, changes } = options;
  const ends = { good: options.good, bad: options.bad };
  const changed = new Set(changes.map(({ path }) => path));
  mkdirSync(directory, { recursive: true });
  const expected = new Expected(directory);
  expected.put(project.parts, project.directory, "copy");
  const way = options.copies ? "copy" : "link";
  for (const [path, parts] of options.good.inventory)
    if (!changed.has(path)) expected.put(parts, options.good.directory, way);

  const current = new Map<string, LockSide | undefined>();
  const partsAt = (path: string, end: LockSide | undefined): PackageParts | undefined =>
    end === undefined ? undefined : ends[end].inventory.get(path);
  const bring = (path: string, end: LockSide | undefined): void => {
    const before = partsAt(path, current.get(path));
    current.set(path, undefined);
    if (before !== undefined) expected.take(before);
    const after = partsAt(path, end);
    if (after !== undefined && end !== undefined) expected.put(after, ends[end].directory, way);
    current.set(path, end);
  };
  const different = (to: Mixture): readonly { path: string; end: LockSide | undefined }[] =>
    changes.flatMap(({ path, isInGood }) => {
      const end = to.packages?.has(path) === true ? to.packages.get(path) : isInGood ? "good" : undefined;
      return current.has(path) && current.get(path) === end ? [] : [{ path, end }];
    });
  for (const { path, isInGood } of changes) bring(path, isInGood ? "good" : undefined);

  return {
    cwd: directory,
    path: directory,
    distance: (to) =>
      different(to)
        .flatMap(({ path, end }) => [partsAt(path, end), partsAt(path, current.get(path))])
        .reduce((sum, parts) => sum + (parts?.files.length ?? 0), 0),
    prepare: async (to) => {
      const steps = different(to);
      // What lies in a package is taken away before it and put there after it.
      for (const { path } of steps.toSorted((a, b) => depth(b.path) - depth(a.path))) bring(path, undefined);
      for (const { path, end } of steps.toSorted((a, b) => depth(a.path) - depth(b.path))) bring(path, end);
    },
    restore: async ({ keepNew }) => {
      const { touched, writtenThrough } = expected.restore({ keepNew });
      if (writtenThrough === undefined) return touched;
      options.damaged();
      throw writes(writtenThrough);
    },
    close: async () => discard(directory),
  };
};

const depth = (path: string): number => path.split("/").length;

const writes = (path: string): UserError =>
  new UserError(
    "WRITES_PACKAGES",
    `The test has written to ${posix.normalize(path)}, a file of an installed package.`,
    {
      advice:
        "Run the same command again: pare installs both ends again, and then copies packages (slower) instead of linking them.",
    },
  );
