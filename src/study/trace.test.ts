import { describe, expect, it } from "vitest";
import { elements, whole, type Configuration } from "../core/configuration.ts";
import { ddmin } from "../strategies/ddmin.ts";
import { trace } from "./trace.ts";

const letters = (text: string): Configuration<string> => whole(Array.from(text));
const textOf = (c: Configuration<string>): string => elements(c).join("");

describe("trace", () => {
  it("evaluates a candidate once and counts later look-ups as hits", () => {
    let runs = 0;
    const input = letters("ab");
    const run = trace(input, ddmin(input), {
      test: (c) => {
        runs++;
        return c.length === 2;
      },
    });
    // a and b as subsets, then the same two as complements.
    expect([run.evaluated, run.hits, run.trials.length, runs]).toEqual([2, 2, 4, 2]);
    expect(run.trials.map(({ known }) => known)).toEqual([false, false, true, true]);
  });

  it("takes candidates of equal key for one", () => {
    const input = letters("xx");
    expect(trace(input, ddmin(input), { test: (c) => c.length === 2, key: textOf }).evaluated).toBe(1);
  });

  it("counts as an iteration each partition that was tried, the last, fruitless one included", () => {
    const input = letters("abcd");
    const run = trace(input, ddmin(input), { test: (c) => textOf(c).includes("a") && textOf(c).includes("d") });
    // Halves; quarters up to b's removal; up to c's removal; a and d.
    expect(run.iterations).toBe(4);
  });

  it("says what was being reduced, and how often the partition had become finer", () => {
    const input = letters("abcd");
    const run = trace(input, ddmin(input, { cases: "complements-only" }), { test: (c) => /a.*d/.test(textOf(c)) });
    const said = run.trials.map(({ before, candidate, level }) => `${level} ${textOf(before)} ${textOf(candidate)}`);
    expect(said.filter((text) => text.startsWith("0"))).toEqual(["0 abcd cd", "0 abcd ab"]);
    expect(said.slice(2)).toEqual(["1 abcd bcd", "1 abcd acd", "1 acd ad", "1 ad a", "1 ad d"]);
  });
});
