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

/** `count` different numbers below `end`, ascending. */
export const sample = (random: Random, count: number, end: number): Int32Array => {
  const picked = new Set<number>();
  // Floyd's method: every set is equally likely, and no list of all numbers is needed.
  for (let top = end - count; top < end; top++) {
    const candidate = random.below(top + 1);
    picked.add(picked.has(candidate) ? top : candidate);
  }
  return Int32Array.from(picked).toSorted();
};
