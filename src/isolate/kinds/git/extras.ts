/** What a checkout needs beside its history: installed packages, ignored files, untracked helpers. */
import { cpSync, lstatSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Git } from "./run.ts";
import { isPares, LARGE } from "./tree.ts";

export interface Extras {
  /** Folders of packages: their entries are linked. */
  readonly packages: readonly string[];
  /** Folders that are linked as a whole. */
  readonly linked: readonly string[];
  readonly copied: readonly string[];
  /** Too large to be copied. */
  readonly left: readonly string[];
}

/** Folders that hold what others have made; tests read them. What tests and builds write (target, build, dist) is copied instead. */
const DEPENDENCIES: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".venv",
  "venv",
  "vendor",
  "Pods",
  "Carthage",
  "deps",
  ".bundle",
  ".cargo",
  "elm-stuff",
]);

/** Bytes that are copied for each place, at most. */
const COPIED = 200 * 2 ** 20;

/** Which ignored files of the checkout, and which further ones, go to every place, and how. `isTaken`: a state has something there. */
export const findExtras = async (
  git: Git,
  further: readonly string[],
  isTaken: (path: string) => boolean,
): Promise<Extras> => {
  const words = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const ignored = (await git.parts(words)).map((path) => path.replace(/\/$/, ""));
  const packages: string[] = [];
  const linked: string[] = [];
  const copied: string[] = [];
  const left: string[] = [];
  let size = 0;
  for (const path of [...ignored, ...further]) {
    if (isPares(path) || isTaken(path)) continue;
    const stats = statSync(join(git.directory, path), { throwIfNoEntry: false });
    if (stats?.isDirectory() && DEPENDENCIES.has(basename(path)))
      (basename(path) === "node_modules" ? packages : linked).push(path);
    else {
      const needed = sizeOf(join(git.directory, path), COPIED - size);
      if (needed === undefined) left.push(path);
      else {
        size += needed;
        copied.push(path);
      }
    }
  }
  return { packages, linked, copied, left };
};

/** Nothing when it is more than a limit. */
const sizeOf = (path: string, limit: number): number | undefined => {
  let size = 0;
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const stats = lstatSync(next, { throwIfNoEntry: false });
    size += stats?.isFile() ? stats.size : 1000;
    if (size > limit) return undefined;
    if (stats?.isDirectory()) for (const name of readdirSync(next)) waiting.push(join(next, name));
  }
  return size;
};

export const layExtras = ({ packages, linked, copied }: Extras, from: string, to: string): void => {
  for (const path of copied) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    // Sockets and pipes stay where they are.
    cpSync(join(from, path), join(to, path), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      force: false,
      filter: (each) => isCopied(each),
    });
  }
  for (const path of linked) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    symlinkSync(join(from, path), join(to, path));
  }
  for (const path of packages) layPackages(join(from, path), join(to, path));
};

const isCopied = (path: string): boolean => {
  const stats = lstatSync(path);
  return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
};

/** Caches of tools: each place has its own. */
const CACHES: ReadonlySet<string> = new Set([".cache", ".vite", ".vite-temp", ".vitest", ".tmp", ".temp"]);

/**
 * A folder of installed packages with a link for each of them. Links of workspaces ("../packages/a") are copied as they are, so that
 * they lead to the candidate's own packages and not to the user's.
 */
const layPackages = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const { name, path } of packagesIn(from)) {
    const source = join(from, path);
    const stats = lstatSync(source);
    if (CACHES.has(name)) continue;
    if (name !== path) mkdirSync(join(to, dirname(path)), { recursive: true });
    const target = stats.isSymbolicLink() ? readlinkSync(source) : undefined;
    symlinkSync(target !== undefined && !target.startsWith("/") ? target : source, join(to, path));
  }
};

/** Scopes and the folder of programs are looked into: their entries are what is linked. */
const packagesIn = (folder: string): readonly { readonly name: string; readonly path: string }[] =>
  readdirSync(folder).flatMap((name) => {
    const isInner = (name.startsWith("@") || name === ".bin") && lstatSync(join(folder, name)).isDirectory();
    return isInner
      ? readdirSync(join(folder, name)).map((inner) => ({ name: inner, path: `${name}/${inner}` }))
      : [{ name, path: name }];
  });

export interface Untracked {
  /** Part of the bad end. */
  readonly changes: readonly string[];
  /** Named by the command: the same at both ends. */
  readonly helpers: readonly string[];
  /** Neither: laid beside the checkout as it would be after `git checkout`. */
  readonly beside: readonly string[];
  /** Too large for a change. */
  readonly left: readonly string[];
}

/** Installed packages that somebody has forgotten to ignore are no changes. */
const INSTALLED = /^(?:.*\/)?(?:node_modules|bower_components|\.venv|venv)(?=\/)/;

export const sortUntracked = (
  top: string | undefined,
  paths: readonly string[],
  { areChanges, named }: { readonly areChanges: boolean; readonly named: ReadonlySet<string> },
): Untracked => {
  const changes: string[] = [];
  const helpers: string[] = [];
  const beside = new Set<string>();
  const left: string[] = [];
  for (const path of paths) {
    const installed = INSTALLED.exec(path)?.[0];
    if (installed !== undefined) beside.add(installed);
    else if (named.has(path)) helpers.push(path);
    // A repository within this one ends with a slash.
    else if (path.endsWith("/") || !areChanges) beside.add(path.replace(/\/$/, ""));
    else if ((lstatSync(join(top ?? "", path), { throwIfNoEntry: false })?.size ?? 0) > LARGE) left.push(path);
    else changes.push(path);
  }
  return { changes, helpers, beside: [...beside], left };
};
