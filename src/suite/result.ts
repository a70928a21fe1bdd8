/** What became of a suite. */
import type { TestCounts } from "../core/events.ts";
import type { EntityKind } from "./coverage.ts";
import type { Runs } from "./reduce/one.ts";

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

export interface ReducedTest {
  readonly name: string;
  readonly units: BeforeAfter;
  readonly bytes: BeforeAfter;
  readonly ms: BeforeAfter;
  readonly runs: Runs;
  /** How many entities were left out of its effect. */
  readonly unsteady: number;
  readonly volume: number;
  /** Why it was kept as it is. */
  readonly trouble?: string;
  /** The test that has the same content now, and stays in its place. */
  readonly sameAs?: string;
}

export interface SuiteResult {
  readonly status: "complete" | "stopped";
  readonly tests: readonly ReducedTest[];
  readonly units: BeforeAfter;
  readonly runMs: BeforeAfter;
  readonly covered: Readonly<Record<"effect" | "statements" | "branches" | "functions", BeforeAfter>>;
  /** Entities that no test of the result covers any more, though they were covered: by kind, names in order. */
  readonly lost: readonly { readonly kind: EntityKind; readonly name: string }[];
  /** Names of entities that were left out of the effect of some test. */
  readonly unsteady: readonly string[];
  readonly volume: readonly string[];
  /** What looks wrong with the suite as a whole, in words. */
  readonly hints: readonly string[];
  readonly counts: TestCounts;
  readonly seeded: boolean;
  readonly wallMs: number;
  readonly jobs: number;
  /** Absolute. */
  readonly output: string;
  /** The directory of the run. */
  readonly run: string;
}
