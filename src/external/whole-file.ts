/** A whole new file as an edit of the old one. */
import type { ByteEdit } from "../passes/external.ts";

/** From the first byte that differs to the last; characters stay whole. Nothing where the two are the same. */
export const difference = (before: Uint8Array, after: Uint8Array): ByteEdit | undefined => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return undefined;
  while (start > 0 && (isInside(before, start) || isInside(after, start))) start--;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  while (same > 0 && isInside(before, before.length - same)) same--;
  return { start, end: before.length - same, data: after.subarray(start, after.length - same) };
};

/** Inside a character of UTF-8. */
const isInside = (bytes: Uint8Array, place: number): boolean => ((bytes[place] ?? 0) & 0xc0) === 0x80;
