import { describe, expect, it } from "vitest";
import { elements, keeps, slice, whole, type Configuration } from "../core/configuration.ts";
import { play } from "../driver/play.ts";
import { dd } from "./dd.ts";
import { isolate } from "./isolate.ts";

const numbers = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));
const needs =
  (...needed: readonly number[]) =>
  (c: Configuration<number>): boolean =>
    needed.every((i) => keeps(c, i));

describe("dd of 1999", () => {
  it("finds a single cause by halving", () => {
    const { result, asked } = play(dd(numbers(64)), needs(40));
    expect(elements(result)).toEqual([40]);
    expect(asked).toBeLessThanOrEqual(12);
  });

  it("searches both sides of an interference, each with the other applied, and confirms the combination", () => {
    const asked: string[] = [];
    const { result } = play(dd(numbers(8)), (c) => {
      asked.push(elements(c).join(""));
      return needs(1, 6)(c);
    });
    expect(elements(result)).toEqual([1, 6]);
    expect(asked).toEqual(["0123", "4567", "014567", "04567", "14567", "012345", "012367", "01236", "16"]);
  });

  it("returns the smallest failing configuration it saw when the combination does not fail", () => {
    const { result } = play(dd(numbers(8)), (c) => needs(2, 7)(c) || needs(3, 5)(c));
    expect(elements(result)).toEqual([2, 4, 5, 6, 7]);
  });

  it("does not ask again about a combination that is what it saw failing", () => {
    expect(play(dd(numbers(2)), needs(0, 1)).asked).toBe(2);
  });
});

describe("isolate", () => {
  const nothing = (n: number): Configuration<number> => slice(numbers(n), 0, 0);
  const outcomes = (needed: readonly number[]) => (c: Configuration<number>) => needs(...needed)(c);

  it("narrows a failure with one cause down to that delta", () => {
    const { result, asked } = play(isolate(nothing(64), numbers(64)), outcomes([40]));
    expect([
      result.failing.length - result.passing.length,
      keeps(result.failing, 40),
      keeps(result.passing, 40),
    ]).toEqual([1, true, false]);
    expect(asked).toBeLessThanOrEqual(12);
  });

  it("finds one of two causes, in the context of the other", () => {
    const { result } = play(isolate(nothing(16), numbers(16)), outcomes([3, 12]));
    const difference = elements(result.failing).filter((i) => !keeps(result.passing, i));
    expect(difference).toHaveLength(1);
    expect([3, 12]).toEqual(expect.arrayContaining(difference));
  });

  it("splits finer while everything is unresolved, and ends with a difference of what hangs together", () => {
    // Deltas 2 to 5 go together or not at all: anything else does not build.
    const together = [2, 3, 4, 5];
    const { result, claims } = play(isolate(nothing(8), numbers(8)), (c) => {
      const kept = together.filter((i) => keeps(c, i)).length;
      return kept === 4 ? "fail" : kept === 0 ? "pass" : "unresolved";
    });
    expect(elements(result.failing).filter((i) => !keeps(result.passing, i))).toEqual(together);
    expect(claims).toEqual([{ property: "1-minimal difference", by: "elements" }]);
  });

  it("starts from a passing configuration that is not empty", () => {
    const { result } = play(isolate(slice(numbers(8), 0, 4), numbers(8)), outcomes([1, 6]));
    expect(elements(result.failing).filter((i) => !keeps(result.passing, i))).toEqual([6]);
    expect(keeps(result.passing, 1)).toBe(true);
  });

  it("has nothing to ask when a single delta makes the difference", () => {
    expect(play(isolate(slice(numbers(3), 0, 2), numbers(3)), () => true).asked).toBe(0);
  });
});
