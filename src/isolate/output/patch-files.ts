/** The patches of a result as files: in the run's directory, and where pare was started if that was asked for. */
import { closeSync, lstatSync, openSync, readSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../../core/errors.ts";
import { replaceFile } from "../../runs/atomic.ts";
import type { ModeFor } from "../../runs/audience.ts";
import { heldFile, type HeldFile } from "../../runs/output/guarded-output.ts";
import type { IsolateResult, PathChange } from "../result.ts";
import { patchOf, reversed, type Patch } from "./patch.ts";

export type PatchName = "culprit" | "trigger" | "revert";

/** Stands above the first `diff` line, where git and patch read nothing: also how pare recognises what it wrote. */
const MARK = "pare isolate: ";

const ABOUT: Readonly<Record<PatchName, string>> = {
  culprit: "applied to the good end, this makes it fail.",
  trigger: "the change that causes the failure, as it is in the bad end; undone (git apply -R), the bad end works.",
  revert: "applied to the bad end, this makes it work.",
};

export interface PatchFile extends Patch {
  readonly name: PatchName;
  /** Absolute. */
  readonly path: string;
}

/** Writes those that change something. What an earlier session left there is replaced, or goes. */
export const writePatches = (directory: string, { culprit, revert }: IsolateResult["files"]): readonly PatchFile[] => {
  for (const name of ["culprit", "trigger", "revert"] as const) rmSync(fileOf(directory, name), { force: true });
  return [
    ...writePatch(directory, "culprit", culprit),
    ...writePatch(directory, "trigger", reversed(revert)),
    ...writePatch(directory, "revert", revert),
  ];
};

/** What a kind advises beside the patches, as files of the run's directory; returns their paths. */
export const writeAdvice = (directory: string, { files }: IsolateResult["advice"]): readonly string[] =>
  files.map(({ name, content }) => {
    const path = join(directory, basename(name));
    replaceFile(path, content);
    return path;
  });

/** For `--apply` and `--revert`: the place of a patch, as it is now. Throws a `UserError` when the file there was not written by pare. */
export const patchPlace = (directory: string, name: PatchName): HeldFile => {
  checkPatchPlace(directory, name);
  return heldFile(fileOf(directory, name));
};

/** Throws a `UserError` when the file there was not written by pare. */
const checkPatchPlace = (directory: string, name: PatchName): void => {
  const path = fileOf(directory, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && beginning(path) === MARK)) return;
  throw new UserError("OUTPUT_EXISTS", `${path} exists already, and pare did not write it.`, {
    advice: `Move it away, or leave out ${name === "culprit" ? "--apply" : "--revert"}: the patch is in the run's directory anyway.`,
  });
};

/** `place`: held since before the run. */
export const writePatchHere = (
  place: HeldFile,
  name: PatchName,
  { changes, mode }: { readonly changes: readonly PathChange[]; readonly mode: ModeFor },
): string | undefined => {
  const patch = patchOf(changes);
  if (patch.paths === 0) return undefined;
  place.put(textOf(name, patch), mode);
  return place.path;
};

const fileOf = (directory: string, name: PatchName): string => join(directory, `${name}.patch`);

/** Replaced as a whole: nobody ever reads half a patch. */
const writePatch = (
  directory: string,
  name: PatchName,
  changes: readonly PathChange[],
  mode?: ModeFor,
): readonly PatchFile[] => {
  const patch = patchOf(changes);
  if (patch.paths === 0) return [];
  const path = fileOf(directory, name);
  replaceFile(path, textOf(name, patch), mode);
  return [{ ...patch, name, path }];
};

const textOf = (name: PatchName, { bytes }: Patch): Uint8Array =>
  Buffer.concat([Buffer.from(`${MARK}${ABOUT[name]}\n\n`), bytes]);

const beginning = (path: string): string => {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MARK.length);
    return bytes.toString("latin1", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
};
