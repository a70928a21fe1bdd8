import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differingRuns, differingStrings } from "./differing.ts";
import { edits } from "./shortest.ts";

const KINDS = 5;
const MANY_KINDS = 30;
const sequenceOf = (kinds: number) =>
  fc.array(fc.nat(kinds - 1), { maxLength: 40 }).map((list) => Int32Array.from(list));
const sequence = sequenceOf(KINDS);

/** How many elements the longest common subsequence has. */
const common = (a: Int32Array, b: Int32Array): number => {
  let row = new Int32Array(b.length + 1);
  for (const x of a) {
    const next = new Int32Array(b.length + 1);
    b.forEach((y, j) => {
      next[j + 1] = x === y ? (row[j] as number) + 1 : Math.max(row[j + 1] as number, next[j] as number);
    });
    row = next;
  }
  return row[b.length] as number;
};

/** The places that an edit script names, in order. */
const scriptOf = (a: Int32Array, b: Int32Array): { readonly removed: number[]; readonly added: number[] } => {
  const removed: number[] = [];
  const added: number[] = [];
  edits(
    { a, b },
    (place) => removed.push(place),
    (place) => added.push(place),
  );
  return { removed, added };
};

const without = (list: Int32Array, gone: readonly number[]): readonly number[] =>
  [...list].filter((_, place) => !gone.includes(place));

describe("an edit script", () => {
  it("leaves a longest common subsequence, each place named once", () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const { removed, added } = scriptOf(a, b);
        expect(new Set(removed).size).toBe(removed.length);
        expect(new Set(added).size).toBe(added.length);
        expect(without(a, removed)).toEqual(without(b, added));
        expect(a.length - removed.length).toBe(common(a, b));
      }),
      { numRuns: 200 },
    );
  });

  it("of sequences that have little in common is right, though not always shortest", () => {
    const a = Int32Array.from({ length: 3000 }, (_, i) => (i * i * 7 + i) % 1009);
    const b = Int32Array.from({ length: 2500 }, (_, i) => (i * 31 + 5) % 997);
    const { removed, added } = scriptOf(a, b);
    const gone = new Set(removed);
    const come = new Set(added);
    const left = a.filter((_, place) => !gone.has(place));
    expect(left).toEqual(b.filter((_, place) => !come.has(place)));
    expect(left.length).toBeGreaterThan(common(a, b) / 2);
  });
});

describe("ranges that differ", () => {
  it("lead from one sequence to the other", () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        let [i, j] = [0, 0];
        differingRuns(a, b, KINDS).forEach(({ aFrom, aTo, bFrom, bTo }, number) => {
          expect(aTo - aFrom + bTo - bFrom).toBeGreaterThan(0);
          if (number > 0) expect(aFrom).toBeGreaterThan(i);
          expect(a.slice(i, aFrom)).toEqual(b.slice(j, bFrom));
          [i, j] = [aTo, bTo];
        });
        expect(a.slice(i)).toEqual(b.slice(j));
      }),
      { numRuns: 200 },
    );
  });

  it("are where something is gone, has come or is another, and nowhere else", () => {
    const ranges = (a: string, b: string): readonly (readonly number[])[] =>
      differingStrings(a.split(""), b.split("")).map(({ aFrom, aTo, bFrom, bTo }) => [aFrom, aTo, bFrom, bTo]);
    expect(ranges("", "")).toEqual([]);
    expect(ranges("abc", "abc")).toEqual([]);
    expect(ranges("", "ab")).toEqual([[0, 0, 0, 2]]);
    expect(ranges("ab", "")).toEqual([[0, 2, 0, 0]]);
    expect(ranges("abcd", "aXYd")).toEqual([[1, 3, 1, 3]]);
    expect(ranges("abcabd", "abcd")).toEqual([[3, 5, 3, 3]]);
    expect(ranges("xabc", "abcy")).toEqual([
      [0, 1, 0, 0],
      [4, 4, 3, 4],
    ]);
  });

  it("keep as much as they can of what is unique on both sides", () => {
    fc.assert(
      fc.property(sequenceOf(MANY_KINDS), sequenceOf(MANY_KINDS), (a, b) => {
        const timesIn = (list: Int32Array, kind: number): number => list.filter((each) => each === kind).length;
        const isUnique = (kind: number): boolean => timesIn(a, kind) === 1 && timesIn(b, kind) === 1;
        const found = differingRuns(a, b, MANY_KINDS);
        const isKept = (_: number, place: number): boolean => !found.some((r) => r.aFrom <= place && place < r.aTo);
        const kept = a.filter(isKept).filter(isUnique);
        expect(kept.length).toBe(common(a.filter(isUnique), b.filter(isUnique)));
      }),
      { numRuns: 200 },
    );
  });

  it("keep what is unique on both sides, though it be less than the rest", () => {
    // Of "1" and the four zeros behind it only one can stay.
    const a = Int32Array.of(1, 0, 0, 2);
    const b = Int32Array.of(0, 0, 1, 2);
    expect(differingRuns(a, b, KINDS)).toEqual([
      { aFrom: 0, aTo: 0, bFrom: 0, bTo: 2 },
      { aFrom: 1, aTo: 3, bFrom: 3, bTo: 3 },
    ]);
  });
});
