/** Examples A-D of the improvements paper: arrays of numbers and a condition each, as its Table 1 prints them. */
import { elements, whole, type Configuration } from "../../src/core/configuration.ts";

export interface Example {
  readonly input: Configuration<number>;
  readonly fails: (candidate: Configuration<number>) => boolean;
}

const example = (from: number, to: number, condition: (kept: ReadonlySet<number>) => boolean): Example => ({
  input: whole(range(from, to)),
  fails: (candidate) => condition(new Set(elements(candidate))),
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const all = (needed: readonly number[], kept: ReadonlySet<number>): boolean => needed.every((n) => kept.has(n));

/** Example C's whole input does not meet its own condition; the published runs never test the whole input. */
export const examples: Readonly<Record<string, Example>> = {
  "Example A": example(1, 8, (kept) => all([5, 8], kept) && (kept.has(2) || !kept.has(7))),
  "Example B": example(1, 8, (kept) => all(range(1, 8), kept)),
  "Example C": example(1, 8, (kept) => all([1, 2, 3, 4, 6, 8], kept) && !all([5, 7], kept)),
  "Example D": example(0, 99, (kept) =>
    all(
      range(0, 49).map((x) => 2 * x),
      kept,
    ),
  ),
};
