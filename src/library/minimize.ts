/** Values made small in this process. */
import type { ValueCase } from "../core/case.ts";
import type { Claim } from "../core/claim.ts";
import { FlakyError, Unrenderable, UserError } from "../core/errors.ts";
import type { RunEvent, Stamped, TestCounts } from "../core/events.ts";
import { over } from "../core/words.ts";
import { drive, type StopReason } from "../driver/search.ts";
import { inProcess } from "../executors/in-process.ts";
import type { Predicate, TesterSettings, ValueExecutor, ValueTester } from "../executors/value-tester.ts";
import type { Json } from "../formats/json-table.ts";
import { memoryJournal } from "../journals/memory.ts";
import {
  checkOptions,
  type AnyOptions,
  type CheckedOptions,
  type GuardedOptions,
  type MinimizeOptions,
} from "./options.ts";
import { planValue, type ValuePlan } from "../pipelines/value.ts";
import { complaintOf, type Valid } from "./valid.ts";

/** Does the value still fail? A predicate, or one that runs elsewhere: `threads(…)` of pare/executors. */
export type Test<T> = Predicate<T> | ValueTester<T>;

/**
 * An event by its type, as `onEvent` gets it.
 *
 * @example
 * ```ts
 * const sizes: number[] = [];
 * const note = (event: EventOf<"best">) => sizes.push(event.size);
 * ```
 */
export type EventOf<Type extends RunEvent["type"]> = Stamped & { readonly type: Type };

/** A committed test: the same sequence for any number of jobs. */
export type TestEvent = EventOf<"test">;

/** The result of `minimize.withDetails`: the value, and how it was found. */
export interface Details<T> {
  /** Fails; when the run was stopped, the smallest found so far. */
  readonly value: T;
  readonly status: "complete" | "stopped";
  /** Why it was stopped. */
  readonly reason?: StopReason;
  readonly tests: TestCounts;
  /** What the value is proved to be. */
  readonly claims: readonly Claim[];
  readonly trace?: readonly TestEvent[];
  readonly wallMs: number;
}

type AsJson = MinimizeOptions & { readonly format: "json" };

/** `any` fits every overload: it gets one of its own, which nothing else fits. */
type IfAny<T, Then> = 0 extends 1 & T ? Then : never;

/** The type of `minimize`: the kind of value decides how it is taken apart, and which type the result has. */
export interface Minimize {
  <T>(value: T, test: IfAny<T, Test<T>>, options?: MinimizeOptions): Promise<T>;
  /** With a guard or a schema the result keeps its type: candidates that are not valid are not tested. */
  <T>(value: T, test: Test<NoInfer<T>>, options: GuardedOptions<T>): Promise<T>;
  (value: readonly unknown[], test: Test<Json>, options: AsJson): Promise<Json>;
  <T>(value: readonly T[], test: Test<T[]>, options?: MinimizeOptions): Promise<T[]>;
  (value: string, test: Test<string>, options?: MinimizeOptions): Promise<string>;
  <Bytes extends Uint8Array>(value: Bytes, test: Test<Bytes>, options?: MinimizeOptions): Promise<Bytes>;
  /** JSON data: members and elements are deleted, wrappers opened, scalars simplified, so the result may be of another type. */
  (value: Json | object, test: Test<Json>, options?: MinimizeOptions): Promise<Json>;
  /** The same, with how it went. */
  readonly withDetails: MinimizeWithDetails;
}

/** The type of `minimize.withDetails`. */
export interface MinimizeWithDetails {
  <T>(value: T, test: IfAny<T, Test<T>>, options?: MinimizeOptions): Promise<Details<T>>;
  <T>(value: T, test: Test<NoInfer<T>>, options: GuardedOptions<T>): Promise<Details<T>>;
  (value: readonly unknown[], test: Test<Json>, options: AsJson): Promise<Details<Json>>;
  <T>(value: readonly T[], test: Test<T[]>, options?: MinimizeOptions): Promise<Details<T[]>>;
  (value: string, test: Test<string>, options?: MinimizeOptions): Promise<Details<string>>;
  <Bytes extends Uint8Array>(value: Bytes, test: Test<Bytes>, options?: MinimizeOptions): Promise<Details<Bytes>>;
  (value: Json | object, test: Test<Json>, options?: MinimizeOptions): Promise<Details<Json>>;
}

