/**
 * Projects of Node and TypeScript. Packages are linked and never reduced. At first a candidate finds all that are installed; once that
 * can go, only those that a package.json asks for, by the version that is installed: what is not needed goes from there as well,
 * and `npm install` on the result brings what the tests had.
 */
import { dirname, join } from "node:path";
import { entriesCase, foldersAbove, type CaseFile, type CaseLink, type TestCase } from "../core/test-case.ts";
import { readManifest, withVersions, type Manifest } from "./manifest.ts";
import { installation, MODULES, packagesOf, wholeStores, type Find } from "./packages.ts";
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
