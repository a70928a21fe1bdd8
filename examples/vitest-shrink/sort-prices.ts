/** Prices, the lowest first. (The bug: without a comparison, sort compares texts.) */
export const sortPrices = (prices: readonly number[]): number[] => prices.toSorted();
