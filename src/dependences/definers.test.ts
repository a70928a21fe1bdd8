import { describe, expect, test } from "vitest";
import { needsOf } from "./definers.ts";
import { Nesting } from "./nesting.ts";
import type { Occurrence } from "./occurrences.ts";
import { ASSIGNED, DECLARED, HEAD, LOCAL, OPENED, USED } from "./signs.ts";

/** Units beside each other, and the occurrences of one name: unit and sign, in document order. */
const flat = (length: number, found: readonly (readonly [unit: number, sign: number])[]) =>
  needs(new Nesting(Int32Array.from({ length }, (_, unit) => unit + 1)), found);

const needs = (nesting: Nesting, found: readonly (readonly [unit: number, sign: number])[]) => {
  const occurrences = found.map(([unit, sign], start): Occurrence => ({ unit, sign, start }));
  return needsOf(occurrences, nesting, ({ unit }) => (unit < 50 ? "fn" : "call"));
};

describe("who needs whom for a name", () => {
  test("everybody who uses it needs what declares it, wherever that stands; nobody needs himself", () => {
    const found = [
      [0, USED],
      [2, DECLARED],
      [2, USED],
      [5, USED],
    ] as const;
    expect(flat(6, found)).toEqual([
      [0, 2],
      [5, 2],
    ]);
  });

  test("nobody, where nothing defines it", () => {
    const found = [
      [0, USED],
      [3, USED],
      [4, LOCAL],
    ] as const;
    expect(flat(6, found)).toEqual([]);
    expect(flat(6, [])).toEqual([]);
  });

  test("a surer sign counts alone: what is declared is not defined by an assignment, nor that by a head", () => {
    for (const [surer, other] of [
      [DECLARED, ASSIGNED],
      [ASSIGNED, OPENED],
    ] as const)
      expect(
        flat(6, [
          [1, other],
          [2, surer],
          [4, USED],
        ]),
      ).toEqual([
        [1, 2],
        [4, 2],
      ]);
  });

  test("a name of the inside of a unit is its own there", () => {
    const found = [
      [0, DECLARED],
      [2, LOCAL],
      [2, USED],
      [3, USED],
    ] as const;
    expect(flat(6, found)).toEqual([[3, 0]]);
  });

  test("what is assigned is meant as it was last; what is declared, as all that stand before", () => {
    const found = (sign: number) =>
      [
        [0, sign],
        [1, sign],
        [3, USED],
        [4, sign],
        [5, USED],
      ] as const;
    expect(flat(6, found(ASSIGNED))).toEqual([
      [3, 1],
      [5, 4],
    ]);
    expect(flat(6, found(DECLARED))).toEqual([
      [3, 1],
      [3, 0],
      [5, 4],
      [5, 1],
      [5, 0],
    ]);
  });

  test("a declaration that stands behind is needed only where none stands before", () => {
    const found = [
      [1, USED],
      [2, DECLARED],
      [3, USED],
      [4, DECLARED],
    ] as const;
    expect(flat(6, found)).toEqual([
      [1, 2],
      [1, 4],
      [3, 2],
    ]);
  });

  test("a few of many declarations count", () => {
    const found = [...Array(6).keys()].map((unit) => [unit, DECLARED] as const);
    expect(flat(40, [...found, [20, USED]])).toEqual([
      [20, 5],
      [20, 4],
      [20, 3],
    ]);
  });

  test("what many units beside each other define is a word of the language", () => {
    const defining = (count: number) => [...Array(count).keys()].map((unit) => [unit, DECLARED] as const);
    expect(flat(40, [...defining(6), [30, USED]])).not.toEqual([]);
    expect(flat(40, [...defining(7), [30, USED]])).toEqual([]);
    expect(flat(400, [...defining(10), [30, USED]])).not.toEqual([]);
  });

  test("a unit that defines it several times is one of them", () => {
    const twice = [0, 0, 1, 1, 2, 2, 3, 3].map((unit) => [unit, DECLARED] as const);
    expect(flat(40, [...twice, [30, USED]])).toEqual([
      [30, 3],
      [30, 2],
      [30, 1],
    ]);
  });

  test("a name in a head defines if something opens behind it, and one that stands in a single head first", () => {
    const opened = [
      [0, HEAD],
      [1, OPENED],
      [3, USED],
    ] as const;
    expect(flat(6, opened)).toEqual([[3, 1]]);
    const single = [
      [1, HEAD],
      [3, USED],
    ] as const;
    expect(flat(6, single)).toEqual([[3, 1]]);
    const late = [
      [0, USED],
      [1, HEAD],
      [3, USED],
    ] as const;
    expect(flat(6, late)).toEqual([]);
    const both = [
      [1, HEAD],
      [2, HEAD],
      [3, USED],
    ] as const;
    expect(flat(6, both)).toEqual([]);
  });

  test("beside a head that opens, one defines only before the first use", () => {
    const found = [
      [0, HEAD],
      [1, OPENED],
      [2, USED],
      [3, HEAD],
      [4, USED],
    ] as const;
    const definers = new Set(flat(6, found).map(([, needed]) => needed));
    expect(definers).toEqual(new Set([1]));
  });

  test("heads that begin otherwise than the first do not define", () => {
    const found = [
      [1, OPENED],
      [60, OPENED],
      [70, USED],
    ] as const;
    expect(flat(80, found)).toEqual([
      [60, 1],
      [70, 1],
    ]);
  });

  test("of units in each other, the definition counts that shares the innermost one", () => {
    // 0 holds 1 and 2, 3 holds 4 and 5.
    const nesting = new Nesting(Int32Array.of(3, 2, 3, 6, 5, 6));
    const found = [
      [1, DECLARED],
      [2, USED],
      [4, DECLARED],
      [5, USED],
    ] as const;
    expect(needs(nesting, found)).toEqual([
      [2, 1],
      [5, 4],
    ]);
  });
});
