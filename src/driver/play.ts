/** Plays a search with a plain function as oracle, at once and in order: for studies, benchmarks and tests of strategies. */
import type { Claim } from "../core/claim.ts";
import type { Search, Step } from "../core/search.ts";
import { FAIL, PASS, type Outcome, type Verdict } from "../core/verdict.ts";
import { Walk } from "./walk.ts";

export interface Played<Result> {
  readonly result: Result;
  readonly claims: readonly Claim[];
  /** Questions asked, repeated ones included. */
  readonly asked: number;
}

/** Thrown when a limit of questions is reached. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
}

export const play = <Input, Result>(
  search: Search<Input, Result>,
  test: (candidate: Input, step: Step) => boolean | Outcome | Verdict,
  limit: number = Number.POSITIVE_INFINITY,
): Played<Result> => {
  const walk = new Walk(search);
  for (let asked = 0; ; asked++) {
    const position = walk.currentSync();
    if (position.kind === "done") return { result: position.result, claims: position.claims, asked };
    if (asked >= limit) throw new LimitReached(`more than ${limit} questions`);
    walk.answer(verdictOf(test(position.ask.candidates.at(position.index), position.ask.step)));
  }
};

const verdictOf = (said: boolean | Outcome | Verdict): Verdict => {
  if (typeof said === "boolean") return said ? FAIL : PASS;
  return typeof said === "string" ? { outcome: said } : said;
};
