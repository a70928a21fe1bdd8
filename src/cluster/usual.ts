/** How much the newest counts for what is usual. */
const FRESH = 0.2;

/** What is usual, when one more is known. */
export const usual = (known: number | undefined, latest: number): number =>
  known === undefined ? latest : (1 - FRESH) * known + FRESH * latest;
