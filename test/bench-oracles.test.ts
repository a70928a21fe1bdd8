import { describe, expect, it } from "vitest";
import { families, log2Choose } from "../bench/oracles.ts";
import { cut, elements, select, whole, type Configuration } from "../src/core/configuration.ts";
import { bisectionToFixpoint } from "../src/strategies/bisection.ts";
import { play } from "../src/driver/play.ts";

const lines = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));
const only = (n: number, kept: Iterable<number>): Configuration<number> =>
  select(
    lines(n),
    Array.from(kept, (line) => ({ from: line, to: line + 1 })),
  );

describe.each(Object.entries(families))("the simulated oracle %s", (_, family) => {
  it.each([200, 1000])("fails with all of %i lines, and with the needed ones alone", (n) => {
    for (const seed of [1, 2, 3]) {
      const oracle = family(n, seed);
      expect(oracle.fails(lines(n))).toBe(true);
      expect(oracle.fails(only(n, oracle.needed))).toBe(true);
      expect(oracle.needed).toHaveLength(oracle.k);
    }
  });

  it("does not fail without one of the needed lines", () => {
    const oracle = family(300, 5);
    const needed = only(300, oracle.needed);
    for (let i = 0; i < needed.length; i++) expect(oracle.fails(cut(needed, i, i + 1))).toBe(false);
  });

  it("is the same for the same seed, and another one for another", () => {
    expect(family(500, 7).needed).toEqual(family(500, 7).needed);
    expect(family(500, 7).needed).not.toEqual(family(500, 8).needed);
  });

  it("is answered for a million lines", () => {
    expect(family(1_000_000, 1).fails(lines(1_000_000))).toBe(true);
  });
});

describe("def-use", () => {
  it("leaves exactly what the four lines need, whatever goes first", () => {
    for (const seed of [1, 2, 3, 4]) {
      const oracle = (families["def-use"] as (typeof families)[string])(300, seed);
      const { result } = play(bisectionToFixpoint(lines(300)), (c) => oracle.fails(c));
      expect(elements(result)).toEqual([...oracle.needed]);
    }
  });
});

describe("brackets", () => {
  it("must balance", () => {
    const oracle = (families["bracket"] as (typeof families)[string])(400, 1);
    const needed = new Set(oracle.needed);
    const alone = Array.from({ length: 400 }, (_, line) => line).filter((line) => !needed.has(line));
    const broken = alone.filter((line) => !oracle.fails(cut(lines(400), line, line + 1)));
    expect(broken).toHaveLength(2 * Math.floor(0.12 * 400));
  });
});

describe("the information bound", () => {
  it("is the logarithm of the number of ways to choose", () => {
    expect(log2Choose(10, 3)).toBeCloseTo(Math.log2(120), 9);
    expect(log2Choose(1000, 4)).toBeCloseTo(35.27, 2);
    expect(log2Choose(1000, 32)).toBeCloseTo(200.52, 2);
  });
});
