/** Files that a test names, packed for other machines and laid out there as they lie here. */
import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BenchPlace } from "../../cluster/bench.ts";
import type { Blobs } from "../../cluster/blobs.ts";
import { UserError } from "../../core/errors.ts";
import { packTree, unpackTree } from "../../cluster/trees.ts";
import type { CaseFile, CaseFolder, CaseLink } from "../../core/test-case.ts";
import { openScratch } from "../../runner/index.ts";
import { contentOf } from "../../runs/steps/content.ts";
import { readTree } from "../../runs/output/tree.ts";

/** As plain data. */
export interface KitFiles {
  /** How many folders the origin lies below the root of it all, so that what reaches above it has a place. */
  readonly depth: number;
  /** The blob of an archive of everything below the root. */
  readonly files: string;
  /** Trees that are linked there: packages, and what lies beside the candidate. */
  readonly trees: readonly (readonly [path: string, tree: string])[];
  /** The origin lies among temporary files: what is learnt from messages tells their paths from others. */
  readonly temporary?: boolean;
}

const MODULES = "node_modules";
const TEMPORARY = /^\/(?:private\/)?(?:var\/)?(?:tmp|folders)\//;
const ROOT = "files";
/** The name of each folder above the origin. */
const ABOVE = "origin";

export interface FilesOptions {
  /** Absolute paths by paths from the origin. */
  readonly named: ReadonlyMap<string, string>;
  /** Absolute. */
  readonly origin: string;
  readonly blobs: Blobs;
  /** Trees that were stored already, by absolute paths. */
  readonly stored: ReadonlyMap<string, string>;
}

export const packFiles = async ({ named, origin: here, blobs, stored }: FilesOptions): Promise<KitFiles> => {
  const depth = Math.max(0, ...Array.from(named.keys(), stepsUp));
  const origin = originIn(depth);
  const files: CaseFile[] = [];
  const links: CaseLink[] = [];
  const folders: CaseFolder[] = [{ path: origin, mode: 0o755 }];
  const trees = new Map<string, string>();
  for (const [path, full] of [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const at = join(origin, path);
    const store = storeIn(at);
    const tree = stored.get(full);
    if (isBelow(at, trees)) continue;
    if (tree !== undefined) trees.set(at, tree);
    else if (store !== undefined) trees.set(store, await blobs.put(packTree(full.slice(0, store.length - at.length))));
    else if (statSync(full).isDirectory()) {
      const found = readTree(full, () => false);
      const below = <T extends { readonly path: string }>(entry: T): T => ({ ...entry, path: `${at}/${entry.path}` });
      for (const file of found.files) files.push(below(file));
      for (const link of found.links) links.push(below(link));
      for (const folder of found.folders) folders.push(below(folder));
    } else {
      const bytes = readFileSync(full);
      files.push({ path: at, mode: statSync(full).mode & 0o777, bytes: () => bytes });
    }
  }
  const entries = { files: distinct(files), links: distinct(links), folders: distinct(folders) };
  return {
    depth,
    files: await blobs.put(contentOf(entries, { plain: false })),
    trees: [...trees],
    ...(TEMPORARY.test(here) && { temporary: true }),
  };
};

const originIn = (depth: number): string => join(ROOT, ...Array.from({ length: depth }, () => ABOVE));

const stepsUp = (path: string): number => path.split("/").filter((part) => part === "..").length;

/** Packages ask for each other: all that are installed go together. The length that is cut off is never zero: a store has something in it. */
const storeIn = (path: string): string | undefined => {
  const parts = path.split("/");
  const at = parts.indexOf(MODULES);
  return at < 0 || at === parts.length - 1 ? undefined : parts.slice(0, at + 1).join("/");
};

const isBelow = (path: string, trees: ReadonlyMap<string, string>): boolean =>
  [...trees.keys()].some((tree) => path === tree || path.startsWith(`${tree}/`));

const distinct = <T extends { readonly path: string }>(entries: readonly T[]): readonly T[] => [
  ...new Map(entries.map((entry) => [entry.path, entry])).values(),
];

export interface LaidOut {
  /** Absolute. */
  readonly origin: string;
  /** Absolute paths that have to be visible to tests. */
  readonly readable: readonly string[];
  close(): void;
}

export const layOutFiles = async (kit: KitFiles, place: BenchPlace): Promise<LaidOut> => {
  const scratch = kit.temporary === true ? openScratch(tmpdir()) : undefined;
  const directory = scratch?.path ?? place.directory;
  const close = (): void => scratch?.close();
  try {
    const root = await unpacked(await place.blob(kit.files), directory);
    const linked = await linkTrees(kit, directory, place);
    return { origin: join(directory, originIn(kit.depth)), readable: [root, ...linked], close };
  } catch (error) {
    close();
    throw error;
  }
};

/** A pack that is none of ours is none at the next try, either. */
const unpacked = async (pack: Uint8Array, directory: string): Promise<string> => {
  try {
    return await unpackTree(pack, directory);
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error;
    throw badKit(error.message);
  }
};

const badKit = (why: string): UserError =>
  new UserError("BAD_KIT", `The files of the test cannot be unpacked: ${why}.`, {
    advice: "Use the same version of pare on all machines.",
  });

const linkTrees = async ({ trees }: KitFiles, directory: string, place: BenchPlace): Promise<readonly string[]> => {
  const linked: string[] = [];
  for (const [path, tree] of trees) {
    if (stepsUp(path) > 0 || !path.startsWith(`${ROOT}/`)) throw badKit(`a tree would lie at ${JSON.stringify(path)}`);
    const target = await place.tree(tree);
    const at = join(directory, path);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(target, at);
    linked.push(target);
  }
  return linked;
};
