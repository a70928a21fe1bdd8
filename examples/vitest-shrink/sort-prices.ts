/** Prices, the lowest first. (The bug: without a comparison, sort compares texts.) */
// oxlint-disable-next-line require-array-sort-compare -- the bug of this example
export const sortPrices = (prices: readonly number[]): number[] => prices.toSorted();
