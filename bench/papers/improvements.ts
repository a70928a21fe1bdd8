/** Improvements paper, Tables 2 and 3(a): Examples A-D. */
import { improvements } from "../../test/golden/figures.ts";
import { exampleRun } from "../../test/golden/replay.ts";
import { cell, type Table } from "./table.ts";

interface Counts {
  readonly evaluated: number;
  readonly hits: number;
  readonly iterations: number;
  readonly size: number;
}

const CASES = ["subsets-first", "complements-first", "complements-only"] as const;

export const improvementsTable = (): Table => ({
  title: "Improvements (2016), Tables 2 and 3(a): tests (+cache hits) [iterations] size",
  columns: CASES,
  rows: [...new Set(improvements.table3a.map((row) => row.case))].map((name) => ({
    name,
    cells: improvements.table3a
      .filter((row) => row.case === name)
      .map((row) => {
        const ours = exampleRun(name, row.cases);
        return cell(say(row), say({ ...ours, size: ours.result.length }));
      }),
  })),
});

const say = ({ evaluated, hits, iterations, size }: Counts): string =>
  `${evaluated} (+${hits}) [${iterations}] ${size}`;
