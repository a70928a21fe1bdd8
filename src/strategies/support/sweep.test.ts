import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, whole, type Configuration } from "../../core/configuration.ts";
import { play } from "../../driver/play.ts";
import { beginning, sweep, type Sweep } from "./sweep.ts";

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
const numbers = (n: number): Configuration<number> => whole(upTo(n));
const needing =
  (needed: readonly number[]) =>
  (c: Configuration<number>): boolean =>
    needed.every((delta) => elements(c).includes(delta));

const run = (from: Sweep<number>, needed: readonly number[], enough?: number) => {
  const gone: (readonly number[])[] = [];
  let best = elements(from.c);
  const { result, asked } = play(sweep(from, enough), (c) => {
    const kept = elements(c);
    gone.push(best.filter((delta) => !kept.includes(delta)));
    const fails = needing(needed)(c);
    if (fails) best = kept;
    return fails;
  });
  return { result, asked, gone, kept: elements(result.c) };
};

describe.each(["backward", "forward"] as const)("a sweep, %s", (order) => {
  it("leaves what is needed, and settles all of it", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(63), { maxLength: 20 }), fc.integer({ min: 0, max: 1 }), (needed, floor) => {
        const { result, kept } = run(beginning(numbers(64), order, floor), needed);
        const sorted = needed.toSorted((a, b) => a - b);
        if (needed.length >= floor) expect(kept).toEqual(sorted);
        else expect(kept).toHaveLength(floor);
        // What may not be asked about is not met.
        if (kept.length > floor) expect([result.found, result.lo]).toEqual([needed.length, result.hi]);
      }),
    );
  });

  it("may stop after so many needed deltas, and go on from there", () => {
    const needed = [3, 17, 40, 41, 60];
    const all = run(beginning(numbers(64), order), needed);
    const first = run(beginning(numbers(64), order), needed, 2);
    expect(first.result.found).toBe(2);
    expect(first.kept.length).toBeGreaterThan(all.kept.length);
    const seen = order === "backward" ? needed.slice(-2) : needed.slice(0, 2);
    const settled = elements(first.result.c).filter((_, place) => place < first.result.lo || place >= first.result.hi);
    expect(settled).toEqual(seen);
    const rest = run(first.result, needed);
    expect(rest.kept).toEqual(needed);
    expect(first.asked + rest.asked).toBeLessThanOrEqual(all.asked + 2);
  });

  it("asks about single deltas where nearly all are needed, about a quarter first", () => {
    const dense = run(beginning(numbers(64), order), upTo(64));
    expect(dense.gone[0]).toHaveLength(16);
    expect(dense.gone.slice(-20).every((gone) => gone.length === 1)).toBe(true);
    const sparse = run(beginning(numbers(64), order), [order === "backward" ? 0 : 63]);
    expect(sparse.gone.map((gone) => gone.length)).toEqual([16, 32, 15]);
  });

  it("asks about neighbours of one bundle together", () => {
    const bundles = Int32Array.from(upTo(64), (place) => place >> 2);
    const dense = run({ ...beginning(numbers(64), order), bundles }, upTo(64));
    const singles = run(beginning(numbers(64), order), upTo(64));
    expect(dense.kept).toHaveLength(64);
    expect(dense.asked).toBeLessThan(singles.asked / 2);
    expect(dense.gone.every((gone) => gone.length >= 4 || gone.length === 0)).toBe(true);
    const needed = [8, 9, 10, 11, 20, 21, 22, 23, 40, 41, 42, 43];
    const mixed = run({ ...beginning(numbers(64), order), bundles, gap: 1 }, needed);
    expect(mixed.kept).toEqual(needed);
    expect(mixed.gone.slice(0, 3).map((gone) => gone.length)).toEqual([4, 4, 4]);
    // Bundles that grow: one after the other is asked about, each as a whole.
    const growing = Int32Array.from(upTo(64), (place) => Math.floor(Math.sqrt(2 * place)));
    const members = [...new Set(growing)].map((bundle) => upTo(64).filter((place) => growing[place] === bundle));
    const one = run({ ...beginning(numbers(64), order), bundles: growing, gap: 1 }, upTo(64));
    expect(one.gone).toEqual(order === "backward" ? members.toReversed() : members);
  });
});
