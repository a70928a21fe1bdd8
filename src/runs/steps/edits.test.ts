import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, editsBetween } from "./edits.ts";

/** Lines that look alike, as in a log. */
const alike = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, line) => `2024-01-01 12:00:00 INFO service hay ${line % 97} value=${(line * 7) % 13}\n`,
  );

const bytes = (lines: readonly string[]): Buffer => Buffer.from(lines.join(""));

describe("edits between large files", () => {
  test("lead from the one to the other, whatever they are made of", () => {
    const piece = fc.oneof(
      fc.constantFrom(...alike(20)).map((line) => Buffer.from(line.repeat(40))),
      fc
        .uint8Array({ minLength: 1, maxLength: 300 })
        .map((part) => Buffer.concat(Array(30).fill(part) as Uint8Array[])),
      fc.integer({ min: 1, max: 9000 }).map((length) => Buffer.alloc(length)),
    );
    const file = fc.array(piece, { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(file, fc.array(fc.nat()), fc.array(piece, { maxLength: 3 }), (parts, gone, more) => {
        const left = parts.filter((_, index) => !gone.some((each) => each % parts.length === index));
        const [before, after] = [Buffer.concat(parts), Buffer.concat([...left, ...more])];
        expect(Buffer.compare(applyEdits(before, editsBetween(before, after)), after)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test("are few where ranges of lines that look alike were taken out", () => {
    const lines = alike(60_000);
    const before = bytes(lines);
    const half = editsBetween(before, bytes(lines.slice(0, 30_000)));
    expect(half.length).toBe(1);
    const blocks = lines.filter((_, line) => (line >> 10) % 3 !== 0);
    const edits = editsBetween(before, bytes(blocks));
    expect(Buffer.compare(applyEdits(before, edits), bytes(blocks))).toBe(0);
    expect(JSON.stringify(edits).length).toBeLessThan(10_000);
  });

  test("are about as many as the pieces that went, also where they end within lines", () => {
    const before = bytes(alike(100_000));
    const parts: Buffer[] = [];
    for (let at = 0; at < before.length; at += 3000 + ((at * 31) % 299)) parts.push(before.subarray(at, at + 3000));
    const after = Buffer.concat(parts);
    const edits = editsBetween(before, after);
    expect(Buffer.compare(applyEdits(before, edits), after)).toBe(0);
    expect(edits.length).toBeLessThan(3 * parts.length);
    expect(JSON.stringify(edits).length).toBeLessThan(60 * parts.length);
  });
});
