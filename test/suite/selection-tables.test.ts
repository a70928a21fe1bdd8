import { describe, expect, test } from "vitest";
import { coverOf, createUniverse } from "../../src/suite/covers.ts";
import { printTable } from "../../src/suite/selection/print.ts";
import { budgetTable, type MeasuredSuite, type MeasuredTest, wholeTable } from "../../src/suite/selection/tables.ts";
import { randomFrom } from "../../src/suite/statistics/random.ts";

/** Entities 0 to 19 are statements, 20 to 29 branches, 30 to 34 functions. */
const universe = createUniverse();
for (let number = 0; number < 35; number++)
  universe.number(number < 20 ? "statement" : number < 30 ? "branch" : "function", `e${number}`);

const range = (from: number, end: number): readonly number[] =>
  Array.from({ length: end - from }, (_, at) => from + at);

const full: MeasuredSuite = {
  name: "Full",
  tests: [
    {
      name: "a",
      ms: 10,
      cover: coverOf([...range(0, 10), 20, 21, 30]),
      failing: true,
      fault: "v1",
      kills: ["m1", "m2"],
    },
    { name: "b", ms: 10, cover: coverOf([...range(5, 15), 21, 22, 30, 31]), failing: true, fault: "v1", kills: ["m2"] },
    { name: "c", ms: 20, cover: coverOf([19, 29, 34]), failing: true, fault: "v2", kills: [] },
    { name: "d", ms: 5, cover: coverOf([0]) },
  ],
};

const valuesOf = (row: ReturnType<typeof wholeTable>["rows"][number]): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(row.cells).map(([measure, cell]) => [measure, cell.mean]));

