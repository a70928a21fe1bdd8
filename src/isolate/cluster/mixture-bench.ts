/** What a worker of a cluster makes of the kit of an isolation: the same oracle as on the machine that it was started on. */
import { realpathSync, mkdirSync, symlinkSync, statSync } from "node:fs";
import { join, dirname, isAbsolute, basename } from "node:path";
import { given } from "../../core/maybe.ts";
import type { Bench, BenchOpener, BenchPlace, Kit, Reply } from "../../cluster/bench.ts";
import { unpackTree } from "../../cluster/trees.ts";
import { foldersAbove } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { printedIn, timeoutIn } from "../../reduce/cluster/test-bench.ts";
import { checkSandbox, openRunnerSpace } from "../../runner/index.ts";
import { withShortCuts } from "../../runner/launchers/index.ts";
import { RUNS_DIRECTORY } from "../../runs/place.ts";
import type { OpenKind } from "../kind.ts";
import { KINDS } from "../kinds/index.ts";
import type { Mixture } from "../mixture.ts";
import { openBench } from "../oracle/bench.ts";
import { endsOracle } from "../oracle/ends-oracle.ts";
import { endWords, type IsolateTest } from "../oracle/judge.ts";
import type { Place } from "../place.ts";
import { besidePlace, filePlace } from "../places/beside-place.ts";
import { farmPlace } from "../places/origin-place.ts";
import { placePool } from "../places/pool.ts";
import { treePlace } from "../places/tree-place.ts";
import { layOut } from "../trees/lay-out.ts";
import { directoryTree, fileOn, type EntryTree } from "../trees/tree.ts";
import { mixtureIn } from "./mixture-content.ts";
import type { MixtureKit, MixtureLayout } from "./mixture-kit.ts";
import { STAGE, type BenchStage, mapTexts, restoredIn } from "./stage.ts";

export const openMixtureBench: BenchOpener = async (kit: Kit, place: BenchPlace): Promise<Bench> => {
  const body = kit.body as MixtureKit;
  if (body.sandbox === true) checkSandbox();
  // Programs print paths without links.
  const directory = realpathSync(place.directory);
  const linked = await layStage(body.stage, place, directory);
  const good = mixtureIn(await place.blob(body.good));
  const test = mapTexts(body.test, restoredIn(directory));
  const own = await ownPlaces(body.shape, place);
  const { oracle, close } = openRoom(body, test, {
    directory,
    linked: [...linked, ...(own?.trees ?? [])],
    open: own?.open,
  });
  /** The finding at the good end, once it was tested. */
  let atGood: Finding | undefined;
  return {
    judge: (reply) => complaintOf(test, "bad", reply.body as Finding) ?? (atGood && complaintOf(test, "good", atGood)),
    run: async (content, terms, signal) => {
      const timeout = timeoutIn(terms);
      const isFirst = atGood === undefined;
      const reply = replyOf(await oracle.test(mixtureIn(content), { timeout }, signal), test);
      // The original comes first, which is the bad end; the good one must be as it should, too.
      if (isFirst) atGood = await oracle.test(good, { timeout }, signal);
      return reply;
    },
    close,
  };
};

interface Room {
  readonly oracle: ProcessOracle<Mixture>;
  close(): Promise<void>;
}

interface RoomOptions {
  readonly directory: string;
  /** What tests can read beside it. */
  readonly linked: readonly string[];
  /** Makes places, where the kind has a way of its own. */
  readonly open: OpenKind["openPlace"] | undefined;
}

const openRoom = (
  { stage, shape, memory, sandbox, chatter, keepLauncher }: MixtureKit,
  test: IsolateTest,
  { directory, linked, open }: RoomOptions,
): Room => {
  const laid: LaidStage = {
    origin: below(directory, stage.origin),
    ...(stage.candidate !== undefined && { candidate: below(directory, stage.candidate) }),
    at: (path) => below(directory, path),
  };
  // Below the origin, as on the machine of the user: programs look for packages in the folders above them.
  const places = placePool({ open: open ?? placesOn(laid, shape), root: join(laid.origin, RUNS_DIRECTORY, "places") });
  const space = openRunnerSpace();
  const bench = openBench({
    places,
    runner: keepLauncher === true ? space.runner : withShortCuts(space.runner, { room: places.root }),
    origin: laid.origin,
    ...given({ build: test.build, memory }),
    ...(sandbox === true && { sandbox: { readable: [join(directory, STAGE), ...linked] } }),
    ...(chatter !== undefined && { chatter: new RegExp(chatter.source, chatter.flags) }),
    // The user was told of it when the ends were tested.
    onWarning: () => undefined,
  });
  return {
    oracle: endsOracle(bench, test),
    close: async () => {
      await space.close();
      await places.close();
    },
  };
};

