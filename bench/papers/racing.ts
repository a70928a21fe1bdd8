/** Improvements paper, Table 3(b): the racing modes over worker counts, on a virtual clock. */
import { valueCase, type ValueCase } from "../../src/core/case.ts";
import { keyOf, type Configuration } from "../../src/core/configuration.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { combined, parallel, type Raced } from "../../src/study/racing.ts";
import { examples, type Example } from "../../test/golden/examples.ts";
import { improvements } from "../../test/golden/figures.ts";
import { cell, type Row, type Table } from "./table.ts";

const DIFFERS = {
  parallel: "here every test takes one tick, so that workers keep in step, which real ones do not",
  combined:
    "what has finished is remembered here; the paper lets aborted tests lose theirs, at moments that timing " +
    "decides (remembering the winner alone would give 22–56, 30–53 and 472–3426 tests)",
} as const;

export interface Course {
  readonly mode: "parallel" | "combined";
  readonly name: string;
  readonly evaluated: readonly number[];
  readonly rounds: readonly number[];
}

export const racingTables = async (): Promise<{ readonly table: Table; readonly courses: readonly Course[] }> => {
  const rows: Row[] = [];
  const courses: Course[] = [];
  for (const printed of improvements.table3b) {
    const runs: Lap[] = [];
    for (const workers of improvements.workers) runs.push(await lap(printed.case, printed.mode, workers));
    const why = printed.reproducible ? undefined : DIFFERS[printed.mode];
    const compared = (["evaluated", "hits", "iterations"] as const).map((count) =>
      cell(interval(printed[count]), interval(runs.map(({ raced }) => raced[count])), why),
    );
    rows.push({ name: `${printed.case}, ${printed.mode}`, cells: compared });
    courses.push({
      mode: printed.mode,
      name: printed.case,
      evaluated: runs.map(({ raced }) => raced.evaluated),
      rounds: runs.map(({ rounds }) => rounds),
    });
  }
  const workers = improvements.workers.join(", ");
  const title = `Improvements (2016), Table 3(b): intervals over ${workers} workers`;
  return { table: { title, columns: ["tests", "cache hits", "iterations"], rows }, courses };
};

interface Lap {
  readonly raced: Raced<number>;
  /** Time on the virtual clock, a test taking one. */
  readonly rounds: number;
}

const render = (c: Configuration<number>): ValueCase<Configuration<number>> =>
  valueCase({ value: () => c, key: () => keyOf(c), size: c.length });

const lap = async (name: string, mode: "parallel" | "combined", workers: number): Promise<Lap> => {
  const { input, fails } = examples[name] as Example;
  const executor = simulated<ValueCase<Configuration<number>>>({
    capacity: workers,
    oracle: (candidate) => fails(candidate.value()),
  });
  const raced = await (mode === "parallel" ? parallel : combined)(input, { executor, render });
  return { raced, rounds: executor.now };
};

const interval = (values: readonly number[]): string => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? `${low}` : `${low}–${high}`;
};
