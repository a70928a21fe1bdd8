/** Set operations against sets of JavaScript, and their speed in numbers of words, not seconds. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cover, EntityKind } from "../../src/suite/coverage.ts";
import {
  EMPTY_COVER,
  ENTITY_KINDS,
  allOf,
  count,
  countByKind,
  coverFilter,
  coverOf,
  createUniverse,
  difference,
  firstMissing,
  has,
  intersection,
  isSuperset,
  numbersIn,
  sameCover,
  union,
  unionOf,
} from "../../src/suite/covers.ts";

const numbers = fc.uniqueArray(fc.nat(300));
const ascending = (set: Iterable<number>): readonly number[] => [...set].toSorted((a, b) => a - b);

describe("a universe", () => {
  test("numbers names as they come, kinds apart", () => {
    const universe = createUniverse();
    expect(universe.number("statement", "a.c:1")).toBe(0);
    expect(universe.number("branch", "a.c:1")).toBe(1);
    expect(universe.number("statement", "a.c:1")).toBe(0);
    expect(universe.number("function", "__proto__")).toBe(2);
    expect([universe.size, universe.kindOf(1), universe.nameOf(2)]).toEqual([3, "branch", "__proto__"]);
    expect(() => universe.nameOf(3)).toThrow("There is no entity 3");
  });
});

describe("sets", () => {
  test("are what sets of numbers are", () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [first, second] = [coverOf(a), coverOf(b)];
        const [inA, inB] = [new Set(a), new Set(b)];
        expect(numbersIn(first)).toEqual(ascending(a));
        expect(count(first)).toBe(a.length);
        expect(numbersIn(union(first, second))).toEqual(ascending(new Set([...a, ...b])));
        expect(numbersIn(intersection(first, second))).toEqual(ascending(a.filter((x) => inB.has(x))));
        expect(numbersIn(difference(first, second))).toEqual(ascending(a.filter((x) => !inB.has(x))));
        expect(firstMissing(first, second)).toBe(ascending(b.filter((x) => !inA.has(x)))[0]);
        expect(isSuperset(first, second)).toBe(b.every((x) => inA.has(x)));
        expect(a.every((x) => has(first, x)) && b.every((x) => has(first, x) === inA.has(x))).toBe(true);
      }),
    );
  });

  test("of different length are compared, zeros behind the end do not count", () => {
    const short = coverOf([1, 40]);
    const long: Cover = { bits: new Uint32Array([...short.bits, 0, 0]) };
    expect(sameCover(short, long)).toBe(true);
    expect(firstMissing(short, coverOf([40, 31, 1000]))).toBe(31);
    expect(firstMissing(EMPTY_COVER, coverOf([63]))).toBe(63);
    expect(difference(long, short).bits.length).toBe(0);
    expect(unionOf([]).bits.length).toBe(0);
    expect(numbersIn(unionOf([short, coverOf([500]), EMPTY_COVER]))).toEqual([1, 40, 500]);
  });

  test("leave their arguments as they are", () => {
    const [a, b] = [coverOf([1, 2, 99]), coverOf([2, 3])];
    union(a, b);
    difference(a, b);
    intersection(a, b);
    expect([numbersIn(a), numbersIn(b)]).toEqual([
      [1, 2, 99],
      [2, 3],
    ]);
  });
});

describe("kinds and names", () => {
  const kinds = fc.array(fc.constantFrom<EntityKind>(...ENTITY_KINDS), { maxLength: 200 });

  test("are counted, while the universe grows", () => {
    fc.assert(
      fc.property(kinds, kinds, (before, after) => {
        const universe = createUniverse();
        const grow = (list: readonly EntityKind[]): void => {
          for (const kind of list) universe.number(kind, `f:${universe.size}`);
        };
        const check = (list: readonly EntityKind[]): void => {
          const whole = coverOf(list.keys());
          const of = (kind: EntityKind): number => list.filter((one) => one === kind).length;
          expect(countByKind(universe, whole)).toEqual({
            statement: of("statement"),
            branch: of("branch"),
            function: of("function"),
          });
          expect(count(intersection(whole, allOf(universe, "branch")))).toBe(of("branch"));
        };
        grow(before);
        check(before);
        grow(after);
        check([...before, ...after]);
      }),
    );
  });

  test("filter sets, names that come later too", () => {
    const universe = createUniverse();
    const number = (name: string, kind: EntityKind = "statement"): number => universe.number(kind, name);
    const early = coverOf([number("jsgc.c:1"), number("jsrun.c:1"), number("jsrun.c:f", "function")]);
    const filter = coverFilter(universe, { only: /^js/g, ignore: /^jsgc\.c:/ });
    const names = (cover: Cover): readonly string[] => numbersIn(cover).map((one) => universe.nameOf(one));
    expect(names(filter(early))).toEqual(["jsrun.c:1", "jsrun.c:f"]);
    const late = coverOf(Array.from({ length: 100 }, (_, at) => number(at % 2 ? `jsgc.c:${at + 2}` : `jsx.c:${at}`)));
    expect(count(filter(late))).toBe(50);
    expect(names(filter(early))).toEqual(["jsrun.c:1", "jsrun.c:f"]);
    expect(names(coverFilter(universe, { kinds: ["function"] })(early))).toEqual(["jsrun.c:f"]);
    expect(sameCover(coverFilter(universe, {})(late), late)).toBe(true);
  });
});

test("a hundred thousand checks of a hundred thousand entities", () => {
  const whole = coverOf(Array.from({ length: 100_000 }, (_, at) => at));
  const part = coverOf(Array.from({ length: 50_000 }, (_, at) => at * 2));
  let kept = 0;
  for (let check = 0; check < 100_000; check++) if (isSuperset(whole, part)) kept++;
  expect(kept).toBe(100_000);
  expect(firstMissing(part, whole)).toBe(1);
});
