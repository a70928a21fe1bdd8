import { describe, expect, it } from "vitest";
import { splitFactor } from "./figures.ts";
import { programs, textOf, type Program } from "./programs.ts";
import { programRun, WITHOUT_SUBSETS, WITH_SUBSETS } from "./replay.ts";

describe("Split factor, Table 2 (on stand-ins, see README.md)", () => {
  it.each(splitFactor.table2)("$input, ν $splitFactor: tests and lines, with and without subsets", (printed) => {
    const ours = (options: typeof WITH_SUBSETS) =>
      programRun(printed.input, { ...options, splitFactor: printed.splitFactor });
    expect({ with: ours(WITH_SUBSETS), without: ours(WITHOUT_SUBSETS) }).toEqual({
      with: printed.withSubsets,
      without: printed.withoutSubsets,
    });
  });

  it("has 25 rows of four values", () => {
    expect(splitFactor.table2).toHaveLength(25);
  });

  it.each(Object.entries(programs).filter(([name]) => name !== "bug.c"))(
    "%s fails as a whole",
    (_, { input, fails }: Program) => {
      expect(fails(textOf(input))).toBe(true);
    },
  );

  it("is about texts of the printed sizes, bug.c aside, which has 739 characters instead of 740", () => {
    const sizes = Object.entries(programs).map(([name, { input }]) => [name, input.length, textOf(input).length]);
    expect(sizes).toEqual([
      ["irrational.json", 5, 33],
      ["issue1387.js", 5, 74],
      ["helloworld.c", 10, 145],
      ["bug.c", 37, 739],
    ]);
  });
});
