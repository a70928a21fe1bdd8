/** What can be done with the answer, as lines to copy. */
import type { Ends } from "../../isolate/kinds/index.ts";
import type { PatchFile } from "../../isolate/output/patch-files.ts";
import type { IsolateResult } from "../../isolate/result.ts";
import { quote } from "../../oracles/command-line.ts";
import type { NextStep } from "../../reporters/isolate/closing.ts";
import { applying } from "./applying.ts";

export interface Circumstances {
  readonly ends: Ends;
  readonly patches: readonly PatchFile[];
  readonly directory: string;
  /** Behind `pare isolate`. */
  readonly typed: readonly string[];
}

const MAX_EXCEPTIONS = 3;

export const nextSteps = (result: IsolateResult, about: Circumstances): readonly NextStep[] => {
  const { trigger, proof, status } = result;
  const of = (name: PatchFile["name"]): PatchFile | undefined => about.patches.find((patch) => patch.name === name);
  const context = { ...about, commits: result.commits };
  const culprit = of("culprit");
  const revert = of("revert");
  const steps = [
    ...(culprit === undefined || proof.goodPlusPatchFails !== true
      ? []
      : [{ line: applying(culprit, "good", context), purpose: "makes the good end fail" }]),
    ...(revert === undefined || proof.badMinusTriggerPasses !== true
      ? []
      : [{ line: applying(revert, "bad", context), purpose: "makes the bad end work" }]),
  ];
  // Where the bad end works without them, no other cause is left to ask for.
  if (status === "stopped" || trigger.length === 0 || proof.badMinusTriggerPasses === true) return steps;
  const exceptions = trigger.slice(0, MAX_EXCEPTIONS).flatMap(({ id }) => ["--except", id]);
  return [
    ...steps,
    ...(trigger.length > MAX_EXCEPTIONS
      ? []
      : [{ line: againWith(about.typed, exceptions), purpose: "is there a second cause?" }]),
    ...(proof.badMinusTriggerPasses === false
      ? [{ line: againWith(about.typed, ["--find", "all"]), purpose: "looks for every cause" }]
      : []),
  ];
};

/** The same command with more flags: in front of the command that is run. */
export const againWith = (typed: readonly string[], more: readonly string[]): string => {
  const at = typed.includes("--") ? typed.indexOf("--") : typed.length;
  const own = withoutRepeated(typed.slice(0, at), more);
  return ["pare", "isolate", ...own, ...more, ...typed.slice(at)].map(quote).join(" ");
};

/** Starting over once is enough, and a flag that is given anew replaces the old one. */
const withoutRepeated = (own: readonly string[], more: readonly string[]): readonly string[] => {
  const again = more.includes("--find") ? own.indexOf("--find") : -1;
  return own.filter((word, index) => word !== "--fresh" && (again < 0 || (index !== again && index !== again + 1)));
};
