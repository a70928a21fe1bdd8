/** Large programs with known dependences. */
import { describe, expect, test } from "vitest";
import { programOf, SHAPES, WRITINGS } from "../../bench/dependences/programs.ts";
import { faultsOf, figuresOf } from "../../bench/dependences/programs-table.ts";
import { currentSeed } from "../support/seeds.ts";

describe.each(SHAPES)("%s", (shape) => {
  test("of 10,000 parts takes at most half more tests than in the best order, whichever way round it stands", async () => {
    const program = programOf(shape, shape === "exports" ? 2000 : 10_000, currentSeed());
    for (const writing of Object.values(WRITINGS)) expect(faultsOf(await figuresOf(program, writing))).toEqual([]);
  });
});
