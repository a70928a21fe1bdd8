/** A printed table next to ours, cell by cell. */

export interface Cell {
  readonly printed: string;
  readonly ours: string;
  /** Why the two may differ; without it they must be equal. */
  readonly mayDiffer?: string;
}

export interface Row {
  readonly name: string;
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly title: string;
  /** What must be said when a match is quoted. */
  readonly caveat?: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export const cell = (printed: unknown, ours: unknown, mayDiffer?: string): Cell => ({
  printed: say(printed),
  ours: say(ours),
  ...(mayDiffer !== undefined && { mayDiffer }),
});

const isEqual = ({ printed, ours }: Cell): boolean => printed === ours;

/** Does every cell that must be equal hold the printed figure? */
export const isReproduced = (table: Table): boolean =>
  table.rows.every(({ cells }) => cells.every((each) => isEqual(each) || each.mayDiffer !== undefined));

/** "12/12 cells equal" */
export const summaryOf = (table: Table): string => {
  const cells = table.rows.flatMap((row) => row.cells);
  const allowed = cells.filter((each) => !isEqual(each) && each.mayDiffer !== undefined).length;
  const known = allowed > 0 ? `, ${allowed} known to differ` : "";
  return `${cells.filter(isEqual).length}/${cells.length} cells equal${known}`;
};

export const textOf = (table: Table): string => {
  const lines = table.rows.map(({ name, cells }) => [
    name,
    ...cells.map((each) => `${each.printed} / ${each.ours} ${isEqual(each) ? "=" : "≠"}`),
  ]);
  const reasons = new Set(
    table.rows.flatMap(({ cells }) => cells.flatMap((each) => (isEqual(each) ? [] : (each.mayDiffer ?? [])))),
  );
  return [
    table.title,
    ...aligned([["", ...table.columns.map((column) => `${column}: printed / ours`)], ...lines]),
    ...[...reasons].map((reason) => `  ≠ known: ${reason}`),
    ...(table.caveat === undefined ? [] : [`  Note: ${table.caveat}`]),
    `  ${summaryOf(table)}`,
  ].join("\n");
};

/** Columns of equal width, two spaces apart. */
export const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
};

const say = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
