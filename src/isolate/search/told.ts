/** The question about one candidate, with all three outcomes. */
import { numbered } from "../../core/candidates.ts";
import type { Search, Step } from "../../core/search.ts";
import type { Verdict } from "../../core/verdict.ts";
import { ask } from "../../core/words.ts";
import type { ChangeSet } from "../change.ts";

export const told = <Result>(
  candidate: ChangeSet,
  step: Step,
  next: (verdict: Verdict) => Search<ChangeSet, Result>,
): Search<ChangeSet, Result> =>
  ask(
    numbered(1, () => candidate),
    { until: ["fail", "pass"], step },
    (answers) => next(answers.last as Verdict),
  );
