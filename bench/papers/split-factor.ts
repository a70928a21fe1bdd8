/** Split-factor paper, Table 2: four texts by lines. */
import { splitFactor } from "../../test/golden/figures.ts";
import { programRun, WITHOUT_SUBSETS, WITH_SUBSETS } from "../../test/golden/replay.ts";
import { cell, type Cell, type Table } from "./table.ts";

export const splitFactorTable = (): Table => ({
  title: "Split factor (2020), Table 2: by lines",
  caveat:
    "irrational.json, issue1387.js and helloworld.c are stand-ins, bug.c a reconstruction; fitted in structure " +
    "to these figures (test/golden/README.md), so this is a regression test. The proof of the rules is Examples A-D.",
  columns: ["tests with subsets", "lines", "tests without", "lines"],
  rows: splitFactor.table2.map((row) => ({
    name: `${row.input} ν ${row.splitFactor}`,
    cells: [
      ...both(row.withSubsets, programRun(row.input, { ...WITH_SUBSETS, splitFactor: row.splitFactor })),
      ...both(row.withoutSubsets, programRun(row.input, { ...WITHOUT_SUBSETS, splitFactor: row.splitFactor })),
    ],
  })),
});

const both = (printed: readonly [number, number], ours: readonly [number, number]): readonly Cell[] => [
  cell(printed[0], ours[0]),
  cell(printed[1], ours[1]),
];
