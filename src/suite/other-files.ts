/** What lies where results are written, from an earlier time: it is not removed, for it may be anybody's, but it is said. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { attempt } from "../core/maybe.ts";
import { isHidden } from "./tests.ts";

/** What could be taken for tests below a directory, without what was written now, by their relative paths, in order. Nothing of a directory that is not there. */
export const otherFiles = (directory: string, written: Iterable<string>): readonly string[] => {
  const names = new Set(written);
  return entriesOf(directory)
    .map((path) => relative(directory, path).replaceAll("\\", "/"))
    .filter((name) => !names.has(name) && !isHidden(name))
    .toSorted();
};

const entriesOf = (directory: string): readonly string[] =>
  attempt(() =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  ) ?? [];

/** `typed`: the directory, as people call it. */
export const othersHint = (others: readonly string[], typed: string): string | undefined => {
  const [first, ...more] = others;
  if (first === undefined) return undefined;
  const what = more.length === 0 ? "1 other file that was" : `${others.length} other files that were`;
  return `${typed} has ${what} there before: ${first}${more.length > 0 ? ", …" : ""}`;
};
