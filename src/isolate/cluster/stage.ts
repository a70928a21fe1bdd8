/**
 * What tests of an isolation find around the candidate, packed for other machines: files lie there as they lie here, seen from the
 * directory pare was started in.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Blobs } from "../../cluster/blobs.ts";
import { folderMode } from "../../cluster/trees.ts";
import type { CaseFile, Entries } from "../../core/test-case.ts";
import { errorCode } from "../../journals/disk-errors.ts";
import { contentOf } from "../../runs/steps/content.ts";
import { isIn, walk, type StageFiles } from "./stage-walk.ts";

/** As plain data; all paths begin at the directory of a bench. */
export interface BenchStage {
  readonly origin: string;
  /** Missing where the candidate has no files. */
  readonly candidate?: string;
  /** Packs of `unpackTree`, in this order, and the folders they are unpacked in. */
  readonly packs: readonly (readonly [folder: string, blob: string])[];
  /** Trees of packages, which are linked: they are unpacked once for all runs. */
  readonly trees: readonly (readonly [path: string, tree: string])[];
  /** Links whose targets lie elsewhere in the stage. */
  readonly links: readonly (readonly [path: string, target: string])[];
}

export interface BenchStageOptions {
  readonly origin: string;
  /** Absolute paths. */
  readonly roots: readonly string[];
  readonly candidate?: string;
  readonly without: readonly string[];
  readonly blobs: Blobs;
}

export interface PackedStage {
  readonly stage: BenchStage;
  /** Where something that was packed lies in the stage. */
  placed(path: string): string;
  /** Replaces paths of this machine in a text by ones that `restoredIn` knows. */
  portable(text: string): string;
  /** Links that lead out of the candidate, by paths in it. */
  readonly outward: readonly string[];
  /** Files of the candidate, by paths in it. */
  readonly files: readonly string[];
}

/** Everything lies in it. */
export const STAGE = "stage";
/** The name of each folder above the origin. */
const ABOVE = "above";
const CANDIDATE = "candidate";
/** In bytes, all together. */
const MAX_BYTES = 2 ** 30;
/** What is larger has a pack of its own: the next run finds it in the store. */
const OWN_BYTES = 2 ** 20;
const OWN_FILES = 300;
const MODULES = "node_modules";

export const packStage = async (options: BenchStageOptions): Promise<PackedStage> => {
  const { origin, candidate, blobs } = options;
  const walked = walk({ ...options, most: MAX_BYTES });
  const depth = Math.max(0, ...walked.roots.map((root) => stepsUp(relative(origin, root))));
  const originAt = join(STAGE, ...Array.from({ length: depth }, () => ABOVE));
  const placed = (path: string): string =>
    candidate !== undefined && isIn(path, candidate)
      ? join(STAGE, CANDIDATE, basename(candidate), relative(candidate, path))
      : join(originAt, relative(origin, path));
  const { packs, trees } = await packed({ walked, candidate, originAt, placed, blobs });
  const within = (path: string): boolean => candidate !== undefined && isIn(path, candidate);
  const inCandidate = (paths: readonly { readonly path: string }[]): readonly string[] =>
    paths.filter(({ path }) => within(path)).map(({ path }) => relative(candidate as string, path));
  return {
    stage: {
      origin: originAt,
      ...(candidate !== undefined && { candidate: placed(candidate) }),
      packs,
      trees,
      links: walked.outward.map(({ path, target }) => [placed(path), placed(target)] as const).toSorted(byPath),
    },
    placed,
    portable: portableBy([...new Set([origin, ...walked.roots])], placed),
    outward: inCandidate(walked.outward),
    files: inCandidate(walked.files),
  };
};

const byPath = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);

const stepsUp = (path: string): number => path.split("/").filter((part) => part === "..").length;

interface Packing {
  readonly walked: StageFiles;
  readonly candidate: string | undefined;
  readonly originAt: string;
  readonly placed: (path: string) => string;
  readonly blobs: Blobs;
}

/** What goes together. */
interface Unit {
  readonly path: string;
  bytes: number;
  count: number;
}

