/**
 * How a run of any command stands: one value that feeds every reporter (lines, screen, live page, report) alike.
 *
 * `progressed(state, event)` (progressed.ts) is a pure function over all events of a run (`ProgressEvent`); the first state is
 * `beginning(limits)`. A state is plain data: `JSON.stringify` and back gives the same state, so that a page can be sent one and go on
 * with the events that follow. It is bounded: after a million events it holds at most 512 points for each curve, 512 accepted steps,
 * 64 passes, 24 samples, 20 warnings and 64 workers of a cluster; what was counted stays exact.
 *
 * Times are milliseconds since the run began, as in the events. What depends on the present moment or is derived (rates, percentages,
 * parallelism, waste, what is left of a budget) is a selector (selectors.ts), which is given the state and, where it matters, the time.
 */
import type { Provenance, RunEvent } from "../core/events.ts";
import type { Drift } from "../core/verdict.ts";
import type { OracleOutput, ReduceNote } from "../core/notes.ts";
import type { Outcome } from "../core/verdict.ts";
import type { ClusterProgress } from "./cluster.ts";
import { EMPTY_CURVE, type Curve } from "./curve.ts";
import type { TriageProgress } from "./triage.ts";
import type { Work } from "./work.ts";

export interface Progress {
  /** When the last event happened. */
  readonly ms: number;
  readonly limits: Limits;
  /** `opening`: the oracle is learnt and the original tested; `searching`: tests are committed; `ended` and `broken` are final. */
  readonly stage: "opening" | "searching" | "ended" | "broken";
  readonly paused: boolean;
  /** When the pause began, and how long the earlier ones were together. */
  readonly pausedAt?: number | undefined;
  readonly pausedMs: number;
  /** What counts, in words. */
  readonly oracle?: string;
  /** How the original was tested. */
  readonly original?: { readonly runs: number; readonly slowestMs: number };
  readonly run?: RunFacts;
  /** When the search began, the first time. */
  readonly searchMs: number;
  /** The size at the start, and now; in bytes. */
  readonly from: number;
  readonly best: number;
  /** The key of the best; empty for the original. */
  readonly bestKey: string;
  readonly tests: Tally;
  /** Over committed tests, and over time. */
  readonly overTests: Curve;
  readonly overTime: Curve;
  /** In the order in which they began. */
  readonly passes: readonly PassProgress[];
  /** How far the search has come through its passes, where they are known. */
  readonly work?: Work;
  /** The pass of the last test, and when that was committed (or the search began). */
  readonly pass?: string;
  readonly lastTestMs: number;
  /** How many steps were accepted since the search began (again). */
  readonly accepted: number;
  /** The accepted steps in order; where there are too many, the older ones are thinned out. */
  readonly steps: readonly AcceptedStep[];
  readonly activity: Activity;
  /** The recent past, for rates: at least half a second apart. */
  readonly samples: readonly Sample[];
  /** What the last test has said, and the last failing one. */
  readonly output?: OracleOutput;
  readonly failing?: OracleOutput;
  readonly rechecks: { readonly held: number; readonly failed: number };
  /** Bests that turned out to be luck. */
  readonly revised: number;
  /** The result says something else than the original. */
  readonly drift?: Drift;
  /** The last ones. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** Only for runs on a cluster. */
  readonly cluster?: ClusterProgress;
  /** Passes skipped by hand. */
  readonly skipped: readonly string[];
  readonly published?: { readonly path: string; readonly bytes: number };
  readonly end?: End;
  readonly error?: { readonly code: string; readonly message: string };
  /** Only for isolations: what is being prepared, and how far the search has come. */
  readonly preparing?: string;
  readonly level?: LevelProgress;
  /** Only for suites and triages. */
  readonly suite?: SuiteProgress;
  /** Only for triages. */
  readonly triage?: TriageProgress;
}

export interface LevelProgress {
  readonly goal: "trigger" | "patch";
  /** Changes that are left, and the most there were. */
  readonly changes: number;
  readonly total: number;
}

export interface SuiteProgress {
  /** What is being done: "measuring", "reducing". */
  readonly task: string;
  readonly done: number;
  readonly tests: number;
  /** How often a test was executed. */
  readonly executions: number;
  /** The units of the tests reduced so far. */
  readonly units: { readonly before: number; readonly after: number };
}

/** Where it was to end at the latest. */
export interface Limits {
  readonly ms?: number;
  readonly tests?: number;
  readonly size?: number;
}

type RunNote = Extract<ReduceNote, { readonly type: "run" }>;

interface RunFacts extends Omit<RunNote, "type" | "resumed" | "finished"> {
  /** Outcomes known from an earlier session. */
  readonly known: number;
  readonly finished: boolean;
}

/** Counts of committed tests, in all walks of this run. */
export interface Tally {
  readonly committed: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly provenances: Readonly<Record<Provenance, number>>;
  /** Among the unresolved ones. */
  readonly timeouts: number;
}

export interface PassProgress {
  readonly pass: string;
  /** Committed tests that were executed, and answers that came without a run. */
  readonly run: number;
  readonly known: number;
  readonly successes: number;
  /** Bytes; below zero for a pass that makes it longer. */
  readonly removed: number;
  /** From the answer before the pass's to its own, added up. */
  readonly ms: number;
}

export interface AcceptedStep {
  /** Counted from 1 since the search began (again). */
  readonly number: number;
  /** How many tests had been committed. */
  readonly tests: number;
  readonly ms: number;
  readonly size: number;
  readonly pass: string;
  readonly key: string;
}

/** What the oracle does, in all walks of this run; zeros where it is not measured. */
interface Activity {
  readonly started: number;
  readonly running: number;
  readonly busyMs: number;
}

export interface Sample extends Activity {
  readonly ms: number;
  /** Committed tests, and those of them that were executed. */
  readonly committed: number;
  readonly run: number;
}

/** The tests are those of the last walk, as the driver counted them. */
interface End extends Omit<Extract<RunEvent, { readonly type: "end" }>, "type"> {
  readonly ms: number;
}

const NO_ACTIVITY: Activity = { started: 0, running: 0, busyMs: 0 };

/** Before anything has happened. */
export const beginning = (limits: Limits = {}): Progress => ({
  ms: 0,
  limits,
  stage: "opening",
  paused: false,
  pausedMs: 0,
  searchMs: 0,
  from: 0,
  best: 0,
  bestKey: "",
  tests: {
    committed: 0,
    outcomes: { fail: 0, pass: 0, unresolved: 0 },
    provenances: { run: 0, recalled: 0, skipped: 0, unrenderable: 0 },
    timeouts: 0,
  },
  overTests: EMPTY_CURVE,
  overTime: EMPTY_CURVE,
  passes: [],
  lastTestMs: 0,
  accepted: 0,
  steps: [],
  activity: NO_ACTIVITY,
  samples: [],
  rechecks: { held: 0, failed: 0 },
  revised: 0,
  warnings: [],
  skipped: [],
});
