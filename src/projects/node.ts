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
  const { source, path, left } = root;
  if (!source.files.some((file) => file.path === MANIFEST)) return undefined;
  const stores = left.filter((folder) => folder === MODULES || folder.endsWith(`/${MODULES}`)).toSorted(deepestFirst);
  const manifests = new Map(manifestsOf(source).map((file) => [file.path, textOf(file)]));
  const installed = new Map([...manifests].map(([at, text]) => [at, versionsOf(path, at, text)]));
  return {
    name: "Node project",
    start: entriesCase({ ...source, links: [...(source.links ?? []), ...wholeStores(path, stores)] }),
    precise: new Map([...manifests].map(([at, text]) => [at, withVersions(text, installed.get(at) ?? new Map())])),
    provided: (candidate) => {
      const links = (candidate.links ?? []).map((link) => `${link.path}/`);
      const found = manifestsOf(candidate).flatMap((file) => packageLinks(path, file, manifests.get(file.path)));
      // Nothing is put below a link: it would be put where that leads.
      return distinct(found).filter((each) => !links.some((link) => each.path.startsWith(link)));
    },
    setUp: (result) => {
      const asks = manifestsOf(result).some((file) => (readManifest(textOf(file))?.wanted.size ?? 0) > 0);
      return asks ? ["npm install"] : [];
    },
  };
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
  readdirSync(store).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(store, name)).map((inner) => `${name}/${inner}`) : [name],
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

const installedAt = (folder: string | undefined): Readonly<Record<string, unknown>> | undefined => {
  if (folder === undefined) return undefined;
  try {
    return recordOf(JSON.parse(readFileSync(join(folder, MANIFEST), "utf8")));
  } catch {
    return undefined;
  }
};

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
  return Object.keys(recordOf(programs) ?? {});
};

const commandLink = (root: string, { at }: Place, command: string, name: string): readonly CaseLink[] => {
  const path = join(at.slice(0, at.length - name.length), ".bin", command);
  return existsSync(join(root, path)) ? [{ path, target: join(root, path) }] : [];
};

const distinct = (links: readonly CaseLink[]): readonly CaseLink[] => [
  ...new Map(links.map((link) => [link.path, link])).values(),
];
