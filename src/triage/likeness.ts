/** How much two inputs have in common: what is short and stands in both. */
import { isBinary } from "../formats/encoding.ts";

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

/** Names of some length: shorter ones stand anywhere. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]+/gu;

const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, MAX_BYTES)).toString();

/** Does an input hold every word of what another one was reduced to? Then it probably comes to the failure in the same way. */
export const holdsWordsOf = (reduced: Uint8Array, input: Uint8Array): boolean => {
  if (isBinary(reduced)) return false;
  const words = startOf(reduced).match(WORD) ?? [];
  const there = new Set(startOf(input).match(WORD));
  return words.length > 0 && words.every((word) => there.has(word));
};
