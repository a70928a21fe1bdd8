/** Plain figures of samples. */

/** The middle value; of an even number of values the mean of the two in the middle. NaN of nothing. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** NaN of nothing. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** `part` of `whole` in per cent; all of nothing is 100. */
export const percentage = (part: number, whole: number): number => (whole === 0 ? 100 : (100 * part) / whole);
