/** The pieces of a text as changes. */
import type { Range } from "../../core/configuration.ts";
import type { Change } from "../change.ts";
import { decoderOf, withoutLastEnd } from "./binary.ts";
import type { FilePair } from "./pairs.ts";
import { linesOfPieces, type Pieces } from "./pieces.ts";
import { bytesOf, type Lines } from "./text-lines.ts";

/** A hunk and the way it is told about: all of it or some of its pieces. */
export interface HunkOf {
  readonly pieces: Pieces;
  readonly hunk: number;
  /** Within the hunk. */
  readonly piece: number;
  describe(range: Range): Change;
}

const origins = new WeakMap<Change, HunkOf>();

/** Where a piece of text comes from; nothing for other changes. */
export const hunkOf = (change: Change): HunkOf | undefined => origins.get(change);

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
    line: aFrom + 1,
    ...(old === undefined ? {} : { old }),
    ...(put === undefined ? {} : { new: put }),
    span: { file: pair.bad.path, from: bFrom, to: bTo },
    ...(old === put ? { what: "end of the last line" } : {}),
  };
};

const idOf = (pieces: Pieces, hunk: number, { from, to }: Range, path: string): string => {
  const id = `${path}:${(pieces.hunks[hunk]?.aFrom ?? 0) + 1}`;
  if (to - from === sizeOfHunk(pieces, hunk)) return id;
  return to - from === 1 ? `${id}/${to}` : `${id}/${from + 1}-${to}`;
};
