/** A text of which the rewriting is told apart: it is done first, and what then still differs is cut into lines. */
import type { Range } from "../../../core/configuration.ts";
import type { Change } from "../../change.ts";
import { decoderOf, withoutLastEnd } from "../binary.ts";
import type { Declared } from "../declarations/declared.ts";
import { matchedDifferences, type MatchedHunk } from "../declarations/matched.ts";
import { linesAt, reordered, type Reordered } from "../declarations/order.ts";
import { rewrittenBody } from "../declarations/rewritten.ts";
import type { FilePair } from "../pairs.ts";
import { piecesBetween, type Pieces } from "../pieces.ts";
import { bytesOf, type Lines } from "../text-lines.ts";
import type { Splice } from "./aligned.ts";
import type { ClassOfEdits } from "./rewriting.ts";
import { spliced } from "./splices.ts";

/** What a class of edits does to one line. */
interface LineEdit {
  readonly of: ClassOfEdits;
  readonly change: Change;
}

export interface RewrittenText {
  /** Between the good text with all the rewriting and the bad one. */
  readonly pieces: Pieces;
  /** By hunk: what it does to the names of the text, and what belongs together; only where the statements are known. */
  readonly matched?: readonly MatchedHunk[];
  /** Class by class. */
  readonly edits: readonly LineEdit[];
  /** The good text with these of the edits: it has as many lines. `isMixed`: its lines are as the pieces have them. */
  goodWith(picked: readonly Range[], isMixed: boolean): Lines;
}

export const withRewriting = (
  pieces: Pieces,
  classes: readonly ClassOfEdits[],
  pair: FilePair,
  declared?: Declared,
): RewrittenText => {
  if (classes.length === 0 && declared === undefined) return { pieces, edits: [], goodWith: () => pieces.good };
  const { good, bad } = pieces;
  const edits = classes.flatMap((of) => byLine(good, of));
  const all = edits.flatMap(({ splices }) => splices);
  const whole = spliced(good, all);
  const { matched, moved } = declared === undefined ? {} : differencesOf(declared, whole, all);
  const rest = piecesBetween(
    moved?.lines ?? whole,
    bad,
    matched?.map(({ lines }) => lines),
  );
  const numbers = moved?.numbers;
  const moves = numbers === undefined ? [] : [moving(pair)];
  return {
    pieces: { ...rest, ...(numbers && { numbers }) },
    ...(matched && { matched }),
    edits: [...moves, ...lineEdits(edits, { good, bad, pair, placeOf: placesIn(rest, numbers) })],
    goodWith: (picked, isMixed) => {
      const chosen = picked.flatMap(({ from, to }) => edits.slice(Math.max(0, from - moves.length), to - moves.length));
      const text = spliced(
        good,
        chosen.flatMap(({ splices }) => splices),
      );
      const isMoved = isMixed || picked[0]?.from === 0;
      return isMoved && numbers !== undefined ? linesAt(text, numbers) : text;
    },
  };
};

/** Statements that stand elsewhere by now: all of them are moved or none. */
const moving = ({ good: { path } }: FilePair): LineEdit => ({
  of: { name: "order", sort: "words", splices: [] },
  change: { id: `${path}:order`, file: path, what: "statements in another order" },
});

interface EditedText {
  readonly good: Lines;
  readonly bad: Lines;
  readonly pair: FilePair;
  readonly placeOf: (line: number) => Range;
}

const lineEdits = (edits: readonly SplicesOfLine[], { good, bad, pair, placeOf }: EditedText): readonly LineEdit[] => {
  const { path } = pair.good;
  const decode = decoderOf(good.bytes, bad.bytes);
  const counts = new Map<number, number>();
  return edits.map(({ of, line, splices }) => {
    const number = (counts.get(line) ?? 0) + 1;
    counts.set(line, number);
    const texts = shown(good, line, splices, decode);
    const change = { id: `${path}:${line + 1}~${number}`, file: path, line: line + 1, ...texts };
    return { of, change: { ...change, span: { file: pair.bad.path, ...placeOf(line) } } };
  });
};

const differencesOf = (
  { good, bad }: Declared,
  whole: Lines,
  splices: readonly Splice[],
): { readonly matched: readonly MatchedHunk[]; readonly moved: Reordered | undefined } => {
  const inOrder = splices.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const side = { lines: whole, root: rewrittenBody(good.root, inOrder) };
  const moved = reordered(good, side, bad);
  return { matched: matchedDifferences(moved ?? side, bad), moved };
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

/** Where a line of the good text is in the bad one. Asked in any order. `numbers`: by line of the pieces, where it was before. */
const placesIn = ({ hunks }: Pieces, numbers: Int32Array | undefined): ((line: number) => Range) => {
  const places = numbers && new Int32Array(numbers.length);
  numbers?.forEach((before, line) => places?.fill(line, before, before + 1));
  return (own) => {
    const line = places?.[own] ?? own;
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
