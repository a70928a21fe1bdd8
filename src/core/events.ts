/** What happens in a run, as a stream of plain data. */
import type { Claim } from "./claim.ts";
import type { Step } from "./search.ts";
import type { Verdict } from "./verdict.ts";

/** Raised with every change of an event's shape. */
export const EVENT_VERSION = 1;

/** How the outcome of a committed test came about. */
export type Provenance = "run" | "recalled" | "skipped" | "unrenderable";

/** One event of a search; `type` tells them apart. */
export type RunEvent =
  | { readonly type: "start"; readonly size: number }
  /** A committed test, in tree order: the same sequence for any number of workers. */
  | {
      readonly type: "test";
      readonly number: number;
      readonly step: Step;
      readonly verdict: Verdict;
      readonly provenance: Provenance;
      readonly size: number;
      readonly key: string;
    }
  | { readonly type: "best"; readonly number: number; readonly size: number; readonly key: string }
  | { readonly type: "control"; readonly control: "pause" | "resume" | "skip" | "stop"; readonly pass?: string }
  | {
      readonly type: "end";
      readonly status: "complete" | "stopped";
      readonly reason?: string;
      readonly claims: readonly Claim[];
      /** Passes that were skipped, so that nothing is claimed of them. */
      readonly skipped?: readonly string[];
      readonly tests: TestCounts;
      readonly size: number;
    };

/** An event as reporters see it. */
export type Stamped = RunEvent & { readonly version: number; readonly ms: number };

/** How many tests there were, and how they ended. */
export interface TestCounts {
  /** Oracle executions, checks of the source and of the result included. */
  readonly run: number;
  /** Committed answers that were known before. */
  readonly recalled: number;
  /** Executed but never committed. */
  readonly wasted: number;
  /** Committed answers that were executed; unknown for runs of earlier versions. */
  readonly answered?: number;
  readonly fail: number;
  readonly pass: number;
  readonly unresolved: number;
}
