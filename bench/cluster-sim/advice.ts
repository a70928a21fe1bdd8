/** How many workers are worth having. */

export interface Point {
  readonly workers: number;
  readonly seconds: number;
}

/** Twice the workers must gain this much. */
export const WORTH = 1.2;

/** How many times faster each point is than the one before it, for twice the workers; ascending numbers of workers. */
export const gains = (points: readonly Point[]): readonly (number | undefined)[] =>
  points.map(({ workers, seconds }, index) => {
    const before = points[index - 1];
    if (before === undefined) return undefined;
    return (before.seconds / seconds) ** (1 / Math.log2(workers / before.workers));
  });

/** The most workers up to which every doubling was worth it. */
export const worthHaving = (points: readonly Point[]): number => {
  const stop = gains(points).findIndex((gain) => gain !== undefined && gain < WORTH);
  return points.at(stop < 0 ? -1 : stop - 1)?.workers ?? 1;
};
