/** The size curve in braille dots, on a logarithmic scale. */
import { sizeAt, type Curve } from "../progress/curve.ts";
import { brief } from "../progress/figures.ts";
import { span, type Line } from "./lines.ts";

export interface ChartOptions {
  readonly width: number;
  readonly height: number;
  /** Where the curve has come to: the last size holds up to there. */
  readonly until: number;
}

const LABEL = 6;
/** The dots of a braille character, by column and row. */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;
const BLANK = 0x28_00;

export const chart = (curve: Curve, { width, height, until }: ChartOptions): readonly Line[] => {
  const sizes = curve.points.map(([, size]) => size);
  const top = Math.max(1, ...sizes);
  const bottom = Math.max(1, Math.min(top, ...sizes));
  const across = Math.max(1, width - LABEL - 1);
  const rows = dotted(curve, { across, height, until, top, bottom });
  return rows.map((cells, row) => [
    span(labelOf(row, height, { top, bottom }).padStart(LABEL), "dim"),
    span(" "),
    span(String.fromCodePoint(...cells), "cyan"),
  ]);
};

interface Frame {
  readonly across: number;
  readonly height: number;
  readonly until: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a row stands for: the largest size on top, the smallest one at the bottom, the one between them in the middle. */
const labelOf = (row: number, height: number, { top, bottom }: { readonly top: number; readonly bottom: number }) => {
  if (row === 0) return brief(top);
  if (top === bottom) return "";
  if (row === height - 1) return brief(bottom);
  return height >= 5 && row === Math.floor((height - 1) / 2) ? brief(Math.round(Math.sqrt(top * bottom))) : "";
};

const dotted = (curve: Curve, { across, height, until, top, bottom }: Frame): readonly (readonly number[])[] => {
  const cells = Array.from({ length: height }, () => Array.from({ length: across }, () => BLANK));
  const [columns, lowest] = [across * 2, height * 4 - 1];
  const first = curve.points[0]?.[0] ?? 0;
  const put = (x: number, y: number): void => {
    const row = cells[y >> 2];
    if (row !== undefined) row[x >> 1] = (row[x >> 1] ?? BLANK) | (DOTS[(x & 1) as 0 | 1][y & 3] ?? 0);
  };
  const levelOf = (size: number): number =>
    top === bottom ? 0 : Math.round((lowest * Math.log(top / Math.max(bottom, size))) / Math.log(top / bottom));
  let level: number | undefined;
  for (let x = 0; x < columns; x++) {
    const size = sizeAt(curve, first + ((until - first) * (x + 1)) / columns);
    if (size === undefined) continue;
    const next = levelOf(size);
    // The fall from the level before is drawn, too.
    for (let y = Math.min(level ?? next, next); y <= Math.max(level ?? next, next); y++) put(x, y);
    level = next;
  }
  return cells;
};
