/** Directories that nobody but the user may look into, whatever the umask says. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../journals/disk-errors.ts";
import { PRIVATE_FILE } from "./audience.ts";
import { RUNS_DIRECTORY } from "./place.ts";

const PRIVATE_DIRECTORY = 0o700;
const OTHERS = 0o077;

/** With those above it; one that is there stays as it is. (Node's `recursive` reports what the disk refuses as a missing directory.) */
export const makeDirectory = (path: string, mode = 0o777): boolean => {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    makeDirectory(dirname(path), mode);
    mkdirSync(path, mode);
  }
  return true;
};

/** The same for the user alone. */
export const makePrivateDirectory = (path: string): void => {
  const above = dirname(path);
  if (!existsSync(above)) makePrivateDirectory(above);
  // A umask can take away even what the user needs.
  if (makeDirectory(path, PRIVATE_DIRECTORY)) changeMode(path, PRIVATE_DIRECTORY);
};

/** The note that makes git leave runs alone, and tells a directory of pare from any other. */
export const IGNORE = { name: ".gitignore", text: "*\n" } as const;

/** The same for a directory of the runs, which may have been made by an earlier version. */
export const makePrivateAmongRuns = (directory: string): void => {
  const runs = dirname(directory);
  if (isOfPare(runs)) narrow(runs);
  narrow(directory);
  makePrivateDirectory(directory);
};

/** What an earlier version has left open to others, and is ours. Links and what others own stay as they are. */
const narrow = (directory: string): void => {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true || stats.uid !== process.geteuid?.() || (stats.mode & OTHERS) === 0) return;
  changeMode(directory, PRIVATE_DIRECTORY);
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const file = lstatSync(path, { throwIfNoEntry: false });
    if (file?.isFile() === true && file.uid === stats.uid && (file.mode & OTHERS) !== 0) changeMode(path, PRIVATE_FILE);
  }
};

/** A directory of another name may have been there before pare was. */
const isOfPare = (runs: string): boolean => {
  const ignore = join(runs, IGNORE.name);
  return basename(runs) === RUNS_DIRECTORY && existsSync(ignore) && readFileSync(ignore, "utf8") === IGNORE.text;
};

/** Some file systems have no modes. */
const changeMode = (path: string, mode: number): void => {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    if (!NO_MODES.has(errorCode(error) ?? "")) throw error;
  }
};

const NO_MODES: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOENT"]);
