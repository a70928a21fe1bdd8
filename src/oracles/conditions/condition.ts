/** A condition: what a user requires of a failing run, with the flag that gives it. */
import { UserError } from "../../core/errors.ts";
import type { Setting } from "../../settings/setting.ts";
import type { Trial } from "../trial.ts";

/** One file for each, one entry in `index.ts`: the flag, the help, the library, `isolate` and clusters follow from that. */
export interface Condition<T, S extends Setting = Setting> {
  readonly setting: S;
  /** What it puts in the place of what was learnt from the original: all of it, only the output, or nothing. */
  readonly replaces: "everything" | "output" | "nothing";
  /** Conditions that cannot be given together with it, and why. */
  readonly excludes?: { readonly others: readonly string[]; readonly message: string; readonly advice: string };
  /** The value in its one form. Throws a `UserError` for a value that cannot be. */
  check?(given: T): T;
  /** Why the run does not meet it; `undefined` if it does. */
  refutedBy(given: T, trial: Trial): string | undefined;
  /** For people: "exits with 1". */
  describe(given: T): readonly string[];
}

export const wrongCondition = (message: string, advice: string, cause?: unknown): UserError =>
  new UserError("USAGE", message, { advice, cause });
