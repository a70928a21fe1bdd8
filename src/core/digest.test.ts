import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digest } from "./digest.ts";

describe("digest", () => {
  it("is the same for the same content and 32 hexadecimal digits long", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(digest(bytes)).toBe(digest(Uint8Array.from(bytes)));
        expect(digest(bytes)).toMatch(/^[0-9a-f]{32}$/);
      }),
    );
  });

  it("tells apart what differs in one bit, in zeros at the end, or in a lone surrogate", () => {
    const seen = new Set<string>();
    const bytes = new Uint8Array(40);
    for (let length = 0; length <= 40; length++) seen.add(digest(bytes.subarray(0, length)));
    for (let bit = 0; bit < 320; bit++) {
      bytes[bit >> 3] = 1 << (bit & 7);
      seen.add(digest(bytes));
      bytes[bit >> 3] = 0;
    }
    for (const text of ["a", "\uD800", "\uDC00", "\uFFFD"]) seen.add(digest(text));
    expect(seen.size).toBe(41 + 320 + 4);
  });

  it("has no collision among a million counters", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 1_000_000; i++) seen.add(digest(Int32Array.of(i >> 10, i & 1023)).slice(0, 16));
    expect(seen.size).toBe(1_000_000);
  });
});
