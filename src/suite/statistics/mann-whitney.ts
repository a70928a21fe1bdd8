/** Whether two samples differ: the two-sided U test of Mann and Whitney, and how much they do: A12 of Vargha and Delaney. */

interface MannWhitney {
  /** In how many pairs the value of the first sample is the greater one; a tie counts half. */
  readonly u: number;
  /** The chance of a difference at least as large if there is none; 1 when a sample is empty. */
  readonly p: number;
  /** Exact: every order of the values was counted, with their ties. Otherwise the normal approximation, corrected for ties and continuity. */
  readonly exact: boolean;
  /** The chance that a value of the first sample is greater than one of the second: 0.5 is no difference. */
  readonly a12: number;
}

/** From here on the approximation is good enough (the limit that R has). */
const LARGE = 50;

export const mannWhitney = (first: readonly number[], second: readonly number[]): MannWhitney => {
  const [n, m] = [first.length, second.length];
  if (n === 0 || m === 0) return { u: 0, p: 1, exact: false, a12: 0.5 };
  const { own, all, ties } = ranked(first, second);
  const u = own / 2 - (n * (n + 1)) / 2;
  const exact = n < LARGE && m < LARGE;
  return { u, exact, a12: u / (n * m), p: exact ? exactly(own, n, all) : approximately(u, n, m, ties) };
};

interface Ranked {
  /** The sum of the ranks of the first sample. */
  readonly own: number;
  /** The values of both samples. */
  readonly all: readonly number[];
  /** The sum of t³ - t over groups of t equal values. */
  readonly ties: number;
}

/** Equal values share their mean rank. Ranks are doubled: whole numbers. */
const ranked = (first: readonly number[], second: readonly number[]): Ranked => {
  const sorted = [...first.map((value) => ({ value, own: 1 })), ...second.map((value) => ({ value, own: 0 }))].toSorted(
    (a, b) => a.value - b.value,
  );
  const all: number[] = [];
  let own = 0;
  let ties = 0;
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    for (end = start; end < sorted.length && sorted[end]?.value === sorted[start]?.value; end++);
    const rank = start + 1 + end;
    for (let at = start; at < end; at++) {
      all.push(rank);
      own += (sorted[at]?.own ?? 0) * rank;
    }
    ties += (end - start) ** 3 - (end - start);
  }
  return { own, all, ties };
};

/**
 * Of all choices of `n` of the ranks, the share of those whose sum is as far from the mean as `own`, or farther. With ties only few sums are
 * possible, and the normal approximation is far off.
 */
const exactly = (own: number, n: number, all: readonly number[]): number => {
  // Above the least rank, in steps that are as large as they can be: small sums.
  const [least = 0] = all;
  const step = all.reduce((divisor, rank) => commonDivisor(divisor, rank - least), 0) || 1;
  const ranks = all.map((rank) => (rank - least) / step);
  const most = ranks.slice(-n).reduce((sum, rank) => sum + rank, 0);
  // ways[k][s]: in how many ways k of the ranks seen so far have the sum s. Only additions: nothing cancels.
  const ways = Array.from({ length: n + 1 }, () => new Float64Array(most + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (const [seen, rank] of ranks.entries())
    for (let k = Math.min(seen + 1, n); k > 0; k--) {
      const [target, source] = [ways[k] as Float64Array, ways[k - 1] as Float64Array];
      // Ranks ascend: k of them are at most k times the last.
      const end = Math.min(most, k * rank);
      for (let sum = rank; sum <= end; sum++) target[sum] = (target[sum] as number) + (source[sum - rank] as number);
    }
  const mean = n * (all.length + 1);
  const distance = Math.abs(own - mean);
  let [far, total] = [0, 0];
  for (const [sum, count] of (ways[n] as Float64Array).entries()) {
    total += count;
    if (Math.abs(sum * step + n * least - mean) >= distance) far += count;
  }
  return far / total;
};

const commonDivisor = (a: number, b: number): number => {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
};

const approximately = (u: number, n: number, m: number, ties: number): number => {
  const all = n + m;
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return Math.min(1, 2 * normalTail(distance / Math.sqrt(variance)));
};

const SMALLEST = 1e-300;
const PRECISION = 1e-16;

/** The probability that a standard normal value is greater than `z`; to about 13 digits, also far out where it is tiny. */
export const normalTail = (z: number): number => (z < 0 ? 1 - normalTail(-z) : complementaryError(z / Math.SQRT2) / 2);

/** erfc for x >= 0: a series near zero, a continued fraction further out, where 1 - erf would cancel. */
const complementaryError = (x: number): number => (x < 2 ? 1 - errorSeries(x) : errorFraction(x));

/** erf(x) = 2/sqrt(pi) exp(-x²) sum of 2^n x^(2n+1) / (1·3·…·(2n+1)): all terms are positive. */
const errorSeries = (x: number): number => {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * PRECISION; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
};

/** erfc(x) = exp(-x²)/sqrt(pi) · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))), from the front by Lentz's method. */
const errorFraction = (x: number): number => {
  let fraction = x;
  let c = x;
  let d = 0;
  for (let n = 1; n < 500; n++) {
    d = 1 / (x + (n / 2) * d || SMALLEST);
    c = x + n / 2 / c || SMALLEST;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
};
