/** Programs with known dependences: neither the order of their parts nor the syntax matters. */
import { describe, expect, test } from "vitest";
import { countTests, everything } from "../../bench/dependences/count.ts";
import { programOf, SHAPES, WRITINGS } from "../../bench/dependences/programs.ts";
import { faultsOf, figuresOf, reversalFaults } from "../../bench/dependences/programs-table.ts";
import { countWrong, misleadingOf, wrongFaults } from "../../bench/dependences/wrong-guesses.ts";
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
      expect(reversalFaults(forward, backward)).toEqual([]);
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

describe.each(SHAPES)("%s of names that mean nothing", (shape) => {
  test.each([10, 30, 100, 300])(
    "among %i parts cost a fifth more tests than a sweep that knows no names, and a few",
    async (parts) => {
      for (const kept of [1, 3, 10, 30].filter((each) => 3 * each <= parts)) {
        const misleading = misleadingOf(shape, { parts, kept, seed: currentSeed() });
        expect(wrongFaults(await countWrong(misleading), misleading)).toEqual([]);
      }
    },
  );
});

test("what wrong guesses cost too much is said to", () => {
  const misleading = misleadingOf("chain", { parts: 30, kept: 3, seed: 1 });
  const well = { plain: 20, tests: 29, circled: 0, left: 3 };
  expect(wrongFaults(well, misleading)).toEqual([]);
  expect(wrongFaults({ ...well, tests: 30 }, misleading)).toEqual(["tests"]);
  expect(wrongFaults({ ...well, tests: 30, circled: 4 }, misleading)).toEqual([]);
  expect(wrongFaults({ ...well, left: 4 }, misleading)).toEqual(["parts"]);
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
