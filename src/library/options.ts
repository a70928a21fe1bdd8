/** The options of the library, checked once at the edge. */
import { UserError } from "../core/errors.ts";
import type { Stamped } from "../core/events.ts";
import { nearest } from "../pipelines/list-strategy.ts";
import { VALUE_FORMATS, type ValueChoice, type ValueFormat } from "../pipelines/value.ts";
import type { ListOptions } from "../strategies/support/registry.ts";
import { isValidOption, type Valid } from "./valid.ts";

/** Milliseconds, or a text like "500ms", "10s", "5m", "2h". */
export type Duration = number | string;

/** The options of `minimize`. */
export interface MinimizeOptions extends ListOptions {
  /** The list strategy, by its name in the registry. */
  readonly strategy?: string;
  /** Prove that no up to so many units can go; more than 1 costs about as many tests as there are pairs or triples left. */
  readonly minimality?: 1 | 2 | 3;
  /** How the value is taken apart; by default an array by items, a string by lines and characters, bytes by bytes, the rest as JSON. */
  readonly format?: ValueFormat;
  /** How many tests may run at once: 1 unless given, in threads one per core; synchronous predicates always run one by one. */
  readonly jobs?: number;
  /** Stops the run; it then resolves with the best so far. */
  readonly signal?: AbortSignal;
  /** When this time is over, the run stops and resolves with the best so far. */
  readonly budget?: Duration;
  /** After so many committed tests the run stops and resolves with the best so far. */
  readonly maxTests?: number;
  /** For each test; a test that takes longer is unresolved. */
  readonly timeout?: Duration;
  /** Told of everything that happens; an error it throws ends the run. */
  readonly onEvent?: (event: Stamped) => void;
  /** Keep the committed tests for the details. */
  readonly trace?: boolean;
}

/** The same for a value that keeps its type. */
export interface GuardedOptions<T> extends MinimizeOptions {
  /** A type guard or a schema (Standard Schema: valibot, zod, …): what is not valid is not tested, so the result keeps its type. */
  readonly valid: Valid<T>;
}

/** As given, before they are checked. */
export type AnyOptions = MinimizeOptions & Partial<GuardedOptions<unknown>>;

export interface CheckedOptions {
  readonly choice: ValueChoice;
  /** How the driver runs. */
  readonly drive: { readonly signal?: AbortSignal; readonly budget?: number; readonly maxTests?: number };
  /** How the tests run. */
  readonly tester: { readonly jobs?: number; readonly timeout?: number };
  readonly trace: boolean;
  readonly onEvent: ((event: Stamped) => void) | undefined;
  readonly valid: Valid<unknown> | undefined;
}

type Check = (value: unknown) => boolean;

const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isDuration: Check = (value) => milliseconds(value) !== undefined;
const isSignal: Check = (value) =>
  typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** What each option must be, in words and in code. */
const CHECKS: Readonly<Record<keyof AnyOptions, readonly [wanted: string, check: Check]>> = {
  strategy: ["the name of a strategy", (value) => typeof value === "string"],
  splitFactor: ["a whole number of at least 2", (value) => Number.isSafeInteger(value) && (value as number) >= 2],
  order: ['"forward" or "backward"', oneOf("forward", "backward")],
  cases: [
    '"subsets-first", "complements-first" or "complements-only"',
    oneOf("subsets-first", "complements-first", "complements-only"),
  ],
  minimality: ["1, 2 or 3", oneOf(1, 2, 3)],
  format: [`one of ${VALUE_FORMATS.join(", ")}`, oneOf(...VALUE_FORMATS)],
  jobs: ["a whole number of at least 1", isCount],
  signal: ["an AbortSignal", isSignal],
  budget: ['milliseconds or a duration such as "10s" or "5m"', isDuration],
  maxTests: ["a whole number of at least 1", isCount],
  timeout: ['milliseconds or a duration such as "10s" or "5m"', isDuration],
  onEvent: ["a function", (value) => typeof value === "function"],
  trace: ["true or false", oneOf(true, false)],
  valid: ["a type guard, or a schema of a library that follows Standard Schema", isValidOption],
};

/** Throws a `UserError` for an option that is unknown or cannot be what it is. */
export const checkOptions = (options: AnyOptions): CheckedOptions => {
  if (typeof options !== "object" || options === null) throw noOptions();
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) checkOption(name, value);
  const set = Object.fromEntries(given) as AnyOptions;
  const { jobs, signal, budget, maxTests, timeout, onEvent, trace, valid, ...choice } = set;
  return {
    choice,
    drive: { ...pick("signal", signal), ...pick("budget", milliseconds(budget)), ...pick("maxTests", maxTests) },
    tester: { ...pick("jobs", jobs), ...pick("timeout", milliseconds(timeout)) },
    trace: trace === true,
    onEvent,
    valid,
  };
};

const noOptions = (): UserError =>
  new UserError("BAD_OPTION", "The options are no object.", { advice: "Leave them out, or give { jobs: 4, … }." });

const checkOption = (name: string, value: unknown): void => {
  const known = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof AnyOptions] : undefined;
  if (known === undefined) {
    const near = nearest(name, Object.keys(CHECKS));
    throw new UserError(
      "BAD_OPTION",
      `There is no option "${name}"${near === undefined ? "." : `; did you mean "${near}"?`}`,
      {
        advice: `The options are ${Object.keys(CHECKS).join(", ")}.`,
      },
    );
  }
  const [wanted, check] = known;
  if (check(value)) return;
  const shown =
    typeof value === "string" ? JSON.stringify(value) : typeof value === "number" ? String(value) : typeof value;
  throw new UserError("BAD_OPTION", `${name} cannot be ${shown}.`, { advice: `Give ${wanted}.` });
};

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest time a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** `undefined` for what is no duration. */
const milliseconds = (duration: unknown): number | undefined => {
  const text = typeof duration === "string" ? duration : "";
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms =
    typeof duration === "number" ? duration : amount === "" ? Number.NaN : Number(amount) * (UNITS[unit] as number);
  return ms >= 0 && ms !== Number.POSITIVE_INFINITY ? Math.min(ms, LONGEST_MS) : undefined;
};

/** A member that is there only when it has a value. */
const pick = <Name extends string, Value>(name: Name, value: Value | undefined): { readonly [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value };
