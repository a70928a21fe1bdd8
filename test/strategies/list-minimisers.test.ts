import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, keyOf, whole, type Configuration } from "../../src/core/configuration.ts";
import type { Search } from "../../src/core/search.ts";
import { Walk } from "../../src/driver/walk.ts";
import { play } from "../../src/driver/play.ts";
import { FAIL, PASS } from "../../src/core/verdict.ts";
import { bisection, bisectionToFixpoint } from "../../src/strategies/bisection.ts";
import { cdd } from "../../src/strategies/cdd.ts";
import { findInteger } from "../../src/strategies/find-integer.ts";
import { lithium } from "../../src/strategies/lithium.ts";
import type { Order } from "../../src/strategies/support/order.ts";
import { probdd } from "../../src/strategies/probdd.ts";
import { weighted } from "../../src/strategies/weighted.ts";

type Minimiser = (c: Configuration<number>) => Search<Configuration<number>, Configuration<number>>;

const orders: readonly Order[] = ["backward", "forward"];
const build = (order: Order): readonly { name: string; promises: number; minimise: Minimiser }[] => [
  { name: `probdd, ${order}`, promises: 0, minimise: (c) => probdd(c, { order }) },
  { name: `cdd, ${order}`, promises: 0, minimise: (c) => cdd(c, { order }) },
  { name: `weighted, ${order}`, promises: 1, minimise: (c) => weighted(c, { order }) },
  { name: `weighted by value, ${order}`, promises: 1, minimise: (c) => weighted(c, { order, weight: (x) => x % 7 }) },
  { name: `bisection, ${order}`, promises: 0, minimise: (c) => bisection(c, order) },
  { name: `bisection to a fixpoint, ${order}`, promises: 1, minimise: (c) => bisectionToFixpoint(c, order) },
  { name: `lithium, ${order}`, promises: 1, minimise: (c) => lithium(c, order) },
  { name: `find-integer, ${order}`, promises: 1, minimise: (c) => findInteger(c, order) },
];
const minimisers = orders.flatMap(build);

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** An arbitrary outcome for every subset of up to 8 deltas; the whole list fails. */
const arbitraryOracle = fc
  .record({ n: fc.integer({ min: 1, max: 8 }), table: fc.array(fc.boolean(), { minLength: 256, maxLength: 256 }) })
  .map(({ n, table }) => ({
    n,
    fails: (kept: readonly number[]) =>
      kept.length === n || table[kept.reduce((mask, i) => mask | (1 << i), 0)] === true,
  }));

/** Needed deltas only. */
const needing = (needed: readonly number[]) => (kept: readonly number[]) => {
  const set = new Set(kept);
  return needed.every((delta) => set.has(delta));
};

describe.each(minimisers)("$name", ({ minimise, promises }) => {
  it("returns a configuration that failed, in order, and never asks about the empty one", () => {
    fc.assert(
      fc.property(arbitraryOracle, ({ n, fails }) => {
        const { result, claims } = play(minimise(whole(upTo(n))), (c) => {
          expect(c.length).toBeGreaterThan(0);
          expect(c.length).toBeLessThan(n);
          return fails(elements(c));
        });
        const kept = elements(result);
        expect(fails(kept)).toBe(true);
        expect(kept).toEqual(kept.toSorted((a, b) => a - b));
        expect(claims.map((claim) => claim.property)).toEqual(promises === 1 ? ["1-minimal"] : []);
      }),
      { numRuns: 100 },
    );
  });

  it("finds exactly the needed deltas of a monotone list", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 199 }), { minLength: 1, maxLength: 12 }), (needed) => {
        const fails = needing(needed);
        const { result } = play(minimise(whole(upTo(200))), (c) => fails(elements(c)));
        expect(elements(result)).toEqual(needed.toSorted((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });

  it("is pure: every answer may be given again, and leads to the same question", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (answers) => {
        const search = minimise(whole(upTo(30)));
        expect(trace(search, answers)).toEqual(trace(search, answers));
        trace(
          search,
          answers.map((answer) => !answer),
        );
        expect(trace(search, answers)).toEqual(trace(minimise(whole(upTo(30))), answers));
      }),
      { numRuns: 50 },
    );
  });

  it("has nothing to ask about an empty list or a single delta", () => {
    for (const n of [0, 1]) expect(play(minimise(whole(upTo(n))), () => true)).toMatchObject({ asked: 0 });
  });

  it("copes with 100,000 deltas", () => {
    const n = 100_000;
    const { result } = play(minimise(whole(upTo(n))), (c) => c.length > 0 && keepsAll(c, 5, n - 7));
    expect(elements(result)).toEqual([5, n - 7]);
  });
});

