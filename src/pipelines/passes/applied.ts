/** A text with edits. */
import { fuses } from "../../formats/joints.ts";
import type { Edit } from "../../languages/pass.ts";

/** Edits that do not overlap, in any order. */
export const applied = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let at = 0;
  let ending = "";
  const put = (piece: string, seam: boolean): void => {
    if (piece === "") return;
    if (seam && fuses(ending, piece)) pieces.push(" ");
    pieces.push(piece);
    ending = piece;
  };
  let seam = false;
  for (const { start, end, text: other } of edits.toSorted((a, b) => a.start - b.start)) {
    put(text.slice(at, start), seam);
    put(other, true);
    at = end;
    seam = true;
  }
  put(text.slice(at), seam);
  return pieces.join("");
};
