/** The test of an isolation as workers of a cluster are handed it. */
import { statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Blobs } from "../../cluster/blobs.ts";
import { packTree } from "../../cluster/trees.ts";
import { UserError } from "../../core/errors.ts";
import { foldersAbove } from "../../core/test-case.ts";
import { programsCalled } from "../../reduce/cluster/called-programs.ts";
import type { PackedOracle } from "../../reduce/cluster/executor.ts";
import { namedBy } from "../../reduce/cluster/named-paths.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import type { MixtureExecutorOptions } from "../backend.ts";
import { pairOf } from "../kinds/index.ts";
import type { Mixture } from "../mixture.ts";
import { storedTest, type IsolateTest } from "../oracle/judge.ts";
import type { Place } from "../place.ts";
import { removeAll } from "../places/disk.ts";
import { mixtureContent } from "./mixture-content.ts";
import { packStage, type PackedStage, type BenchStage, mapTexts } from "./stage.ts";

export const MIXTURE_KIND = "mixture";

export const refused = (why: string): UserError =>
  new UserError("NOT_ON_CLUSTER", `This cannot be isolated on a cluster: ${why}.`, {
    advice: "Leave --cluster out: then the tests run on this machine.",
  });

/** Where a mixture is laid out. */
export type MixtureLayout =
  /** As the kind of this name does it, from what it was sent: trees by name, and data. */
  | {
      readonly kind: "own";
      readonly name: string;
      readonly trees: readonly (readonly [name: string, tree: string])[];
      readonly data: unknown;
    }
  /** The mixture is words; the tests run among links to what is in the origin. */
  | { readonly kind: "farm" }
  /** The mixture is a folder or a file, of this name, beside links to what is in a folder of the stage. */
  | { readonly kind: "beside"; readonly folder: string; readonly name: string; readonly isFile: boolean }
  /** The mixture is a folder, and the tests run in it. */
  | {
      readonly kind: "tree";
      /** From the top of the mixture. */
      readonly cwd: string;
      /** What is not looked at, and what is not put back, with all that lies below. */
      readonly left: readonly string[];
      readonly free: readonly string[];
    };

/** The body of the kit. */
export interface MixtureKit {
  readonly test: IsolateTest;
  readonly stage: BenchStage;
  readonly shape: MixtureLayout;
  /** The blob of the good end. */
  readonly good: string;
  readonly chatter?: { readonly source: string; readonly flags: string };
  readonly memory?: number;
  readonly sandbox?: boolean;
  readonly keepLauncher?: boolean;
}

/** Stores what tests need. Rejects with a `UserError` for what cannot be sent. */
export const packMixtures = async (given: MixtureExecutorOptions, blobs: Blobs): Promise<PackedOracle<Mixture>> => {
  const { options, kind, oracle, good, bad } = given;
  const test = storedTest(oracle.identity);
  if (test === undefined || test.kind === "read" || kind.verdict !== undefined)
    throw refused("what the tests print is read on this machine");
  const encode = (candidate: Mixture): Uint8Array => mixtureContent(portableMixture(candidate, given));
  encode(bad);
  const named = namedIn(test, given.origin);
  const { packed, shape } = await withPlace(given, async (place) => {
    const stage = await packStage({
      origin: given.origin,
      roots: [...rootsOf(given), ...named.paths],
      ...(place !== undefined && { candidate: place.path }),
      without: [given.runs],
      blobs,
    });
    return { packed: stage, shape: (await ownShape(given, blobs)) ?? shapeOf(given, place, stage) };
  });
  const { chatter } = kind;
  const { memory, sandbox, keepLauncher } = options;
  const body: MixtureKit = {
    test: mapTexts(test, packed.portable),
    stage: packed.stage,
    shape,
    good: await blobs.put(encode(good)),
    ...(chatter !== undefined && { chatter: { source: chatter.source, flags: chatter.flags } }),
    ...(memory !== undefined && { memory }),
    ...(sandbox === true && { sandbox }),
    ...(keepLauncher === true && { keepLauncher }),
  };
  return { kit: { kind: MIXTURE_KIND, pare: PARE_VERSION, body }, programs: named.programs, encode };
};

/** Commits of submodules lie in repositories of this machine. */
const portableMixture = (candidate: Mixture, { kind }: MixtureExecutorOptions): Mixture => {
  for (const [path, entry] of candidate.entries)
    if (entry?.kind === "submodule" || kind.base?.(path)?.kind === "submodule")
      throw refused(`the submodule ${path} changes, and its commits lie on this machine`);
  return candidate;
};

