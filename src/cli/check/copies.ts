/** Copies of files and directories, where they are not too large for that. */
import { accessSync, constants, cpSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";

const MAX_ENTRIES = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns where the copies are. */
export const copyTo = (directory: string, paths: readonly string[]): readonly string[] =>
  paths.map((path) => {
    const copy = join(directory, basename(path));
    cpSync(realpathSync(path), copy, { recursive: true });
    return copy;
  });

/** Few enough files, all of them regular and readable, and few enough bytes. A link within would lead out of the copy. */
export const canCopy = (paths: readonly string[]): boolean => {
  let entries = 0;
  let bytes = 0;
  try {
    const left = paths.map((path) => realpathSync(path));
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const stats = lstatSync(path);
      const isDirectory = stats.isDirectory();
      if (!isDirectory && !stats.isFile()) return false;
      accessSync(path, constants.R_OK);
      entries += 1;
      bytes += stats.size;
      if (entries > MAX_ENTRIES || bytes > MAX_BYTES) return false;
      if (isDirectory) for (const name of readdirSync(path)) left.push(join(path, name));
    }
    return true;
  } catch {
    return false;
  }
};
