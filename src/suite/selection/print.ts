/** Tables as text: columns line up, and fit into the width. */
import { type TableCell, type Measure, measures, type SuiteTable, type TableRow } from "./tables.ts";

const TITLES: Readonly<Record<Measure, string>> = {
  size: "Size",
  ms: "Time(s)",
  statements: "ST",
  branches: "BR",
  functions: "FN",
  failing: "#Fail",
  mutants: "MUT",
  faults: "E#F",
};

const WORDS: Readonly<Record<Measure, string>> = {
  size: "tests",
  ms: "run time",
  statements: "statements",
  branches: "branches",
  functions: "functions",
  failing: "failing tests",
  mutants: "mutants killed",
  faults: "distinct faults, estimated",
};

/** Below this a difference is called significant, as in the paper. */
const SIGNIFICANT = 0.05;

export interface PrintOptions {
  /** The width of the terminal; 80 unless given. */
  readonly width?: number;
}

/** The table with a legend. Where the width allows it, every figure is followed by its p; else a * marks those that differ from the first row (p < 0.05). */
export const printTable = (table: SuiteTable, { width = 80 }: PrintOptions = {}): string => {
  const shown = measures.filter((measure) => table.rows.some(({ cells }) => cells[measure] !== undefined));
  const isCompared = table.rows.some(({ cells }) => shown.some((measure) => cells[measure]?.p !== undefined));
  const wide = isCompared ? linesOf(table, shown, withProbability) : [];
  const isWide = wide.length > 0 && wide.every((line) => lengthOf(line) <= width);
  const lines = isWide ? wide : fitted(table, shown, isCompared ? marked : plain, width);
  const legend = [
    ...shown.map((measure) => `${TITLES[measure]} = ${WORDS[measure]}`),
    ...(table.repetitions > 1 ? [`means of ${table.repetitions} repetitions`] : []),
    ...(isCompared
      ? [
          isWide
            ? "p: two-sided U test against the first row"
            : "* = differs from the first row, two-sided U test, p < 0.05",
        ]
      : []),
    ...(table.repetitions > 1 && table.rows.some(({ deterministic }) => deterministic)
      ? ["deterministic, without p: orders, and suites that fit whole"]
      : []),
  ];
  return [...lines, ...wrapped(legend, width)].join("\n");
};

type Write = (figure: string, cell: TableCell) => string;

const linesOf = (table: SuiteTable, shown: readonly Measure[], write: Write): readonly string[] => {
  const columns = shown.map((measure) => {
    const cells = table.rows.map((row) => row.cells[measure]);
    const digits = digitsOf(measure, cells);
    const scale = measure === "ms" ? 1000 : 1;
    return [TITLES[measure], ...cells.map((cell) => (cell ? write(grouped(cell.mean / scale, digits), cell) : "-"))];
  });
  const suites = ["Suite", ...table.rows.map(({ suite }: TableRow) => suite)];
  return aligned(suites.map((suite, row) => [suite, ...columns.map((column) => column[row] ?? "")]));
};

/** The same for a whole column: none for whole numbers, one for means; times are in seconds, with three as long as all are below 100. */
const digitsOf = (measure: Measure, cells: readonly (TableCell | undefined)[]): number => {
  const means = cells.flatMap((cell) => cell?.mean ?? []);
  if (measure === "ms") return means.every((mean) => mean < 100_000) ? 3 : 1;
  return means.every((mean) => Number.isInteger(mean)) ? 0 : 1;
};

/** Names of suites are cut where nothing else helps, down to six letters; a table that is still wider stays so. */
const fitted = (table: SuiteTable, shown: readonly Measure[], write: Write, width: number): readonly string[] => {
  const lines = linesOf(table, shown, write);
  const over = Math.max(...lines.map(lengthOf)) - width;
  if (over <= 0) return lines;
  const longest = Math.max(...table.rows.map(({ suite }) => lengthOf(suite)));
  const room = Math.max(6, longest - over);
  return linesOf(
    { ...table, rows: table.rows.map((row) => ({ ...row, suite: shortened(row.suite, room) })) },
    shown,
    write,
  );
};

/** The end stays: it says which order it is. */
const shortened = (name: string, room: number): string => {
  const letters = Array.from(name);
  const tail = room >> 1;
  return letters.length <= room
    ? name
    : [...letters.slice(0, room - tail - 1), "…", ...letters.slice(letters.length - tail)].join("");
};

/** The first column to the left, the others to the right. */
const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const blanks = " ".repeat((widths[column] ?? 0) - lengthOf(cell));
        return column === 0 ? cell + blanks : blanks + cell;
      })
      .join("  ")
      .trimEnd(),
  );
};

/** The blank stands where others have the mark, so that digits stand below digits. */
const marked: Write = (figure, { p }) => `${figure}${p !== undefined && p < SIGNIFICANT ? "*" : " "}`;

const withProbability: Write = (figure, { p }) => (p === undefined ? figure : `${figure} (p ${probability(p)})`);

const plain: Write = (figure) => figure;

/** With commas between thousands. */
const grouped = (value: number, digits: number): string => {
  const [whole = "", ...fraction] = value.toFixed(digits).split(".");
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ","), ...fraction].join(".");
};

const probability = (p: number): string => (p >= 0.001 ? p.toFixed(3) : p.toExponential(0));

const lengthOf = (text: string): number => Array.from(text).length;

const wrapped = (parts: readonly string[], width: number): readonly string[] => {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(last) + lengthOf(part) + 2 <= width)
      lines[lines.length - 1] = `${last}; ${part}`;
    else lines.push(part);
  }
  return lines;
};
