/** One reduction on a simulated cluster. */
import type { Case } from "../../src/core/case.ts";
import { drive } from "../../src/driver/search.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { simulatedCluster, type ClusterCounts, type ClusterModel } from "./executor.ts";
import type { SimulatedInput } from "./inputs.ts";

export interface Trial {
  readonly input: string;
  readonly workers: number;
  /** Seconds on the virtual clock. */
  readonly seconds: number;
  readonly run: number;
  readonly wasted: number;
  /** The share of the workers' time in which they had a job. */
  readonly busy: number;
  /** Real time that the driver took for each test that was started, and for each that counted. */
  readonly driverMsPerTest: number;
  readonly driverMsPerStep: number;
  readonly counts: ClusterCounts;
  /** Names the result. */
  readonly result: string;
}

/** Workers that do nothing but their work; what is given stands in for it. */
export const modelOf = (changes: Partial<ClusterModel> & Pick<ClusterModel, "workers" | "oracleMs">): ClusterModel => ({
  spread: 0.5,
  latencyMs: 1,
  dispatchMs: 0.5,
  slow: { share: 0, times: 1 },
  duplicates: "to the idle",
  ackWaitMs: 6000,
  silenceMs: 5000,
  returnMs: 30_000,
  seed: 1,
  ...changes,
});

export const attempt = async <C extends Case>(input: SimulatedInput<C>, model: ClusterModel): Promise<Trial> => {
  const executor = simulatedCluster<C>(model, input.fails);
  const { search, source } = input;
  const journal = memoryJournal();
  const { tests, best } = await drive({ search: search(), source, executor, journal, check: false });
  const { run, wasted } = tests;
  const { now, counts, driverMs } = executor;
  return {
    input: input.name,
    workers: model.workers,
    seconds: now / 1000,
    run,
    wasted,
    busy: counts.busyMs / (now * model.workers),
    driverMsPerTest: driverMs / run,
    driverMsPerStep: driverMs / (run - wasted),
    counts,
    result: best.key(),
  };
};
