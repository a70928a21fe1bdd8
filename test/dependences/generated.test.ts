/** Programs with known dependences: neither the order of their parts nor the syntax matters. */
import { describe, expect, test } from "vitest";
import { FEW, MAX_REVERSED } from "../../bench/dependences/bounds.ts";
import { countTests, everything } from "../../bench/dependences/count.ts";
import { programOf, SHAPES, WRITINGS } from "../../bench/dependences/programs.ts";
import { faultsOf, figuresOf } from "../../bench/dependences/programs-table.ts";
import { currentSeed } from "../support/seeds.ts";

describe.each(SHAPES)("%s", (shape) => {
  test.each([10, 100])(
    "of %i parts takes at most half more tests than in the best order, as many backward as forward, and comes to the same",
    async (parts) => {
      for (const writing of Object.values(WRITINGS))
        expect(faultsOf(await figuresOf(programOf(shape, parts, currentSeed()), writing))).toEqual([]);
    },
  );

  test("reversed takes within a tenth as many tests until nothing of it can go", async () => {
    const program = programOf(shape, 25, currentSeed());
    for (const writing of Object.values(WRITINGS)) {
      const forward = await countTests({ program, writing, order: "forward" }, everything);
      const backward = await countTests({ program, writing, order: "backward" }, everything);
      expect(backward.bytes).toBe(forward.bytes);
      const [few, many] = [forward.tests, backward.tests].toSorted((a, b) => a - b) as [number, number];
      expect(many).toBeLessThanOrEqual(Math.max(MAX_REVERSED * few, few + FEW));
    }
  });
});

test("a syntax with a grammar, and none at all, take the same number of tests", async () => {
  for (const shape of SHAPES) {
    const program = programOf(shape, 50, currentSeed());
    const counts = await Promise.all(
      Object.values(WRITINGS).map(async (writing) => (await countTests({ program, writing, order: "backward" })).tests),
    );
    expect(new Set(counts).size).toBe(1);
  }
});

test("figures that miss are said to", () => {
  const count = { tests: 10, bytes: 5 };
  const well = { best: 8, forward: count, backward: count, shuffled: count };
  expect(faultsOf(well)).toEqual([]);
  expect(faultsOf({ ...well, best: 6 })).toEqual(["ratio"]);
  expect(faultsOf({ ...well, forward: { tests: 12, bytes: 5 }, backward: { tests: 9, bytes: 5 } })).toEqual([
    "reversed",
  ]);
  expect(faultsOf({ ...well, shuffled: { tests: 10, bytes: 6 } })).toEqual(["bytes"]);
});
