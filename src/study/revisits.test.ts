import { describe, expect, it } from "vitest";
import { elements, keeps, whole, type Configuration } from "../core/configuration.ts";
import { ddmin } from "../strategies/ddmin.ts";
import { opdd, opddFrom } from "../strategies/opdd.ts";
import { split } from "../strategies/support/partition.ts";
import { compare, deferredRemovals, successfulRevisits } from "./revisits.ts";
import { trace } from "./trace.ts";

const letters = (text: string): Configuration<string> => whole(Array.from(text));
const textOf = (c: Configuration<string>): string => elements(c).join("");
const has = (text: string, needed: string): boolean => Array.from(needed).every((letter) => text.includes(letter));

/** b can go only after d, d after f, f after h. */
const chained = (c: Configuration<string>): boolean => {
  const text = textOf(c);
  return has(text, "aceg") && ["bd", "df", "fh"].every(([x = "", y = ""]) => text.includes(x) || !text.includes(y));
};

/** i and j can go only after k and l, which go together. */
const paired = (c: Configuration<string>): boolean => {
  const text = textOf(c);
  return has(text, "abcdefgh") && text.includes("k") === text.includes("l") && (has(text, "ij") || !text.includes("k"));
};

describe("successful revisits", () => {
  it("are the chunks that went at a second visit of the same granularity", () => {
    const input = letters("abcdefgh");
    const revisits = (order: "forward" | "backward"): number =>
      successfulRevisits(trace(input, ddmin(input, { order }), { test: chained }));
    expect([revisits("forward"), revisits("backward")]).toEqual([3, 0]); // f, d and b; none
  });

  it("do not count what went at a finer granularity", () => {
    const input = letters("abcdefgh");
    const run = trace(input, ddmin(input), { test: (c) => has(textOf(c), "abdefgh") });
    expect(textOf(run.result)).toBe("abdefgh");
    expect(successfulRevisits(run)).toBe(0);
  });

  it("never happen in OPDD", () => {
    const input = letters("abcdefgh");
    expect(successfulRevisits(trace(input, opdd(input), { test: chained }))).toBe(0);
  });
});

describe("deferred removals", () => {
  it("tell how many refinements later OPDD removed a delta", () => {
    // From six chunks on: ddmin removes kl, then ij at its revisit; OPDD kl, then i and j one granularity later.
    const input = letters("abcdefghijkl");
    const classic = trace(input, ddmin(input, { splitFactor: 6, cases: "complements-only" }), { test: paired });
    const onePass = trace(input, opddFrom(split(input, 6), { cases: "complements-only" }), { test: paired });
    const deferred = deferredRemovals(classic, onePass);
    expect(deferred).toEqual({
      by: new Map([
        [1, 2],
        [0, 2],
      ]),
      never: 0,
      onlyOnePass: 0,
    });
  });

  it("count what OPDD never removed", () => {
    const input = letters("abcdefgh");
    const options = { cases: "complements-only" } as const;
    const deferred = deferredRemovals(
      trace(input, ddmin(input, options), { test: chained }),
      trace(input, opdd(input, options), { test: chained }),
    );
    // h goes at the same granularity; f, d and b never.
    expect(deferred).toEqual({ by: new Map([[0, 1]]), never: 3, onlyOnePass: 0 });
  });
});

describe("compare", () => {
  it("gives a row of Tables II and III", () => {
    expect(compare(letters("abcdefgh"), chained)).toMatchObject({
      revisits: { forward: 3, backward: 0 },
      trivial: 4,
      successful: 0,
      unsuccessful: 0,
      ratio: 100,
      sizes: { input: 8, ddmin: 4, opdd: 4 },
    });
  });

  it("shows that the order can make revisits unnecessary", () => {
    const { tests, sizes } = compare(letters("abcdefghijkl"), paired);
    expect(sizes).toEqual({ input: 12, ddmin: 8, opdd: 8 });
    expect(tests.opdd).toBeLessThanOrEqual(tests.ddmin);
  });

  it("counts tests, not look-ups", () => {
    const input = whole(Array.from({ length: 64 }, (_, i) => i));
    let runs = 0;
    const { tests } = compare(input, (c) => {
      runs++;
      return keeps(c, 3) && keeps(c, 60);
    });
    expect(tests.ddmin + tests.opdd).toBeLessThan(runs);
  });
});
