/** What can be wrong with the data of a run, in words that say what to do. */
import { UserError } from "../../core/errors.ts";
import type { CoveredRun } from "../coverage.ts";

/** Where every reader tells the run to put its data, for commands that have to name the place themselves. */
export const DATA_VARIABLE = "PARE_COVERAGE";

/** There are no data at all. `howTo` is the reader's. */
export const noCoverage = (what: string, run: CoveredRun, howTo: string): UserError =>
  new UserError("NO_COVERAGE", `${what}${endingOf(run)}`, { advice: howTo });

/** Most tools write their data when a program ends by itself: an end by a signal explains why there are none. */
const endingOf = (run: CoveredRun): string => {
  if (run.signal !== undefined)
    return ` The run was ended by ${run.signal}, and most tools write nothing then (sancov does).`;
  const said = Buffer.from(run.stderr.subarray(0, 400)).toString().trim().split("\n")[0] ?? "";
  if (run.code === 0 || run.code === undefined) return "";
  return ` The run ended with code ${run.code}${said === "" ? "" : `: ${said}`}.`;
};

/** The data belong to another program or to other sources than those that are there. */
export const staleCoverage = (what: string, advice: string, cause?: unknown): UserError =>
  new UserError("STALE_COVERAGE", what, { advice, ...(cause !== undefined && { cause }) });

/** There are data, and they are not what this reader reads. */
export const badCoverage = (what: string, advice: string, cause?: unknown): UserError =>
  new UserError("BAD_COVERAGE", what, { advice, ...(cause !== undefined && { cause }) });

/** A reader was given an argument that it does not take, or lacks one. */
export const badArgument = (what: string, advice: string): UserError => new UserError("BAD_READER", what, { advice });

export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
