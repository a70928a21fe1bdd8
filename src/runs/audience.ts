/** Who may read what pare writes: nobody who may not read what it was made of. */
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { attempt } from "../core/maybe.ts";
import { isNoContent } from "./no-content.ts";
import { refuseWholeSystem } from "./output/whole-system.ts";

/** What nobody but the user may read. */
export const PRIVATE_FILE = 0o600;

/** The mode of a file, when it is known to which group it belongs. */
export type ModeFor = (group: number) => number;

/** Readers besides the user: members of a group, and everybody else. */
interface Audience {
  readonly group: number | undefined;
  readonly others: boolean;
}

/**
 * The mode of a file or directory at a place, made of these sources: no bit for whoever may not read all of them. A source that is not
 * there may be read by nobody. `mode`: what it would be without them; that of any new file unless given.
 */
export const modeLimitedBy = (sources: readonly string[], place: string, mode: number = newFileMode()): ModeFor => {
  const audience = sources.reduce(
    (before, source) => both(before, audienceOf(source, place)),
    undefined as MaybeAudience,
  );
  return (group) => limited(mode, group, audience ?? NOBODY);
};

/** As the umask has it. */
export const newFileMode = (mode = 0o666): number => mode & ~process.umask();

type MaybeAudience = Audience | undefined;

const NOBODY: Audience = { group: undefined, others: false };

const limited = (mode: number, group: number, audience: Audience): number => {
  const hidden = (audience.others ? 0 : 0o007) | (audience.others || audience.group === group ? 0 : 0o070);
  return mode & ~hidden;
};

const both = (one: MaybeAudience, other: Audience): Audience => {
  if (one === undefined || one.others) return other;
  if (other.others) return one;
  return { group: one.group === other.group ? one.group : undefined, others: false };
};

/** Folders above the source count where the place is not below them, too. */
const audienceOf = (source: string, place: string): Audience => {
  try {
    const real = realpathSync(source);
    // What lies at the place is replaced: where a link there leads to does not matter.
    const there = join(realPlace(dirname(resolve(place))), basename(place));
    const above = foldersAbove(real).filter((folder) => !`${there}/`.startsWith(folder === "/" ? "/" : `${folder}/`));
    return [...above.map((folder) => openTo(folder, 0o1)), everything(real)].reduce(both);
  } catch {
    return NOBODY;
  }
};

/** A full path without links, as far as it is there. */
export const realPlace = (path: string): string =>
  attempt(() => realpathSync(path)) ??
  (dirname(path) === path ? path : join(realPlace(dirname(path)), path.slice(dirname(path).length)));

const foldersAbove = (path: string): readonly string[] => {
  const above = dirname(path);
  return above === path ? [] : [...foldersAbove(above), above];
};

/** All that is in a directory and belongs to its content. */
const everything = (path: string): Audience => {
  const stats = statSync(path);
  let audience = openTo(path, stats.isDirectory() ? 0o5 : 0o4);
  if (!stats.isDirectory() || isNoContent(basename(path))) return audience;
  refuseWholeSystem(path, path);
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink() || (entry.isDirectory() && isNoContent(entry.name))) continue;
      const full = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(full);
      audience = both(audience, openTo(full, entry.isDirectory() ? 0o5 : 0o4));
    }
  return audience;
};

/** Those who have these permissions. A group that has fewer than the others would gain by another group. */
const openTo = (path: string, wanted: number): Audience => {
  const { mode, gid } = lstatSync(path);
  const has = (bits: number): boolean => (bits & wanted) === wanted;
  const group = has(mode >> 3);
  return { group: group ? gid : undefined, others: group && has(mode) };
};
