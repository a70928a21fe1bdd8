/** An assertion about a value: where it fails, the value is made small before the failure is shown. */
import { minimize } from "../library/minimize.ts";
import type { Duration } from "../library/options.ts";
import type { Valid } from "../library/valid.ts";

/** How long to look, and what may be tested. */
export interface ShrinkOptions<T> {
  /** A type guard or a schema. Values that are neither arrays nor strings nor bytes are made smaller only with it. */
  readonly valid?: Valid<T>;
  /** When this time is over, the smallest value so far is shown: 3 seconds unless given, below the usual limit of a test. */
  readonly budget?: Duration;
}

const BUDGET_MS = 3000;

/**
 * Calls a check with a value. If it throws, the value is made small, and the same assertion is thrown for the smallest value:
 * the same kind of error from the same place in the code. Works in vitest, Jest, node:test and wherever a test fails by throwing.
 *
 * @example
 * ```ts
 * test("sorts prices", () => shrinking(recorded, (prices) => expect(sort(prices)).toSatisfy(isAscending)));
 * ```
 */
export const shrinking = async <T>(
  value: T,
  check: (value: T) => unknown,
  options: ShrinkOptions<T> = {},
): Promise<void> => {
  const thrown = await thrownBy(check, value);
  if (thrown === undefined) return;
  const small = await shrunk(value, async (candidate) => isLike(thrown, await thrownBy(check, candidate)), options);
  const shown = await thrownBy(check, small);
  throw explained(shown ?? thrown, small);
};

/** The smallest value found that still fails; the value itself where nothing is known about its type. */
export const shrunk = async <T>(
  value: T,
  fails: (candidate: T) => Promise<boolean>,
  { valid, budget = BUDGET_MS }: ShrinkOptions<T>,
): Promise<T> => {
  const isList = Array.isArray(value) || typeof value === "string" || value instanceof Uint8Array;
  const fewer = isList ? ((await minimize(value as unknown as string, fails as never, { budget })) as T) : value;
  return valid === undefined || typeof value === "string" || value instanceof Uint8Array
    ? fewer
    : await minimize(fewer, fails, { valid, budget, format: "json" });
};

/** What a check throws, in a box: anything can be thrown. */
export interface Thrown {
  readonly error: unknown;
}

/** Nothing if it does not throw. */
export const thrownBy = async <T>(check: (value: T) => unknown, value: T): Promise<Thrown | undefined> => {
  try {
    await check(value);
    return undefined;
  } catch (error) {
    return { error };
  }
};

/** The same kind of error from the same place: messages name values, which change. */
export const isLike = (one: Thrown, other: Thrown | undefined): boolean =>
  other !== undefined && markOf(one) === markOf(other);

const markOf = ({ error }: Thrown): string => {
  if (!(error instanceof Error)) return String(error);
  const frames = (error.stack ?? "").split("\n").filter((line) => /:\d+:\d+\)?$/.test(line));
  const own = frames.find((line) => !/node_modules|node:/.test(line));
  return `${error.name} ${own?.trim() ?? error.message}`;
};

/** The error itself, where its message can be added to: runners know its diff and its place. */
export const explained = ({ error }: Thrown, small: unknown): unknown => {
  const line = `smallest value that fails like this: ${shown(small)}`;
  if (!(error instanceof Error)) return new Error(line, { cause: error });
  error.message = `${error.message}\n\n${line}`;
  return error;
};

const MAX_SHOWN = 2000;

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};
