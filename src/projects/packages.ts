/** The packages that are installed for a project, and how a candidate gets at them: by links. */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { CaseLink } from "../core/test-case.ts";
import { recordOf } from "./manifest.ts";

export const MODULES = "node_modules";

interface Package {
  readonly version: string | undefined;
  /** To the package, and to its programs. */
  readonly links: readonly CaseLink[];
}

/** What is found from a folder of the project under a name: in its own packages, else in those of a folder above it. */
export type Find = (folder: string, name: string) => Package | undefined;

/** Candidates ask for the same packages again and again: each is looked for once. */
export const packagesOf = (root: string): Find => {
  const known = new Map<string, Package | undefined>();
  return (folder, name) => {
    const key = `${folder}\0${name}`;
    if (!known.has(key)) known.set(key, find(root, folder, name));
    return known.get(key);
  };
};

const find = (root: string, folder: string, name: string): Package | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    const store = join(at, MODULES);
    if (existsSync(join(root, store, name))) return packageAt(root, store, name);
    if (at === ".") return undefined;
  }
};

const packageAt = (root: string, store: string, name: string): Package => {
  const { version, bin } = manifestAt(join(root, store, name));
  const programs = programsOf(name, bin)
    .map((program) => join(store, ".bin", program))
    .filter((path) => existsSync(join(root, path)));
  return {
    version: typeof version === "string" ? version : undefined,
    links: [linkTo(root, join(store, name)), ...programs.map((path) => ({ path, target: join(root, path) }))],
  };
};

const manifestAt = (folder: string): Readonly<Record<string, unknown>> => {
  try {
    return recordOf(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))) ?? {};
  } catch {
    return {};
  }
};

const programsOf = (name: string, programs: unknown): readonly string[] => {
  if (typeof programs === "string") return [name.slice(name.indexOf("/") + 1)];
  return Object.keys(recordOf(programs) ?? {}).filter((each) => /^[\w.-]+$/.test(each) && !/^\.+$/.test(each));
};

/** A package of the project itself is found in the candidate, not in the original. */
const linkTo = (root: string, path: string): CaseLink => {
  const full = join(root, path);
  const real = isOwn(root, full) ? relative(realpathSync(root), realpathSync(full)) : undefined;
  return { path, target: real === undefined ? full : relative(dirname(path), real) };
};

/** A package of the project itself, which is reduced with it. */
const isOwn = (root: string, full: string): boolean => {
  if (!lstatSync(full).isSymbolicLink() || !existsSync(full)) return false;
  const real = relative(realpathSync(root), realpathSync(full));
  return !real.startsWith("..") && !real.split("/").includes(MODULES);
};

/** All that is installed, by one link for each folder of packages; not where packages of the project itself are among them. */
export const wholeStores = (root: string, stores: readonly string[]): readonly CaseLink[] =>
  stores
    .filter((store) => !namesIn(join(root, store)).some((name) => isOwn(root, join(root, store, name))))
    .map((store): CaseLink => ({ path: store, target: join(root, store) }));

/** What is installed in a folder of packages: npm writes it down, else names and versions will do. */
export const installation = (store: string): string => {
  const list = join(store, ".package-lock.json");
  if (existsSync(list)) return readFileSync(list, "utf8");
  return JSON.stringify(namesIn(store).map((name) => [name, manifestAt(join(store, name))["version"]]));
};

const namesIn = (store: string): readonly string[] =>
  readdirSync(store, { withFileTypes: true }).flatMap((entry) =>
    entry.name.startsWith("@") && entry.isDirectory()
      ? readdirSync(join(store, entry.name)).map((inner) => `${entry.name}/${inner}`)
      : [entry.name],
  );
