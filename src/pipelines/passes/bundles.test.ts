import { describe, expect, test } from "vitest";
import { elements, keeps, whole } from "../../core/configuration.ts";
import { graphOf } from "../../dependences/graph.ts";
import { play } from "../../driver/play.ts";
import { bundlesOf } from "./bundles.ts";
import { swept, sweptInBundles } from "./list-search.ts";

/** Units of the given sizes, one behind the other. */
const unitsOf = (sizes: readonly number[]) => {
  const end = Int32Array.from(sizes, (_, unit) => sizes.slice(0, unit + 1).reduce((sum, size) => sum + size, 0));
  return {
    text: "x".repeat(end.at(-1) ?? 0),
    length: sizes.length,
    start: end.map((place, unit) => place - (sizes[unit] as number)),
    end,
    after: Int32Array.from(sizes, (_, unit) => unit + 1),
    list: new Int32Array(sizes.length).fill(-1),
    lists: [],
  };
};

const bundled = (sizes: readonly number[], edges: readonly number[] = []): readonly number[] => {
  const deltas = sizes.map((_, unit) => [unit]);
  return [...bundlesOf({ units: unitsOf(sizes), graph: graphOf(sizes.length, edges) }, deltas)];
};

describe("a bundle", () => {
  test("is of small neighbours, up to half a percent of the text", () => {
    expect(bundled([5000, 10, 10, 10, 10, 5000])).toEqual([1, 2, 2, 2, 2, 3]);
    expect(bundled([5000, 20, 20, 20, 20, 5000])).toEqual([1, 2, 2, 3, 3, 4]);
  });

  test("is of parts that need nothing: what needs others may set them free", () => {
    expect(bundled([5000, 10, 10, 10, 10, 5000], [2, 0])).toEqual([1, 2, 3, 4, 4, 5]);
  });

  test("has one part where all are of the same size, and in short texts", () => {
    expect(new Set(bundled(Array.from({ length: 1000 }, () => 10))).size).toBe(1000);
    expect(new Set(bundled([50, 1, 1, 1])).size).toBe(4);
  });
});

test("where single deltas are asked about, a bundle goes or stays as one", () => {
  const sizes = Array.from({ length: 200 }, (_, unit) => (unit < 100 ? 10 : unit % 2 === 0 ? 1000 : 10));
  const list = whole(sizes.map((_, unit) => unit));
  const needed = [...sizes.keys()].filter((unit) => unit % 3 === 0);
  const holds = (c: typeof list): boolean => needed.every((unit) => keeps(c, unit));
  const single = play(swept(list), holds);
  const inBundles = play(sweptInBundles(Int32Array.from(bundled(sizes)))(list), holds);
  expect(elements(single.result)).toEqual(needed);
  expect(needed.every((unit) => keeps(inBundles.result, unit))).toBe(true);
  expect(inBundles.result.length).toBeLessThan(list.length);
  expect(inBundles.asked).toBeLessThan(0.8 * single.asked);
});
