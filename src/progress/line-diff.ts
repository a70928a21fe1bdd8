/** What became of the lines of a text. */
import { differingStrings } from "../core/diff/differing.ts";

/** A stretch of lines: kept in both, only in the old text, or only in the new one. Ends are exclusive. */
export interface Hunk {
  readonly kind: "same" | "removed" | "added";
  /** Lines of the old text for `same` and `removed`, of the new one for `added`. */
  readonly from: number;
  readonly to: number;
}

/** The hunks in order, neighbours of one kind joined. */
export const lineDiff = (before: readonly string[], after: readonly string[]): readonly Hunk[] => {
  const hunks: Hunk[] = [];
  const add = (kind: Hunk["kind"], from: number, to: number): void => {
    if (to > from) hunks.push({ kind, from, to });
  };
  let kept = 0;
  for (const { aFrom, aTo, bFrom, bTo } of differingStrings(before, after)) {
    add("same", kept, aFrom);
    add("removed", aFrom, aTo);
    add("added", bFrom, bTo);
    kept = aTo;
  }
  add("same", kept, before.length);
  return hunks;
};
