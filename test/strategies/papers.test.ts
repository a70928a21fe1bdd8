/** What all published list strategies have in common, against oracles that know no rule. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, slice, whole, type Configuration } from "../../src/core/configuration.ts";
import type { Search } from "../../src/core/search.ts";
import type { Outcome } from "../../src/core/verdict.ts";
import { play } from "../../src/driver/play.ts";
import { binarySearch } from "../../src/strategies/binary-search.ts";
import { dd } from "../../src/strategies/dd.ts";
import { ddminRestart } from "../../src/strategies/ddmin-restart.ts";
import { ddmin } from "../../src/strategies/ddmin.ts";
import { isolate } from "../../src/strategies/isolate.ts";
import { naive } from "../../src/strategies/naive.ts";
import { onemin } from "../../src/strategies/onemin.ts";
import { opdd } from "../../src/strategies/opdd.ts";

type Numbers = Configuration<number>;
type Strategy = (input: Numbers) => Search<Numbers, Numbers>;

const orders = ["forward", "backward"] as const;
const reduceCases = ["subsets-first", "complements-first", "complements-only"] as const;

const promising: Record<string, Strategy> = { naive };
for (const order of orders) promising[`onemin ${order}`] = (c) => onemin(c, { order });
for (const splitFactor of [2, 3, 5])
  for (const cases of reduceCases) {
    promising[`ddmin-restart ${splitFactor} ${cases}`] = (c) => ddminRestart(c, { splitFactor, cases });
    for (const order of orders)
      promising[`ddmin ${splitFactor} ${cases} ${order}`] = (c) => ddmin(c, { splitFactor, cases, order });
  }

const promisingNothing: Record<string, Strategy> = { binarySearch, dd };
for (const order of orders)
  for (const cases of reduceCases) promisingNothing[`opdd ${cases} ${order}`] = (c) => opdd(c, { cases, order });

const numbers = (n: number): Numbers => whole(Array.from({ length: n }, (_, i) => i));
const bits = (c: Numbers): number => elements(c).reduce((sum, i) => sum + 2 ** i, 0);

/** Any outcome for any selection of up to 7 deltas, except that everything fails and nothing passes. */
const oracles = fc.integer({ min: 1, max: 7 }).chain((n) =>
  fc
    .array(fc.constantFrom<Outcome>("fail", "pass", "unresolved"), { minLength: 2 ** n, maxLength: 2 ** n })
    .map((drawn): { n: number; test: (c: Numbers) => Outcome } => ({
      n,
      test: (c) => (c.length === n ? "fail" : c.length === 0 ? "pass" : (drawn[bits(c)] as Outcome)),
    })),
);

describe.each(Object.entries({ ...promising, ...promisingNothing }))("%s", (_, strategy) => {
  it("ends with a failing part of its input, in order, and asks about neither nothing nor everything", () => {
    fc.assert(
      fc.property(oracles, ({ n, test }) => {
        const { result } = play(strategy(numbers(n)), (candidate) => {
          expect(candidate.length).toBeGreaterThan(0);
          expect(candidate.length).toBeLessThan(n);
          return test(candidate);
        });
        expect(test(result)).toBe("fail");
        expect(elements(result)).toEqual(elements(result).toSorted((a, b) => a - b));
      }),
    );
  });

  it("is a value: played with another oracle in between, it answers as before", () => {
    fc.assert(
      fc.property(oracles, fc.integer({ min: 2, max: 5 }), ({ n, test }, salt) => {
        const search = strategy(numbers(n));
        const before = elements(play(search, test).result);
        play(search, (candidate) => bits(candidate) % salt === 0);
        expect(elements(play(search, test).result)).toEqual(before);
      }),
    );
  });

  it.each([0, 1])("has nothing to ask about %i deltas", (n) => {
    const { result, asked } = play(strategy(numbers(n)), () => true);
    expect([result.length, asked]).toEqual([n, 0]);
  });
});

describe.each(Object.entries(promising))("%s", (_, strategy) => {
  it("claims 1-minimality, and no single delta of its result can go", () => {
    fc.assert(
      fc.property(oracles, ({ n, test }) => {
        const { result, claims } = play(strategy(numbers(n)), test);
        expect(claims).toEqual([{ property: "1-minimal", by: "elements" }]);
        const kept = elements(result);
        for (const gone of kept) {
          const rest = kept.filter((i) => i !== gone);
          expect(test(selection(n, rest))).not.toBe("fail");
        }
      }),
    );
  });
});

describe.each(Object.entries(promisingNothing))("%s", (_, strategy) => {
  it("claims nothing", () => {
    expect(play(strategy(numbers(8)), (c) => elements(c).includes(3)).claims).toEqual([]);
  });
});

describe("isolate", () => {
  it("ends with a passing part of a failing configuration whose difference is 1-minimal", () => {
    fc.assert(
      fc.property(oracles, ({ n, test }) => {
        const { result, claims } = play(isolate(slice(numbers(n), 0, 0), numbers(n)), test);
        const passing = elements(result.passing);
        const failing = elements(result.failing);
        expect([test(result.passing), test(result.failing)]).toEqual(["pass", "fail"]);
        expect(failing).toEqual(expect.arrayContaining(passing));
        expect(claims).toEqual([{ property: "1-minimal difference", by: "elements" }]);
        for (const delta of failing.filter((i) => !passing.includes(i))) {
          const more = selection(
            n,
            [...passing, delta].toSorted((a, b) => a - b),
          );
          const less = selection(
            n,
            failing.filter((i) => i !== delta),
          );
          expect(test(more)).not.toBe("pass");
          expect(test(less)).not.toBe("fail");
        }
      }),
    );
  });
});

/** The selection of some of the first `n` numbers. */
const selection = (n: number, kept: readonly number[]): Numbers => {
  const { base } = numbers(n);
  const bounds = Int32Array.from(kept.flatMap((i) => [i, i + 1]));
  return { base, bounds, offsets: Int32Array.from(kept.keys()), length: kept.length };
};
