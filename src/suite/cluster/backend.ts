/** The backend of a cluster: the first test is measured on this machine, all work is done on those of the workers. */
import { hostname } from "node:os";
import { basename, resolve } from "node:path";
import type { Cluster, ClusterOptions } from "../../cluster/cluster.ts";
import { openCluster } from "../../cluster/connection/connect.ts";
import { openWatchedRun } from "../../reduce/cluster/watched-run.ts";
import { runsDirectoryOf } from "../../runs/place.ts";
import type { ReduceSuiteOptions, SuiteJobs } from "../options.ts";
import { calibrate, type Calibration } from "../reduce/calibrate.ts";
import type { SuiteBackend, Workshop, WorkshopOptions } from "../reduce/workshop.ts";
import type { TestFile } from "../tests.ts";
import { coverCodec, namesOf } from "./covers.ts";
import { packSuite } from "./kit.ts";
import type { SuiteTerms } from "./terms.ts";
import { clusterWork } from "./work.ts";

/** Connects before anything is measured: nobody wants to hear later that there is no cluster. */
export const clusterBackend =
  (cluster: ClusterOptions): SuiteBackend =>
  async (options) => {
    const onWarning = (text: string): void => options.onEvent?.({ type: "note", text });
    const open = await openCluster(cluster, { name: "pare suite reduce", onWarning });
    return {
      openWorkshop: (order) => openWorkshop(order, options, { cluster: open, options: cluster }),
      close: () => open.close(),
    };
  };

interface Connection {
  readonly cluster: Cluster;
  readonly options: ClusterOptions;
}

/** What an answer says besides its parcel, in bytes. */
const REST_BYTES = 2 ** 18;

const openWorkshop = async (
  given: WorkshopOptions,
  options: ReduceSuiteOptions,
  { cluster, options: { secretFile, verifyWorkers } }: Connection,
): Promise<Workshop> => {
  const { tests, opened, seeded, limits } = given;
  const { test, found } = await firstOf(given, options);
  const names = namesOf(opened.measurer.universe);
  const codec = coverCodec(opened.measurer.universe, names);
  const origin = resolve(options.cwd ?? process.cwd());
  const { kit, programs } = await packSuite({
    options,
    origin,
    tests,
    seeded,
    names,
    expected: expectedOf(test, found, codec),
    mostReply: Math.max(REST_BYTES, (cluster.connection.info?.max_payload ?? 2 ** 20) - REST_BYTES) - 1,
    blobs: cluster.blobs,
    runs: runsDirectoryOf(origin, options.runsDirectory),
  });
  const terms: SuiteTerms = { ask: "fitness", name: basename(test.name), mode: test.mode, timeout: limits.timeout };
  let jobs: SuiteJobs = { whole: 0, single: 0, raced: 0 };
  const watched = await openWatchedRun({
    cluster,
    secretFile,
    kit,
    programs,
    original: { content: test.bytes(), terms },
    title: `${basename(options.tests[0] ?? "suite")} (${tests.length} tests) on ${hostname()}`,
    emit: (note) =>
      options.onEvent?.(
        note.type === "worker"
          ? { type: "note", text: note.message }
          : { type: "cluster", figures: note.figures, jobs },
      ),
  });
  return {
    get jobs() {
      return watched.slots;
    },
    workAll: (onWorked) =>
      clusterWork({
        ...given,
        options,
        run: watched.run,
        codec,
        isProved: verifyWorkers !== 0,
        onWorked,
        onJobs: (counts) => (jobs = counts),
      }),
    close: () => watched.close(),
  };
};

/** What a worker must find when it measures the first test. */
const expectedOf = (
  { name }: TestFile,
  { ending, steady, unsteady, trouble }: Calibration,
  codec: ReturnType<typeof coverCodec>,
): Parameters<typeof packSuite>[0]["expected"] => ({
  name,
  ending,
  steady: codec.encode(steady),
  unsteady: codec.encode(unsteady),
  ...(trouble !== undefined && { trouble }),
});

/** So many tests are tried before one that cannot be measured will have to do. */
const TRIED = 16;

/** The first test that can be measured: workers are held against it. */
const firstOf = async (
  { tests, opened, limits }: WorkshopOptions,
  { verdict }: ReduceSuiteOptions,
): Promise<{ readonly test: TestFile; readonly found: Calibration }> => {
  let first: { readonly test: TestFile; readonly found: Calibration } | undefined;
  for (const test of tests.slice(0, TRIED)) {
    const candidate = { name: basename(test.name), mode: test.mode, bytes: test.bytes() };
    const found = await calibrate({ ...opened, candidate, limits, anyVerdict: verdict === "any" });
    first ??= { test, found };
    if (found.trouble === undefined) return { test, found };
  }
  return first as { readonly test: TestFile; readonly found: Calibration };
};
