/**
 * Digests of what lies beside the candidate. A file goes by its content. A directory goes by the names, kinds and contents of all that
 * is in it when that is little (at most 1000 files and 16 MB), else by names, kinds, sizes and times of change: node_modules is not
 * read whole at every start, and a rebuilt or newly installed one still is another one. Links go by where they point.
 */
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../core/errors.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { sha256 } from "./identity.ts";
import { refuseWholeSystem } from "./output/whole-system.ts";

const MAX_FILES = 1000;
const MAX_BYTES = 16 * 2 ** 20;

/** Base names and digests, in the order of the names. Throws NO_BESIDE for what is not there. */
export const extraFileDigests = (paths: readonly string[]): (readonly [name: string, digest: string])[] =>
  paths.map((path) => [basename(path), digestOf(path)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));

const digestOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new UserError("NO_BESIDE", `There is no ${path} to put beside the input.`, {
      advice: "Check the path given with --with; it is relative to the directory where pare was started.",
    });
  if (!stats.isFile() && !stats.isDirectory())
    throw new UserError("BAD_BESIDE", `${path} is neither a file nor a directory.`, {
      advice: "Name files and directories with --with: what is there is copied, and must have an end.",
    });
  refuseWholeSystem(path, path);
  return onDisk(`cannot read ${path}`, () => (stats.isDirectory() ? digestOfTree(path) : sha256(readFileSync(path))));
};

interface Entry {
  readonly path: string;
  readonly full: string;
  readonly stats: Stats;
}

const digestOfTree = (root: string): string => {
  const entries = entriesOf(root, "");
  const bytes = entries.reduce((sum, { stats }) => sum + (stats.isFile() ? stats.size : 0), 0);
  const little = entries.length <= MAX_FILES && bytes <= MAX_BYTES;
  return sha256(JSON.stringify(entries.map((entry) => described(entry, little))));
};

const entriesOf = (root: string, under: string): Entry[] =>
  readdirSync(join(root, under))
    .toSorted()
    .flatMap((name) => {
      const path = under === "" ? name : `${under}/${name}`;
      const full = join(root, path);
      const stats = lstatSync(full);
      const entry: Entry = { path, full, stats };
      return stats.isDirectory() ? [entry, ...entriesOf(root, path)] : [entry];
    });

const described = ({ path, full, stats }: Entry, little: boolean): unknown[] => {
  if (stats.isDirectory()) return [path, "directory"];
  if (stats.isSymbolicLink()) return [path, "link", readlinkSync(full)];
  if (!stats.isFile()) return [path, "other"];
  return little
    ? [path, "file", stats.mode & 0o111, sha256(readFileSync(full))]
    : [path, "file", stats.size, stats.mtimeMs];
};
