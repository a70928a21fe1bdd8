/** A text with splices. */
import { linesOf, type Lines } from "../text-lines.ts";
import type { Splice } from "./aligned.ts";

/** In any order; of two that overlap the first is made. */
export const spliced = ({ bytes }: Lines, splices: readonly Splice[]): Lines => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, put } of splices.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from < at) continue;
    pieces.push(bytes.subarray(at, from), Buffer.from(put, "latin1"));
    at = to;
  }
  return linesOf(Buffer.concat([...pieces, bytes.subarray(at)]));
};
