/** The kinds of trouble that have a name. */

/**
 * The user's mistake: printed without a stack, with what to do about it.
 *
 * @example
 * ```ts
 * try {
 *   await minimize([1, 2], () => false);
 * } catch (error) {
 *   if (error instanceof UserError) console.log(error.code, error.advice);
 * }
 * ```
 */
export class UserError extends Error {
  override readonly name: string = "UserError";
  readonly code: string;
  readonly advice: string;
  constructor(code: string, message: string, options: { readonly advice: string; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.advice = options.advice;
  }
}

/** The result does not fail again; it comes with the error. */
export class FlakyError<C> extends UserError {
  readonly best: C;
  constructor(message: string, best: C) {
    super("FLAKY", message, {
      advice: "The test does not repeat: make it deterministic (seeds, clocks, shared state), then run again.",
    });
    this.best = best;
  }
}

/** A format does not apply to a source. */
export class Unparsable extends Error {
  override readonly name = "Unparsable";
}

/** A candidate cannot be written down; it counts as unresolved and nothing is run. */
export class Unrenderable extends Error {
  override readonly name = "Unrenderable";
}

/** Node has no name for them: the disk quota is used up, on Linux and on macOS. */
const QUOTA: readonly unknown[] = [-122, -69];

/** "ENOENT", … of what the operating system refuses. */
export const systemCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return "errno" in error && QUOTA.includes(error.errno) ? "EDQUOT" : error.code;
};
