import { describe, expect, it } from "vitest";
import { elements, keeps, whole, type Configuration } from "../core/configuration.ts";
import { play } from "../driver/play.ts";
import { binarySearch } from "./binary-search.ts";
import { naive } from "./naive.ts";
import { onemin } from "./onemin.ts";

const numbers = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));

describe("onemin", () => {
  it.each(["forward", "backward"] as const)("tests every delta once and the needed ones again (%s)", (order) => {
    const needed = [100, 300, 500, 700];
    const { result, asked } = play(onemin(numbers(1000), { order }), (c) => needed.every((i) => keeps(c, i)));
    expect(elements(result)).toEqual(needed);
    expect(asked).toBe(1000 + needed.length);
  });

  it("comes round again for what could not go before", () => {
    // 0 can go only after 2, 1 never.
    const asked: number[][] = [];
    const { result } = play(onemin(numbers(3)), (c) => {
      asked.push(elements(c));
      return keeps(c, 1) && (keeps(c, 0) || !keeps(c, 2));
    });
    expect(asked).toEqual([[1, 2], [0, 2], [0, 1], [1]]);
    expect(elements(result)).toEqual([1]);
  });

  it("walks a long list without recursion", () => {
    expect(play(onemin(numbers(20_000), { order: "backward" }), (c) => keeps(c, 0)).result.length).toBe(1);
  });
});

describe("the naive algorithm", () => {
  it("takes n + (n-1) + … tests when only the last delta can ever go", () => {
    const isPrefix = (c: Configuration<number>): boolean => elements(c).every((value, i) => value === i);
    const { result, asked } = play(naive(numbers(10)), isPrefix);
    expect(elements(result)).toEqual([0]);
    expect(asked).toBe(10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2);
  });

  it("begins again from the start after a success", () => {
    const asked: number[][] = [];
    play(naive(numbers(3)), (c) => {
      asked.push(elements(c));
      return keeps(c, 0) && keeps(c, 2);
    });
    expect(asked).toEqual([[1, 2], [0, 2], [2], [0]]);
  });
});

describe("plain binary search", () => {
  it("keeps the half that fails", () => {
    const { result, asked } = play(binarySearch(numbers(896)), (c) => keeps(c, 500));
    expect(elements(result)).toEqual([500]);
    expect(asked).toBeLessThanOrEqual(2 * 10);
  });

  it("is stuck when both halves are needed", () => {
    const { result, asked } = play(binarySearch(numbers(8)), (c) => keeps(c, 0) && keeps(c, 7));
    expect([result.length, asked]).toEqual([8, 2]);
  });
});
