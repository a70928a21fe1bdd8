/** Cause reduction (2014): what reduced suites keep, in the paper and here. Other programs and other tests: nothing is compared by equality. */
import { causeReduction, type SuiteRow } from "../../test/golden/figures.ts";
import { aligned } from "./table.ts";

const { table1, table2, table3, table4, ours } = causeReduction;

export interface ShareRow {
  readonly name: string;
  readonly paper: string;
  readonly yaffs?: string;
  /** One for each measurement of ours; missing where it was not measured. */
  readonly ours: readonly (string | undefined)[];
}

/** Ours are the figures of docs/benchmarks.md: measured once, not run here. */
export const causeReductionTable = (): readonly ShareRow[] => [...wholeSuites(), ...quickTests()];

type Measurement = (typeof ours.measured)[number];

/** A row whose figures of ours are read from each measurement. */
const row = (
  name: string,
  printed: Pick<ShareRow, "yaffs"> & { readonly paper?: string },
  own: (measurement: Measurement) => string | undefined = () => undefined,
): ShareRow => ({ name, paper: "–", ...printed, ours: ours.measured.map(own) });

/** Tables I and IV. */
const wholeSuites = (): readonly ShareRow[] => {
  const [full, reduced] = rowsOf(table1.rows, "Full", "ST-Min");
  const [selectedFull, selectedReduced] = rowsOf(table1.rows, "GE-ST(Full)", "GE-ST(ST-Min)");
  const [yaffs, reducedYaffs] = rowsOf(table4.rows, "Full", "Min");
  const shares = (measure: "seconds" | "statements" | "branches" | "functions") => ({
    paper: share(reduced[measure], full[measure]),
    yaffs: share(reducedYaffs[measure], yaffs[measure]),
  });
  return [
    row("run time left", shares("seconds"), ({ runTime }) => runTime),
    row("statements kept", shares("statements"), ({ statements }) => statements),
    row("branches kept", shares("branches"), ({ branches }) => branches),
    row("functions kept", shares("functions"), ({ functions }) => functions),
    row("failing tests kept", { paper: share(reduced.failing, full.failing) }),
    row("mutants kept", { yaffs: table4.mutantsKept }, ({ mutants }) => mutants),
    row(
      "tests selected greedily, full and reduced",
      { paper: `${selectedFull.tests}, ${selectedReduced.tests} of ${full.tests}` },
      ({ selected }) => selected && `${selected.full}, ${selected.reduced} of 24`,
    ),
  ];
};

/** Tables II and III. */
const quickTests = (): readonly ShareRow[] => {
  const [full] = rowsOf(table1.rows, "Full");
  return [
    ...[table2, table3].map(({ program, rows }) => {
      const quick = rowsOf(rows, "Full", "Min", "F+ΔST", "M+ΔST");
      const paper = quick.map(({ statements }) => share(statements, full.statements)).join(", ");
      return row(`statements in ${program.replace(/^.*, /, "")} (F, M, F+ΔST, M+ΔST)`, { paper });
    }),
    row(
      "statements in ΔST order",
      {},
      ({ order }) => order && `${order.statements} after ${order.fullTime} (F), ${order.reducedTime} (M) of the time`,
    ),
    row(
      "mutants in equal time, full and reduced",
      {},
      ({ mutants, mutantsOfPrefix }) => mutantsOfPrefix && `${mutantsOfPrefix}, ${mutants?.replace(/ .*/, "")}`,
    ),
  ];
};

export const causeReductionText = (): string =>
  [
    "Cause reduction (2014), Tables I to IV: what a reduced suite keeps of the full one, the paper's and ours",
    ...aligned([
      ["", table1.program, table4.program, ...ours.measured.map(({ name }) => `ours: ${name}`)],
      ...causeReductionTable().map(({ name, paper, yaffs, ours: own }) => [
        name,
        paper,
        yaffs ?? "–",
        ...own.map((each) => each ?? "–"),
      ]),
    ]),
    `  Note: ours is another program, ${ours.program}, and far fewer tests. These figures were measured once, with`,
    ...ours.measured.map(({ command }) => `    ${command}`),
    "  – stands for what was not measured, or not printed.",
  ].join("\n");

const rowsOf = <Names extends readonly string[]>(
  rows: readonly SuiteRow[],
  ...names: Names
): { readonly [Index in keyof Names]: SuiteRow } =>
  names.map((name) => rows.find(({ suite }) => suite === name)) as { readonly [Index in keyof Names]: SuiteRow };

const share = (part: number | undefined, whole: number | undefined): string => {
  const percent = (100 * (part ?? Number.NaN)) / (whole ?? Number.NaN);
  return `${Number(percent.toFixed(2))} %`;
};
