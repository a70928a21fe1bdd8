/** The words strategies are written in. */
import { mapped, numbered, type Candidates } from "./candidates.ts";
import type { Case } from "./case.ts";
import type { Claim } from "./claim.ts";
import type { Answers, Ask, Done, Later, Search, Step, Strategy, Stretch, Then, Together } from "./search.ts";
import type { Outcome, Verdict } from "./verdict.ts";

/** The first candidate that fails, and its number. */
export interface Hit<Input> {
  readonly index: number;
  readonly candidate: Input;
}

const NO_CLAIMS: readonly Claim[] = [];
const UNTIL_FAIL: readonly Outcome[] = ["fail"];
const UNTIL_END: readonly Outcome[] = [];

/** The end of a search: its result, and what is proved about it. */
export const done = <Result>(result: Result, claims: readonly Claim[] = NO_CLAIMS): Done<Result> => ({
  kind: "done",
  result,
  claims,
});

/** The general question; most strategies want `first`, `each` or `one`. */
export const ask = <Input, Result>(
  candidates: Candidates<Input>,
  about: Pick<Ask<Input, Result>, "until" | "step" | "stretch">,
  next: (answers: Answers) => Search<Input, Result>,
): Ask<Input, Result> => ({ kind: "ask", candidates, ...about, next });

/** The first candidate that fails, if there is one. */
export const first = <Input, Result>(
  candidates: Candidates<Input>,
  step: Step,
  next: (hit: Hit<Input> | undefined) => Search<Input, Result>,
): Search<Input, Result> =>
  ask(candidates, { until: UNTIL_FAIL, step }, (answers) => {
    if (answers.last?.outcome !== "fail") return next(undefined);
    const index = answers.length - 1;
    return next({ index, candidate: candidates.at(index) });
  });

/** The outcomes of all candidates, which do not depend on each other. */
export const each = <Input, Result>(
  candidates: Candidates<Input>,
  step: Step,
  next: (verdicts: readonly Verdict[]) => Search<Input, Result>,
): Search<Input, Result> => ask(candidates, { until: UNTIL_END, step }, (answers) => next(answers.list()));

/** Does this candidate fail? */
export const one = <Input, Result>(
  candidate: () => Input,
  step: Step,
  next: (fails: boolean) => Search<Input, Result>,
): Search<Input, Result> =>
  ask(numbered(1, candidate), { until: UNTIL_FAIL, step }, (answers) => next(answers.last?.outcome === "fail"));

/** A question that mostly succeeds; look-ahead goes by that. */
export const likely = <Input, Result>(search: Search<Input, Result>): Search<Input, Result> =>
  search.kind === "ask" ? { ...search, likely: MOSTLY } : search;

const MOSTLY = 0.8;

/** Can this stretch of a list go? */
export const goes = <Input, Result>(
  stretch: Stretch<Input>,
  phase: string,
  next: (fails: boolean) => Search<Input, Result>,
): Search<Input, Result> => {
  const { from, to } = stretch;
  const candidates = numbered(1, () => stretch.without(from, to));
  const about = { until: UNTIL_FAIL, step: { phase, removes: to - from }, stretch };
  return ask(candidates, about, (answers) => next(answers.last?.outcome === "fail"));
};

/** One after the other. */
export const chain = <Input, Middle, Result>(
  search: Search<Input, Middle>,
  next: (result: Middle, claims: readonly Claim[]) => Search<Input, Result>,
): Then<Input, Result> => ({ kind: "then", search, next });

/** Side by side; the results arrive in order. */
export const together = <Input, Middle, Result>(
  searches: Candidates<Search<Input, Middle>>,
  next: (results: readonly Middle[]) => Search<Input, Result>,
): Together<Input, Result> => ({ kind: "together", searches: remembered(searches), next });

/** A search that is begun only when it is certain to be needed, or probable enough for the effort; a promise of one is waited for then. */
export const later = <Input, Result>(
  search: Later<Input, Result>["search"],
  effort?: () => number,
): Later<Input, Result> => ({ kind: "later", search, ...(effort !== undefined && { effort }) });

/** The same search about embedded candidates: a list of children, say, asked about as whole trees. */
export const over = <A, B, Result>(search: Search<A, Result>, embed: (input: A) => B): Search<B, Result> =>
  rewritten(search, { embed, step: (step) => step });

/** The same search, its questions counted under the name of a pass. */
export const labelled = <Input, Result>(pass: string, search: Search<Input, Result>): Search<Input, Result> =>
  rewritten(search, { embed: (input: Input) => input, step: (step) => ({ ...step, pass }) });

/**
 * Stages in turn until a whole round of them changes nothing. A stage is taken to be at its own fixpoint when it ends,
 * so the claims of every stage's last run hold for the result.
 */
export const toFixpoint =
  <C extends Case>(...stages: readonly Strategy<C>[]): Strategy<C> =>
  (source) => {
    const go = (current: C, { turn, quiet, claims }: Round): Search<C, C> => {
      if (quiet === stages.length) return done(current, claims.flat());
      const stage = stages[turn % stages.length] as Strategy<C>;
      return chain(stage(current), (result, proved) => {
        const changed = result.key() !== current.key();
        const known = claims.with(turn % stages.length, proved);
        return go(result, { turn: turn + 1, quiet: changed ? 1 : quiet + 1, claims: known });
      });
    };
    return go(source, { turn: 0, quiet: 0, claims: stages.map(() => NO_CLAIMS) });
  };

/** How far stages have come: whose turn it is, how many in a row changed nothing, what each of them has proved last. */
interface Round {
  readonly turn: number;
  readonly quiet: number;
  readonly claims: readonly (readonly Claim[])[];
}

interface Rewriting<A, B> {
  readonly embed: (input: A) => B;
  readonly step: (step: Step) => Step;
}

/** Rewrites questions as they are reached, never ahead of them, so that nesting of any depth costs no stack. */
const rewritten = <A, B, Result>(search: Search<A, Result>, how: Rewriting<A, B>): Search<B, Result> => {
  switch (search.kind) {
    case "done":
      return search;
    case "ask":
      return {
        kind: "ask",
        candidates: mapped(search.candidates, how.embed),
        until: search.until,
        step: how.step(search.step),
        stretch: search.stretch && embedded(search.stretch, how.embed),
        likely: search.likely,
        next: (answers) => rewritten(search.next(answers), how),
      };
    case "then": {
      let inner: Search<B, unknown> | undefined;
      return {
        kind: "then",
        get search() {
          return (inner ??= rewritten(search.search, how));
        },
        next: (result, claims) => rewritten(search.next(result, claims), how),
      };
    }
    case "together":
      return {
        kind: "together",
        searches: remembered(mapped(search.searches, (member) => rewritten(member, how))),
        next: (results) => rewritten(search.next(results), how),
      };
    case "later":
      return later(() => {
        const begun = search.search();
        return begun instanceof Promise ? begun.then((found) => rewritten(found, how)) : rewritten(begun, how);
      }, search.effort);
  }
};

const embedded = <A, B>(stretch: Stretch<A>, embed: (input: A) => B): Stretch<B> => ({
  ...stretch,
  without: (from, to) => embed(stretch.without(from, to)),
});

/** Candidates that are built once: members of a `together` are walked by several readers. */
const remembered = <Input>(candidates: Candidates<Input>): Candidates<Input> => {
  const built = new Map<number, Input>();
  return numbered(candidates.length, (index) => {
    if (!built.has(index)) built.set(index, candidates.at(index));
    return built.get(index) as Input;
  });
};
