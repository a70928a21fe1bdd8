import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_CURVE, extended, MAX_POINTS, sizeAt, type Curve } from "../../src/progress/curve.ts";

const falling = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.nat({ max: 1000 })), { minLength: 1, maxLength: 3000 })
  .map((steps) => {
    let at = 0;
    return steps.map(([by, size]) => [(at += by), size] as const);
  });

const curveOf = (points: readonly (readonly [number, number])[]): Curve =>
  points.reduce((curve, [at, size]) => extended(curve, at, size), EMPTY_CURVE);

test("however many points there are, few are kept, in order, the first and the last among them", () => {
  fc.assert(
    fc.property(falling, (points) => {
      const curve = curveOf(points);
      expect(curve.points.length).toBeLessThanOrEqual(MAX_POINTS);
      expect(curve.points[0]).toEqual(points[0]);
      expect(curve.points.at(-1)).toEqual(points.at(-1));
      const places = curve.points.map(([at]) => at);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const known = new Set(points.map(String));
      expect(curve.points.every((point) => known.has(String(point)))).toBe(true);
    }),
  );
});

test("a size holds until the next point", () => {
  const curve = curveOf([
    [0, 100],
    [10, 50],
    [20, 7],
  ]);
  expect([-1, 0, 9, 10, 19, 20, 99].map((at) => sizeAt(curve, at))).toEqual([undefined, 100, 100, 50, 50, 7, 7]);
});

test("a coarse curve is near the fine one", () => {
  const points = Array.from({ length: 20_000 }, (_, at) => [at, 20_000 - at] as const);
  const curve = curveOf(points);
  for (let at = 0; at < 20_000; at += 37)
    expect(Math.abs((sizeAt(curve, at) as number) - (20_000 - at))).toBeLessThan((4 * 20_000) / MAX_POINTS);
});
