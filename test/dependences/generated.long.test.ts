/** Large programs with known dependences. */
import { describe, expect, test } from "vitest";
import { programOf, SHAPES } from "../../bench/dependences/programs.ts";
import { currentSeed } from "../support/seeds.ts";
import { unlikeIn } from "./alike.ts";

describe.each(SHAPES)("%s", (shape) => {
  test("of 10,000 parts takes as many tests backward as forward, and comes to the same", async () => {
    expect(await unlikeIn(programOf(shape, shape === "exports" ? 2000 : 10_000, currentSeed()))).toEqual([]);
  });
});
