/** What an oracle says about a candidate. */

/** `fail` = the failure of interest shows; `pass` = it does not; `unresolved` = cannot tell. */
export type Outcome = "fail" | "pass" | "unresolved";

/** What strategies see and the journal keeps. A reason is normalised, so that it repeats from run to run. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly reason?: string;
}

/** What a run left behind, for people. */
export interface Evidence {
  readonly output?: string;
  /** What it says about a failure, without positions and other noise. */
  readonly said?: readonly string[];
  readonly exit?: number;
  readonly signal?: string;
  readonly timedOut?: boolean;
}

/** What an executor reports about one run. */
export interface Finding extends Verdict {
  readonly ms: number;
  /** Ended by a limit that may only postpone: it is not committed before `Executor.settle` has spoken. */
  readonly provisional?: boolean;
  readonly evidence?: Evidence;
  /** The workers of a cluster that vouch for it; missing where this machine has tested it. */
  readonly by?: readonly string[];
}

/** How the message of a result differs from that of the original. */
export interface Drift {
  /** What each says about its failure, without positions. */
  readonly original: readonly string[];
  readonly result: readonly string[];
  /** Flags that would have kept the original's message, as a shell reads them; missing where none is known. */
  readonly flags?: string;
}

/** The failure of interest shows. */
export const FAIL: Verdict = Object.freeze({ outcome: "fail" });
/** The failure of interest does not show. */
export const PASS: Verdict = Object.freeze({ outcome: "pass" });

/** The one unresolved verdict of a reason. */
export const unresolved = (reason: string): Verdict => ({ outcome: "unresolved", reason });
