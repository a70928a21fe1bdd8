/** Which runs show the failure: by the script's exit code, or by what the command does in the user's directory. */
import { unresolved, type Verdict } from "../../core/verdict.ts";
import { judge, testWords, type CommandTest } from "../../oracles/command.ts";
import { signatureOf } from "../../oracles/learn.ts";
import { checkRefinements, refined } from "../../oracles/refinements.ts";
import type { Trial } from "../../oracles/trial.ts";
import type { Examined } from "./subject.ts";

export interface Judge {
  /** What counts. */
  readonly description: string;
  /** Nothing fails: what counts is what any input may do. */
  readonly vacuous: boolean;
  verdict(trial: Trial): Verdict;
}

export const judgeOf = (examined: Examined, trials: readonly Trial[]): Judge =>
  examined.kind === "script" ? scriptJudge : commandJudge(examined, trials);

const CANNOT_TELL = 125;

const scriptJudge: Judge = {
  description: "the script exits with 0",
  vacuous: false,
  verdict: ({ timedOut, code, signal }) => {
    if (timedOut) return unresolved("timeout");
    if (code === CANNOT_TELL) return unresolved(`exit ${CANNOT_TELL}`);
    return code === 0 ? { outcome: "fail" } : { outcome: "pass", reason: signal ?? `exit ${code}` };
  },
};

const commandJudge = (examined: Examined, trials: readonly Trial[]): Judge => {
  const { name } = examined.setting.subject;
  const refinements = checkRefinements(examined.refinements);
  const signature = refined(signatureOf(examined, trials), refinements);
  const test: CommandTest = { command: [], signature, refinements };
  const { ending, saying } = test.signature;
  const succeeds = ending === undefined || ("code" in ending && ending.code === 0);
  return {
    description: testWords(test) || "nothing",
    vacuous: succeeds && saying === undefined && Object.keys(refinements).length === 0,
    verdict: (trial) => judge(test, trial, name),
  };
};
