/** The heart: a strategy is a decision tree, built lazily, made of immutable values. */
import type { Candidates } from "./candidates.ts";
import type { Claim } from "./claim.ts";
import type { Outcome, Verdict } from "./verdict.ts";

/** A decision tree: a question, or the end, or searches put together. */
export type Search<Input, Result> =
  | Ask<Input, Result>
  | Done<Result>
  | Then<Input, Result>
  | Together<Input, Result>
  | Later<Input, Result>;

/** From an input to the search that makes it small. */
export type Strategy<Input, Result = Input> = (input: Input) => Search<Input, Result>;

/** Where a question stands in its algorithm: for traces, people and look-ahead odds; never for control flow. */
export interface Step {
  readonly phase: string;
  readonly granularity?: number;
  /** How many deltas a success removes. */
  readonly removes?: number;
  /** The pass the question belongs to; what `skip` skips. */
  readonly pass?: string;
}

/** The verdicts on a question's candidates so far, in order. */
export interface Answers {
  readonly length: number;
  readonly last: Verdict | undefined;
  /** All of them; costs as much as there are. */
  list(): readonly Verdict[];
}

/**
 * What a question takes out of a list that is gone through from its end on, by places that stay the same meanwhile. Look-ahead may
 * find out beside it what else can go: that says how later questions will be answered.
 */
export interface Stretch<Input> {
  /** The same for all questions about a list. */
  readonly list: object;
  readonly from: number;
  readonly to: number;
  /** Something in here is known to be needed. */
  readonly within?: { readonly from: number; readonly to: number };
  /** What is not settled yet. */
  readonly open: { readonly from: number; readonly to: number };
  /** The estimated distance between what is needed. */
  readonly gap: number;
  /** What is left of all that is there now without another stretch of the open part. */
  without(from: number, to: number): Input;
}

/** "Test these in order, up to the first outcome in `until`"; an empty `until` tests them all. */
export interface Ask<Input, Result> {
  readonly kind: "ask";
  readonly candidates: Candidates<Input>;
  readonly until: readonly Outcome[];
  readonly step: Step;
  readonly stretch?: Stretch<Input> | undefined;
  /** How probably a candidate fails, before anything is known; only where that is more than usual. */
  readonly likely?: number | undefined;
  /** Pure: may be called many times. (Not named `then`: a search must never look like a promise.) */
  next(answers: Answers): Search<Input, Result>;
}

/** The end of a search: its result, and what is proved about it. */
export interface Done<Result> {
  readonly kind: "done";
  readonly result: Result;
  readonly claims: readonly Claim[];
}

/** One search, and what comes after its result. Plain data: a long chain never touches the stack. */
export interface Then<Input, Result> {
  readonly kind: "then";
  readonly search: Search<Input, unknown>;
  next(result: never, claims: readonly Claim[]): Search<Input, Result>;
}

/** Searches that do not need each other's answers; their results arrive in order. */
export interface Together<Input, Result> {
  readonly kind: "together";
  readonly searches: Candidates<Search<Input, unknown>>;
  next(results: never): Search<Input, Result>;
}

/** A search that is costly to begin (parsing, say). It may have to be waited for (another process, say). */
export interface Later<Input, Result> {
  readonly kind: "later";
  search(): Search<Input, Result> | Promise<Search<Input, Result>>;
  /** How much is to be read to begin it, in bytes or characters. Where nobody knows, look-ahead does not begin it. */
  readonly effort?: () => number;
}
