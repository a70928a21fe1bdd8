/** Where the tests of a suite are worked on: on this machine, or on many. */
import { defaultJobs } from "../../runner/index.ts";
import type { ReduceSuiteOptions } from "../options.ts";
import type { MeasureLimits } from "../run/measurer.ts";
import type { OpenMeasurer } from "../run/open.ts";
import { inParallel } from "../run/workers.ts";
import type { TestFile } from "../tests.ts";
import type { SuiteSession } from "./session.ts";
import { Shares } from "./shares.ts";
import { work, type Worked } from "./work.ts";

export interface WorkshopOptions {
  readonly tests: readonly TestFile[];
  /** This machine's. */
  readonly opened: OpenMeasurer;
  readonly session: SuiteSession;
  readonly seeded: boolean;
  readonly limits: MeasureLimits;
}

export interface Workshop {
  /** How many runs at once: the most so far. */
  readonly jobs: number;
  /** In the order of the tests, whatever the order they were done in; `onWorked` is called after each. */
  workAll(onWorked: (worked: Worked, index: number) => void): Promise<readonly Worked[]>;
  close(): Promise<void>;
}

export interface OpenSuiteBackend {
  openWorkshop(options: WorkshopOptions): Promise<Workshop>;
  close(): Promise<void>;
}

/** Called before anything is measured. Rejects with a `UserError` for what cannot be done there. */
export type SuiteBackend = (options: ReduceSuiteOptions) => Promise<OpenSuiteBackend>;

export const localBackend: SuiteBackend = async (options) => ({
  openWorkshop: async (order) => localWorkshop(options, order),
  close: async () => {},
});

const localWorkshop = (options: ReduceSuiteOptions, given: WorkshopOptions): Workshop => {
  const { tests, session } = given;
  const isDone = (index: number): boolean => session.progress(index).done !== undefined;
  const jobs = options.jobs ?? defaultJobs();
  return {
    jobs,
    workAll: async (onWorked) => {
      const shares = new Shares(jobs, tests.length);
      const all = tests.map((test, index) => ({ test, index }));
      // What is done is only measured again: were it first, a short budget would be spent on it every time.
      const [done, open] = [all.filter(({ index }) => isDone(index)), all.filter(({ index }) => !isDone(index))];
      const results: Worked[] = Array.from({ length: tests.length });
      await inParallel([...open, ...done], jobs, async ({ test, index }) => {
        shares.begin();
        try {
          const one = await work({ ...given, options, test, index, shares });
          onWorked(one, index);
          results[index] = one;
        } finally {
          shares.end();
        }
      });
      return results;
    },
    close: async () => {},
  };
};
