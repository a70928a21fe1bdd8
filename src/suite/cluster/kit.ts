/** A suite's measurer as workers of a cluster are handed it. */
import { basename, resolve } from "node:path";
import type { Kit } from "../../cluster/bench.ts";
import type { Blobs } from "../../cluster/blobs.ts";
import { packTree } from "../../cluster/trees.ts";
import { programsCalled } from "../../reduce/cluster/called-programs.ts";
import { packFiles, type KitFiles } from "../../reduce/cluster/kit-files.ts";
import { namedInCommand } from "../../reduce/cluster/named-paths.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import type { ReduceSuiteOptions } from "../options.ts";
import type { TestFile } from "../tests.ts";
import type { SentCover } from "./covers.ts";
import { given } from "../../core/maybe.ts";
import { parcelOf } from "./terms.ts";
import { portableCover, programFiles } from "./program-files.ts";

export const SUITE_KIND = "suite";

/** What the first test does where the run was started. */
interface Expected {
  /** Its name in the suite. */
  readonly name: string;
  readonly ending: string;
  readonly steady: SentCover;
  readonly unsteady: SentCover;
  /** Why it cannot be measured there. */
  readonly trouble?: string;
}

type MeasureSettings = Pick<
  ReduceSuiteOptions,
  "cover" | "inProcess" | "goal" | "ignoreCover" | "coverOnly" | "stdin" | "memory"
>;
type SearchSettings = Pick<ReduceSuiteOptions, "unit" | "verdict" | "seed" | "timeout">;

/** The body of the kit. */
export interface SuiteKit extends MeasureSettings, SearchSettings {
  readonly command: readonly string[];
  readonly seeded: boolean;
  /** Where the run was started: programs that were built there name their sources so. */
  readonly origin: string;
  readonly files: KitFiles;
  /** Trees that lie beside each test. */
  readonly beside: readonly string[];
  /** The blob of a parcel: names of entities, see `coverCodec`. */
  readonly names: string;
  /** Blobs of the tests that threads run before they measure. */
  readonly warmUp: readonly string[];
  readonly expected: Expected;
  /** The size that an answer may have, in bytes. */
  readonly mostReply: number;
  /** Some of what was sent, for the message about a worker that cannot take part. */
  readonly sent: readonly string[];
}

interface SuiteKitOptions {
  readonly options: ReduceSuiteOptions;
  readonly origin: string;
  readonly tests: readonly TestFile[];
  readonly seeded: boolean;
  readonly names: readonly string[];
  readonly expected: Expected;
  readonly mostReply: number;
  readonly blobs: Blobs;
  /** Absolute: where runs live. */
  readonly runs: string;
}

interface PackedSuite {
  readonly kit: Kit;
  /** Programs by which machines may differ, as they are called. */
  readonly programs: readonly string[];
}

const MAX_NAMED = 8;

export const packSuite = async (packing: SuiteKitOptions): Promise<PackedSuite> => {
  const { options, origin, tests, seeded, names, expected, mostReply, blobs, runs } = packing;
  const { inProcess, goal, ignoreCover, coverOnly, stdin = false, memory, unit, verdict, seed, timeout } = options;
  const paths = (options.extraFiles ?? []).map((path) => resolve(origin, path));
  const subject = { name: "", typed: "{}", origin, extraFiles: paths, stdin };
  const { command, named, texts } = namedInCommand(options.command ?? [], subject);
  const without = new Set([...tests.map(({ path }) => path), resolve(origin, options.output), runs]);
  const files = new Map([...named, ...programFiles({ options, origin, without })]);
  const stored = new Map<string, string>();
  for (const path of paths) stored.set(path, await blobs.put(packTree(path)));
  const warmUp = inProcess === undefined ? [] : tests.slice(0, 2);
  const cover = portableCover(options, origin);
  const body: SuiteKit = {
    command,
    ...given({ cover, inProcess, goal, ignoreCover, coverOnly, memory, unit, verdict, seed, timeout }),
    stdin,
    seeded,
    origin,
    files: await packFiles({ named: files, origin, blobs, stored }),
    beside: paths.map((path) => stored.get(path) as string),
    names: await blobs.put(parcelOf(names)),
    warmUp: await Promise.all(warmUp.map((test) => blobs.put(test.bytes()))),
    expected,
    mostReply,
    sent: [...files.keys(), ...paths.map((path) => basename(path))].slice(0, MAX_NAMED),
  };
  const [program = ""] = options.command ?? [];
  const tools = TOOLS[cover?.split(":")[0] ?? ""] ?? [];
  const called = programsCalled(program.includes("/") ? "" : program, texts);
  return { kit: { kind: SUITE_KIND, pare: PARE_VERSION, body }, programs: [...called, ...tools] };
};

/** What readers call. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  gcov: ["gcov"],
  llvm: ["llvm-profdata", "llvm-cov"],
  sancov: ["llvm-symbolizer"],
  "coverage.py": ["python3"],
  go: ["go"],
  afl: ["afl-showmap"],
};
