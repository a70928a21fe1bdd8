/** From the result of an isolation to what is reported. */
import { nounOf } from "../../isolate/kinds/index.ts";
import type { IsolateResult } from "../../isolate/result.ts";
import { reasonText } from "../../reporters/stop-reasons.ts";
import type { IsolationClosing } from "../../reporters/isolate/closing.ts";
import { nearby } from "../../reporters/nearby.ts";
import { againWith, nextSteps, type Circumstances } from "./next.ts";

export interface IsolateClosingOptions extends Circumstances {
  /** Tests that ran out of time. */
  readonly timeouts: number;
  /** It was stopped by hand. */
  readonly stoppedByHand: boolean;
  /** What was written beside the patches: absolute. */
  readonly written: readonly string[];
}

export const isolationClosing = (result: IsolateResult, about: IsolateClosingOptions): IsolationClosing => {
  const { proof, advice, warnings, files: _, ...found } = result;
  const { reason } = result;
  const { directory, patches, typed } = about;
  return {
    ...found,
    ...(reason !== undefined && { reasonWords: reasonText(reason) }),
    ...(about.stoppedByHand && { resume: againWith(typed, []) }),
    noun: nounOf(result.kind),
    proof: { ...proof, alongside: (proof.alongside ?? []).map(({ id }) => id) },
    advice: advice.lines,
    next: nextSteps(result, about),
    tests: { ...result.tests, timeouts: about.timeouts },
    run: nearby(directory, result.run),
    files: [...patches.map(({ path }) => path), ...about.written].map((path) => nearby(directory, path)),
    notes: [...warnings.map(({ message }) => message), ...patchNotes(about)],
    command: againWith(typed, []),
  };
};

const patchNotes = ({ patches, timeouts }: IsolateClosingOptions): readonly string[] => {
  const omitted = [...new Set(patches.flatMap((patch) => patch.omitted))];
  const onlyGit = [...new Set(patches.flatMap((patch) => patch.onlyGit))];
  return [
    ...(omitted.length === 0 ? [] : [`patches cannot contain empty folders; left out: ${omitted.join(", ")}`]),
    ...(onlyGit.length === 0
      ? []
      : [`apply the patches with git apply; patch cannot apply them: ${onlyGit.join(", ")}`]),
    ...(timeouts === 0 ? [] : [`${timeouts} tests ran out of time: pare can't tell what they show`]),
  ];
};
