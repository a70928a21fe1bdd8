/** Whether two samples differ: the two-sided U test of Mann and Whitney, and how much they do: A12 of Vargha and Delaney. */
import { normalTail } from "./normal.ts";

export interface MannWhitney {
  /** In how many pairs the value of the first sample is the greater one; a tie counts half. */
  readonly u: number;
  /** The chance of a difference at least as large if there is none; 1 when a sample is empty. */
  readonly p: number;
  /** Exact: every order of the values was counted. Otherwise the normal approximation, corrected for ties and continuity. */
  readonly exact: boolean;
  /** The chance that a value of the first sample is greater than one of the second: 0.5 is no difference. */
  readonly a12: number;
}

/** From here on the approximation is good enough (the limit that R has). */
const LARGE = 50;

export const mannWhitney = (first: readonly number[], second: readonly number[]): MannWhitney => {
  const [n, m] = [first.length, second.length];
  if (n === 0 || m === 0) return { u: 0, p: 1, exact: false, a12: 0.5 };
  const { rankSum, ties } = ranked(first, second);
  const u = rankSum - (n * (n + 1)) / 2;
  const exact = ties === 0 && n < LARGE && m < LARGE;
  return { u, exact, a12: u / (n * m), p: exact ? exactly(u, n, m) : approximately(u, n, m, ties) };
};

/** The sum of the ranks of the first sample, equal values sharing their mean rank, and the sum of t³ - t over groups of t equal ones. */
const ranked = (
  first: readonly number[],
  second: readonly number[],
): { readonly rankSum: number; readonly ties: number } => {
  const all = [...first.map((value) => ({ value, own: 1 })), ...second.map((value) => ({ value, own: 0 }))].toSorted(
    (a, b) => a.value - b.value,
  );
  let rankSum = 0;
  let ties = 0;
  for (let start = 0, end = 0; start < all.length; start = end) {
    let own = 0;
    for (end = start; end < all.length && all[end]?.value === all[start]?.value; end++) own += all[end]?.own ?? 0;
    const size = end - start;
    rankSum += (own * (start + 1 + end)) / 2;
    ties += size ** 3 - size;
  }
  return { rankSum, ties };
};

/** Twice the share of orders whose U is at most the smaller of u and its mirror image. */
const exactly = (u: number, n: number, m: number): number => {
  const smaller = Math.min(u, n * m - u);
  // ways[k][s]: in how many ways k of the ranks seen so far have a sum s above the least one possible. Only additions: nothing cancels.
  const ways = Array.from({ length: n + 1 }, () => new Float64Array(smaller + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (let rank = 0; rank < n + m; rank++)
    for (let k = Math.min(rank + 1, n); k > 0; k--) {
      // The k-th smallest of the chosen has the rank k - 1 at least: what it is above that is added.
      const above = rank - (k - 1);
      const [target, source] = [ways[k] as Float64Array, ways[k - 1] as Float64Array];
      for (let sum = above; sum <= smaller; sum++) target[sum] = (target[sum] ?? 0) + (source[sum - above] ?? 0);
    }
  const counted = (ways[n] as Float64Array).reduce((sum, value) => sum + value, 0);
  return Math.min(1, (2 * counted) / choose(n + m, n));
};

const choose = (all: number, some: number): number => {
  let result = 1;
  for (let index = 1; index <= some; index++) result = (result * (all - some + index)) / index;
  return result;
};

const approximately = (u: number, n: number, m: number, ties: number): number => {
  const all = n + m;
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return Math.min(1, 2 * normalTail(distance / Math.sqrt(variance)));
};
