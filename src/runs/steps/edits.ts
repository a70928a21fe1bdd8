/** The difference between a file and a smaller one, as edits of byte ranges. */
import { piecesInCommon } from "./pieces-in-common.ts";

/** The bytes `from` to `to` (exclusive) of the file before go; what comes in their place, if anything, in base64. */
export type StoredEdit = readonly [from: number, to: number, inserted?: string];

/** How many bytes must agree for two places to be taken for the same. */
const WINDOW = 16;

/** Up to so many bytes on either side are compared byte by byte: every search looks at the rest. */
const MAX_COMPARED = 32 * 1024;

/** In order, not overlapping. As few as a linear walk finds; removals of whole ranges are found as such. */
export const editsBetween = (before: Uint8Array, after: Uint8Array): StoredEdit[] => {
  const tail = commonTail(before, after);
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  const head = commonRun(before, after, { from: 0, to: 0, oldEnd, newEnd });
  const edits: StoredEdit[] = [];
  let [from, to] = [head, head];
  const isSmall = oldEnd - from <= MAX_COMPARED && newEnd - to <= MAX_COMPARED;
  // Of a file of which one part has gone, nothing is left to be found.
  const isOnePart = from === oldEnd || to === newEnd;
  const middle = isSmall || isOnePart ? [] : piecesInCommon(before.subarray(from, oldEnd), after.subarray(to, newEnd));
  for (const piece of middle) {
    const [oldPiece, newPiece] = [head + piece.from, head + piece.to];
    addEdits(edits, before, after, { from, to, oldEnd: oldPiece, newEnd: newPiece });
    from = oldPiece + piece.length;
    to = newPiece + piece.length;
  }
  addEdits(edits, before, after, { from, to, oldEnd, newEnd });
  return edits;
};

/** Those of a part of the file. */
const addEdits = (edits: StoredEdit[], before: Uint8Array, after: Uint8Array, part: EditBounds): void => {
  const { from: start, to: begin } = part;
  if (start === part.oldEnd && begin === part.newEnd) return;
  const tail = commonTail(before.subarray(start, part.oldEnd), after.subarray(begin, part.newEnd));
  const [oldEnd, newEnd] = [part.oldEnd - tail, part.newEnd - tail];
  if (oldEnd - start > MAX_COMPARED || newEnd - begin > MAX_COMPARED) {
    const same = commonRun(before, after, { from: start, to: begin, oldEnd, newEnd });
    const inserted = asBuffer(after.subarray(begin + same, newEnd)).toString("base64");
    edits.push(inserted === "" ? [start + same, oldEnd] : [start + same, oldEnd, inserted]);
    return;
  }
  const old = asBuffer(before.subarray(0, oldEnd));
  let [from, to] = [start, begin];
  while (from < oldEnd || to < newEnd) {
    const same = commonRun(before, after, { from, to, oldEnd, newEnd });
    from += same;
    to += same;
    if (from === oldEnd && to === newEnd) break;
    const found = to < newEnd ? old.indexOf(after.subarray(to, Math.min(to + WINDOW, newEnd)), from) : oldEnd;
    const near = found < 0 ? nearby(old, after, { from, to, oldEnd, newEnd }) : undefined;
    if (near !== undefined) {
      edits.push([from, near.from, asBuffer(after.subarray(to, near.to)).toString("base64")]);
      ({ from, to } = near);
      continue;
    }
    if (found < 0 || found > oldEnd || (to < newEnd && found === oldEnd)) {
      edits.push([from, oldEnd, asBuffer(after.subarray(to, newEnd)).toString("base64")]);
      break;
    }
    edits.push([from, found]);
    from = found;
  }
};

/** Throws a `RangeError` when the edits are not those of this file. */
export const applyEdits = (before: Uint8Array, edits: readonly StoredEdit[]): Uint8Array => {
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (const [from, to, inserted] of edits) {
    if (from < kept || to < from || to > before.length) throw new RangeError("edits of another file");
    parts.push(before.subarray(kept, from));
    if (inserted !== undefined) parts.push(Buffer.from(inserted, "base64"));
    kept = to;
  }
  return Buffer.concat([...parts, before.subarray(kept)]);
};

interface EditBounds {
  readonly from: number;
  readonly to: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** How far behind a difference the two may go on alike: a number that has changed, say. */
const REACH = 64;

const nearby = (
  old: Buffer,
  after: Uint8Array,
  { from, to, oldEnd, newEnd }: EditBounds,
): { readonly from: number; readonly to: number } | undefined => {
  const place = old.subarray(from, Math.min(from + 2 * REACH, oldEnd));
  for (let skipped = 1; skipped <= REACH && to + skipped + WINDOW <= newEnd; skipped++) {
    const found = place.indexOf(after.subarray(to + skipped, to + skipped + WINDOW));
    if (found >= 0) return { from: from + found, to: to + skipped };
  }
  return undefined;
};

/** Compared by the machine, so many bytes at a time. */
const BLOCK = 4096;

const commonRun = (before: Uint8Array, after: Uint8Array, { from, to, oldEnd, newEnd }: EditBounds): number => {
  const most = Math.min(oldEnd - from, newEnd - to);
  let same = 0;
  const isBlock = (): boolean =>
    before[from + same] === after[to + same] &&
    Buffer.compare(before.subarray(from + same, from + same + BLOCK), after.subarray(to + same, to + same + BLOCK)) ===
      0;
  while (same + BLOCK <= most && isBlock()) same += BLOCK;
  while (same < most && before[from + same] === after[to + same]) same++;
  return same;
};

const commonTail = (before: Uint8Array, after: Uint8Array): number => {
  const most = Math.min(before.length, after.length);
  let same = 0;
  const isBlock = (): boolean =>
    Buffer.compare(
      before.subarray(before.length - same - BLOCK, before.length - same),
      after.subarray(after.length - same - BLOCK, after.length - same),
    ) === 0;
  while (same + BLOCK <= most && isBlock()) same += BLOCK;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return same;
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
