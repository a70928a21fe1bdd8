/** Directories that nobody can mean: the whole file system, and what the system only shows as files. */
import { realpathSync, statSync } from "node:fs";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";

const SHOWN = /^\/(?:$|dev$|(?:proc|sys)(?:\/|$))/;

/** Throws a `UserError` for a directory that would be walked for hours, or whose files have no end. */
export const refuseWholeSystem = (path: string, typed: string): void => {
  const real = placeOf(path);
  if (!SHOWN.test(real) || !statSync(real).isDirectory()) return;
  const what = real === "/" ? "the root of the file system" : `a directory of the system (${real})`;
  throw new UserError("BAD_INPUT", `${typed} is ${what}: it cannot be read whole.`, {
    advice: "Name a directory that has only the files that matter.",
  });
};

/** Whoever reads what is not there, or cannot be reached, says so. */
const placeOf = (path: string): string => attempt(() => realpathSync(path)) ?? "";
