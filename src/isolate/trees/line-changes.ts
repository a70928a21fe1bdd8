/** The pieces of a text as changes. */
import type { Range } from "../../core/configuration.ts";
import type { Change, Changes } from "../change.ts";
import { decoderOf, withoutLastEnd } from "./binary.ts";
import type { FilePair } from "./pairs.ts";
import { lineNumber, linesOfPieces, type Pieces } from "./pieces.ts";
import { bytesOf, type Lines } from "./text-lines.ts";

/** A hunk and the way it is told about: all of it or some of its pieces. */
interface HunkOf {
  readonly pieces: Pieces;
  readonly hunk: number;
  /** Within the hunk. */
  readonly piece: number;
  describe(range: Range): Change;
}

const origins = new WeakMap<Change, HunkOf>();

/** Where a piece of text comes from; nothing for other changes. */
const hunkOf = (change: Change): HunkOf | undefined => origins.get(change);

/** In order. A hunk of one piece is called "file:line" after its first line, the pieces of a larger one "file:line/1" and so on. */
export const lineChanges = (pieces: Pieces, pair: FilePair): readonly Change[] => {
  const decode = decoderOf(pieces.good.bytes, pieces.bad.bytes);
  return pieces.hunks.flatMap((_, hunk) => {
    const count = sizeOfHunk(pieces, hunk);
    const describe = (range: Range): Change => described({ pieces, pair, decode, hunk }, range);
    return Array.from({ length: count }, (__, piece) => {
      const change = describe({ from: piece, to: piece + 1 });
      origins.set(change, { pieces, hunk, piece, describe });
      return change;
    });
  });
};

const sizeOfHunk = ({ firsts }: Pieces, hunk: number): number =>
  (firsts[hunk + 1] as number) - (firsts[hunk] as number);

interface Telling {
  readonly pieces: Pieces;
  readonly pair: FilePair;
  readonly decode: (bytes: Buffer) => string;
  readonly hunk: number;
}

const described = ({ pieces, pair, decode, hunk }: Telling, range: Range): Change => {
  const { aFrom, aTo, bFrom, bTo } = linesOfPieces(pieces, hunk, range);
  const text = (lines: Lines, from: number, to: number): string => withoutLastEnd(decode(bytesOf(lines, from, to)));
  const old = aFrom < aTo ? text(pieces.good, aFrom, aTo) : undefined;
  const put = bFrom < bTo ? text(pieces.bad, bFrom, bTo) : undefined;
  return {
    id: idOf(pieces, hunk, range, pair.good.path),
    file: pair.good.path,
    line: lineNumber(pieces, aFrom) + 1,
    ...(old === undefined ? {} : { old }),
    ...(put === undefined ? {} : { new: put }),
    span: { file: pair.bad.path, from: bFrom, to: bTo },
    ...(old === put ? { what: "end of the last line" } : {}),
  };
};

const idOf = (pieces: Pieces, hunk: number, { from, to }: Range, path: string): string => {
  const id = `${path}:${lineNumber(pieces, pieces.hunks[hunk]?.aFrom ?? 0) + 1}`;
  if (to - from === sizeOfHunk(pieces, hunk)) return id;
  return to - from === 1 ? `${id}/${to}` : `${id}/${from + 1}-${to}`;
};

/** Some of the changes, in their order, as they are shown: neighbouring lines of one hunk are one change, with their texts joined. */
export const joinedLines = (chosen: readonly Change[]): readonly Change[] => {
  const shown: Change[] = [];
  for (let index = 0; index < chosen.length;) {
    const change = chosen[index] as Change;
    const first = hunkOf(change);
    let end = index + 1;
    while (follows(chosen[end], first, end - index)) end++;
    shown.push(
      first === undefined || end === index + 1
        ? change
        : first.describe({ from: first.piece, to: first.piece + end - index }),
    );
    index = end;
  }
  return shown;
};

const follows = (change: Change | undefined, first: HunkOf | undefined, by: number): boolean => {
  const other = change && hunkOf(change);
  return (
    first !== undefined &&
    other?.pieces === first.pieces &&
    other.hunk === first.hunk &&
    other.piece === first.piece + by
  );
};

/**
 * The changes that a user means by a name: a change, a hunk, some lines of a hunk ("a.js:35/2-4"), or all of a file. Nothing if
 * there is none.
 */
export const changesNamed = ({ all }: Changes, name: string): readonly Change[] => {
  const own = all.filter(({ id }) => id === name);
  if (own.length > 0) return own;
  const [, hunk = name, from, to] = /^(.*)\/(\d+)-(\d+)$/su.exec(name) ?? [];
  const pieces = all.filter((change) => {
    const piece = Number(pieceOf(change.id, hunk));
    return from === undefined ? piece > 0 : piece >= Number(from) && piece <= Number(to);
  });
  return pieces.length > 0 ? pieces : all.filter(({ file }) => file === name);
};

const pieceOf = (id: string, hunk: string): string =>
  id.startsWith(`${hunk}/`) && /:\d+$/.test(hunk) ? id.slice(hunk.length + 1) : "";
