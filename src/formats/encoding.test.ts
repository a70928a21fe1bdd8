import { array, assert, constantFrom, nat, property, tuple, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { encodingOf, isBinary, utf8Length } from "./encoding.ts";

/** As it is defined, a byte at a time. */
const isBinaryByDefinition = (bytes: Uint8Array): boolean => {
  if (encodingOf(bytes).name !== "bytes") return false;
  let strange = 0;
  for (let place = 0, length = 0; place < bytes.length; place += length || 1) {
    length = utf8Length(bytes, place);
    if (length === 0) strange++;
  }
  return bytes.includes(0) || 2 * strange > bytes.length;
};

/** Mostly ASCII, some characters of two bytes, some bytes that are none. */
const texts = array(constantFrom("a", "bcd", "\n", "é", "\u00FF", "€"), { maxLength: 12 }).map((words) =>
  Buffer.from(words.join(""), words.length % 2 === 0 ? "utf8" : "latin1"),
);

test("a part of a buffer is judged alike wherever it lies, also at the very end and if it is empty", () => {
  const parts = tuple(uint8Array({ maxLength: 7 }), texts, nat(12));
  assert(
    property(parts, ([before, text, length]) => {
      const buffer = Uint8Array.from([...before, ...text]);
      const bytes = buffer.subarray(Math.max(before.length, buffer.length - length));
      expect(isBinary(bytes)).toBe(isBinaryByDefinition(bytes));
    }),
    { numRuns: 300 },
  );
  for (let size = 0; size < 10; size++) expect(isBinary(new Uint8Array(size + 1).fill(65).subarray(size))).toBe(false);
  for (let size = 0; size < 10; size++) expect(isBinary(new Uint8Array(size).subarray(size))).toBe(false);
});