const withDetails = async (value: unknown, test: Test<never>, options: AnyOptions = {}): Promise<Details<unknown>> => {
  const startedAt = performance.now();
  const checked = checkOptions(options);
  const executor = openTest(test as Test<unknown>, checked.tester);
  const trace: TestEvent[] = [];
  try {
    const { status, reason, best, tests, claims } = await driveValue({ value, executor, checked, trace });
    return {
      value: best.value(),
      status,
      ...(reason !== undefined && { reason }),
      tests,
      claims,
      ...(checked.trace && { trace }),
      wallMs: performance.now() - startedAt,
    };
  } finally {
    await executor.close();
  }
};

interface Work {
  readonly value: unknown;
  readonly executor: ValueExecutor<unknown>;
  readonly checked: CheckedOptions;
  readonly trace: TestEvent[];
}

const driveValue = async ({ value, executor, checked, trace }: Work) => {
  const onEvent = (event: Stamped): void => {
    if (checked.trace && event.type === "test") trace.push(event);
    checked.onEvent?.(event);
  };
  try {
    const plan = guarded(planValue(value, checked.choice), checked.valid);
    return await drive<ValueCase<unknown>, unknown>({
      ...plan,
      executor,
      journal: memoryJournal(),
      ...checked.drive,
      onEvent,
    });
  } catch (error) {
    if (error instanceof FlakyError) throw flaky(error as FlakyError<ValueCase<unknown>>);
    if (!(error instanceof UserError) || error.code !== "NOT_FAILING" || executor.thrown === undefined) throw error;
    throw new UserError("BAD_PREDICATE", "The predicate throws on the original value.", {
      advice: "Catch what the failure throws and return true for it; the error is the cause of this one.",
      cause: executor.thrown.error,
    });
  }
};

/** What is not valid is unresolved, and not tested. */
const guarded = (plan: ValuePlan, valid: Valid<unknown> | undefined): ValuePlan => {
  if (valid === undefined) return plan;
  const complain = complaintOf(valid);
  const complaint = complain(plan.source.value());
  if (complaint !== undefined)
    throw new UserError("BAD_VALUE", `The original value is not valid: ${complaint}.`, {
      advice: "Check the guard or the schema that was given as valid: only values that it accepts are tested.",
    });
  const check = (candidate: ValueCase<unknown>): ValueCase<unknown> => {
    const trouble = complain(candidate.value());
    if (trouble !== undefined) throw new Unrenderable(trouble);
    return candidate;
  };
  return { ...plan, search: over(plan.search, check) };
};

/** The value that failed once is in the error: nothing is lost. */
const flaky = ({ message, advice, best }: FlakyError<ValueCase<unknown>>): UserError =>
  new UserError("FLAKY", message, { advice, cause: best.value() });

const openTest = (test: Test<unknown>, settings: TesterSettings): ValueExecutor<unknown> => {
  if (typeof test === "function") return inProcess(test, settings);
  if (typeof test === "object" && test !== null && typeof test.open === "function") return test.open(settings);
  throw new UserError("BAD_PREDICATE", "The test is no function.", {
    advice: "Give a function that returns true when a value still fails, or threads(…) of pare/executors.",
  });
};

/**
 * The smallest value found that still fails: 1-minimal, for arrays, strings and bytes, in the unit of the claim. Stopping
 * (signal, budget, maxTests) is a result, not an error: the best so far. Rejects with a `UserError` for mistakes.
 *
 * @example
 * ```ts
 * console.log(await minimize([1, 2, 3, 4], (list) => list.includes(3))); // [ 3 ]
 * ```
 */
export const minimize: Minimize = Object.assign(
  async (value: unknown, test: Test<never>, options?: AnyOptions): Promise<never> =>
    (await withDetails(value, test, options)).value as never,
  { withDetails: withDetails as MinimizeWithDetails },
);
