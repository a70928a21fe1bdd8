/** Large programs with known dependences. */
import { describe, expect, test } from "vitest";
import { programOf, SHAPES, WRITINGS } from "../../bench/dependences/programs.ts";
import { faultsOf, figuresOf } from "../../bench/dependences/programs-table.ts";
import { currentSeed } from "../support/seeds.ts";
import { sampled } from "../support/whole.ts";

const PARTS = sampled(3000, 10_000);

describe.each(SHAPES)("%s", (shape) => {
  test(`of ${PARTS} parts takes at most half more tests than in the best order, whichever way round it stands`, async () => {
    const program = programOf(shape, shape === "exports" ? PARTS / 5 : PARTS, currentSeed());
    for (const writing of Object.values(WRITINGS)) expect(faultsOf(await figuresOf(program, writing))).toEqual([]);
  });
});
