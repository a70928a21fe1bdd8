/** Folders that are written at the end: what is wrong with them is said before anything is run. */
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../../core/errors.ts";
import { onDisk } from "../../journals/disk-errors.ts";
import { isLink, statsOf } from "../../runs/output/place.ts";

/** Throws a `UserError` unless the folder is there, or can be made, and files can be put into it. */
export const checkFolder = (path: string, option: string): void => {
  const stats = statsOf(path);
  if (stats?.isDirectory() === true)
    return onDisk(`cannot write to ${path}`, () => accessSync(path, constants.W_OK | constants.X_OK));
  if (stats !== undefined || isLink(path))
    throw new UserError("BAD_OUTPUT", `${path} is ${stats === undefined ? "a link to nothing" : "a file"}.`, {
      advice: `Give ${option} a folder for the results.`,
    });
  if (dirname(path) !== path) checkFolder(dirname(path), option);
};
