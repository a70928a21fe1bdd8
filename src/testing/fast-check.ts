/** What fast-check has found, made smaller by pare: for values that were recorded, mutated, or made by generators without shrinking. */
import { explained, isLike, shrunk, thrownBy, type ShrinkOptions } from "./shrinking.ts";

/** What pare reads of the details that fast-check hands to a reporter. */
export interface FastCheckDetails<T> {
  readonly failed: boolean;
  readonly counterexample: T | null;
  readonly seed: number;
}

/**
 * A reporter for `fc.assert` of an asynchronous property: makes the counterexample small, argument by argument, and throws its failure.
 * The check must throw, as assertions do. `endOnFailure: true` turns fast-check's own shrinking off.
 *
 * @example
 * ```ts
 * const check = async (list: number[]) => expect(sort(list)).toSatisfy(isAscending);
 * await fc.assert(fc.asyncProperty(fc.array(fc.nat()), check), { endOnFailure: true, asyncReporter: shrinkingReporter(check) });
 * ```
 */
export const shrinkingReporter = <T extends readonly unknown[]>(
  check: (...args: T) => unknown,
  options: ShrinkOptions<T[number]> = {},
): ((details: FastCheckDetails<T>) => Promise<void>) => {
  const run = (args: T): unknown => check(...args);
  return async ({ failed, counterexample, seed }) => {
    if (!failed || counterexample === null) return;
    const thrown = await thrownBy(run, counterexample);
    if (thrown === undefined) throw new Error(`The property failed with seed ${seed}, but its check does not throw.`);
    let args = counterexample;
    for (const at of counterexample.keys()) {
      const fails = async (value: unknown): Promise<boolean> =>
        isLike(thrown, await thrownBy(run, args.with(at, value) as readonly unknown[] as T));
      args = args.with(at, await shrunk(args[at], fails, options)) as readonly unknown[] as T;
    }
    throw explained((await thrownBy(run, args)) ?? thrown, args);
  };
};
