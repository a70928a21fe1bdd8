/** Which passes have brought most, at which cost. */
import { count, time } from "../progress/figures.ts";
import type { PassProgress, Progress } from "../progress/state.ts";
import { removedText } from "./figures-panel.ts";
import { span, type Line } from "./lines.ts";

const COLUMNS = ["tests", "successes", "bytes", "time"] as const;
const WIDTHS = [7, 10, 10, 11] as const;

const cellsOf = (each: PassProgress): readonly string[] => [
  count(each.run + each.known),
  count(each.successes),
  removedText(each.removed),
  time(each.ms),
];

/** The pass at work first, then those that have removed most. */
export const passTable = (
  { passes, pass }: Progress,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Line[] => {
  const name = Math.max(8, width - WIDTHS.reduce((sum, each) => sum + each, 1));
  const rows = passes.toSorted((a, b) => Number(b.pass === pass) - Number(a.pass === pass) || b.removed - a.removed);
  const row = (first: string, cells: readonly string[]): string =>
    ` ${first.slice(0, name - 1).padEnd(name)}${cells.map((cell, column) => cell.padStart(WIDTHS[column] ?? 0)).join("")}`;
  return [
    [span(row("pass", COLUMNS), "dim")],
    ...rows
      .slice(0, Math.max(0, height - 1))
      .map((each): Line => [span(row(each.pass, cellsOf(each)), each.pass === pass ? "bold" : "plain")]),
  ];
};
