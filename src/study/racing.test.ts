import { describe, expect, it } from "vitest";
import { valueCase, type ValueCase } from "../core/case.ts";
import { elements, whole, type Configuration } from "../core/configuration.ts";
import type { Executor } from "../core/executor.ts";
import { simulated } from "../executors/simulated.ts";
import { ddmin } from "../strategies/ddmin.ts";
import { combined, parallel } from "./racing.ts";
import { trace } from "./trace.ts";

type Letters = Configuration<string>;
type LettersCase = ValueCase<Letters>;

const letters = (text: string): Letters => whole(Array.from(text));
const textOf = (c: Letters): string => elements(c).join("");
const render = (c: Letters): LettersCase => valueCase({ value: () => c, key: () => textOf(c), size: c.length });

/** An executor on a virtual clock; candidates named in `slow` take that long, others 1. */
const workers = (capacity: number, fails: (text: string) => boolean, slow: Readonly<Record<string, number>> = {}) =>
  simulated<LettersCase>({ capacity, latency: (key) => slow[key] ?? 1, oracle: (c) => fails(textOf(c.value())) });

const needs =
  (needed: string) =>
  (text: string): boolean =>
    Array.from(needed).every((letter) => text.includes(letter));

describe("the parallel mode", () => {
  it.each(["subsets-first", "complements-first", "complements-only"] as const)(
    "with one worker is ddmin (%s)",
    async (cases) => {
      const input = letters("abcdefghijkl");
      const raced = await parallel(input, { executor: workers(1, needs("bgk")), render }, cases);
      const sequential = trace(input, ddmin(input, { cases }), { test: (c) => needs("bgk")(textOf(c)) });
      expect(textOf(raced.result)).toBe("bgk");
      expect([raced.evaluated, raced.hits, raced.iterations]).toEqual([
        sequential.evaluated,
        sequential.hits,
        sequential.iterations,
      ]);
    },
  );

  it("lets the first test to finish win, whatever its number", async () => {
    const fails = (text: string): boolean => text.includes("a") || text.includes("d");
    const fast = await parallel(letters("abcd"), { executor: workers(2, fails), render });
    const slow = await parallel(letters("abcd"), { executor: workers(2, fails, { ab: 5 }), render });
    expect([textOf(fast.result), textOf(slow.result)]).toEqual(["a", "d"]);
  });

  it("aborts the rest and throws its results away", async () => {
    const executor = workers(2, (text) => text.includes("d"), { ab: 100 });
    const raced = await parallel(letters("abcd"), { executor, render });
    expect(textOf(raced.result)).toBe("d");
    expect(executor.now).toBeLessThan(100);
    expect(raced.evaluated).toBe(executor.started);
  });

  it("takes less time and more tests with more workers", async () => {
    const run = async (capacity: number) => {
      const executor = workers(capacity, needs("bgk"));
      const { evaluated } = await parallel(letters("abcdefghijkl"), { executor, render });
      return { evaluated, time: executor.now };
    };
    const [one, eight] = [await run(1), await run(8)];
    expect(eight.time).toBeLessThan(one.time);
    expect(eight.evaluated).toBeGreaterThan(one.evaluated);
  });

  it("gives up when the machinery breaks, and stops what is under way", async () => {
    const signals: AbortSignal[] = [];
    const broken: Executor<LettersCase> = {
      capacity: 2,
      onCapacity: () => () => undefined,
      run: (_, signal) => {
        signals.push(signal);
        return signals.length === 1 ? Promise.reject(new Error("no more workers")) : new Promise(() => {});
      },
      close: () => Promise.resolve(),
    };
    await expect(parallel(letters("abcd"), { executor: broken, render })).rejects.toThrow("no more workers");
    expect(signals[1]?.aborted).toBe(true);
  });
});

describe("the combined mode", () => {
  it("races subsets and complements against each other", async () => {
    // Both "d" (a subset) and "bcd" (a complement) fail at four chunks, the halves are too slow to matter.
    const fails = (text: string): boolean => text === "abcd" || text === "d" || text === "bcd";
    const firstOf = async (slow: Readonly<Record<string, number>>): Promise<number> => {
      const executor = workers(8, fails, slow);
      return (await combined(letters("abcd"), { executor, render })).iterations;
    };
    // Through the subset: halves, quarters, done. Through the complement one round more at least.
    expect(await firstOf({ bcd: 50 })).toBe(2);
    expect(await firstOf({ d: 50 })).toBeGreaterThan(2);
  });

  it("tests the same candidate twice when both copies start before one has ended", async () => {
    const raced = await combined(letters("ab"), { executor: workers(4, needs("ab")), render });
    expect([raced.evaluated, raced.hits]).toEqual([4, 0]);
  });
});
