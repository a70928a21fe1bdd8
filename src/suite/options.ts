/** What all commands about suites are told. */
import type { ClusterFigures } from "../core/cluster-figures.ts";
import type { OptionsOf } from "../settings/setting.ts";
import type { MEASURE_SETTINGS, SUITE_REDUCTION_SETTINGS } from "../settings/suite.ts";

/** How tests are run and measured. */
export interface MeasureOptions extends OptionsOf<typeof MEASURE_SETTINGS> {
  /** Files, or directories of them. */
  readonly tests: readonly string[];
  /** How a test is run; {} is its path. */
  readonly command?: readonly string[];
  /** The time limit of one run, in milliseconds. */
  readonly timeout?: number;
  readonly cwd?: string;
  /** Where runs live; `.pare` in `cwd` unless given. */
  readonly runsDirectory?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SuiteEvent) => void;
}

export interface ReduceSuiteOptions extends MeasureOptions, OptionsOf<typeof SUITE_REDUCTION_SETTINGS> {
  /** Where the reduced tests go. */
  readonly output: string;
}

export type SuiteEvent =
  | {
      readonly type: "begun";
      readonly tests: number;
      readonly jobs: number;
      readonly run?: string;
      readonly resumed?: number;
    }
  | { readonly type: "measured"; readonly done: number; readonly tests: number }
  | { readonly type: "run" }
  | {
      readonly type: "reduced";
      readonly name: string;
      readonly done: number;
      readonly tests: number;
      readonly before: number;
      readonly after: number;
    }
  /** It ends before its time, and the same command goes on: something is known of some test. */
  | { readonly type: "stopped"; readonly done: number; readonly tests: number; readonly run: string }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "cluster"; readonly figures: ClusterFigures; readonly jobs: SuiteJobs };

/** What was given to a cluster. */
export interface SuiteJobs {
  /** Tests as a whole. */
  readonly whole: number;
  /** Candidates of tests that are searched from here. */
  readonly single: number;
  /** Tests that were also searched from here, while slots had nothing else to do. */
  readonly raced: number;
}