const packed = async ({
  walked,
  candidate,
  originAt,
  placed,
  blobs,
}: Packing): Promise<Pick<BenchStage, "packs" | "trees">> => {
  const unitOf = unitsFor(walked.roots, candidate);
  const units = new Map<string, Unit>();
  for (const { path, size } of walked.files) {
    const name = unitOf(path);
    const unit = units.get(name) ?? { path: name, bytes: 0, count: 0 };
    unit.bytes += size;
    unit.count += 1;
    units.set(name, unit);
  }
  const own = [...units.values()].filter(({ bytes, count }) => bytes >= OWN_BYTES || count >= OWN_FILES);
  const chosen = new Map(own.map(({ path }) => [path, emptyPack()]));
  const loose = emptyPack();
  const packOf = (path: string): Pack => chosen.get(unitOf(path)) ?? loose;
  for (const file of walked.files) packOf(file.path).files.push(file);
  for (const link of walked.links) packOf(link.path).links.push(link);
  for (const folder of walked.folders) packOf(folder.path).folders.push(folder);
  const parents = new Set([originAt, ...own.map(({ path }) => dirname(placed(path)))]);
  const first = archived(loose, placed, [...parents]);
  const trees: (readonly [string, string])[] = [];
  const packs: (readonly [string, string])[] = [[".", await blobs.put(contentOf(first, { plain: false }))]];
  for (const [unit, pack] of [...chosen].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const parent = dirname(placed(unit));
    const entries = archived(pack, (path) => relative(parent, placed(path)), []);
    const blob = await blobs.put(contentOf(entries, { plain: false }));
    if (isSelfContained(unit, pack, walked)) trees.push([placed(unit), blob]);
    else packs.push([parent, blob]);
  }
  return { packs, trees };
};

/** Packages that ask for nothing but each other; those of a workspace lead to its sources. */
const isSelfContained = (unit: string, { links }: Pack, { outward }: StageFiles): boolean =>
  basename(unit) === MODULES &&
  links.every(({ path, target }) => isAbsolute(target) || isIn(resolve(dirname(path), target), unit)) &&
  !outward.some(({ path }) => isIn(path, unit));

interface Pack {
  readonly files: StageFiles["files"][number][];
  readonly links: StageFiles["links"][number][];
  readonly folders: StageFiles["folders"][number][];
}

const emptyPack = (): Pack => ({ files: [], links: [], folders: [] });

/** The candidate is one, as is what is installed; else whatever lies in a root. */
const unitsFor =
  (roots: readonly string[], candidate: string | undefined) =>
  (path: string): string => {
    if (candidate !== undefined && isIn(path, candidate)) return candidate;
    const root = roots.find((each) => isIn(path, each));
    if (root === undefined || root === path || basename(root) === MODULES) return root ?? path;
    return join(root, relative(root, path).split("/", 1)[0] as string);
  };

/** In the order of paths: the same files make the same pack. What cannot be read, tests cannot read either. */
const archived = (
  { files, links, folders }: Pack,
  at: (path: string) => string,
  parents: readonly string[],
): Entries => {
  const read: CaseFile[] = [];
  for (const { path, mode } of files) {
    const bytes = bytesOf(path);
    if (bytes !== undefined) read.push({ path: at(path), mode, bytes: () => bytes });
  }
  const made = new Map(parents.map((path) => [path, { path, mode: 0o755 }]));
  for (const { path, mode } of folders) made.set(at(path), { path: at(path), mode: folderMode(mode) });
  return {
    files: read.toSorted(inOrder),
    links: links.map(({ path, target }) => ({ path: at(path), target })).toSorted(inOrder),
    folders: [...made.values()].toSorted(inOrder),
  };
};

const inOrder = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

const bytesOf = (path: string): Uint8Array | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EACCES" || code === "ENOENT") return undefined;
    throw error;
  }
};

/** Stands for the directory of a bench. */
const BENCH = "‹bench›";

/** Longer paths first: one may lie in another. A path is meant where it stands as a whole, or with something below it. */
const portableBy = (paths: readonly string[], placed: (path: string) => string): ((text: string) => string) => {
  const known = paths.filter((path) => path !== "/").toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<![\\w.-])(?:${known.map(literally).join("|")})(?![\\w.-])`, "g");
  return (text) => text.replaceAll(pattern, (path) => `${BENCH}/${placed(path)}`);
};

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** On the other machine. */
export const restoredIn =
  (directory: string) =>
  (text: string): string =>
    text.replaceAll(BENCH, () => join(directory));

/** Every text in plain data. */
export const mapTexts = <T>(data: T, change: (text: string) => string): T =>
  JSON.parse(JSON.stringify(data), (_, value: unknown) => (typeof value === "string" ? change(value) : value)) as T;
