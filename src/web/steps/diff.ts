/** What a step has taken away, as text for people: runs in a browser. */
import { visible } from "../../core/visible.ts";
import type { StepEdit } from "../../reporters/reduce/report-data.ts";

export interface Segment {
  readonly kind: "same" | "old" | "new";
  readonly bytes: Uint8Array;
}

/** A part of the original, or what came in the place of one. */
export type Piece = { readonly from: number; readonly to: number } | { readonly inserted: Uint8Array };

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

const lengthOf = (piece: Piece): number => ("inserted" in piece ? piece.inserted.length : piece.to - piece.from);

const partOf = (piece: Piece, from: number, to: number): Piece =>
  "inserted" in piece
    ? { inserted: piece.inserted.subarray(from, to) }
    : { from: piece.from + from, to: piece.from + to };

/** The pieces after edits of what they make up. */
export const edited = (pieces: readonly Piece[], edits: readonly StepEdit[]): readonly Piece[] => {
  const result: Piece[] = [];
  let index = 0;
  let within = 0;
  let at = 0;
  const advance = (until: number, keep: boolean): void => {
    while (at < until) {
      const piece = pieces[index];
      if (piece === undefined) return;
      const take = Math.min(until - at, lengthOf(piece) - within);
      if (keep && take > 0) result.push(partOf(piece, within, within + take));
      at += take;
      within += take;
      if (within < lengthOf(piece)) continue;
      index++;
      within = 0;
    }
  };
  for (const [from, to, inserted] of edits) {
    advance(from, true);
    advance(to, false);
    if (inserted !== undefined && inserted !== "") result.push({ inserted: fromBase64(inserted) });
  }
  advance(Number.POSITIVE_INFINITY, true);
  return result;
};

export const whole = (content: Uint8Array): readonly Piece[] => [{ from: 0, to: content.length }];

/** The content that pieces make up. */
export const assembled = (original: Uint8Array, pieces: readonly Piece[]): Uint8Array => {
  const result = new Uint8Array(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
  let at = 0;
  for (const piece of pieces) {
    result.set("inserted" in piece ? piece.inserted : original.subarray(piece.from, piece.to), at);
    at += lengthOf(piece);
  }
  return result;
};

/** What stayed, what went and what came, in order. */
export const compared = (original: Uint8Array, pieces: readonly Piece[]): readonly Segment[] => {
  const segments: Segment[] = [];
  const add = (kind: Segment["kind"], bytes: Uint8Array): void => {
    if (bytes.length > 0) segments.push({ kind, bytes });
  };
  let at = 0;
  for (const piece of pieces) {
    if ("inserted" in piece) {
      add("new", piece.inserted);
      continue;
    }
    add("old", original.subarray(at, piece.from));
    add("same", original.subarray(piece.from, piece.to));
    at = piece.to;
  }
  add("old", original.subarray(at));
  return atLines(joined(segments));
};

/** As far as a cut is moved to where people would have made it. */
const MAX_SLIDE = 1000;
const NEWLINE = 10;

/** A cut can often be told in several ways: "b\na" of "a\nb\na\n" is "b\n" as well. Told by lines it is read most easily. */
const atLines = (segments: readonly Segment[]): readonly Segment[] => {
  const result = [...segments];
  for (let index = 1; index < result.length - 1; index++) {
    const [before, cut, behind] = result.slice(index - 1, index + 2) as [Segment, Segment, Segment];
    if (before.kind !== "same" || cut.kind !== "old" || behind.kind !== "same") continue;
    const slide = slideOf(before.bytes, cut.bytes, behind.bytes);
    if (slide === 0) continue;
    const all = concatenated(concatenated(before.bytes, cut.bytes), behind.bytes);
    const from = before.bytes.length + slide;
    result[index - 1] = { kind: "same", bytes: all.subarray(0, from) };
    result[index] = { kind: "old", bytes: all.subarray(from, from + cut.bytes.length) };
    result[index + 1] = { kind: "same", bytes: all.subarray(from + cut.bytes.length) };
  }
  return result.filter(({ bytes }) => bytes.length > 0);
};

/** How far a cut is moved so that it begins with a line; 0 where it cannot. */
const slideOf = (before: Uint8Array, cut: Uint8Array, behind: Uint8Array): number => {
  if (before.at(-1) === NEWLINE) return 0;
  const back = Math.min(MAX_SLIDE, before.length, cut.length);
  for (let by = 1; by <= back && before.at(-by) === cut.at(-by); by++) {
    const last = before.at(-by - 1);
    if (last === NEWLINE || last === undefined) return -by;
  }
  const forth = Math.min(MAX_SLIDE, behind.length, cut.length);
  for (let by = 1; by <= forth && cut[by - 1] === behind[by - 1]; by++) if (cut[by - 1] === NEWLINE) return by;
  return 0;
};

/** Neighbours of a kind are one. */
export const joined = (segments: readonly Segment[]): readonly Segment[] => {
  const result: Segment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last?.kind !== segment.kind) result.push(segment);
    else result[result.length - 1] = { kind: last.kind, bytes: concatenated(last.bytes, segment.bytes) };
  }
  return result;
};

