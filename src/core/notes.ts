/** What happens around the searches of a run: together with the driver's events, all that a run tells. */
import type { Aim } from "./claim.ts";
import type { ClusterFigures } from "./cluster-figures.ts";
import type { RunEvent, Stamped } from "./events.ts";
import type { Rate } from "./rate.ts";
import type { Drift, Outcome } from "./verdict.ts";

/** The names of the passes of a search, by when they have their turn; the fine ones until a round of them changes nothing. */
export interface Turns {
  readonly coarse: readonly string[];
  readonly fine: readonly string[];
  readonly proof: readonly string[];
}

/** What happens around the driver. */
export type ReduceNote =
  /** The oracle is open; this is what counts. */
  | { readonly type: "oracle"; readonly words: string; readonly learnt: boolean }
  /** The original was tested. */
  | { readonly type: "original"; readonly runs: number; readonly slowestMs: number }
  | {
      readonly type: "run";
      /** The run directory. */
      readonly path: string;
      readonly input: { readonly path: string; readonly bytes: number; readonly lines: number };
      readonly words: string;
      /** A failure unless given. */
      readonly aim?: Aim;
      /** Where they are known: the passes that are to come. */
      readonly turns?: Turns;
      readonly format: string;
      readonly strategy: string;
      readonly jobs: number;
      /** What an earlier session left: outcomes that are recalled, and records that were damaged. */
      readonly resumed?: { readonly outcomes: number; readonly dropped: number };
      /** Nothing is run: this is the answer of an earlier session. */
      readonly finished?: boolean;
    }
  /** How busy the oracle is; at most a few a second, so that it costs nothing. */
  | {
      readonly type: "activity";
      /** Tests started so far and under way, committed or not. */
      readonly started: number;
      readonly running: number;
      /** The time that tests have taken, added up. */
      readonly busyMs: number;
      /** The test that has ended last. */
      readonly last?: OracleOutput;
      /** The failing test that has ended last. */
      readonly failing?: OracleOutput;
    }
  /** How a cluster is doing; about once a second while that changes. */
  | { readonly type: "cluster"; readonly figures: ClusterFigures }
  /**
   * A worker of a cluster has come, gone or been set aside; what it has said is asked again; none is there; something was refused; or the
   * answers of workers cannot be compared, for the test is flaky.
   */
  | {
      readonly type: "worker";
      readonly change: "joined" | "left" | "set aside" | "asked again" | "refused" | "waiting" | "flaky";
      readonly name?: string;
      readonly slots?: number;
      /** For people. */
      readonly message: string;
    }
  | { readonly type: "published"; readonly path: string; readonly bytes: number }
  /** A best was tested once more. */
  | { readonly type: "recheck"; readonly size: number; readonly outcome: string }
  /** A best turned out to be luck: its record was revised, and the tree is walked again. */
  | { readonly type: "revised"; readonly size: number; readonly rate: Rate }
  /** The result says something else than the original. */
  | { readonly type: "drift"; readonly drift: Drift }
  | { readonly type: "warning"; readonly code: string; readonly message: string };

/** What a test has said. */
export interface OracleOutput {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly ms: number;
  /** The end of its output. */
  readonly text?: string;
}

/** What happens in a reduction of files: the events of every search, and those of files and tests. */
export type ReduceEvent = Stamped | (ReduceNote & { readonly version: number; readonly ms: number });

/** What happens around the driver during an isolation. */
export type IsolateNote =
  /** Something that takes a while is begun: "installing both ends". */
  | { readonly type: "preparing"; readonly text: string }
  /** Both ends were tested: how each is recognised, in words. */
  | { readonly type: "ends"; readonly good: string; readonly bad: string; readonly runs: number }
  | {
      readonly type: "run";
      readonly path: string;
      readonly kind: string;
      readonly titles: { readonly good: string; readonly bad: string };
      readonly jobs: number;
      /** What an earlier session left: outcomes that are recalled. */
      readonly resumed?: { readonly outcomes: number };
    }
  /** A commit between the ends was tested: what it does, and how many commits may be the first one that fails. */
  | {
      readonly type: "commit";
      readonly id: string;
      readonly title: string;
      readonly outcome: Outcome;
      readonly left: number;
    }
  /** The search has come so far: these changes are left, at this level. */
  | {
      readonly type: "level";
      readonly goal: "trigger" | "patch";
      readonly name: string;
      readonly changes: number;
    }
  /** The notes of a cluster, as reductions have them. */
  | Extract<ReduceNote, { readonly type: "cluster" | "worker" }>
  | { readonly type: "warning"; readonly code: string; readonly message: string };

/** What happens while a cause is searched: the events of every search, and those of the ends and the changes. */
export type IsolateEvent = Stamped | (IsolateNote & { readonly version: number; readonly ms: number });

/** How far a command about a suite has come. */
export type SuiteNote =
  /** So many tests are done. */
  | { readonly type: "task"; readonly name: string; readonly done: number; readonly tests: number }
  /** A test of the suite was executed once. */
  | { readonly type: "execution" }
  /** A test of the suite was reduced; its units. */
  | { readonly type: "reduced"; readonly before: number; readonly after: number };

/** One bug of a triage, as it stands. */
export interface BugStanding {
  readonly id: number;
  /** What its files show; it begins with the kind. */
  readonly title: string;
  readonly kind: string;
  /** How many files show it. */
  readonly files: number;
  /** Bytes of its smallest file, and of the smallest input so far. */
  readonly before: number;
  readonly now: number;
  readonly tests: number;
  readonly state: "waiting" | "reducing" | "done" | "unfinished" | "flaky" | "known";
  /** The pass at work, while it is being reduced. */
  readonly pass?: string;
}

/** How far a triage has come, besides the tasks and executions that suites tell of, too. */
export type TriageStateNote =
  | { readonly type: "triage"; readonly files: number; readonly jobs: number }
  /** Files that are in no bug, and copies of others. */
  | { readonly type: "sorted"; readonly aside: number; readonly copies: number }
  /** A bug is new, or stands otherwise; so many bugs there are. */
  | {
      readonly type: "bug";
      readonly bug: BugStanding;
      readonly bugs: number;
      /** The run that reduces it, and the key of its best. */
      readonly best?: { readonly run: string; readonly key: string };
    }
  | { readonly type: "triaged"; readonly status: "complete" | "stopped"; readonly output: string };

/** What happens in a triage, for the state that all reporters see. */
export type TriageProgressNote =
  | TriageStateNote
  | Extract<SuiteNote, { readonly type: "task" | "execution" }>
  | Extract<RunEvent, { readonly type: "control" }>;

export type SuiteProgressEvent = SuiteNote & { readonly ms: number };

export type TriageProgressEvent = TriageProgressNote & { readonly ms: number };
