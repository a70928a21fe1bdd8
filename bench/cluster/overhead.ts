/** What a test costs beyond itself, on a cluster and in this process: a test that does nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { machine } from "../../src/cluster/environment.ts";
import { clusterExecutor } from "../../src/cluster/executor.ts";
import { openClusterRun } from "../../src/cluster/coordinator/coordinator.ts";
import type { ClusterRun } from "../../src/cluster/run.ts";
import { valueCase, type ValueCase } from "../../src/core/case.ts";
import type { Executor } from "../../src/core/executor.ts";
import { inProcess } from "../../src/executors/in-process.ts";
import { percentile, Timeouts } from "../../src/oracles/timeouts.ts";
import { PARE_VERSION } from "../../src/runs/version.ts";

export interface Overhead {
  /** Candidates a second, as many at once as the cluster has slots. */
  readonly rate: number;
  /** Milliseconds of a test, one at a time. */
  readonly p50: number;
  readonly p99: number;
}

export interface OverheadRound {
  readonly cluster: Overhead;
  readonly local: Overhead;
}

export interface OverheadOptions {
  readonly url: string;
  readonly slots: number;
  readonly rounds: number;
  /** Tests at once, and one by one. */
  readonly many: number;
  readonly few: number;
}

type Candidate = ValueCase<Buffer>;

const LINE = "a line of an input that is reduced\n";
const LINES = 600;
const ORIGINAL = Buffer.from(LINE.repeat(LINES));

/** All but a line, and never the same twice. */
const makeCandidates = (): (() => Candidate) => {
  let made = 0;
  return () => {
    const number = made++;
    const at = (number % LINES) * LINE.length;
    const value = (): Buffer =>
      Buffer.concat([ORIGINAL.subarray(0, at), Buffer.from(`${number}\n`), ORIGINAL.subarray(at + LINE.length)]);
    return valueCase({ value, key: () => `candidate ${number}`, size: ORIGINAL.length });
  };
};

const measure = async (
  executor: Executor<Candidate>,
  next: () => Candidate,
  { slots, many, few }: OverheadOptions,
): Promise<Overhead> => {
  const test = async (): Promise<number> => {
    const startedAt = performance.now();
    const { outcome } = await executor.run(next(), new AbortController().signal);
    if (outcome !== "fail") throw new Error(`a test that does nothing was answered "${outcome}"`);
    return performance.now() - startedAt;
  };
  let left = many;
  const startedAt = performance.now();
  const hand = async (): Promise<void> => {
    while (left-- > 0) await test();
  };
  await Promise.all(Array.from({ length: slots }, hand));
  const rate = many / ((performance.now() - startedAt) / 1000);
  const times: number[] = [];
  for (let i = 0; i < few; i++) times.push(await test());
  return { rate, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};

/** The first round is not counted: programs get faster while they run. */
export const measureOverhead = async (options: OverheadOptions): Promise<readonly OverheadRound[]> => {
  const cluster = await openCluster({ url: options.url }, { name: "bench" });
  const run = await openClusterRun({
    cluster,
    kit: { kind: "nothing", pare: PARE_VERSION, body: {} },
    original: { content: ORIGINAL, terms: { timeout: 60_000 } },
    title: "overhead",
    environment: { ...machine(), programs: {} },
  });
  const timeouts = new Timeouts([1000], 60_000);
  const remote = clusterExecutor<Candidate>({
    run,
    encode: (each) => each.value(),
    timeouts,
    shared: false,
    distrust: (worker, reason) => run.distrust(worker, reason),
    close: () => run.close(),
  });
  const local = inProcess<Buffer>(async (content) => content.length > 0, { jobs: options.slots });
  const next = makeCandidates();
  try {
    await ready(run, options.slots);
    const rounds: OverheadRound[] = [];
    for (let round = 0; round <= options.rounds; round++)
      rounds.push({ cluster: await measure(remote, next, options), local: await measure(local, next, options) });
    return rounds.slice(1);
  } finally {
    await remote.close();
    await cluster.close();
  }
};

const ready = async (run: ClusterRun, slots: number): Promise<void> => {
  while (run.capacity < slots) await sleep(20);
};