const concatenated = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  // Parts of the same content that touch are not copied.
  if (one.buffer === other.buffer && one.byteOffset + one.length === other.byteOffset)
    return new Uint8Array(one.buffer, one.byteOffset, one.length + other.length);
  const result = new Uint8Array(one.length + other.length);
  result.set(one);
  result.set(other, one.length);
  return result;
};

/** Hardly any text has a NUL in it. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8192).includes(0);

/** What is shown: a stretch of text, the name of a file above its own, or a gap of so many lines that are of no interest. */
export type DiffPiece =
  | { readonly kind: "head"; readonly text: string; readonly path?: string }
  | { readonly kind: Segment["kind"]; readonly text: string }
  | { readonly kind: "gap"; readonly of: Segment["kind"]; readonly lines: number };

/** Lines around a change; lines of what went at its start and at its end. */
const CONTEXT = 3;
const HEAD = 30;
const TAIL = 10;
/** In all. */
const MAX_SEGMENTS = 2000;

/** `focus`: only what lies near a change; else everything that stayed, within reason. */
export const readable = (segments: readonly Segment[], binary: boolean, focus = true): readonly DiffPiece[] => {
  const shown = segments.slice(0, MAX_SEGMENTS).flatMap(({ kind, bytes }, index): readonly DiffPiece[] => {
    const text = binary ? hexadecimal(bytes) : visible(new TextDecoder().decode(bytes));
    if (kind === "same")
      return focus
        ? shortened(kind, text, index === 0 ? 0 : CONTEXT, index === segments.length - 1 ? 0 : CONTEXT)
        : shortened(kind, text, 500, 500);
    return shortened(kind, text, HEAD, TAIL);
  });
  return segments.length > MAX_SEGMENTS ? [...shown, { kind: "gap", of: "same", lines: 0 }] : shown;
};

const shortened = (kind: Segment["kind"], text: string, head: number, tail: number): readonly DiffPiece[] => {
  const lines = text.split("\n");
  // A gap must be worth it.
  if (lines.length <= head + tail + 2) return [{ kind, text: clipped(text) }];
  const begun = head === 0 ? 0 : head + 1;
  const ended = tail === 0 ? 0 : tail + 1;
  const first = lines.slice(0, begun).join("\n");
  const last = lines.slice(lines.length - ended).join("\n");
  // Behind the last end of a line there is no further one.
  const none = ended === 0 && text.endsWith("\n") ? 1 : 0;
  return [
    ...(begun === 0 ? [] : [{ kind, text: `${clipped(first)}\n` }]),
    { kind: "gap", of: kind, lines: lines.length - begun - ended - none },
    ...(ended === 0 ? [] : [{ kind, text: clipped(last) }]),
  ];
};

const MAX_SIGNS = 20_000;

const clipped = (text: string): string =>
  text.length <= MAX_SIGNS ? text : `${text.slice(0, MAX_SIGNS / 2)} … ${text.slice(-MAX_SIGNS / 2)}`;

const hexadecimal = (bytes: Uint8Array): string => {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16)
    lines.push(Array.from(bytes.subarray(at, at + 16), (byte) => byte.toString(16).padStart(2, "0")).join(" "));
  return `${lines.join("\n")} `;
};

/** What was deleted or put in: white space alone would not be seen. */
export const seen = (text: string): string =>
  /^\s+$/.test(text) ? text.replaceAll(" ", "·").replaceAll("\t", "⇥\t").replaceAll("\n", "↵\n") : text;
