import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32, digest } from "./digest.ts";

describe("digest", () => {
  it("is the same for the same content and 32 hexadecimal digits long", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(digest(bytes)).toBe(digest(Uint8Array.from(bytes)));
        expect(digest(bytes)).toMatch(/^[0-9a-f]{32}$/);
      }),
    );
  });

  it("does not depend on where the bytes lie", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(20), (bytes, before) => {
        const around = new Uint8Array(before + bytes.length + 20).fill(7);
        around.set(bytes, before);
        expect(digest(around.subarray(before, before + bytes.length))).toBe(digest(bytes));
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

  it("has no collision among 50,000 counters", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 50_000; i++) seen.add(digest(Int32Array.of(i >> 10, i & 1023)).slice(0, 16));
    expect(seen.size).toBe(50_000);
  });

  // Journals that are kept name their candidates by these.
  it.each([
    ["", "00000000000000000000000000000000"],
    ["a", "05236d8a449f4b0b6d72483d3a4d476c"],
    ["The quick brown fox jumps over the lazy dog", "63328eb7eb7fe5c3b9cd858b07f2a5d4"],
    [Uint8Array.of(1, 2, 3, 4, 5), "83dbf2c37b4419888c7546dae3ea042b"],
    [Uint8Array.from({ length: 16 }, (_, i) => i), "6c25c825559180eeea53807489a55bef"],
    [Uint8Array.from({ length: 32 }, (_, i) => 255 - i), "13fbd991934f54d50067b8ca513d0388"],
    [Int32Array.of(-1, 7, 1 << 30, 0, 5, -9), "3e9b0cac9a69afef41bbbfad6c47a6cd"],
  ])("of %j never changes", (content, name) => {
    expect(digest(content)).toBe(name);
  });
});

describe("crc32", () => {
  it("is that of other programs, from any place on", () => {
    expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
    expect(crc32(Buffer.from("head123456789"), 4)).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });
});
