import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { play } from "../driver/play.ts";
import { plainLength, simplerForms, simplerNumber } from "./simpler-number.ts";

const number = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("the search for a simpler number", () => {
  test.each([
    [1_000_000, (x: number) => x >= 1000, 1000],
    [123_456, (x: number) => x % 2 === 0, 0],
    [123_457, (x: number) => x % 2 === 1, 1],
    [-40, (x: number) => x < 0, -1],
    [-40, (x: number) => Math.abs(x) > 7, 8],
    [-40, (x: number) => x < -7, -8],
    [123.456, (x: number) => !Number.isInteger(x), 123.5],
    [123.456, (x: number) => x > 100, 101],
    [1e300, (x: number) => x > 5, 6],
    [-0, (x: number) => Object.is(x, -0), -0],
    [2 ** 53 + 2, (x: number) => x > 2 ** 53, 2 ** 53 + 2],
  ])("%#: from %d", (from, fails, to) => {
    expect(play(simplerNumber(from), fails).result).toBe(to);
  });

  test("takes a number of tests that is logarithmic, whatever fails", () => {
    fc.assert(
      fc.property(number, number, (x, least) => {
        const { result, asked } = play(simplerNumber(x), (y) => Object.is(y, x) || Math.abs(y) >= Math.abs(least));
        expect(plainLength(result)).toBeLessThanOrEqual(plainLength(x));
        expect(asked).toBeLessThan(250);
      }),
    );
  });

  test("finds the least number of a threshold", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        const [least, x] = [Math.min(a, b), Math.max(a, b)];
        expect(play(simplerNumber(x), (y) => y >= least).result).toBe(least);
      }),
    );
  });
});

test("simpler forms are simpler: never longer, and never the number itself", () => {
  fc.assert(
    fc.property(number, (x) => {
      for (const form of simplerForms(x)) {
        expect(form).not.toBe(x);
        expect(plainLength(form)).toBeLessThanOrEqual(plainLength(x));
      }
    }),
  );
});