/** A place at the good end, for as long as it is packed; none where a mixture has no files. */
const withPlace = async <T>(
  { kind, facts, storage }: MixtureExecutorOptions,
  use: (place: Place | undefined) => Promise<T>,
): Promise<T> => {
  if (facts.layout === "farm" || facts.layout === "own") return await use(undefined);
  const directory = join(storage, "packed-place");
  removeAll(directory);
  const place = await kind.openPlace(directory);
  try {
    return await use(place);
  } finally {
    await place.close();
    removeAll(directory);
  }
};

/** In a repository tests see their own checkout, and with lockfiles the project; elsewhere all that lies where pare was started, and beside the good end. */
const rootsOf = (given: MixtureExecutorOptions): readonly string[] => {
  const { origin, facts } = given;
  if (facts.layout === "tree" || facts.layout === "own") return [];
  return facts.layout === "beside" ? [origin, folderOf(given)] : [origin];
};

/** The folder in which the good end lies. */
const folderOf = ({ origin, options }: MixtureExecutorOptions): string =>
  dirname(resolve(origin, pairOf(options.ends)?.[0] ?? ""));

/** Nothing for a kind whose places are like those of others. */
const ownShape = async ({ kind, facts }: MixtureExecutorOptions, blobs: Blobs): Promise<MixtureLayout | undefined> => {
  if (facts.layout !== "own") return undefined;
  const parts = await kind.placeParts?.();
  if (parts === undefined) throw refused("its tests run in directories of this machine");
  const trees: (readonly [string, string])[] = [];
  for (const [name, path] of Object.entries(parts.folders)) trees.push([name, await blobs.put(packTree(path))]);
  return { kind: "own", name: facts.name, trees, data: parts.data };
};

const shapeOf = (
  given: MixtureExecutorOptions,
  place: Place | undefined,
  { placed, files, outward }: PackedStage,
): MixtureLayout => {
  const { kind, facts } = given;
  if (place === undefined) return { kind: "farm" };
  if (facts.layout === "beside") {
    return {
      kind: "beside",
      folder: placed(folderOf(given)),
      name: relative(dirname(place.path), place.path),
      isFile: statSync(place.path).isFile(),
    };
  }
  const isOwn = (path: string): boolean => kind.isOwn?.(path) ?? kind.base?.(path) !== undefined;
  return {
    kind: "tree",
    cwd: relative(place.path, place.cwd),
    left: [...new Set(outward.map(packagesOf))].toSorted(),
    free: uppermost(files, isOwn),
  };
};

/** Links to packages lie in a folder that nobody looks at. */
const packagesOf = (path: string): string => /^(?:.*?\/)?node_modules(?=\/)/.exec(path)?.[0] ?? path;

/** What is not own: folders where nothing in them is, else files. */
const uppermost = (files: readonly string[], isOwn: (path: string) => boolean): readonly string[] => {
  const mixed = new Set<string>();
  const free: string[] = [];
  for (const path of files)
    if (isOwn(path)) for (const folder of foldersAbove(path)) mixed.add(folder);
    else free.push(path);
  const tops = free.map((path) => foldersAbove(path).find((folder) => !mixed.has(folder)) ?? path);
  return [...new Set(tops)].toSorted();
};

/** Files that the test names from the origin, absolute, and the programs it calls. */
const namedIn = (
  test: IsolateTest,
  origin: string,
): { readonly paths: readonly string[]; readonly programs: readonly string[] } => {
  const subject = { name: "", typed: "", origin, extraFiles: [], stdin: false };
  const { command, build = "", passes = [] } = test;
  // The last word is {}.
  const script = test.kind === "codes" && test.script !== undefined ? command.at(-2) : undefined;
  const found = [
    namedBy({ kind: "server", command: [...command, build, ...passes].join(" ") }, subject),
    ...(script === undefined ? [] : [namedBy({ kind: "script", script }, subject)]),
  ];
  const [program = ""] = command;
  const texts = found.flatMap((each) => each.texts);
  const packages = texts.some((text) => USES_PACKAGES.test(text)) ? packagesAbove(origin) : [];
  return {
    paths: [...found.flatMap(({ named }) => [...named.values()]), ...packages],
    programs: programsCalled(/\/|^-/.test(program) ? "" : program, texts),
  };
};

const USES_PACKAGES = /\b(?:node|npm|npx|pnpm|yarn|bun|deno|tsc|tsx|vitest|jest|mocha)\b/;

/** Node looks for packages in the folders above a program, and tests lie below the origin. */
const packagesAbove = (origin: string): readonly string[] => {
  const found: string[] = [];
  for (let folder = origin; ; folder = dirname(folder)) {
    const packages = join(folder, "node_modules");
    if (statSync(packages, { throwIfNoEntry: false })?.isDirectory() === true) found.push(packages);
    if (dirname(folder) === folder) return found;
  }
};
