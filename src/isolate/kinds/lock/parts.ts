/** Both installations and the project, for another machine: candidates are mixed there as they are here. */
import { isAbsolute, relative, resolve, dirname } from "node:path";
import * as v from "valibot";
import { UserError } from "../../../core/errors.ts";
import type { OpenKind, PlaceParts } from "../../kind.ts";
import type { LockedPackage } from "./format.ts";
import { takeInventory, type PackageParts } from "./inventory.ts";
import { openLockPlace, type Installation, type LockPlaceOptions } from "./place.ts";
import { readProject } from "./project.ts";

type Locked = Pick<LockedPackage, "path" | "own" | "bundled" | "link">;

const lockedSchema = v.object({
  path: v.string(),
  own: v.boolean(),
  bundled: v.boolean(),
  link: v.exactOptional(v.string()),
});

/** What a place needs to know of the packages of both ends, and which of them change. */
const dataSchema = v.object({
  good: v.array(lockedSchema),
  bad: v.array(lockedSchema),
  changes: v.array(v.object({ path: v.string(), isInGood: v.boolean() })),
});

export interface LockParts extends Pick<LockPlaceOptions, "good" | "bad" | "project" | "changes"> {
  readonly packages: Readonly<Record<"good" | "bad", ReadonlyMap<string, LockedPackage>>>;
}

/** Throws a `UserError` for links to what lies on this machine alone. */
export const partsOf = ({ good, bad, project, changes, packages }: LockParts): PlaceParts => {
  for (const parts of [project.parts, ...good.inventory.values(), ...bad.inventory.values()]) refuseOutward(parts);
  return {
    folders: { good: good.directory, bad: bad.directory, project: project.directory },
    data: { good: about(packages.good), bad: about(packages.bad), changes },
  };
};

const about = (locked: ReadonlyMap<string, LockedPackage>): readonly Locked[] =>
  [...locked.values()].map(({ path, own, bundled, link }) => ({
    path,
    own,
    bundled,
    ...(link !== undefined && { link }),
  }));

const refuseOutward = ({ links }: PackageParts): void => {
  for (const { path, target } of links)
    if (isAbsolute(target) || relative("/top", resolve("/top", dirname(path), target)).startsWith(".."))
      throw new UserError(
        "NOT_ON_CLUSTER",
        `This cannot be isolated on a cluster: the link ${path} leads to ${target} on this machine.`,
        { advice: "Leave --cluster out: then the tests run on this machine." },
      );
};

/** Files are copied: what was sent is shared by all runs of the machine. */
export const placesFrom = ({ folders, data }: PlaceParts): OpenKind["openPlace"] => {
  const { changes, ...locked } = v.parse(dataSchema, data);
  const folder = (name: string): string => folders[name] ?? "";
  const own = locked.bad.filter((each) => each.own).map(({ path }) => path);
  const project = { directory: folder("project"), parts: readProject(folder("project"), { own, except: [] }) };
  const installation = (end: "good" | "bad"): Installation => ({
    directory: folder(end),
    inventory: takeInventory(folder(end), new Map(locked[end].map((each) => [each.path, each])), folder("project")),
  });
  const ends = { good: installation("good"), bad: installation("bad") };
  return async (directory) =>
    openLockPlace({ ...ends, project, directory, changes, copies: true, damaged: () => undefined });
};
