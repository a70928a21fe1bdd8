/** Which values may be tested at all: what keeps the type of a value while it gets smaller. */
import { UserError } from "../core/errors.ts";

/**
 * A schema of valibot, zod, arktype and others: https://standardschema.dev. Candidates are tested as they are, not as the schema
 * would transform them, so `T` is the type of its input.
 *
 * @example
 * ```ts
 * import * as v from "valibot";
 * const order: StandardSchema<{ id: number }> = v.object({ id: v.number() });
 * ```
 */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly types?: { readonly input: T; readonly output: unknown } | undefined;
  };
}

/**
 * A type guard or a schema.
 *
 * @example
 * ```ts
 * const isPoint: Valid<{ x: number }> = (value): value is { x: number } =>
 *   typeof value === "object" && value !== null && "x" in value && typeof value.x === "number";
 * ```
 */
export type Valid<T> = ((value: unknown) => value is T) | StandardSchema<T>;

/** Why a value is not valid, in words; nothing if it is. */
export type Complaint = (value: unknown) => string | undefined;

/** Throws a `UserError` at the call for a schema that answers later. */
export const complaintOf =
  (valid: Valid<unknown>): Complaint =>
  (value) => {
    if (!isSchema(valid)) return valid(value) ? undefined : "it is not valid";
    const { issues } = checked(valid["~standard"].validate(value));
    return issues === undefined ? undefined : (issues[0]?.message ?? "it is not valid");
  };

/** Schemas of some libraries are functions, too. */
const isSchema = (valid: Valid<unknown>): valid is StandardSchema<unknown> => "~standard" in valid;

const checked = (said: unknown): { readonly issues?: readonly { readonly message: string }[] } => {
  if (!(said instanceof Promise)) return said as ReturnType<typeof checked>;
  said.catch(() => {});
  throw new UserError("BAD_OPTION", "The schema answers with a promise.", {
    advice: "Give a schema without asynchronous checks; ask those in the predicate.",
  });
};

/** Whether it can be one. */
export const isValidOption = (value: unknown): boolean =>
  typeof value === "function" || (typeof value === "object" && value !== null && "~standard" in value);
