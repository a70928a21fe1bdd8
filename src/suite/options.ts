/** What all commands about suites are told. */
import type { ClusterFigures } from "../core/cluster-figures.ts";

/** How tests are run and measured. */
export interface MeasureOptions {
  /** Files, or directories of them. */
  readonly tests: readonly string[];
  /** A reader and its argument: "sancov", "lcov:coverage/lcov.info". */
  readonly cover?: string;
  /** MODULE#EXPORT: the function is called with each test, in threads, instead of a command. */
  readonly inProcess?: string;
  /** How a test is run; {} is its path. */
  readonly command?: readonly string[];
  /** Entities with such names do not count; "none" keeps those that depend on volume. */
  readonly ignoreCover?: readonly string[];
  /** Only entities with such names count. */
  readonly coverOnly?: readonly string[];
  /** Which kind of entities counts; statements and functions unless given. */
  readonly goal?: SuiteGoal;
  readonly beside?: readonly string[];
  readonly stdin?: boolean;
  /** The limit for one run, in milliseconds. */
  readonly timeout?: number;
  /** The memory that one run may use, in bytes. */
  readonly memory?: number;
  readonly jobs?: number;
  readonly cwd?: string;
  /** Where runs live; `.pare` in `cwd` unless given. */
  readonly runsDirectory?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SuiteEvent) => void;
}

export const SUITE_GOALS = ["statements", "branches", "functions", "all"] as const;
export type SuiteGoal = (typeof SUITE_GOALS)[number];

export interface ReduceSuiteOptions extends MeasureOptions {
  /** lines, json, or a regular expression that matches where a unit begins. */
  readonly unit?: string;
  /** "any": how a test ends does not count. */
  readonly verdict?: "same" | "any";
  /** Where the reduced tests go. */
  readonly output: string;
  /** Begin with units alone, or with the whole test; "auto": by what a start of the program costs. */
  readonly start?: "auto" | "seeded" | "whole";
  readonly seed?: number;
  readonly fresh?: boolean;
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
