/** Lines of styled pieces, and what is done with them before they are drawn. */
import { visibleLine } from "../core/visible.ts";
import { cells, head } from "./cells.ts";

export type Style =
  | "plain"
  | "dim"
  | "bold"
  | "red"
  | "green"
  | "yellow"
  | "blue"
  | "magenta"
  | "cyan"
  | "bar"
  | "cut"
  | "key";

export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** Texts in it are harmless: nothing there is obeyed by a terminal. */
export type Line = readonly Span[];

/** Anything may be in the text: it is made harmless. */
export const span = (text: string, style: Style = "plain"): Span => ({ text: visibleLine(text), style });

export const lineOf = (...parts: readonly (string | Span)[]): Line =>
  parts.map((part) => (typeof part === "string" ? span(part) : part));

const EMPTY_LINE: Line = [];

export const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + cells(text), 0);

/** Exactly so many cells: cut off with an ellipsis, or filled up with spaces in the given style. */
export const fitted = (line: Line, width: number, fill: Style = "plain"): Line => {
  const whole = widthOf(line);
  if (whole <= width) return whole === width ? line : [...line, { text: " ".repeat(width - whole), style: fill }];
  if (width <= 0) return EMPTY_LINE;
  const kept: Span[] = [];
  let room = width - 1;
  for (const { text, style } of line) {
    const part = head(text, room);
    kept.push({ text: part.text, style });
    room -= part.cells;
    if (part.text.length < text.length || room === 0) break;
  }
  return [...kept, { text: `…${" ".repeat(room)}`, style: "dim" }];
};

/** Exactly so many lines. */
export const stacked = (lines: readonly Line[], height: number): readonly Line[] =>
  lines.length >= height
    ? lines.slice(0, height)
    : [...lines, ...Array.from({ length: height - lines.length }, () => EMPTY_LINE)];

/** Two columns, each as wide as it is told, with a gap between them. */
export const beside = (
  left: { readonly lines: readonly Line[]; readonly width: number },
  right: { readonly lines: readonly Line[]; readonly width: number },
): readonly Line[] =>
  Array.from({ length: Math.max(left.lines.length, right.lines.length) }, (_, row) => [
    ...fitted(left.lines[row] ?? EMPTY_LINE, left.width),
    { text: " ", style: "plain" },
    ...fitted(right.lines[row] ?? EMPTY_LINE, right.width),
  ]);

/** What is left and what is right, with the room between them. */
export const spread = (left: Line, right: Line, width: number): Line => {
  const room = width - widthOf(right) - 1;
  return room < 1 ? fitted(left, width) : [...fitted(left, room), { text: " ", style: "plain" }, ...right];
};

/** "── title ─────────". */
export const rule = (title: Line, width: number): Line => {
  const room = Math.max(0, width - 4 - Math.min(widthOf(title), width - 6));
  const shown = widthOf(title) > width - 6 ? fitted(title, width - 6) : title;
  return fitted([{ text: "── ", style: "dim" }, ...shown, { text: ` ${"─".repeat(room)}`, style: "dim" }], width);
};

export const textOf = (line: Line): string => line.map(({ text }) => text).join("");

const LABEL = 7;

/** What a line of figures begins with. */
export const label = (text: string): Span => span(` ${text.padEnd(LABEL)}`, "dim");

/** The first parts of a line that there is room for, with dots between them: a part is there as a whole, or not at all. */
export const fitting = (parts: readonly (readonly (string | Span)[])[], width: number): Line => {
  let line = joined(parts);
  for (let count = parts.length - 1; count > 0 && widthOf(line) > width; count--) line = joined(parts.slice(0, count));
  return line;
};

/** Parts of a line, with dots between them. */
export const joined = (parts: readonly (readonly (string | Span)[])[]): Line =>
  lineOf(...parts.flatMap((part, index) => (index === 0 ? part : [span(" · ", "dim"), ...part])));