/** What depends on time or chance may come out otherwise another time. */
const replyOf = (finding: Finding, test: IsolateTest): Reply => {
  const isTimed = test.kind === "ends" && test.refinements.hang !== undefined;
  const isSteady = test.repeat === 1 || (test.shows === "always" && finding.outcome !== "unresolved");
  return { body: finding, lasting: finding.evidence?.timedOut !== true && !isTimed && isSteady };
};

const complaintOf = (test: IsolateTest, end: "good" | "bad", finding: Finding): string | undefined => {
  const { outcome, reason, evidence } = finding;
  const expected = end === "good" ? "pass" : "fail";
  // A failure that shows sometimes need not show now.
  if (outcome === expected || (outcome === "pass" && test.shows === "sometimes")) return undefined;
  const why = reason === undefined ? "" : ` (${reason})`;
  return `the ${end} end is not what it should be here: the test answers "${outcome}"${why}. Condition: ${endWords(test)[end]}. ${printedIn(evidence)}`;
};

/** As the kind does it. */
const ownPlaces = async (
  shape: MixtureLayout,
  place: Pick<BenchPlace, "tree">,
): Promise<{ readonly open: OpenKind["openPlace"] | undefined; readonly trees: readonly string[] } | undefined> => {
  if (shape.kind !== "own") return undefined;
  const kind = KINDS.find(({ name }) => name === shape.name);
  const folders: Record<string, string> = {};
  for (const [name, tree] of shape.trees) folders[name] = await place.tree(tree);
  return { open: await kind?.placesFrom?.({ folders, data: shape.data }), trees: Object.values(folders) };
};

/**
 * Lays everything out below a directory. Throws an `Error` for paths that lead out of it. Returns the paths of the trees that are
 * linked there.
 */
export const layStage = async (
  { packs, trees, links }: BenchStage,
  place: Pick<BenchPlace, "blob" | "tree">,
  directory: string,
): Promise<readonly string[]> => {
  const linked: string[] = [];
  for (const [folder, name] of packs) {
    const at = below(directory, folder);
    await unpackTree(await place.blob(name), at);
  }
  for (const [path, name] of trees) {
    const at = below(directory, path);
    const tree = await place.tree(name);
    symlinkSync(tree, at);
    linked.push(tree);
  }
  for (const [path, target] of links) {
    const at = below(directory, path);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(below(directory, target), at);
  }
  return linked;
};

/** Absolute. */
const below = (directory: string, path: string): string => {
  if (isAbsolute(path) || path.split("/").includes("..")) throw new Error(`a path that leads elsewhere: ${path}`);
  return join(directory, path);
};

/** A stage that was laid out; all paths are absolute. */
interface LaidStage {
  readonly origin: string;
  /** The good end. */
  readonly candidate?: string;
  /** Where a folder of the stage lies. */
  at(path: string): string;
}

/** Makes a place at the good end in a directory that does not exist yet, as kinds do on the machine of the user. */
const placesOn = (stage: LaidStage, shape: MixtureLayout): OpenKind["openPlace"] => {
  const { origin, candidate = "" } = stage;
  switch (shape.kind) {
    case "farm":
      return async (directory) => farmPlace(directory, origin);
    case "beside":
      return besidePlaces(stage, shape);
    case "tree":
      return treePlaces(candidate, shape);
    case "own":
      throw new Error(`nobody knows how to lay out "${shape.name}" here`);
  }
};

const besidePlaces = (
  { origin, candidate = "", at }: LaidStage,
  { folder, name, isFile }: Extract<MixtureLayout, { readonly kind: "beside" }>,
): OpenKind["openPlace"] => {
  const good = join(at(folder), name);
  if (isFile) {
    const { mode, size } = statSync(candidate);
    const base = fileOn(candidate, { mode: mode & 0o777, size });
    const open = (file: string, cwd: string): Promise<Place> => filePlace({ file, cwd, base });
    return async (directory) => await besidePlace({ directory, origin, good, open });
  }
  const tree = directoryTree(candidate);
  const open = async (path: string, cwd: string): Promise<Place> => {
    await layOut(candidate, tree, path);
    return treePlace({ directory: path, cwd, base: (each) => tree.entry(each) });
  };
  return async (directory) => await besidePlace({ directory, origin, good, open });
};

const treePlaces = (
  candidate: string,
  { cwd: within, left, free }: Extract<MixtureLayout, { readonly kind: "tree" }>,
): OpenKind["openPlace"] => {
  const tree: EntryTree = directoryTree(candidate);
  const [leftOnes, freeOnes] = [new Set(left), new Set(free)];
  const isLeft = (path: string): boolean => leftOnes.has(path);
  const isFree = (path: string): boolean =>
    freeOnes.has(path) || foldersAbove(path).some((folder) => freeOnes.has(folder));
  return async (directory) => {
    const root = join(directory, basename(candidate));
    await layOut(candidate, tree, root);
    const base = (path: string): ReturnType<EntryTree["entry"]> => (isFree(path) ? undefined : tree.entry(path));
    return treePlace({ directory: root, around: directory, cwd: join(root, within), base, isLeft });
  };
};
