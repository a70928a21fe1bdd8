/** What comes of an isolation. */
import type { TestCounts } from "../core/events.ts";
import type { Advice, Explained } from "./kind.ts";
import type { Entry } from "./mixture.ts";

/** A path in two states, for patches. */
export interface PathChange {
  readonly path: string;
  readonly from: Entry | undefined;
  readonly to: Entry | undefined;
}

export interface IsolateResult {
  readonly status: "complete" | "stopped";
  /** Why it was stopped: "signal", "budget", "max-tests", "hopeless" (too many unresolved in a row). */
  readonly reason?: string;
  readonly kind: string;
  readonly titles: { readonly good: string; readonly bad: string };
  /** How the ends are recognised, in words. */
  readonly words: { readonly good: string; readonly bad: string };
  /** Changes between the ends, as people count them (hunks, flags, packages, …). */
  readonly changes: number;
  /** The files these are in, where they are in files. */
  readonly changedFiles?: number;
  /** What makes the failure appear, given `context`; as people see them (lines of one hunk are one entry). */
  readonly trigger: readonly Explained[];
  /** So many parts of the trigger do it, each without the others, and the patch has them all; one unless given. */
  readonly causes?: number;
  /** A set of changes that fails on top of the good end and from which nothing can be left out; it has the trigger. Missing when it was not asked for. */
  readonly patch?: readonly Explained[];
  readonly proof: {
    /** Missing where it could not be tested. */
    readonly goodPlusPatchFails?: boolean;
    readonly badMinusTriggerPasses?: boolean;
    /** Changes that have to go with the trigger when it is taken from the bad end, for they need it. */
    readonly alongside?: readonly Explained[];
    /** Why one of them is missing or does not hold, in words. */
    readonly remarks: readonly string[];
  };
  /** Good end to good end with the patch; bad end to bad end without the trigger. Empty for kinds without files. */
  readonly files: { readonly culprit: readonly PathChange[]; readonly revert: readonly PathChange[] };
  readonly advice: Advice;
  readonly tests: TestCounts;
  readonly searchTests: { readonly trigger: number; readonly patch: number };
  /** How the search went, level by level. */
  readonly levels: readonly {
    readonly goal: "trigger" | "patch";
    readonly name: string;
    readonly changes: number;
    readonly tests: number;
    readonly unresolved: number;
  }[];
  /** Why candidates could not be told, the most frequent first. */
  readonly unresolvedReasons: readonly { readonly reason: string; readonly count: number }[];
  readonly wallMs: number;
  /** The run directory. */
  readonly run: string;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}
