/** Why a run ends before its search does: a signal, a person, or the time budget. */
import { UserError } from "./errors.ts";

export type StopCause = "signal" | "stop" | "budget";

/** The longest that a timer can wait; what is longer would be over at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** The reason of the signal that ends a run; told to people where there is nothing to keep yet. */
export class Stopped extends UserError {
  override readonly name = "Stopped";
  readonly why: StopCause;
  /** By `performance.now()`. */
  readonly at: number = performance.now();

  constructor(why: StopCause) {
    if (why === "budget")
      super("BUDGET_SPENT", "The time budget ran out before the search began; nothing was changed.", {
        advice: "Give a longer --budget. It counts from the start of pare, and what is tested first takes part of it.",
      });
    else super("INTERRUPTED", "It was stopped before the search began.", { advice: "The same command starts again." });
    this.why = why;
  }
}

/** Why a signal was aborted: by somebody who says no more than that, if not for another cause. */
export const stoppedBy = ({ reason }: AbortSignal): Stopped =>
  reason instanceof Stopped ? reason : new Stopped("signal");
