import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Configuration,
  concat,
  cut,
  deltaAt,
  drop,
  elements,
  forEachIndex,
  indexAt,
  keeps,
  keyOf,
  minus,
  ranges,
  rangesBefore,
  select,
  slice,
  union,
  whole,
} from "./configuration.ts";

/** A configuration made by random cuts, beside the plain array that the same cuts leave. */
const pairs = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 6 }))
  .map(([n, cuts]) => {
    let c = whole(Array.from({ length: n }, (_, i) => `d${i}`));
    let plain = elements(c);
    for (const [a, b] of cuts) {
      const [from, to] = [Math.min(a, b, plain.length), Math.min(Math.max(a, b), plain.length)];
      c = cut(c, from, to);
      plain = [...plain.slice(0, from), ...plain.slice(to)];
    }
    return { c, plain };
  });
const between = (n: number) =>
  fc.tuple(fc.nat(n), fc.nat(n)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

/** Ranges in order, none empty, none touching the next; each knows what is before it. */
const expectCanonical = (c: Configuration<unknown>): void => {
  expect([...c.bounds]).toEqual([...new Set(c.bounds)].toSorted((a, b) => a - b));
  const lengths = ranges(c, (from, to) => to - from);
  expect([...c.offsets]).toEqual(lengths.map((_, range) => lengths.slice(0, range).reduce((sum, n) => sum + n, 0)));
};

describe("a configuration behaves like the plain array of what it keeps", () => {
  it("when it is read", () => {
    fc.assert(
      fc.property(pairs, ({ c, plain }) => {
        expect(elements(c)).toEqual(plain);
        expect(c.length).toBe(plain.length);
        expect(plain.map((_, i) => deltaAt(c, i))).toEqual(plain);
        const indices: number[] = [];
        forEachIndex(c, (index) => indices.push(index));
        expect(indices).toEqual(plain.map((_, i) => indexAt(c, i)));
        expect([...c.base.keys(), c.base.length, -1].filter((i) => keeps(c, i))).toEqual(indices);
        expectCanonical(c);
      }),
    );
  });

  it("when it is cut, sliced, put together and taken away from", () => {
    const cases = pairs.chain((pair) => fc.tuple(fc.constant(pair), between(pair.plain.length)));
    fc.assert(
      fc.property(cases, ([{ c, plain }, [from, to]]) => {
        const inside = slice(c, from, to);
        const outside = cut(c, from, to);
        expect(elements(inside)).toEqual(plain.slice(from, to));
        expect(elements(outside)).toEqual([...plain.slice(0, from), ...plain.slice(to)]);
        expect(keyOf(drop(c, [{ from, to }]))).toBe(keyOf(outside));
        expect(keyOf(select(c, [{ from, to }]))).toBe(keyOf(inside));
        expect(keyOf(concat([slice(c, 0, from), inside, slice(c, to, c.length)]))).toBe(keyOf(c));
        expect(keyOf(minus(c, inside))).toBe(keyOf(outside));
        expect(keyOf(minus(c, outside))).toBe(keyOf(inside));
        expect(keyOf(union(inside, outside))).toBe(keyOf(c));
        expect(keyOf(union(outside, inside))).toBe(keyOf(c));
        for (const made of [inside, outside, union(inside, outside), minus(c, inside)]) expectCanonical(made);
      }),
    );
  });

  it("when any other selection of its base is taken away from it", () => {
    const masks = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(masks, (mask) => {
        const all = whole(mask.map((_, i) => i));
        const kept = (side: 0 | 1) =>
          select(
            all,
            mask.flatMap((each, i) => (each[side] ? [{ from: i, to: i + 1 }] : [])),
          );
        expect(elements(minus(kept(0), kept(1)))).toEqual(elements(kept(0)).filter((i) => mask[i]?.[1] !== true));
      }),
    );
  });

  it("the same selection has the same key, however it came about", () => {
    fc.assert(
      fc.property(pairs, pairs, ({ c: a }, { c: b }) => {
        fc.pre(a.base.length === b.base.length);
        expect(keyOf(a) === keyOf(b)).toBe(elements(a).join() === elements(b).join());
      }),
    );
  });
});

describe("many ranges", () => {
  const every = (step: number, n: number) => {
    const all = whole(Array.from({ length: n }, (_, i) => i));
    const kept = Array.from({ length: Math.ceil(n / step) }, (_, i) => ({ from: i * step, to: i * step + 1 }));
    return select(all, kept);
  };

  it("are kept as they are", () => {
    for (const n of [9, 40, 2600]) {
      const thirds = every(3, n);
      const expected = Array.from({ length: Math.ceil(n / 3) }, (_, i) => 3 * i);
      expect(elements(thirds)).toEqual(expected);
      expect(ranges(thirds, (from, to) => [from, to])).toEqual(expected.map((i) => [i, i + 1]));
      expect([0, 1, 3, n].map((index) => rangesBefore(thirds, index))).toEqual([0, 1, 1, expected.length]);
    }
  });

  it("are as many as there are: they are no arguments of a call", () => {
    expect(elements(every(2, 300_000)).length).toBe(150_000);
  });

  it("of selections that have nothing in common are put together", () => {
    const all = whole(Array.from({ length: 30 }, (_, i) => i));
    const [threes, rest] = [every(3, 30), minus(all, every(3, 30))];
    expect(keyOf(union(slice(threes, 0, 4), slice(threes, 4, 10)))).toBe(keyOf(threes));
    expect(union(slice(all, 0, 30), slice(all, 0, 0)).length).toBe(30);
    expect(union(slice(all, 0, 0), slice(all, 2, 5)).length).toBe(3);
    const same = { ...threes, base: all.base };
    expect(keyOf(union(same, rest))).toBe(keyOf(all));
    expect(elements(concat([]))).toEqual([]);
  });
});
