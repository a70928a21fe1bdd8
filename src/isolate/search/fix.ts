/** The mirror image of the patch: what has to be taken back from the bad end, with the trigger, so that it passes. */
import { minus, type Configuration } from "../../core/configuration.ts";
import type { Answers, Search } from "../../core/search.ts";
import type { Outcome, Verdict } from "../../core/verdict.ts";
import { over } from "../../core/words.ts";
import type { Change, Changes } from "../change.ts";
import { findPatch } from "./patch.ts";

type Chosen = Configuration<Change>;

export interface FixOptions {
  readonly changes: Changes;
  /** All changes of the bad end; without any of them it passes. */
  readonly bad: Chosen;
  readonly trigger: Chosen;
  readonly finest: string;
}

/** The bad end without the result passes; the result has the trigger, and nothing else of it can stay away. */
export const findCure = ({ changes, bad, trigger, finest }: FixOptions): Search<Chosen, Chosen> => {
  const taken = findPatch({ changes, pair: { passing: minus(bad, trigger), failing: bad }, finest });
  return over(mirrored(taken), (chosen) => minus(bad, chosen));
};

const OTHER: Readonly<Record<Outcome, Outcome>> = { fail: "pass", pass: "fail", unresolved: "unresolved" };

/** The same search, in which passing is what failing was. */
const mirrored = <Input, Result>(search: Search<Input, Result>): Search<Input, Result> => {
  switch (search.kind) {
    case "done":
      return search;
    case "ask":
      return {
        ...search,
        until: search.until.map((outcome) => OTHER[outcome]),
        next: (answers: Answers) => mirrored(search.next(swapped(answers))),
      };
    case "then":
      return {
        kind: "then",
        search: mirrored(search.search),
        next: (result, claims) => mirrored(search.next(result, claims)),
      };
    case "together":
    case "later":
      throw new Error(`the search for a patch has no ${search.kind}`);
  }
};

const other = (verdict: Verdict): Verdict => ({ ...verdict, outcome: OTHER[verdict.outcome] });

const swapped = (answers: Answers): Answers => ({
  length: answers.length,
  last: answers.last && other(answers.last),
  list: () => answers.list().map(other),
});
