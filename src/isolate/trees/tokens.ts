/** Two texts, cut finer than into lines: words, numbers and single signs; of binary files, bytes. */
import { isUtf8 } from "node:buffer";
import { forEachIndex } from "../../core/configuration.ts";
import type { Changes, Change } from "../change.ts";
import { withoutLastEnd } from "./binary.ts";
import { differingRuns, differingStrings, type DifferingRange } from "../../core/diff/differing.ts";
import { linesOfPieces, piecesOf } from "./pieces.ts";
import { bytesOf } from "./text-lines.ts";
import { type FileEntry, fileMixture, madeFile } from "./tree.ts";

export interface TwoFiles {
  readonly name: string;
  readonly good: FileEntry;
  readonly bad: FileEntry;
}

const TOKEN = /[\p{L}\p{M}\p{N}_]+|[ \t]+|\r?\n|[^]/gu;

/** With more tokens in the lines that differ, lines are the finest. */
const MAX_TOKENS = 2_000_000;

/** Levels hunks, lines, tokens. */
export const textChanges = ({ name, good, bad }: TwoFiles): Changes => {
  const [goodBytes, badBytes] = [good.bytes(), bad.bytes()];
  const encoding = isUtf8(goodBytes) && isUtf8(badBytes) ? "utf8" : "latin1";
  const pieces = piecesOf(goodBytes, badBytes);
  const splices: Splice[] = [];
  let at = 0;
  let line = 0;
  let pieceNumber = 0;
  let tokens = 0;
  pieces.hunks.forEach((_, hunk) => {
    const count = (pieces.firsts[hunk + 1] as number) - (pieces.firsts[hunk] as number);
    for (let piece = 0; piece < count; piece++, pieceNumber++) {
      const { aFrom, aTo, bFrom, bTo } = linesOfPieces(pieces, hunk, { from: piece, to: piece + 1 });
      // Characters are counted along.
      at += bytesOf(pieces.good, line, aFrom).toString(encoding).length;
      line = aFrom;
      const old = bytesOf(pieces.good, aFrom, aTo).toString(encoding);
      const put = bytesOf(pieces.bad, bFrom, bTo).toString(encoding);
      tokens += old.length + put.length;
      for (const { from, to, text } of tokens > MAX_TOKENS
        ? [{ from: 0, to: old.length, text: put }]
        : tokenEdits(old, put))
        splices.push({ from: at + from, to: at + to, put: text, groups: [hunk, pieceNumber], line: aFrom + 1 });
    }
  });
  return spliceChanges({
    name,
    good,
    bad,
    text: Buffer.from(goodBytes.buffer, goodBytes.byteOffset, goodBytes.length).toString(encoding),
    splices,
    levels: ["hunks", "lines", "tokens"],
    encode: (text) => Buffer.from(text, encoding),
    show: withoutLastEnd,
  });
};

interface TokenEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Replaced one for one as far as it goes, the rest comes or goes. */
const tokenEdits = (old: string, put: string): readonly TokenEdit[] => {
  const [a, b] = [old.match(TOKEN) ?? [], put.match(TOKEN) ?? []];
  const ends = new Int32Array(a.length + 1);
  a.forEach((token, index) => (ends[index + 1] = (ends[index] as number) + token.length));
  return oneForOne(differingStrings(a, b)).map(({ aFrom, aTo, bFrom, bTo }) => ({
    from: ends[aFrom] as number,
    to: ends[aTo] as number,
    text: b.slice(bFrom, bTo).join(""),
  }));
};

const oneForOne = (runs: readonly DifferingRange[]): readonly DifferingRange[] =>
  runs.flatMap(({ aFrom, aTo, bFrom, bTo }) =>
    Array.from({ length: Math.max(aTo - aFrom, bTo - bFrom) }, (_, by) => ({
      aFrom: Math.min(aFrom + by, aTo),
      aTo: Math.min(aFrom + by + 1, aTo),
      bFrom: Math.min(bFrom + by, bTo),
      bTo: Math.min(bFrom + by + 1, bTo),
    })),
  );

/** Bytes beyond are compared place by place. */
const MAX_COMPARED = 4_000_000;
/** With more bytes in the runs that differ, runs are the finest. */
const MAX_BYTES = 300_000;

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

/** Levels runs, bytes. */
export const byteChanges = ({ name, good, bad }: TwoFiles): Changes => {
  const [a, b] = [good.bytes(), bad.bytes()];
  const runs = byteRuns(a, b);
  const total = runs.reduce((sum, { aFrom, aTo, bFrom, bTo }) => sum + Math.max(aTo - aFrom, bTo - bFrom), 0);
  const splices = runs.flatMap((run, number) =>
    (total <= MAX_BYTES ? oneForOne([run]) : [run]).map(({ aFrom, aTo, bFrom, bTo }) => ({
      from: aFrom,
      to: aTo,
      put: latin1(b.subarray(bFrom, bTo)),
      groups: [number],
      line: aFrom,
    })),
  );
  return spliceChanges({
    name,
    good,
    bad,
    text: latin1(a),
    splices,
    levels: ["runs", "bytes"],
    encode: (text) => Buffer.from(text, "latin1"),
    show: (text) =>
      Buffer.from(text, "latin1")
        .toString("hex")
        .replace(/..(?=.)/g, "$& "),
  });
};

