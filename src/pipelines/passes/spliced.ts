/** A file with edits. */
import { fileCase, onlyFile, type TestCase } from "../../core/test-case.ts";
import type { ByteEdit, Change } from "../../passes/external.ts";

/** How much longer edits make a file; negative where they make it shorter. */
const growth = (edits: readonly ByteEdit[]): number => {
  let bytes = 0;
  for (const { start, end, data } of edits) bytes += data.length - (end - start);
  return bytes;
};

/** The same case with edits that do not overlap, in any order, in its bytes. What waits holds the edits, not a copy. */
export const withEdits = (source: TestCase, bytes: Uint8Array, edits: readonly ByteEdit[]): TestCase => {
  const { path, mode } = onlyFile(source);
  return fileCase({ path, mode, bytes: () => spliced(bytes, edits) }, bytes.length + growth(edits));
};

const spliced = (bytes: Uint8Array, edits: readonly ByteEdit[]): Uint8Array => {
  const result = new Uint8Array(bytes.length + growth(edits));
  let from = 0;
  let at = 0;
  const put = (piece: Uint8Array): void => {
    result.set(piece, at);
    at += piece.length;
  };
  // What is put before an edit comes before it.
  for (const { start, end, data } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    put(bytes.subarray(from, start));
    put(data);
    from = end;
  }
  put(bytes.subarray(from));
  return result;
};

/** Does it make the bytes better, by itself or with others like it? What keeps them as long must do so at each place. */
export const improves = (bytes: Uint8Array, change: Change): boolean => {
  const more = growth(change);
  if (more !== 0 || change.some((edit) => growth([edit]) !== 0)) return more < 0;
  for (const { start, data } of change) {
    const place = data.findIndex((byte, index) => byte !== bytes[start + index]);
    if (place >= 0) return (data[place] as number) < (bytes[start + place] as number);
  }
  return false;
};

/** Shorter, or as long and earlier in the order of bytes: no endless sequence of files each better than the one before. */
export const isBetter = (candidate: TestCase, than: TestCase): boolean => {
  if (candidate.size !== than.size) return candidate.size < than.size;
  const [a, b] = [onlyFile(candidate).bytes(), onlyFile(than).bytes()];
  const place = a.findIndex((byte, index) => byte !== b[index]);
  return place >= 0 && (a[place] as number) < (b[place] as number);
};
