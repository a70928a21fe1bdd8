/** Programs with known dependences: the order of their parts and the syntax do not matter. */
import { describe, expect, test } from "vitest";
import { countTests } from "../../bench/dependences/count.ts";
import { programOf, SHAPES, WRITINGS } from "../../bench/dependences/programs.ts";
import { currentSeed } from "../support/seeds.ts";
import { unlikeIn } from "./alike.ts";

describe.each(SHAPES)("%s", (shape) => {
  test.each([10, 100, 300])(
    "of %i parts takes as many tests backward as forward, and comes to the same",
    async (parts) => {
      expect(await unlikeIn(programOf(shape, parts, currentSeed()))).toEqual([]);
    },
  );
});

test("a syntax with a grammar, and none at all, take the same number of tests", async () => {
  for (const shape of SHAPES) {
    const program = programOf(shape, 50, currentSeed());
    const counts = await Promise.all(
      Object.values(WRITINGS).map(async (writing) => (await countTests(program, writing, "backward")).tests),
    );
    expect(new Set(counts).size).toBe(1);
  }
});
