/** A text of which the rewriting is told apart: it is done first, and what then still differs is cut into lines. */
import type { Range } from "../../../core/configuration.ts";
import type { Change } from "../../change.ts";
import { decoderOf, withoutLastEnd } from "../binary.ts";
import type { FilePair } from "../pairs.ts";
import { piecesBetween, type Pieces } from "../pieces.ts";
import { bytesOf, linesOf, type Lines } from "../text-lines.ts";
import type { Splice } from "./aligned.ts";
import type { ClassOfEdits } from "./rewriting.ts";

/** What a class of edits does to one line. */
interface LineEdit {
  readonly of: ClassOfEdits;
  readonly change: Change;
}

export interface RewrittenText {
  /** Between the good text with all the rewriting and the bad one. */
  readonly pieces: Pieces;
  /** Class by class. */
  readonly edits: readonly LineEdit[];
  /** The good text with these of the edits: it has as many lines. */
  goodWith(picked: readonly Range[]): Lines;
}

export const withRewriting = (
  pieces: Pieces,
  classes: readonly ClassOfEdits[],
  { good: { path }, bad: { path: badPath } }: FilePair,
): RewrittenText => {
  if (classes.length === 0) return { pieces, edits: [], goodWith: () => pieces.good };
  const { good, bad } = pieces;
  const edits = classes.flatMap((of) => byLine(good, of));
  const whole = spliced(
    good,
    edits.flatMap(({ splices }) => splices),
  );
  const rest = piecesBetween(whole, bad);
  const placeOf = placesIn(rest);
  const decode = decoderOf(good.bytes, bad.bytes);
  const counts = new Map<number, number>();
  return {
    pieces: rest,
    edits: edits.map(({ of, line, splices }) => {
      const number = (counts.get(line) ?? 0) + 1;
      counts.set(line, number);
      const texts = shown(good, line, splices, decode);
      const change = { id: `${path}:${line + 1}~${number}`, file: path, line: line + 1, ...texts };
      return { of, change: { ...change, span: { file: badPath, ...placeOf(line) } } };
    }),
    goodWith: (picked) =>
      spliced(
        good,
        picked.flatMap(({ from, to }) => edits.slice(from, to)).flatMap(({ splices }) => splices),
      ),
  };
};

interface SplicesOfLine {
  readonly of: ClassOfEdits;
  readonly line: number;
  readonly splices: Splice[];
}

const byLine = ({ starts }: Lines, of: ClassOfEdits): readonly SplicesOfLine[] => {
  const edits: SplicesOfLine[] = [];
  let line = 0;
  for (const splice of of.splices) {
    while ((starts[line + 1] as number) <= splice.from) line++;
    const last = edits.at(-1);
    if (last?.line === line) last.splices.push(splice);
    else edits.push({ of, line, splices: [splice] });
  }
  return edits;
};

/** In any order; of two that overlap the first is made. */
const spliced = ({ bytes }: Lines, splices: readonly Splice[]): Lines => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, put } of splices.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from < at) continue;
    pieces.push(bytes.subarray(at, from), Buffer.from(put, "latin1"));
    at = to;
  }
  return linesOf(Buffer.concat([...pieces, bytes.subarray(at)]));
};

/** Where a line of the good text is in the bad one. Asked in any order. */
const placesIn = ({ hunks }: Pieces): ((line: number) => Range) => {
  return (line) => {
    let [low, high] = [0, hunks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hunks[middle]?.aTo ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    const hunk = hunks[low];
    if (hunk !== undefined && hunk.aFrom <= line) return { from: hunk.bFrom, to: hunk.bTo };
    const before = hunks[low - 1];
    const from = line + (before === undefined ? 0 : before.bTo - before.aTo);
    return { from, to: from + 1 };
  };
};

/** A longer line is shown only where it changes. */
const LONGEST = 400;

const shown = (
  good: Lines,
  line: number,
  splices: readonly Splice[],
  decode: (bytes: Buffer) => string,
): Pick<Change, "old" | "new"> => {
  const bytes = bytesOf(good, line, line + 1);
  const start = good.starts[line] as number;
  const isLong = bytes.length > LONGEST;
  const pieces: Buffer[] = [];
  let at = isLong ? (splices[0]?.from ?? start) : start;
  const end = isLong ? (splices.at(-1)?.to ?? start) : start + bytes.length;
  const old = decode(good.bytes.subarray(at, end));
  for (const { from, to, put } of splices) {
    pieces.push(good.bytes.subarray(at, from), Buffer.from(put, "latin1"));
    at = to;
  }
  const put = decode(Buffer.concat([...pieces, good.bytes.subarray(at, end)]));
  return { old: withoutLastEnd(old), new: withoutLastEnd(put) };
};
