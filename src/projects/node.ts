/**
 * Projects of Node and TypeScript. Packages are linked and never reduced. At first a candidate finds all that are installed; once that
 * can go, only those that a package.json asks for, by the version that is installed: what is not needed goes from there as well,
 * and `npm install` on the result brings what the tests had.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { entriesCase, type CaseFile, type CaseLink, type TestCase } from "../core/test-case.ts";
import { readManifest, recordOf, withVersions } from "./manifest.ts";
import type { Project, Root } from "./project.ts";

const MANIFEST = "package.json";
const MODULES = "node_modules";

export const nodeProject = (root: Root): Project | undefined => {
  // What is installed is read anew for each run.
  installedAt = remembering();
  const { source, path, left } = root;
  const stores = left.filter((folder) => folder === MODULES || folder.endsWith(`/${MODULES}`)).toSorted(deepestFirst);
  if (stores.length === 0 && !source.files.some((file) => file.path === MANIFEST)) return undefined;
  const manifests = new Map(manifestsOf(source).map((file) => [file.path, textOf(file)]));
  const installed = new Map([...manifests].map(([at, text]) => [at, versionsOf(path, at, text)]));
  return {
    name: "Node project",
    identity: stores.map((store) => installation(join(path, store))),
    start: entriesCase({ ...source, links: [...(source.links ?? []), ...wholeStores(path, stores)] }),
    precise: new Map([...manifests].map(([at, text]) => [at, withVersions(text, installed.get(at) ?? new Map())])),
    provided: (candidate) => {
      const links = (candidate.links ?? []).map((link) => `${link.path}/`);
      const found = manifestsOf(candidate).flatMap((file) => packageLinks(path, file, manifests.get(file.path)));
      // Nothing is put below a link: it would be put where that leads.
      const own = distinct(found);
      const above = new Set([...links, ...own.map((link) => `${link.path}/`)]);
      return own.filter((each) => ![...foldersOf(each.path)].some((folder) => above.has(folder)));
    },
    setUp: (result) => {
      const asks = manifestsOf(result).some((file) => (readManifest(textOf(file))?.wanted.size ?? 0) > 0);
      return asks ? ["npm install"] : [];
    },
  };
};

/** "a/", "a/b/" for "a/b/c". */
function* foldersOf(path: string): Generator<string, void, void> {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) yield path.slice(0, at + 1);
}

/** What is installed: npm writes it down, else names and versions will do. */
const installation = (store: string): string => {
  const list = join(store, ".package-lock.json");
  if (existsSync(list)) return readFileSync(list, "utf8");
  return JSON.stringify(packagesIn(store).map((name) => [name, installedAt(join(store, name))?.["version"]]));
};

const deepestFirst = (a: string, b: string): number => b.split("/").length - a.split("/").length;

const manifestsOf = ({ files }: TestCase): readonly CaseFile[] =>
  files.filter(({ path }) => path === MANIFEST || path.endsWith(`/${MANIFEST}`));

const textOf = (file: CaseFile): string => Buffer.from(file.bytes()).toString();

/** All that is installed, by one link for each folder of packages; not where packages of the project itself are among them. */
const wholeStores = (root: string, stores: readonly string[]): readonly CaseLink[] =>
  stores
    .filter((store) => !packagesIn(join(root, store)).some((name) => isOwn(root, join(root, store, name))))
    .map((store): CaseLink => ({ path: store, target: join(root, store) }));

const packagesIn = (store: string): readonly string[] =>
  readdirSync(store, { withFileTypes: true }).flatMap((entry) =>
    entry.name.startsWith("@") && entry.isDirectory()
      ? readdirSync(join(store, entry.name)).map((inner) => `${entry.name}/${inner}`)
      : [entry.name],
  );

/** A package of the project itself, which is reduced with it. */
const isOwn = (root: string, full: string): boolean => {
  if (!lstatSync(full).isSymbolicLink() || !existsSync(full)) return false;
  const real = relative(realpathSync(root), realpathSync(full));
  return !real.startsWith("..") && !real.split("/").includes(MODULES);
};

/** The installed version of each package that a manifest asks for. */
const versionsOf = (root: string, manifest: string, text: string): ReadonlyMap<string, string> => {
  const versions = new Map<string, string>();
  for (const name of readManifest(text)?.wanted.keys() ?? []) {
    const version = installedAt(placeOf(root, dirname(manifest), name)?.full)?.["version"];
    if (typeof version === "string") versions.set(name, version);
  }
  return versions;
};

interface Place {
  /** Below the root. */
  readonly at: string;
  readonly full: string;
}

/** Where a package is found from a folder of the project: in its own packages, else in those of a folder above it. */
const placeOf = (root: string, folder: string, name: string): Place | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    const here = join(at, MODULES, name);
    if (existsSync(join(root, here))) return { at: here, full: join(root, here) };
    if (at === ".") return undefined;
  }
};

const readInstalled = (folder: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return recordOf(JSON.parse(readFileSync(join(folder, MANIFEST), "utf8")));
  } catch {
    return undefined;
  }
};

/** Candidates ask for the same packages again and again. */
const remembering = (): ((folder: string | undefined) => Readonly<Record<string, unknown>> | undefined) => {
  const known = new Map<string, Readonly<Record<string, unknown>> | undefined>();
  return (folder) => {
    if (folder === undefined) return undefined;
    if (!known.has(folder)) known.set(folder, readInstalled(folder));
    return known.get(folder);
  };
};

let installedAt = remembering();

/** Links for what a manifest asks for as it was installed, or as it was asked for at first. */
const packageLinks = (root: string, file: CaseFile, original: string | undefined): readonly CaseLink[] => {
  const first = readManifest(original ?? "{}")?.wanted;
  return [...(readManifest(textOf(file))?.wanted ?? [])].flatMap(([name, wanted]) => {
    const place = placeOf(root, dirname(file.path), name);
    const manifest = installedAt(place?.full);
    if (place === undefined || (wanted !== manifest?.["version"] && wanted !== first?.get(name))) return [];
    return [
      linkTo(root, place),
      ...commandsOf(name, manifest).flatMap((command) => commandLink(root, place, command, name)),
    ];
  });
};

/** A package of the project itself is found in the candidate, not in the original. */
const linkTo = (root: string, { at, full }: Place): CaseLink => ({
  path: at,
  target: isOwn(root, full) ? relative(dirname(at), relative(realpathSync(root), realpathSync(full))) : full,
});

/** The names of its programs. */
const commandsOf = (name: string, manifest: Readonly<Record<string, unknown>> | undefined): readonly string[] => {
  const programs = manifest?.["bin"];
  if (typeof programs === "string") return [name.slice(name.indexOf("/") + 1)];
  return Object.keys(recordOf(programs) ?? {}).filter((command) => /^[\w.-]+$/.test(command) && !/^\.+$/.test(command));
};

const commandLink = (root: string, { at }: Place, command: string, name: string): readonly CaseLink[] => {
  const path = join(at.slice(0, at.length - name.length), ".bin", command);
  return existsSync(join(root, path)) ? [{ path, target: join(root, path) }] : [];
};

const distinct = (links: readonly CaseLink[]): readonly CaseLink[] => [
  ...new Map(links.map((link) => [link.path, link])).values(),
];
