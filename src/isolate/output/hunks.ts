/** The hunks of a unified diff, as a string of bytes (latin1), so that nothing is lost. */
import type { DifferingRange } from "../../core/diff/differing.ts";
import { differingLines } from "../trees/lines.ts";
import { lineAt, linesOf, type Lines } from "../trees/text-lines.ts";

const CONTEXT = 3;
const UNENDED = "\n\\ No newline at end of file\n";

/** The text after the headers; empty for texts that are the same. */
export const unifiedHunks = (from: Uint8Array, to: Uint8Array): string => {
  const a = linesOf(from);
  const b = linesOf(to);
  const pieces: string[] = [];
  for (const hunk of together(differingLines(a, b))) writeHunk(a, b, hunk, pieces);
  return pieces.join("");
};

/** Differences whose context touches are one hunk. */
const together = (differences: readonly DifferingRange[]): readonly (readonly DifferingRange[])[] => {
  const hunks: DifferingRange[][] = [];
  for (const difference of differences) {
    const last = hunks.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && difference.aFrom - before.aTo <= 2 * CONTEXT)
      last.push(difference);
    else hunks.push([difference]);
  }
  return hunks;
};

const writeHunk = (a: Lines, b: Lines, hunk: readonly DifferingRange[], out: string[]): void => {
  const first = hunk[0] as DifferingRange;
  const last = hunk.at(-1) as DifferingRange;
  const before = Math.min(CONTEXT, first.aFrom);
  const after = Math.min(CONTEXT, a.count - last.aTo);
  const aFrom = first.aFrom - before;
  const bFrom = first.bFrom - before;
  out.push(`@@ -${span(aFrom, last.aTo + after)} +${span(bFrom, last.bTo + after)} @@\n`);
  let at = aFrom;
  for (const { aFrom: start, aTo, bFrom: added, bTo } of hunk) {
    for (; at < start; at++) out.push(line(" ", lineAt(a, at)));
    for (; at < aTo; at++) out.push(line("-", lineAt(a, at)));
    for (let each = added; each < bTo; each++) out.push(line("+", lineAt(b, each)));
  }
  for (; at < last.aTo + after; at++) out.push(line(" ", lineAt(a, at)));
};

/** "3,2"; nothing stands after the line before it. */
const span = (from: number, to: number): string => {
  const length = to - from;
  if (length === 0) return `${from},0`;
  return length === 1 ? `${from + 1}` : `${from + 1},${length}`;
};

const line = (sign: string, text: string): string => (text.endsWith("\n") ? sign + text : sign + text + UNENDED);
