/** What reporters are told about a run. */
import type { Stamped, TestCounts } from "../core/events.ts";
import type { ReduceEvent } from "../core/notes.ts";
import type { TestCase } from "../core/test-case.ts";
import type { ClusterClosing } from "./cluster-tally.ts";
import type { PassFigures } from "./passes.ts";

/** What is known when the first test of the search is about to run. */
export interface Opening {
  /** As typed. */
  readonly input: string;
  readonly bytes: number;
  readonly lines: number;
  /** What counts, in words. */
  readonly oracle: string;
  /** The directory of the run, as people would type it. */
  readonly run: string;
  /** None: on a cluster that has no workers yet. */
  readonly jobs: number;
  /** What it goes by: "tree (c)", "lines", … */
  readonly format: string;
  /** How many answers an earlier run has left; 0 for a new run. */
  readonly known: number;
  /** The run was finished before: nothing is left to do. */
  readonly finished: boolean;
}

export interface Tests extends TestCounts {
  readonly timeouts: number;
}

/** What a run came to. */
export interface Closing {
  readonly status: "complete" | "stopped";
  /** Why it was stopped, in words: "the time budget ran out". */
  readonly reason?: string;
  /** It was stopped by hand: how to go on. */
  readonly goOn?: string;
  readonly input: { readonly path: string; readonly bytes: number; readonly lines: number; readonly files?: number };
  readonly output: {
    readonly path: string;
    readonly bytes: number;
    readonly lines: number;
    /** How many, where it can be more than one. */
    readonly files?: number;
    readonly tokens: number;
    readonly sha256: string;
  };
  readonly tests: Tests;
  readonly wallMs: number;
  readonly jobs: number;
  readonly format: string;
  readonly strategy: string;
  /** In words: "1-minimal by lines". */
  readonly claims: readonly string[];
  readonly run: string;
  readonly oracle: string;
  /** The line that shows the failure on the result. */
  readonly show: string;
  /** What makes the result depend on more than input, test and options. */
  readonly notes: readonly string[];
  /** Of a run on a cluster. */
  readonly cluster?: ClusterClosing;
  /** Where it was asked for. */
  readonly passes?: readonly PassFigures[];
}

export interface Reporter {
  open(opening: Opening): void;
  event(event: Stamped): void;
  /** Every event, for reporters that want more than tests and bests. */
  see?(event: ReduceEvent): void;
  /** A new best. It builds its bytes when asked for them. */
  best?(best: TestCase): void;
  /** Resolves when people have seen what they are looking at; before `close`. */
  viewerDone?(): Promise<void>;
  /** Something that happened outside the search. */
  note(text: string): void;
  close(closing: Closing): void;
  /** The run ended with an error: leave the screen clean. */
  abandon(): void;
}

/** Where a reporter writes. */
export interface Sink {
  write(text: string): void;
  readonly columns: number;
}
