/** What tests are run with: the seam between a run and the processes of this machine. */
import type { VerifiedExecutor } from "../cluster/verification.ts";
import type { Executor } from "../core/executor.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Assembler } from "../oracles/assembled.ts";
import type { ProcessOracle, Subject } from "../oracles/oracle.ts";
import type { Rate } from "../core/rate.ts";
import type { Measured } from "../runs/record.ts";
import type { ReduceNote } from "../core/notes.ts";
import type { OracleOptions } from "./options.ts";

export interface OpenOracleOptions {
  readonly options: OracleOptions;
  readonly subject: Subject;
  readonly source: TestCase;
  /** Makes what tests see of a text that is searched. */
  readonly assembler?: Assembler;
  /** `ProcessOracle.identity` of an earlier run that was asked the same: what was learnt then is not learnt again. */
  readonly earlier?: unknown;
  readonly signal: AbortSignal;
  /** Hears of what happens to what it runs on. */
  readonly emit?: (note: ReduceNote) => void;
}

export interface OpenOracle {
  readonly oracle: ProcessOracle;
  /** By running the original, now. */
  readonly learnt: boolean;
  /** How many runs that took. */
  readonly runs: number;
  /** What to do when the test says too little to tell failures apart. */
  readonly advice?: string;
  /** Closes the oracle and what it runs on. */
  close(): Promise<void>;
}

export interface ExecutorOptions {
  readonly oracle: ProcessOracle;
  readonly options: OracleOptions;
  readonly jobs: number;
  /** How long the original took, each time. */
  readonly samples: readonly number[];
  readonly measured: Measured;
  /** Workers of a cluster that were wrong in an earlier session. */
  readonly distrusted?: readonly string[];
  /** Hears of what happens to it. */
  readonly emit?: (note: ReduceNote) => void;
}

export interface OpenExecutor {
  readonly executor: Executor<TestCase>;
  /** The same, where its answers come from workers that may be wrong. */
  readonly verified?: VerifiedExecutor<TestCase>;
  /** How many tests run at once, at most, as far as is known; `ExecutorOrder.jobs` unless given. */
  readonly jobs?: number;
  /** Measures a candidate anew when the oracle lies: is it credibly as bad as it must be? */
  verify?(candidate: TestCase, signal: AbortSignal): Promise<{ readonly holds: boolean; readonly rate: Rate }>;
}

/** Where the tests of a reduction run: this machine unless another backend is given. */
export interface TestBackend {
  openOracle(options: OpenOracleOptions): Promise<OpenOracle>;
  /** The limit for tests of the original, in milliseconds. */
  calibrationMs(options: OracleOptions): number;
  /** The limit that decides, from how long the original took. */
  hardMs(options: OracleOptions, samples: readonly number[]): number;
  openExecutor(options: ExecutorOptions): OpenExecutor | Promise<OpenExecutor>;
  /** Candidates are tested where the original is, in the same way. */
  readonly testsHere?: boolean;
  /** As many as this process may use cores. */
  defaultJobs(): number;
}