const byteRuns = (a: Uint8Array, b: Uint8Array): readonly DifferingRange[] =>
  a.length + b.length <= MAX_COMPARED ? differingRuns(Int32Array.from(a), Int32Array.from(b), 256) : placeByPlace(a, b);

const placeByPlace = (a: Uint8Array, b: Uint8Array): readonly DifferingRange[] => {
  const runs: DifferingRange[] = [];
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) {
    const from = at;
    while (at < most && a[at] !== b[at]) at++;
    if (at > from) runs.push({ aFrom: from, aTo: at, bFrom: from, bTo: at });
  }
  if (a.length === b.length) return runs;
  const last = runs.at(-1);
  const from = last?.aTo === most ? last.aFrom : most;
  return [
    ...(last?.aTo === most ? runs.slice(0, -1) : runs),
    { aFrom: from, aTo: a.length, bFrom: from, bTo: b.length },
  ];
};

/** Characters `from` to `to` (exclusive) of the good text become something else. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
  /** Which coarser pieces it belongs to, from coarse to fine: numbers from 0 that do not decrease. */
  readonly groups: readonly number[];
  readonly line: number;
}

interface SplicedText {
  readonly name: string;
  readonly good: FileEntry;
  readonly bad: FileEntry;
  readonly text: string;
  /** In order; they do not overlap. */
  readonly splices: readonly Splice[];
  /** The names of the groups, and of the splices themselves. */
  readonly levels: readonly string[];
  encode(text: string): Uint8Array;
  show(text: string): string;
}

const spliceChanges = (order: SplicedText): Changes => {
  const { good, bad, text, splices, encode } = order;
  const all = named(order);
  const numbers = new Map(all.map((change, index) => [change, index]));
  return {
    all,
    levels: order.levels.map((level, depth) => ({
      name: level,
      groups: Int32Array.from(splices, ({ groups }, index) => groups[depth] ?? index),
    })),
    counted: (splices.at(-1)?.groups[0] ?? -1) + 1,
    shown: (chosen) =>
      joined(
        order,
        all,
        chosen.map((change) => numbers.get(change) as number),
      ),
    mix: (chosen) => {
      if (chosen.length === 0) return fileMixture(order, 0, good);
      if (chosen.length === all.length) return fileMixture(order, all.length, bad);
      const picked: Splice[] = [];
      forEachIndex(chosen, (index) => picked.push(splices[index] as Splice));
      const made = madeFile(order, () => encode(spliced(text, picked, { from: 0, to: text.length })));
      return fileMixture(order, chosen.length, made);
    },
  };
};

const spliced = (text: string, picked: readonly Splice[], { from, to }: Pick<Splice, "from" | "to">): string => {
  const pieces: string[] = [];
  let at = from;
  for (const splice of picked) {
    pieces.push(text.slice(at, splice.from), splice.put);
    at = splice.to;
  }
  return [...pieces, text.slice(at, to)].join("");
};

/** "name:35" for what is a hunk by itself, "name:35/1" and so on for the pieces of one. */
const named = (order: SplicedText): readonly Change[] => {
  const { splices } = order;
  let first = 0;
  return splices.map((_, index) => {
    if (hunkAt(splices, index) !== hunkAt(splices, first)) first = index;
    return described(order, { first, from: index, to: index + 1 });
  });
};

const hunkAt = (splices: readonly Splice[], index: number): number | undefined => splices[index]?.groups[0];

interface SpliceRange {
  /** The first of the hunk. */
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

const described = (order: SplicedText, { first, from, to }: SpliceRange): Change => {
  const { name, splices, text, show } = order;
  const picked = splices.slice(from, to);
  const range = { from: picked[0]?.from ?? 0, to: picked.at(-1)?.to ?? 0 };
  const put = spliced(text, picked, range);
  const isWhole = from === first && hunkAt(splices, to) !== hunkAt(splices, first);
  const id = `${name}:${splices[first]?.line ?? 1}`;
  const numbers = to - from === 1 ? `${to - first}` : `${from - first + 1}-${to - first}`;
  return {
    id: isWhole ? id : `${id}/${numbers}`,
    file: name,
    line: picked[0]?.line ?? 1,
    ...(range.from < range.to ? { old: show(text.slice(range.from, range.to)) } : {}),
    ...(put === "" ? {} : { new: show(put) }),
  };
};

/** Neighbours in one hunk are shown as one change, with what stands between them. */
const joined = (order: SplicedText, all: readonly Change[], chosen: readonly number[]): readonly Change[] => {
  const { splices } = order;
  const shown: Change[] = [];
  for (let i = 0; i < chosen.length;) {
    const from = chosen[i] as number;
    let to = from + 1;
    while (chosen[i + to - from] === to && hunkAt(splices, to) === hunkAt(splices, from)) to++;
    let first = from;
    while (first > 0 && hunkAt(splices, first - 1) === hunkAt(splices, from)) first--;
    shown.push(to === from + 1 ? (all[from] as Change) : described(order, { first, from, to }));
    i += to - from;
  }
  return shown;
};
