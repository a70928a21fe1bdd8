/** Lockfiles: which of the packages that changed does it? Candidates are mixed from two installed trees. */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { nameBeside, removeLeftovers } from "../../../runs/atomic.ts";
import type { Change } from "../../change.ts";
import type { Advice, KindOptions, OpenKind, Pair } from "../../kind.ts";
import { lockChanges, type LockChanges } from "./changes.ts";
import type { LockChange } from "./compare.ts";
import { readEnds, type NamedEnds } from "./ends.ts";
import type { PinnedManifest } from "./format.ts";
import { installationKey, installed, type InstallPlan, type LockEnd } from "./installed.ts";
import { takeInventory, type PackageParts, copyParts } from "./inventory.ts";
import { partsOf } from "./parts.ts";
import { openLockPlace, type Installation, type PlacedChange } from "./place.ts";
import { projectDigest, readProject } from "./project.ts";
import { selects } from "../../trees/globs.ts";

export interface LockEnds {
  readonly lock?: Pair;
}

export const openLock = (options: KindOptions<LockEnds>): OpenKind =>
  openKind(options, readEnds(options.ends.lock ?? ["", ""], options.origin));

/** Everything that takes a while, made once when it is needed first. */
interface Ready {
  readonly good: Installation;
  readonly bad: Installation;
  readonly project: { readonly directory: string; readonly parts: PackageParts };
  readonly changes: LockChanges;
}

/** The project as it was when it was opened. */
interface ProjectState {
  readonly parts: PackageParts;
  readonly digest: string;
}

const openKind = (options: KindOptions, ends: NamedEnds): OpenKind => {
  const { format, good, bad } = ends;
  // Shared by all runs: the storage is a folder of one run.
  const runs = join(options.storage, "..", "..");
  const cache = join(runs, "installed");
  const own = [...bad.packages.values()].filter((locked) => locked.own).map(({ path }) => path);
  const parts = readProject(ends.project, { own, except: [runs] });
  const seen: ProjectState = { parts, digest: projectDigest(ends.project, parts) };
  const plan: InstallPlan = { format, cache, note: options.note, signal: options.signal };
  let ready: Promise<Ready> | undefined;
  const prepare = (): Promise<Ready> => (ready ??= makeReady(options, ends, plan, seen));
  const copies = join(cache, `${digest(ends.project)}.copies`);
  return {
    name: "lock",
    identity: {
      format: format.name,
      good: installationKey(format, good),
      bad: installationKey(format, bad),
      project: seen.digest,
      only: options.only,
      skip: options.skip,
    },
    titles: { good: good.title, bad: bad.title },
    changes: async () => {
      const { changes } = await prepare();
      if (changes.all.length > 0) return changes;
      throw new UserError("SAME_ENDS", `${good.title} and ${bad.title} lock the same packages.`, {
        advice: "Name a lockfile that works and one that fails, and check --only and --skip.",
      });
    },
    openPlace: async (directory) => {
      const { changes, ...made } = await prepare();
      const damaged = (): void => {
        writeFileSync(copies, "");
        for (const end of [made.good, made.bad]) rmSync(end.directory, { recursive: true, force: true });
      };
      return openLockPlace({ ...made, directory, changes: placed(changes), copies: existsSync(copies), damaged });
    },
    placeParts: async () => {
      const { changes, ...made } = await prepare();
      return partsOf({ ...made, changes: placed(changes), packages: { good: good.packages, bad: bad.packages } });
    },
    advice: async ({ trigger }) => adviceFor(trigger, pinsFor(ends, (await prepare()).changes, trigger)),
    cured: async (trigger) => {
      const { changes, project } = await prepare();
      const pinned = pinsFor(ends, changes, trigger);
      return pinned === undefined ? undefined : prove(options, ends, project, pinned);
    },
    close: async () => {},
  };
};

const placed = ({ every }: LockChanges): readonly PlacedChange[] =>
  every.map(({ path, good }) => ({ path, isInGood: good !== undefined }));

