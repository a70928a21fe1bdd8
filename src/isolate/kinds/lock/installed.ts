/** Both ends as installed trees, kept from run to run. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../../../core/digest.ts";
import { nameBeside, removeLeftovers } from "../../../runs/atomic.ts";
import { makePrivateAmongRuns } from "../../../runs/private.ts";
import type { LockedPackages, LockFormat } from "./format.ts";
import { takeInventory, copyParts } from "./inventory.ts";

export interface LockEnd {
  /** As the user calls it. */
  readonly title: string;
  /** The lockfile's. */
  readonly directory: string;
  readonly text: string;
  readonly packages: LockedPackages;
  /** Where its manifest is. */
  readonly project: string;
}

export interface InstallPlan {
  readonly format: LockFormat;
  /** Where installations are kept. */
  readonly cache: string;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Names an installation by what it is made from. */
export const installationKey = (format: LockFormat, end: LockEnd): string =>
  digest(JSON.stringify([format.name, process.platform, process.arch, end.text, format.inputs(end.text, end.project)]));

/**
 * The directory of the installed end: one that was made before, else a copy of what lies beside the lockfile if that is what the
 * lockfile says, else made anew. It gets its name when it is complete. The user's own packages are copied, for a test could write
 * through a hard link.
 */
export const installed = async (end: LockEnd, { format, cache, note, signal }: InstallPlan): Promise<string> => {
  const directory = join(cache, installationKey(format, end));
  if (existsSync(directory)) return directory;
  makePrivateAmongRuns(cache);
  removeLeftovers(directory);
  const beside = nameBeside(directory);
  mkdirSync(beside);
  try {
    if (format.isInstalled(end.packages, end.directory)) {
      note(`copying the packages of ${end.title}`);
      await copyParts([...takeInventory(end.directory, end.packages, end.project).values()], end.directory, beside);
    } else {
      note(`installing ${end.title} (${end.packages.size} packages)`);
      await format.install({ directory: beside, lockText: end.text, project: end.project, signal });
    }
    takePlace(beside, directory);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return directory;
};

/** Another process may have been faster; its work is as good. */
const takePlace = (beside: string, directory: string): void => {
  try {
    renameSync(beside, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
  }
};