describe("whole suites (Table I)", () => {
  test("count what the tests have together", () => {
    const min: MeasuredSuite = { name: "Min", tests: full.tests.slice(0, 2).map((one) => ({ ...one, ms: 2.5 })) };
    const table = wholeTable([full, min], universe);
    expect(table.rows.map(({ suite }) => suite)).toEqual(["Full", "Min"]);
    expect(table.rows.map(valuesOf)).toEqual([
      { size: 4, ms: 45, statements: 16, branches: 4, functions: 3, failing: 3, mutants: 2, faults: 2 },
      { size: 2, ms: 5, statements: 15, branches: 3, functions: 2, failing: 2, mutants: 2, faults: 1 },
    ]);
    // One value each: there is nothing to test.
    expect(table.rows[1]?.cells.statements).toEqual({ values: [15], mean: 15 });
  });

  test("have no column for what was not measured", () => {
    const tests = full.tests.map(({ name, ms, cover }): MeasuredTest => ({ name, ms, cover }));
    const [row] = wholeTable([{ name: "Full", tests }], universe).rows;
    expect(row?.cells.mutants).toBeUndefined();
    expect(row?.cells.faults).toBeUndefined();
    expect(row?.cells.failing?.mean).toBe(0);
    expect(printTable(wholeTable([{ name: "Full", tests }], universe))).not.toMatch(/MUT|E#F/u);
  });
});

describe("suites at equal budgets (Tables II to IV)", () => {
  test("cut each order to the budget", () => {
    const table = budgetTable([full], 20, {
      universe,
      seeds: [1, 2],
      orders: ["dst", "dbr", "st", "dst/s"],
      cut: { headRoom: 0, fill: false },
    });
    expect(table.rows.map(({ suite }) => suite)).toEqual(["Full", "Full+ΔST", "Full+ΔBR", "Full+|ST|", "Full+ΔST/s"]);
    // ΔST: a, b, then c, which does not fit. ΔBR: a and b add two each at first, a is first by name; then b and c add one: b is quicker.
    expect(table.rows.slice(1).map((row) => row.cells.statements?.values)).toEqual([[15], [15], [15], [15]]);
    expect(table.rows[1]?.cells.size?.values).toEqual([2]);
    expect(table.rows.map(({ deterministic }) => deterministic)).toEqual([false, true, true, true, true]);
  });

  test("keep head-room and fill up unless told otherwise", () => {
    const [, ordered] = budgetTable([full], 30, { universe, seeds: [1], orders: ["dst"] }).rows;
    // 27 ms: a and b take 20, c does not fit, d does.
    expect(ordered?.cells.size?.mean).toBe(3);
    expect(ordered?.cells.ms?.mean).toBe(25);
  });

  const random = randomFrom(11);
  const many = (name: string, ms: number): MeasuredSuite => ({
    name,
    tests: range(0, 40).map((at) => ({
      name: `t${at}`,
      ms,
      cover: coverOf(range(0, 35).filter(() => random.next() < 0.1)),
      kills: [`m${at % 25}`],
    })),
  });
  const suites = [many("Full(F)", 100), many("Min(M)", 20)];
  const seeds = range(1, 31);

  test("repeat samples with seeds and test the difference to the first row", () => {
    const table = budgetTable(suites, 600, { universe, seeds });
    expect(table.rows.map(({ suite }) => suite)).toEqual([
      "Full(F)",
      "Full(F)+ΔST",
      "Full(F)+ΔBR",
      "Min(M)",
      "Min(M)+ΔST",
      "Min(M)+ΔBR",
    ]);
    const [first, , , min] = table.rows;
    expect(first?.cells.mutants?.values).toHaveLength(30);
    expect(new Set(first?.cells.mutants?.values).size).toBeGreaterThan(1);
    expect(first?.cells.mutants?.p).toBeUndefined();
    // Five tests of the one suite take as long as 27 of the other.
    expect(min?.cells.mutants?.values).toHaveLength(30);
    expect(min?.cells.mutants?.p).toBeLessThan(1e-6);
    expect(min?.cells.mutants?.a12).toBe(1);
    // As many tests every time in both rows: no repetition makes that more certain.
    expect(first?.cells.size?.mean).toBe(5);
    expect(min?.cells.size).toEqual({ values: seeds.map(() => 27), mean: 27 });
    expect(budgetTable(suites, 600, { universe, seeds })).toEqual(table);
  });

  test("have no p where nothing is drawn: copies of one value are no sample", () => {
    const table = budgetTable(suites, 1000, { universe, seeds });
    // Orders, and all 40 tests of the small suite, which fit into the time of nine.
    expect(table.rows.map(({ deterministic }) => deterministic)).toEqual([false, true, true, true, true, true]);
    for (const { cells } of table.rows)
      for (const cell of Object.values(cells)) expect([cell.p, cell.a12]).toEqual([undefined, undefined]);
    expect(table.rows[3]?.cells.mutants).toEqual({ values: [25], mean: 25 });
    expect(printTable(table)).toContain("deterministic");
    // Neither when the first row is the one that fits.
    const turnedSuites = suites.toReversed();
    const turned = budgetTable(turnedSuites, 1000, { universe, seeds });
    expect(turned.rows[3]?.deterministic).toBe(false);
    expect(turned.rows[3]?.cells.mutants?.p).toBeUndefined();
    expect(printTable(wholeTable(suites, universe))).not.toContain("deterministic");
  });

  test("are printed in aligned columns within 80 letters, or with p where there is room", () => {
    const table = budgetTable(suites, 600, { universe, seeds, orders: ["dst", "dbr", "st", "br", "dst/s"] });
    const narrow = printTable(table).split("\n");
    for (const line of narrow) expect(Array.from(line).length).toBeLessThanOrEqual(80);
    const wide = printTable(table, { width: 240 });
    expect(wide).toMatch(/\(p \de-\d+\)/u);
    expect(narrow.join("\n")).not.toContain("(p ");
    expect(narrow.join("\n")).toContain("*");
    // The decimal points of a column stand below each other.
    const body = narrow.slice(1, 1 + table.rows.length);
    const points = body.map((line) => Array.from(line).flatMap((letter, at) => (letter === "." ? [at] : [])));
    for (const row of points) expect(row).toEqual(points[0]);
    expect(narrow.join("\n")).toContain("means of 30 repetitions");
    // Of twelve rows two are drawn, and one of them is compared.
    expect(wide.split("\n").filter((line) => line.includes("(p "))).toHaveLength(1);
  });

  test("long names are cut in the middle, so that the order can still be read", () => {
    const long = suites.map((suite) => ({
      ...suite,
      name: `a-very-long-name-of-a-directory-with-tests/${suite.name}`,
    }));
    const lines = printTable(budgetTable(long, 1000, { universe, seeds })).split("\n");
    for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => /…\S*\+ΔST /u.test(line))).toHaveLength(2);
  });
});

test("the print of a whole table", () => {
  const big: MeasuredSuite = {
    name: "Big",
    tests: range(0, 1234).map((at) => ({ name: `t${at}`, ms: 1000, cover: coverOf([at % 20]) })),
  };
  expect(printTable(wholeTable([big, { ...full, name: "Small" }], universe))).toBe(
    [
      "Suite   Size  Time(s)  ST  BR  FN  #Fail  MUT  E#F",
      "Big    1,234  1,234.0  20   0   0      0    0    0",
      "Small      4      0.0  16   4   3      3    2    2",
      "Size = tests; Time(s) = run time; ST = statements; BR = branches; FN = functions",
      "#Fail = failing tests; MUT = mutants killed; E#F = distinct faults, estimated",
    ].join("\n"),
  );
});
