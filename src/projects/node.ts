/**
 * Projects of Node and TypeScript. Packages are linked and never reduced. At first a candidate finds all that are installed; once that
 * can go, only those that a package.json asks for, by the version that is installed: what is not needed goes from there as well,
 * and `npm install` on the result brings what the tests had.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { attempt } from "../core/maybe.ts";
import { entriesCase, foldersAbove, type CaseFile, type CaseLink, type TestCase } from "../core/test-case.ts";
import { readManifest, withVersions, type Manifest, recordOf } from "./manifest.ts";
import type { Project, Root } from "./project.ts";

const MANIFEST = "package.json";

export const nodeProject = ({ source, path, left }: Root): Project | undefined => {
  const stores = left.filter((folder) => folder === MODULES || folder.endsWith(`/${MODULES}`));
  if (stores.length === 0 && !source.files.some((file) => file.path === MANIFEST)) return undefined;
  const find = packagesOf(path);
  const manifests = new Map(manifestsOf(source).map((file) => [file.path, textOf(file)]));
  return {
    name: "Node project",
    identity: stores.map((store) => installation(join(path, store))),
    start: entriesCase({ ...source, links: [...(source.links ?? []), ...wholeStores(path, stores)] }),
    precise: new Map([...manifests].map(([at, text]) => [at, withVersions(text, versionsOf(find, at, text))])),
    provided: (candidate) => {
      const found = manifestsOf(candidate).flatMap((file) => linksFor(find, file, manifests.get(file.path)));
      return besideLinks(distinct(found), candidate.links ?? []);
    },
    setUp: (result) => (manifestsOf(result).some((file) => wantedIn(textOf(file)).size > 0) ? ["npm install"] : []),
  };
};

const manifestsOf = ({ files }: TestCase): readonly CaseFile[] =>
  files.filter(({ path }) => path === MANIFEST || path.endsWith(`/${MANIFEST}`));

const textOf = (file: CaseFile): string => Buffer.from(file.bytes()).toString();

const wantedIn = (text: string): Manifest["wanted"] => readManifest(text)?.wanted ?? new Map<string, string>();

/** The installed version of each package that a manifest asks for. */
const versionsOf = (find: Find, manifest: string, text: string): ReadonlyMap<string, string> => {
  const versions = new Map<string, string>();
  for (const name of wantedIn(text).keys()) {
    const version = find(dirname(manifest), name)?.version;
    if (version !== undefined) versions.set(name, version);
  }
  return versions;
};

/** Links for what a manifest asks for as it was installed, or as it was asked for at first. */
const linksFor = (find: Find, file: CaseFile, original = "{}"): readonly CaseLink[] => {
  const first = wantedIn(original);
  return [...wantedIn(textOf(file))].flatMap(([name, wanted]) => {
    const found = find(dirname(file.path), name);
    return found !== undefined && (wanted === found.version || wanted === first.get(name)) ? found.links : [];
  });
};

const distinct = (links: readonly CaseLink[]): readonly CaseLink[] => [
  ...new Map(links.map((link) => [link.path, link])).values(),
];

/** Nothing is put below a link: it would be put where that leads. */
const besideLinks = (links: readonly CaseLink[], others: readonly CaseLink[]): readonly CaseLink[] => {
  const leading = new Set([...links, ...others].map(({ path }) => path));
  return links.filter(({ path }) => !foldersAbove(path).some((folder) => leading.has(folder)));
};

const MODULES = "node_modules";

interface Package {
  readonly version: string | undefined;
  /** To the package, and to its programs. */
  readonly links: readonly CaseLink[];
}

/** What is found from a folder of the project under a name: in its own packages, else in those of a folder above it. */
type Find = (folder: string, name: string) => Package | undefined;

/** Candidates ask for the same packages again and again: each is looked for once. */
const packagesOf = (root: string): Find => {
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

const manifestAt = (folder: string): Readonly<Record<string, unknown>> =>
  attempt(() => recordOf(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))) ?? {}) ?? {};

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
const wholeStores = (root: string, stores: readonly string[]): readonly CaseLink[] =>
  stores
    .filter((store) => !namesIn(join(root, store)).some((name) => isOwn(root, join(root, store, name))))
    .map((store): CaseLink => ({ path: store, target: join(root, store) }));

/** What is installed in a folder of packages: npm writes it down, else names and versions will do. */
const installation = (store: string): string => {
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
