/** Chance with a seed: the same draws in every run. */
import { randomFrom } from "../../../src/suite/statistics/random.ts";

export interface Draw {
  /** From 0 up to, but without, `below`. */
  below(below: number): number;
  one<T>(choices: readonly T[]): T;
  /** Once in so many. */
  rarely(times: number): boolean;
}

export const drawWith = (seed: number): Draw => {
  const { below } = randomFrom(seed);
  return {
    below,
    one: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    rarely: (times) => below(times) === 0,
  };
};
