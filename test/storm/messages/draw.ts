/** Chance with a seed: the same draws in every run. */
export interface Draw {
  /** From 0 up to, but without, `below`. */
  below(below: number): number;
  one<T>(choices: readonly T[]): T;
  /** Once in so many. */
  rarely(times: number): boolean;
}

export const drawWith = (seed: number): Draw => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    one: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    rarely: (times) => below(times) === 0,
  };
};
