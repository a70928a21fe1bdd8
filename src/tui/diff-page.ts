/** Two texts, one above the other: what is kept, what went, what came. */
import { lineDiff, type Hunk } from "../progress/line-diff.ts";
import { count, counted } from "../progress/figures.ts";
import { span, type Line, type Style } from "./lines.ts";
import { cutBetween } from "./preview.ts";

export interface DiffRow {
  /** "~": lines that are not shown; "#": the name of a file, above its lines. */
  readonly sign: " " | "-" | "+" | "~" | "#";
  readonly text: string;
}

/** Kept lines around a change that are shown. */
const CONTEXT = 3;
/** What is shown of a line before the place where it differs from the one that took its place. */
const LEAD = 16;

/** Rows of a diff; kept lines far from changes are counted in a row with "~". */
export const diffRows = (before: string, after: string): readonly DiffRow[] => {
  const [olds, news] = [linesOf(before), linesOf(after)];
  const hunks = lineDiff(olds, news);
  return hunks.flatMap((hunk, index) => {
    const lines = (hunk.kind === "added" ? news : olds).slice(hunk.from, hunk.to);
    if (hunk.kind === "same") return keptRows(lines, { first: index === 0, last: index === hunks.length - 1 });
    const sign = hunk.kind === "removed" ? "-" : "+";
    const other = pairOf(hunks, index, { olds, news });
    return lines.map((text) => ({ sign, text: other === undefined ? text : focused(text, other) }) as const);
  });
};

const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

/** The line in whose place a single line came, or which came in its place. */
const pairOf = (
  hunks: readonly Hunk[],
  index: number,
  { olds, news }: { readonly olds: readonly string[]; readonly news: readonly string[] },
): string | undefined => {
  const hunk = hunks[index] as Hunk;
  const other = hunk.kind === "removed" ? hunks[index + 1] : hunks[index - 1];
  const wanted = hunk.kind === "removed" ? "added" : "removed";
  if (other?.kind !== wanted || other.to - other.from !== 1 || hunk.to - hunk.from !== 1) return undefined;
  return (wanted === "added" ? news : olds)[other.from];
};

/** A long line from shortly before the place where it differs. */
const focused = (text: string, other: string): string => {
  const at = cutBetween(text, other)?.at ?? 0;
  return at <= 2 * LEAD ? text : `…${text.slice(at - LEAD)}`;
};

const keptRows = (
  lines: readonly string[],
  { first, last }: { readonly first: boolean; readonly last: boolean },
): readonly DiffRow[] => {
  const rows = lines.map((text) => ({ sign: " ", text }) as const);
  const [head, tail] = [first ? 0 : CONTEXT, last ? 0 : CONTEXT];
  const hidden = rows.length - head - tail;
  if (hidden <= 1) return rows;
  const between = { sign: "~", text: `${counted(hidden, "line")} kept` } as const;
  return [...rows.slice(0, head), between, ...rows.slice(rows.length - tail)];
};

const STYLES: Readonly<Record<DiffRow["sign"], Style>> = {
  " ": "plain",
  "-": "red",
  "+": "green",
  "~": "dim",
  "#": "bold",
};

const LEADS: Readonly<Record<DiffRow["sign"], string>> = { " ": "   ", "-": " - ", "+": " + ", "~": "  ⋯ ", "#": " " };

export const diffLines = (rows: readonly DiffRow[], top: number, height: number): readonly Line[] =>
  rows.slice(top, top + height).map(({ sign, text }) => [span(`${LEADS[sign]}${text}`, STYLES[sign])]);

/** "12 lines removed, 3 added". */
export const diffSummary = (rows: readonly DiffRow[]): string => {
  const [removed, added] = (["-", "+"] as const).map((sign) => rows.filter((row) => row.sign === sign).length);
  return `${counted(removed ?? 0, "line")} removed, ${count(added ?? 0)} added`;
};

/** Where the first change is. */
export const firstChange = (rows: readonly DiffRow[]): number =>
  Math.max(
    0,
    rows.findIndex(({ sign }) => sign === "-" || sign === "+"),
  );