const makeReady = async (
  options: KindOptions,
  ends: NamedEnds,
  plan: InstallPlan,
  seen: ProjectState,
): Promise<Ready> => {
  const project = await keepProject(ends.project, seen.parts, join(options.storage, `project-${seen.digest}`));
  const [good, bad] = await both(ends, plan);
  const changes = lockChanges(
    { good: ends.good.packages, bad: ends.bad.packages },
    {
      selects: selected(options),
      isInstalled: (path) => good.inventory.has(path) || bad.inventory.has(path),
    },
  );
  return { good, bad, project: { directory: project, parts: seen.parts }, changes };
};

/** Side by side. When one fails, the other is stopped, and nothing of it is left when the error is told. */
const both = async (ends: NamedEnds, plan: InstallPlan): Promise<readonly [Installation, Installation]> => {
  const either = new AbortController();
  const abort = (): void => either.abort(plan.signal.reason);
  if (plan.signal.aborted) abort();
  plan.signal.addEventListener("abort", abort, { once: true });
  const one = async (end: LockEnd): Promise<Installation> => {
    const directory = await installed(end, { ...plan, signal: either.signal });
    return { directory, inventory: takeInventory(directory, end.packages, ends.project) };
  };
  const work = [one(ends.good), one(ends.bad)] as const;
  try {
    return await Promise.all(work);
  } catch (error) {
    either.abort(error);
    await Promise.allSettled(work);
    throw error;
  } finally {
    plan.signal.removeEventListener("abort", abort);
  }
};

/** The user may go on working: tests see the project as it was. */
const keepProject = async (from: string, parts: PackageParts, to: string): Promise<string> => {
  if (existsSync(to)) return to;
  removeLeftovers(to);
  const beside = nameBeside(to);
  await copyParts([parts], from, beside);
  renameSync(beside, to);
  return to;
};

/** A pattern means a path in the lockfile or the name of a package. */
const selected = ({ only, skip }: KindOptions): ((change: LockChange) => boolean) => {
  const isWanted = selects({ only });
  const isLeft = selects({ only: skip });
  return ({ path, good, bad }) => {
    const names = [path, (bad ?? good)?.name ?? path];
    return names.some(isWanted) && (skip.length === 0 || !names.some(isLeft));
  };
};

/** Nothing can be pinned for what is new or gone: `undefined` if there is nothing else. */
const pinsFor = (
  { format, bad }: NamedEnds,
  { all }: LockChanges,
  trigger: readonly Change[],
): PinnedManifest | undefined => {
  const ids = new Set(trigger.map(({ id }) => id));
  const pins = all.flatMap(({ id, what, good: to, bad: from }) =>
    from === undefined || to === undefined || what === "link" || !ids.has(id) ? [] : [{ bad: from, good: to }],
  );
  return format.pins(pins, bad.packages);
};

const adviceFor = (trigger: readonly Change[], pinned: PinnedManifest | undefined): Advice => {
  const loose = trigger
    .filter(({ what }) => what === "added" || what === "removed" || what === "link")
    .map(
      ({ id, what }) =>
        `${id} (${what ?? ""}): no version of it can be pinned (npm explain shows which packages require it)`,
    );
  if (pinned === undefined) return { files: [], lines: loose };
  const content = `${JSON.stringify(pinned.members, undefined, 2)}\n`;
  const lines = ["in package.json, until there is a fixed version:", ...content.trimEnd().split("\n")];
  return { files: [{ name: "overrides.json", content }], lines: [...lines, ...loose] };
};

/** A real installation of the bad end with the pins, in a copy of the project. */
const prove = async (
  options: KindOptions,
  { format, bad }: NamedEnds,
  project: Ready["project"],
  pinned: PinnedManifest,
): Promise<string> => {
  const directory = join(options.storage, "cured");
  rmSync(directory, { recursive: true, force: true });
  await copyParts([project.parts], project.directory, directory);
  options.note(`installing ${bad.title} with the overrides, as the proof`);
  await format.prove({ directory, lockText: bad.text, project: bad.project, signal: options.signal }, pinned);
  return directory;
};
