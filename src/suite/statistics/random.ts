/** A small seeded generator (mulberry32, public domain by Tommy Ettinger): the same numbers everywhere. */

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
}

export const randomFrom = (seed: number): Random => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const a = Math.imul(state ^ (state >>> 15), state | 1);
    const b = a ^ (a + Math.imul(a ^ (a >>> 7), a | 61));
    return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (end) => Math.floor(next() * end) };
};

/** The same values in an order drawn by `random` (Fisher and Yates): every order is equally likely. */
export const shuffled = <T>(random: Random, values: readonly T[]): readonly T[] => {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const kept = result[last] as T;
    result[last] = result[other] as T;
    result[other] = kept;
  }
  return result;
};
