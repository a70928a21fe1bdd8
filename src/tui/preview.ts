/** A look at the best: the part of it where the last cut was made. */
import { visibleLine } from "../core/visible.ts";
import { cells, head } from "./cells.ts";
import { highlighted, type StyledRange } from "./highlight.ts";
import { span, type Line, type Span } from "./lines.ts";

/** Where two texts differ: from the first difference to the last one. */
export interface TextCut {
  readonly at: number;
  /** How many characters went. */
  readonly removed: number;
  /** How many came in their place. */
  readonly inserted: number;
}

export const cutBetween = (before: string, after: string): TextCut | undefined => {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  let tail = 0;
  while (tail < most - at && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail++;
  return { at, removed: before.length - at - tail, inserted: after.length - at - tail };
};

export interface PreviewOptions {
  readonly width: number;
  readonly height: number;
  /** A name of a language or an ending of files. */
  readonly language: string;
  readonly cut?: TextCut | undefined;
}

/** What is shown above the cut. */
const ABOVE = 0.35;

/** Long lines are folded. The place of the cut is shown, where there is one; otherwise the start. */
export const preview = (text: string, { width, height, language, cut }: PreviewOptions): readonly Line[] => {
  const place = Math.min(cut?.at ?? 0, text.length);
  const { from, to, number } = windowAround(text, place, width * height);
  const gutter = String(number + linesIn(text, from, to)).length + 1;
  const room = Math.max(1, width - gutter - 1);
  const part = text.slice(from, to);
  const spans = spansOf(part, highlighted(part, language), cut && { ...cut, at: cut.at - from });
  const { rows, marked } = folded(spans, { number, gutter, room });
  const first = Math.max(0, Math.min(Math.round(marked - height * ABOVE), rows.length - height));
  return rows.slice(first, first + height);
};

/** The characters that can come into view, from the start of a line where that is near, and the number of that line. */
const windowAround = (
  text: string,
  place: number,
  reach: number,
): { readonly from: number; readonly to: number; readonly number: number } => {
  const far = Math.max(0, place - reach);
  const line = far === 0 ? 0 : text.indexOf("\n", far) + 1;
  const from = line > place || (far > 0 && line === 0) ? far : line;
  return { from, to: Math.min(text.length, place + reach), number: 1 + linesIn(text, 0, from) };
};

const linesIn = (text: string, from: number, to: number): number => {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
};

/** The text in pieces: coloured, with the mark of the cut at its place. `mark` pieces come from the cut. */
const spansOf = (text: string, stretches: readonly StyledRange[], cut: TextCut | undefined): readonly Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  const put = (to: number, style: Span["style"]): void => {
    if (cut !== undefined && cut.at >= at && cut.at < to) {
      if (cut.at > at) pieces.push({ text: text.slice(at, cut.at), style });
      at = cut.at;
      pieces.push({ text: MARK, style: "cut", mark: true });
      const end = Math.min(to, cut.at + cut.inserted);
      if (end > at) pieces.push({ text: text.slice(at, end), style: "cut" });
      at = end;
    }
    if (to > at) pieces.push({ text: text.slice(at, to), style });
    at = Math.max(at, to);
  };
  for (const { from, to, style } of stretches) {
    if (from > at) put(from, "plain");
    put(to, style);
  }
  put(text.length, "plain");
  if (cut !== undefined && cut.at >= text.length) pieces.push({ text: MARK, style: "cut", mark: true });
  return pieces;
};

interface Piece extends Span {
  readonly mark?: boolean;
}

/** Where something went; how much is told by the title, and what it was by the diff. */
const MARK = "…";

interface Folding {
  readonly number: number;
  readonly gutter: number;
  readonly room: number;
}

/** Rows with line numbers, and the row in which the cut is marked. */
const folded = (
  pieces: readonly Piece[],
  { number, gutter, room }: Folding,
): { readonly rows: readonly Line[]; readonly marked: number } => {
  const rows: Span[][] = [];
  let line = number;
  let left = 0;
  let marked = 0;
  const begin = (label: string): void => {
    rows.push([span(`${label.padStart(gutter)} `, "dim")]);
    left = room;
  };
  begin(String(line));
  for (const { text, style, mark } of pieces) {
    if (mark === true) marked = rows.length - 1;
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) begin(String(++line));
      for (let rest = visibleLine(part); rest !== "";) {
        const fits = head(rest, left);
        if (fits.text === "" && left === room) break;
        if (fits.text !== "") rows.at(-1)?.push({ text: fits.text, style });
        left -= fits.cells;
        rest = rest.slice(fits.text.length);
        if (rest !== "") begin("");
      }
    }
  }
  return { rows, marked };
};

const BYTES_A_ROW = 16;

/** What is no text, as numbers and letters. */
export const hexDump = (
  bytes: Uint8Array,
  { height, at = 0 }: { readonly height: number; readonly at?: number },
): readonly Line[] => {
  const first = Math.max(0, Math.floor(at / BYTES_A_ROW) - Math.floor(height * ABOVE));
  return Array.from({ length: Math.min(height, Math.ceil(bytes.length / BYTES_A_ROW) - first) }, (_, row) => {
    const start = (first + row) * BYTES_A_ROW;
    const part = [...bytes.subarray(start, start + BYTES_A_ROW)];
    const numbers = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const letters = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    return [
      span(`${start.toString(16).padStart(8, "0")}  `, "dim"),
      span(numbers.padEnd(3 * BYTES_A_ROW + 1)),
      span(letters, "green"),
    ];
  });
};

/** The last lines of an output, without its colours. */
export const outputLines = (text: string, width: number, height: number): readonly Line[] => {
  const lines = text.trimEnd().split("\n").slice(-height);
  return lines.map((line) => {
    const shown = visibleLine(line);
    return cells(shown) <= width ? [span(shown)] : [span(head(shown, width - 1).text), span("…", "dim")];
  });
};
