/** A size over something that grows, in bounded memory: the more there is, the coarser it gets. */

/** A point: where (tests, milliseconds), and the size from there on. */
type Point = readonly [at: number, size: number];

/** A staircase: a size holds until the next point. The first point and the last one are always exact. */
export interface Curve {
  readonly points: readonly Point[];
  /** Points are at least so far apart, the last one excepted. */
  readonly apart: number;
}

/** More than any screen has columns. */
export const MAX_POINTS = 512;

export const EMPTY_CURVE: Curve = { points: [], apart: 0 };

/** `at` does not go back. A point that is too near to the one before the last takes the place of the last. */
export const extended = ({ points, apart }: Curve, at: number, size: number): Curve => {
  const before = points.at(-2);
  const near = before !== undefined && at - before[0] < apart;
  const longer: readonly Point[] = near ? points.with(points.length - 1, [at, size]) : [...points, [at, size]];
  return longer.length <= MAX_POINTS ? { points: longer, apart } : thinned(longer);
};

/** Half the points, evenly over the whole. */
const thinned = (points: readonly Point[]): Curve => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const apart = (2 * (last[0] - first[0])) / MAX_POINTS;
  const kept: Point[] = [first];
  for (const point of points.slice(1, -1)) if (point[0] - (kept.at(-1) as Point)[0] >= apart) kept.push(point);
  kept.push(last);
  return { points: kept, apart };
};

/** The size at a place; `undefined` before the first point. */
export const sizeAt = ({ points }: Curve, at: number): number | undefined => {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] as Point)[0] <= at) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.[1];
};
