/** Files that a test misses in a copy: found by what it says, and by what it opens. */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export interface Missing {
  /** What was looked for in the copy. */
  readonly wanted: string;
  /** What to give to --with. */
  readonly beside: string;
}

export interface Ground {
  /** The directory pare was started in. */
  readonly origin: string;
  /** The path of the original, absolute. */
  readonly path: string;
  /** Base names that are in the copy: the input, and what is beside it. */
  readonly there: readonly string[];
}

/** Words that can be file names or packages: quoted, or up to a colon, comma or blank. */
const WORDS = /[\w@.+~/-]*[\w+~-]/g;
const COMPLAINT =
  /no such file|not found|cannot find|can't find|cannot open|can't open|could not open|unable to open|ENOENT|does not exist|failed to open|ModuleNotFoundError|No module named|not exist/i;

/** Names in complaints that exist in the user's directory, beside the input, or in a node_modules upward. */
export const missingBySaying = (output: string, ground: Ground): readonly Missing[] =>
  distinct(
    output
      .split("\n")
      .filter((line) => COMPLAINT.test(line))
      .flatMap((line) => line.match(WORDS) ?? [])
      .flatMap((word) => locate(word.replace(/^(?:\.\/)+/, ""), ground) ?? []),
  );

const locate = (word: string, ground: Ground): Missing | undefined => {
  const [first = ""] = word.split("/");
  if (first === "" || first === "." || first === ".." || ground.there.includes(first)) return undefined;
  const folders = [...new Set([ground.origin, dirname(ground.path)])];
  const near = folders.find((folder) => existsSync(join(folder, word)) || existsSync(join(folder, `${word}.py`)));
  if (near !== undefined) {
    const name = existsSync(join(near, word)) ? first : `${first}.py`;
    return { wanted: word, beside: shown(join(near, name), ground) };
  }
  const modules = upward(ground.origin).find((folder) => existsSync(join(folder, "node_modules", word)));
  const isThere = ground.there.includes("node_modules");
  if (modules === undefined || isThere) return undefined;
  return { wanted: word, beside: shown(join(modules, "node_modules"), ground) };
};

const upward = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upward(dirname(folder))];

export interface Opened {
  /** Absolute paths that were found. */
  readonly found: readonly string[];
  /** Those among them that were opened or executed, not only looked at. */
  readonly opened: readonly string[];
  /** The lines that tell how programs were started, but for the first: what they were handed. */
  readonly started: readonly string[];
  /** Absolute paths that were not. */
  readonly absent: readonly string[];
  /** The working directory. */
  readonly directory: string;
}

/** What the copy lacked and the run in place found under the same relative path. */
export const missingByOpening = (inPlace: Opened, inCopy: Opened, ground: Ground): readonly Missing[] =>
  lacking(inCopy, ground, (path) =>
    inPlace.found.find((other) => other.endsWith(`/${path}`) && isNear(other, path, ground)),
  );

/** What the copy lacked and lies under the same relative path where the test would have looked for it in place. */
export const missingByLooking = (inCopy: Opened, ground: Ground): readonly Missing[] =>
  lacking(inCopy, ground, (path) => {
    const upwards = path.startsWith("node_modules/") ? upward(ground.origin) : [];
    const folders = [ground.origin, dirname(ground.path), ...upwards];
    return folders.map((folder) => join(folder, path)).find((other) => existsSync(other));
  });

const lacking = (inCopy: Opened, ground: Ground, find: (path: string) => string | undefined): readonly Missing[] => {
  const prefix = `${inCopy.directory}/`;
  const wanted = inCopy.absent.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return distinct(
    wanted.flatMap((path) => {
      const [first = ""] = path.split("/");
      if (first === "" || ground.there.includes(first)) return [];
      const found = find(path);
      if (found === undefined) return [];
      const beside = join(found.slice(0, -path.length), first);
      return [{ wanted: path, beside: shown(beside, ground) }];
    }),
  );
};

/** Beside the input, in the user's directory, or in one above it (as Node looks for packages). */
const isNear = (found: string, path: string, { origin, path: input }: Ground): boolean => {
  const folder = found.slice(0, -path.length - 1);
  if (folder === origin || folder === dirname(input)) return true;
  return path.startsWith("node_modules/") && upward(origin).includes(folder);
};

const shown = (path: string, { origin }: Ground): string => relative(origin, path) || path;

/** One entry for each thing to put beside: more would say the same. */
const distinct = (found: readonly Missing[]): readonly Missing[] =>
  [...new Map(found.toReversed().map((missing) => [missing.beside, missing])).values()].toReversed();
