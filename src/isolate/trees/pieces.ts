/** Two versions of a text, cut into pieces that can be taken over one by one: any subset of them makes a text. */
import type { Range } from "../../core/configuration.ts";
import type { DifferingRange } from "../../core/diff/differing.ts";
import { differingLines } from "./lines.ts";
import { linesOf, type Lines } from "./text-lines.ts";

export interface Pieces {
  readonly good: Lines;
  readonly bad: Lines;
  readonly hunks: readonly DifferingRange[];
  /** By hunk: its first piece; at the end the number of pieces. */
  readonly firsts: Int32Array;
  /** By line of the good text: its number at the good end, where it was moved. */
  readonly numbers?: Int32Array;
}

/** Where a line of the good text stands at the good end. */
export const lineNumber = ({ numbers }: Pieces, line: number): number => numbers?.[line] ?? line;

/** A text with more is cut into hunks only. */
const MAX_PIECES = 300_000;

/** A hunk of k old and m new lines is min(k, m) replaced lines and the rest as lines that come or go. */
export const piecesOf = (goodBytes: Uint8Array, badBytes: Uint8Array): Pieces =>
  piecesBetween(linesOf(goodBytes), linesOf(badBytes));

/** The same for texts that are cut into lines. `hunks`: where they differ, if that is known. */
export const piecesBetween = (good: Lines, bad: Lines, hunks = differingLines(good, bad)): Pieces => {
  const byLines = hunks.reduce((sum, hunk) => sum + heightOf(hunk), 0) <= MAX_PIECES;
  const firsts = new Int32Array(hunks.length + 1);
  hunks.forEach((hunk, index) => (firsts[index + 1] = (firsts[index] as number) + (byLines ? heightOf(hunk) : 1)));
  return { good, bad, hunks, firsts };
};

const heightOf = ({ aFrom, aTo, bFrom, bTo }: DifferingRange): number => Math.max(aTo - aFrom, bTo - bFrom);

/** The lines of pieces `from` to `to` (exclusive, counted within the hunk) of a hunk. */
export const linesOfPieces = ({ hunks, firsts }: Pieces, hunk: number, { from, to }: Range): DifferingRange => {
  const { aFrom, aTo, bFrom, bTo } = hunks[hunk] as DifferingRange;
  const count = (firsts[hunk + 1] as number) - (firsts[hunk] as number);
  const at = (start: number, end: number, piece: number): number =>
    piece === count ? end : Math.min(start + piece, end);
  return {
    aFrom: at(aFrom, aTo, from),
    aTo: at(aFrom, aTo, to),
    bFrom: at(bFrom, bTo, from),
    bTo: at(bFrom, bTo, to),
  };
};

/** The good text with the pieces of these ranges (in order, half-open) taken from the bad one. */
export const composed = (pieces: Pieces, picked: readonly Range[]): Buffer => {
  const end = lineEndOf(pieces.good);
  let size = 0;
  segments(pieces, picked, ({ starts }, from, to) => (size += (starts[to] as number) - (starts[from] as number)));
  // Each text has at most one line without an end.
  const bytes = Buffer.allocUnsafe(size + 2 * end.length);
  let at = 0;
  segments(pieces, picked, ({ bytes: source, starts }, from, to) => {
    // A last line that is no longer the last gets a line end: lines never become one.
    if (at > 0 && bytes[at - 1] !== 0x0a) at += end.copy(bytes, at);
    at += source.copy(bytes, at, starts[from], starts[to]);
  });
  return bytes.subarray(0, at);
};

const lineEndOf = ({ bytes, starts, count }: Lines): Buffer => {
  const first = count === 0 ? 0 : (starts[1] as number);
  return Buffer.from(first > 1 && bytes[first - 1] === 0x0a && bytes[first - 2] === 0x0d ? "\r\n" : "\n");
};

/** Calls back with the runs of lines that make up the text, in order; none is empty. */
const segments = (
  pieces: Pieces,
  picked: readonly Range[],
  emit: (lines: Lines, from: number, to: number) => void,
): void => {
  const { good, bad, firsts } = pieces;
  const put = (lines: Lines, from: number, to: number): void => {
    if (from < to) emit(lines, from, to);
  };
  let at = 0;
  let hunk = 0;
  for (const { from, to } of picked)
    for (let piece = from; piece < to;) {
      while ((firsts[hunk + 1] as number) <= piece) hunk++;
      const first = firsts[hunk] as number;
      const last = Math.min(to, firsts[hunk + 1] as number);
      const { aFrom, aTo, bFrom, bTo } = linesOfPieces(pieces, hunk, { from: piece - first, to: last - first });
      put(good, at, aFrom);
      put(bad, bFrom, bTo);
      at = aTo;
      piece = last;
    }
  put(good, at, good.count);
};
