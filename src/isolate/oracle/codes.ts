/** Programs that say it by their exit codes: as test scripts do, or as `git bisect run` has it. */
import { unresolved, type Verdict } from "../../core/verdict.ts";
import { reasonOf, troubleIn } from "./reason.ts";
import { outputLines, type PlaceTrial } from "./output-terms.ts";

/** "shows": 0 = shows the failure, anything else = it does not. "bisect": 0 = good, 1 to 127 = bad. Both: 125 = cannot tell. */
export type Convention = "shows" | "bisect";

const CANNOT_TELL = 125;
const LAST_BAD = 127;

/** A program that a signal ends, or that exits with more than 127 where git would stop, has said nothing. */
export const judgeCode = (convention: Convention, trial: PlaceTrial): Verdict => {
  const { code, timedOut } = trial;
  if (timedOut) return unresolved("timeout");
  if (code === CANNOT_TELL) {
    const said = troubleIn(outputLines(trial));
    return unresolved(said === "" ? `exit ${CANNOT_TELL}` : `exit ${CANNOT_TELL}: ${said}`);
  }
  if (code === undefined || (convention === "bisect" && code > LAST_BAD)) return unresolved(reasonOf(trial));
  if ((code === 0) === (convention === "shows")) return { outcome: "fail" };
  return { outcome: "pass", reason: `exit ${code}` };
};

export const conventionWords = (convention: Convention): { readonly good: string; readonly bad: string } =>
  convention === "shows"
    ? { good: "exits with another code than 0 and 125", bad: "exits with 0" }
    : { good: "exits with 0", bad: "exits with a code from 1 to 127 other than 125" };
