/** A search whose tests take a short time and no processor: some at once in this process, and on a cluster. */
import { setTimeout as sleep } from "node:timers/promises";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { openClusterRun } from "../../src/cluster/coordinator/coordinator.ts";
import { machine } from "../../src/cluster/environment.ts";
import { clusterExecutor } from "../../src/cluster/executor.ts";
import type { NothingKit } from "../../src/cluster/noop-bench.ts";
import { elements, whole } from "../../src/core/configuration.ts";
import type { Executor } from "../../src/core/executor.ts";
import { over } from "../../src/core/words.ts";
import { drive } from "../../src/driver/search.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { Timeouts } from "../../src/oracles/timeouts.ts";
import { PARE_VERSION } from "../../src/runs/version.ts";
import { adaptive } from "../../src/strategies/index.ts";
import { dense } from "../oracles.ts";
import { selection, type Selection } from "../selection.ts";

export interface ShortTrial {
  readonly seconds: number;
  readonly run: number;
  /** Names the result. */
  readonly result: string;
}

export interface ShortOptions {
  readonly lines: number;
  readonly ms: number;
  /** The slots of all workers. */
  readonly slots: number;
  /** How many at once in this process. */
  readonly jobs: number;
  readonly url: string;
}

const lineOf = (line: unknown): string => `\n${String(line)};`;
const encode = ({ kept }: Selection): Uint8Array => Buffer.from(elements(kept).map(lineOf).join(""));

/** A search from its beginning. */
type Reduce = (executor: Executor<Selection>) => Promise<ShortTrial>;

const reduction = (lines: number): { readonly reduce: Reduce; readonly source: Selection } => {
  const input = whole(Array.from({ length: lines }, (_, line) => line));
  const source = selection(input);
  const reduce: Reduce = async (executor) => {
    const from = performance.now();
    const search = over(adaptive(input), selection);
    const { tests, best } = await drive({ search, source, executor, journal: memoryJournal(), check: false });
    return { seconds: (performance.now() - from) / 1000, run: tests.run, result: best.key() };
  };
  return { reduce, source };
};

const inThisProcess = (jobs: number, ms: number, fails: (candidate: Selection) => boolean): Executor<Selection> => ({
  capacity: jobs,
  onCapacity: () => () => undefined,
  run: async (candidate, signal) => {
    await sleep(ms, undefined, { signal });
    return { outcome: fails(candidate) ? "fail" : "pass", ms };
  },
  close: async () => undefined,
});

export const reduceShort = async ({
  lines,
  ms,
  slots,
  jobs,
  url,
}: ShortOptions): Promise<Readonly<Record<"cluster" | "here", ShortTrial>>> => {
  const { needed, fails } = dense(0.25)(lines, 1);
  const { reduce, source } = reduction(lines);
  const cluster = await openCluster({ url }, { name: "bench" });
  const body: NothingKit = { needs: [...needed].map(lineOf), ms };
  const run = await openClusterRun({
    cluster,
    kit: { kind: "nothing", pare: PARE_VERSION, body },
    original: { content: encode(source), terms: { timeout: 60_000 } },
    title: "short",
    environment: { ...machine(), programs: {} },
  });
  const remote = clusterExecutor<Selection>({
    run,
    encode,
    timeouts: new Timeouts([1000], 60_000),
    shared: false,
    distrust: (worker, reason) => run.distrust(worker, reason),
    close: () => run.close(),
  });
  try {
    while (run.capacity < slots) await sleep(20);
    return {
      cluster: await reduce(remote),
      here: await reduce(inThisProcess(jobs, ms, ({ kept }) => fails(kept))),
    };
  } finally {
    await remote.close();
    await cluster.close();
  }
};
