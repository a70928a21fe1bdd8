/** How much two inputs have in common: what is short and stands in both. */

/** Bytes of a piece. */
const PIECE = 6;
/** Only the beginning of an input is looked at. */
const MAX_BYTES = 1 << 16;
/** Inputs that share less than this part of their pieces differ much. */
const MIN_SHARED = 0.3;

const piecesOf = (bytes: Uint8Array): ReadonlySet<string> => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BYTES)).toString("latin1");
  const pieces = new Set<string>();
  for (let at = 0; at + PIECE <= text.length; at++) pieces.add(text.slice(at, at + PIECE));
  return pieces;
};

/** Do they look as if they came to a failure in different ways? The shorter one decides. */
export const differMuch = (one: Uint8Array, other: Uint8Array): boolean => {
  const [few, many] = [piecesOf(one), piecesOf(other)].toSorted((a, b) => a.size - b.size) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
  ];
  if (few.size === 0) return false;
  let shared = 0;
  for (const piece of few) if (many.has(piece)) shared++;
  return shared < MIN_SHARED * few.size;
};
