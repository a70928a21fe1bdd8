/** Where the runs of a working directory are kept: in it, or where nothing can be written there, among the user's own state. */
import { accessSync, constants, existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { errorCode } from "../journals/disk-errors.ts";
import { sha256 } from "./identity.ts";

/** In the working directory unless another one is named. */
export const RUNS_DIRECTORY = ".pare";

const REFUSED: ReadonlySet<string | undefined> = new Set(["EROFS", "EACCES", "EPERM"]);
const HASH_DIGITS = 12;

/** Absolute. `given` is taken as it is. */
export const runsDirectoryOf = (cwd: string, given?: string): string => {
  const usual = resolve(cwd, given ?? RUNS_DIRECTORY);
  if (given !== undefined || !isRefused(usual)) return usual;
  const other = join(stateDirectory(), "pare", `${named(cwd)}-${sha256(resolve(cwd)).slice(0, HASH_DIGITS)}`);
  // Where that is no better, the usual place is the one to complain of.
  return isRefused(other) ? usual : other;
};

/** What a user has to know who looks for the runs in the usual place. */
export const elsewhereNote = (cwd: string, runs: string, given?: string): string | undefined =>
  runs === resolve(cwd, given ?? RUNS_DIRECTORY)
    ? undefined
    : `Nothing can be written in ${resolve(cwd)}, so this run is kept in ${runs}.`;

/** A directory that is not there yet is as good as the one above it. */
const isRefused = (path: string): boolean => {
  if (!existsSync(path) && dirname(path) !== path) return isRefused(dirname(path));
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return false;
  } catch (error) {
    return REFUSED.has(errorCode(error));
  }
};

const stateDirectory = (): string => {
  const { XDG_STATE_HOME: state = "", HOME: home = "/" } = process.env;
  return isAbsolute(state) ? state : join(resolve(home), ".local", "state");
};

const named = (cwd: string): string =>
  basename(resolve(cwd))
    .replaceAll(/[^\p{L}\p{N}._+-]/gu, "_")
    .slice(0, 100);
