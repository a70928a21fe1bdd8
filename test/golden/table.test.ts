import { describe, expect, it } from "vitest";
import { cell, isReproduced, summaryOf, textOf, type Cell, type Table } from "../../bench/papers/table.ts";

const table = (...cells: readonly Cell[]): Table => ({
  title: "A table",
  columns: cells.map((_, i) => `column ${i}`),
  rows: [{ name: "a row", cells }],
});

describe("a printed table next to ours", () => {
  it("is reproduced when every cell is equal", () => {
    expect(isReproduced(table(cell(1, 1), cell([1, 2], [1, 2])))).toBe(true);
    expect(summaryOf(table(cell(1, 1), cell("a", "a")))).toBe("2/2 cells equal");
  });

  it("is not when one differs", () => {
    expect(isReproduced(table(cell(1, 1), cell(1, 2)))).toBe(false);
    expect(textOf(table(cell(1, 2)))).toContain("1 / 2 ≠");
  });

  it("counts a difference with a known reason as such, never as equal", () => {
    const known = table(cell(1, 1), cell(3398, 3376, "another clock"));
    expect(isReproduced(known)).toBe(true);
    expect(summaryOf(known)).toBe("1/2 cells equal, 1 known to differ");
    expect(textOf(known)).toContain("≠ known: another clock");
  });
});
