/** Changes as people see and name them: lines of one hunk that stand together are one. */
import type { Change, Changes } from "../change.ts";
import { hunkOf, type HunkOf } from "./line-changes.ts";

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