describe.each(minimisers.filter(({ promises }) => promises === 1))("$name", ({ minimise }) => {
  it("leaves nothing that could go alone, whatever the oracle", () => {
    fc.assert(
      fc.property(arbitraryOracle, ({ n, fails }) => {
        const kept = elements(play(minimise(whole(upTo(n))), (c) => fails(elements(c))).result);
        const smaller = kept.map((delta) => kept.filter((other) => other !== delta)).filter((c) => c.length > 0);
        expect(smaller.filter(fails)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

const keepsAll = (c: Configuration<number>, ...needed: number[]): boolean =>
  needed.every((delta) => {
    for (let r = 0; r < c.bounds.length; r += 2)
      if ((c.bounds[r] as number) <= delta && delta < (c.bounds[r + 1] as number)) return true;
    return false;
  });

/** The keys of the questions that these answers lead to. */
const trace = (
  search: Search<Configuration<number>, Configuration<number>>,
  answers: readonly boolean[],
): readonly string[] => {
  const walk = new Walk(search);
  const keys: string[] = [];
  for (const answer of answers) {
    const position = walk.currentSync();
    if (position.kind === "done") break;
    keys.push(keyOf(position.ask.candidates.at(position.index)));
    walk.answer(answer ? FAIL : PASS);
  }
  return keys;
};

it("weights are read in the order of the sweep", () => {
  const N = 64;
  const asked = (order: Order, weight: (delta: number) => number): readonly number[] => {
    const removed: number[] = [];
    play(weighted(whole(upTo(N)), { order, weight }), (c) => {
      removed.push(N - c.length);
      return false;
    });
    return removed.slice(0, -N);
  };
  const weight = (delta: number): number => 1 + delta ** 2;
  expect(asked("backward", weight)).toEqual(asked("forward", (delta) => weight(N - 1 - delta)));
  expect(asked("backward", weight)).not.toEqual(asked("forward", weight));
});

describe("chunk sizes", () => {
  const sizes = (minimise: Minimiser): number[] => {
    const removed: number[] = [];
    play(minimise(whole(upTo(8))), (c) => {
      removed.push(8 - c.length);
      return false;
    });
    return removed;
  };

  it("of ProbDD and CDD fall from 4 to 2 to 1 when p starts at 0.25 and nothing goes", () => {
    const expected = [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(sizes(probdd)).toEqual(expected);
    expect(sizes(cdd)).toEqual(expected);
  });

  it("of Lithium are the powers of two below the length, each once", () => {
    expect(sizes(lithium)).toEqual([4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it("of a bisection follow the halves, the last one first", () => {
    expect(sizes(bisection)).toEqual([4, 2, 1, 1, 2, 1, 1, 4, 2, 1, 1, 2, 1, 1]);
  });

  it("of find-integer grow by one, then double, then close in", () => {
    const tried: number[] = [];
    const { result } = play(findInteger(whole(upTo(60))), (c) => {
      tried.push(60 - c.length);
      return keepsAll(c, 42);
    });
    expect(elements(result)).toEqual([42]);
    expect(tried.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 10, 20, 15, 17, 18]);
  });

  it("of Wddmin halve the weight, not the number", () => {
    const weights = [1, 1, 1, 1, 1, 1, 1, 7];
    const first: number[] = [];
    play(weighted(whole(upTo(8)), { weight: (i) => weights[i] as number }), (c) => {
      first.push(8 - c.length);
      return false;
    });
    expect(first.slice(0, 5)).toEqual([1, 7, 1, 4, 3]);
  });
});
