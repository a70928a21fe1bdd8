/** What the tests of a search are run with, once both ends were tested on this machine. */
import type { VerifiedExecutor } from "../cluster/verification.ts";
import type { Executor } from "../core/executor.ts";
import { localExecutor } from "../executors/local.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import type { Timeouts } from "../oracles/timeouts.ts";
import { defaultJobs } from "../runner/index.ts";
import type { IsolateNote } from "./events.ts";
import type { Kind, OpenKind } from "./kind.ts";
import type { Mixture } from "./mixture.ts";
import type { IsolateOptions } from "./options.ts";

interface TestBackendOptions {
  readonly kind: Kind;
  readonly emit: (note: IsolateNote) => void;
}

export interface MixtureExecutorOptions {
  readonly options: IsolateOptions;
  /** The directory pare was started in. */
  readonly origin: string;
  readonly kind: OpenKind;
  /** What is known of any kind like it. */
  readonly facts: Kind;
  readonly good: Mixture;
  readonly bad: Mixture;
  readonly oracle: ProcessOracle<Mixture>;
  readonly timeouts: Timeouts;
  /** A directory of the run's own, and that of all runs. */
  readonly storage: string;
  readonly runs: string;
  /** Workers of a cluster that were wrong in an earlier session. */
  readonly distrusted: readonly string[];
}

interface OpenExecutor {
  readonly executor: Executor<Mixture>;
  /** The same, where its answers come from workers that may be wrong. */
  readonly verified?: VerifiedExecutor<Mixture>;
  readonly jobs: number;
}

export interface OpenBackend {
  openExecutor(options: MixtureExecutorOptions): Promise<OpenExecutor>;
  close(): Promise<void>;
}

export interface MixtureBackend {
  /** Before anything is learnt. Rejects with a `UserError` for ends with which it cannot be done. */
  open(options: TestBackendOptions): Promise<OpenBackend>;
}

/** This machine. */
export const localBackend: MixtureBackend = {
  open: () =>
    Promise.resolve({
      openExecutor: ({ options, kind, oracle, timeouts }) => {
        const jobs = options.jobs ?? kind.jobs ?? defaultJobs();
        return Promise.resolve({ executor: localExecutor<Mixture>({ oracle, jobs, timeouts }), jobs });
      },
      close: () => Promise.resolve(),
    }),
};
