/** What can be wrong with the ends, with what they printed. */
import { UserError } from "../../core/errors.ts";
import type { Finding } from "../../core/verdict.ts";
import { endingOf, endingWords } from "../../oracles/signature.ts";
import { textOf } from "../../oracles/trial.ts";
import type { PlaceTrial } from "./output-terms.ts";

export type End = "good" | "bad";

export interface EndTrials {
  readonly good: PlaceTrial;
  readonly bad: PlaceTrial;
}

const SHOWN_LINES = 6;
const SHOWN_LINE = 160;

/** How a run ended, and the last lines it printed, indented below. */
const shown = (trial: PlaceTrial): string => {
  const ending = endingOf(trial);
  const how = trial.timedOut ? "does not end" : ending === undefined ? "did not end" : endingWords(ending);
  const lines = `${textOf(trial.stdout)}\n${textOf(trial.stderr)}`
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-SHOWN_LINES)
    .map((line) => `\n    ${line.length > SHOWN_LINE ? `${line.slice(0, SHOWN_LINE)}…` : line}`);
  return lines.length === 0 ? `${how} and prints nothing` : `${how} and prints:${lines.join("")}`;
};

const both = ({ good, bad }: EndTrials): string => `\n  good end: ${shown(good)}\n  bad end: ${shown(bad)}`;

const REFINE = "or describe the failure with --match RE, --exit CODE or --test SCRIPT";

export const sameOutcome = (trials: EndTrials): UserError =>
  new UserError("SAME_OUTCOME", `Both ends do the same, so no change makes a difference.${both(trials)}`, {
    advice: `Check that the command fails at the bad end and works at the good one, ${REFINE}.`,
  });

export const swapped = (trials: EndTrials): UserError =>
  new UserError("SWAPPED_ENDS", `The good end fails and the bad end works: they seem to be swapped.${both(trials)}`, {
    advice: `Swap them, ${REFINE}.`,
  });

export const bothFail = (trials: EndTrials): UserError =>
  new UserError(
    "BOTH_FAIL",
    `Both ends show the failure: it does not come from the changes between them.${both(trials)}`,
    {
      advice: "Use an older good end, or check the test.",
    },
  );

export const neitherFails = (trials: EndTrials): UserError =>
  new UserError("NEITHER_FAILS", `Neither end shows the failure.${both(trials)}`, {
    advice: "Check the bad end and the test: the test must fail there.",
  });

export const cannotTell = (end: End, trial: PlaceTrial): UserError =>
  new UserError("CANNOT_TELL", `The test cannot tell whether the ${end} end fails: it ${shown(trial)}`, {
    advice: "Check what the test needs at that end: pare must know the outcome at both ends.",
  });

/** `first` and `other` did not end, or did not speak, alike. */
export const flakyEnd = (end: End, first: PlaceTrial, other: PlaceTrial): UserError =>
  new UserError(
    "FLAKY",
    `The ${end} end behaves differently from run to run.\n  once it ${shown(first)}\n  and once it ${shown(other)}`,
    { advice: "Make it deterministic (seeds, clocks, shared state), or run every test several times with --repeat N." },
  );

export const buildFails = (end: End, trial: PlaceTrial): UserError =>
  new UserError("BUILD_FAILS", `The build fails at the ${end} end: it ${shown(trial)}`, {
    advice: "Check --build: it is a line for sh that runs where the command runs, before it.",
  });

export const endRefused = (end: End, { reason, evidence }: Finding): UserError => {
  const output = (evidence?.output ?? "").trimEnd().split("\n").slice(-SHOWN_LINES).join("\n    ");
  return new UserError(
    "NOT_FAILING",
    `A command of --passes refuses the ${end} end: ${reason}.${output === "" ? "" : `\n    ${output}`}`,
    { advice: "It must succeed at both ends. It runs where the command runs, after it." },
  );
};

export const endTimeout = (end: End, timeout: number): UserError =>
  new UserError("TIMEOUT", `The command did not end within ${timeout / 1000} s at the ${end} end.`, {
    advice: "Give it more time with --timeout SECONDS. If the hang itself is the failure, use --hang SECONDS.",
  });
