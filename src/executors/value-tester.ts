/** What `minimize` takes as its test: a predicate, or something that runs one elsewhere. */
import type { ValueCase } from "../core/case.ts";
import { UserError } from "../core/errors.ts";
import type { Executor } from "../core/executor.ts";
import { unresolved, type Outcome, type Verdict } from "../core/verdict.ts";

/** `true` and "fail" mean that the failure shows. */
export type PredicateAnswer = boolean | Outcome;

/** What a predicate is given besides the value. */
export interface TestContext {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** Does this value still fail? A value is built anew for every call. */
export type Predicate<T> = (value: T, context: TestContext) => PredicateAnswer | PromiseLike<PredicateAnswer>;

/** How tests of values run. */
export interface TesterSettings {
  readonly jobs?: number;
  /** The limit for each test, in milliseconds. */
  readonly timeout?: number;
}

/** A test that brings its own machinery; it is opened for a run and closed after it. */
export interface ValueTester<T> {
  open(settings: TesterSettings): ValueExecutor<T>;
}

/** An executor for values of this process. */
export interface ValueExecutor<T> extends Executor<ValueCase<T>> {
  /** What the test itself threw when it did so for the first time: on the original, that is a mistake in the test. */
  readonly thrown: { readonly error: unknown } | undefined;
}

/** Throws a `UserError` for anything but a boolean or an outcome. */
export const verdictOf = (said: unknown): Verdict => {
  if (typeof said === "boolean") return { outcome: said ? "fail" : "pass" };
  if (said === "fail" || said === "pass" || said === "unresolved") return { outcome: said };
  throw new UserError("BAD_PREDICATE", `The predicate returned ${described(said)}.`, {
    advice: `Return true when the value still fails and false when it does not; or "fail", "pass", "unresolved".${
      said === undefined ? " Is a return missing?" : ""
    }`,
  });
};

const described = (said: unknown): string => {
  if (said === undefined || said === null || typeof said === "number") return String(said);
  if (typeof said === "string") return JSON.stringify(said.length > 40 ? `${said.slice(0, 40)}…` : said);
  return typeof said === "object" ? "an object" : `a ${typeof said}`;
};

/** A throw means that nothing can be told about the failure of interest. */
export const verdictOnThrow = (error: unknown): Verdict => unresolved(oneLine(messageOf(error)));

export const messageOf = (error: unknown): string => {
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  return typeof error === "string" ? error : `threw ${described(error)}`;
};

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
};
