import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Range } from "../../src/core/configuration.ts";
import { differingRuns } from "../../src/core/diff/differing.ts";
import { differingLines } from "../../src/isolate/trees/lines.ts";
import { composed, linesOfPieces, piecesOf } from "../../src/isolate/trees/pieces.ts";
import { lineAt, linesOf } from "../../src/isolate/trees/text-lines.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

const hunks = (a: string, b: string): readonly (readonly [number, number, number, number])[] =>
  differingLines(linesOf(bytes(a)), linesOf(bytes(b))).map(({ aFrom, aTo, bFrom, bTo }) => [aFrom, aTo, bFrom, bTo]);

/** Few different lines, so that they repeat; with and without line ends. */
const text = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "  c", "}", "", "\0", "é\r", "x y"), { maxLength: 30 }), fc.boolean())
  .map(([lines, ended]) => lines.join("\n") + (ended ? "\n" : ""));

const allOf = (count: number): readonly Range[] => (count === 0 ? [] : [{ from: 0, to: count }]);

describe("lines that differ", () => {
  it("are in order, apart from each other, and lead from one text to the other", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [as, bs] = [linesOf(bytes(a)), linesOf(bytes(b))];
        let [i, j] = [0, 0];
        differingLines(as, bs).forEach(({ aFrom, aTo, bFrom, bTo }, index) => {
          expect(aFrom - i).toBe(bFrom - j);
          expect(aFrom - i).toBeGreaterThanOrEqual(index === 0 ? 0 : 1);
          expect(aTo - aFrom + bTo - bFrom).toBeGreaterThan(0);
          for (; i < aFrom; i++, j++) expect(lineAt(as, i)).toBe(lineAt(bs, j));
          [i, j] = [aTo, bTo];
        });
        expect(as.count - i).toBe(bs.count - j);
        for (; i < as.count; i++, j++) expect(lineAt(as, i)).toBe(lineAt(bs, j));
      }),
      { numRuns: 100 },
    );
  });

  it("are few: a line that moved is one line that goes and one that comes", () => {
    expect(hunks("x\na\nb\nc\n", "a\nb\nc\nx\n")).toEqual([
      [0, 1, 0, 0],
      [4, 4, 3, 4],
    ]);
  });

  it("begin where a block begins", () => {
    const before = "one() {\n  1\n}\n\nthree() {\n  3\n}\n";
    const after = "one() {\n  1\n}\n\ntwo() {\n  2\n}\n\nthree() {\n  3\n}\n";
    expect(hunks(before, after)).toEqual([[4, 4, 4, 8]]);
    expect(hunks(after, before)).toEqual([[4, 8, 4, 4]]);
  });

  it("are none in equal texts, and all of it where nothing is alike", () => {
    expect(hunks("a\nb", "a\nb")).toEqual([]);
    expect(hunks("", "a\nb")).toEqual([[0, 0, 0, 2]]);
    expect(hunks("a", "a\n")).toEqual([[0, 1, 0, 1]]);
    expect(hunks("a\r\nb\r\n", "a\nb\n")).toEqual([[0, 2, 0, 2]]);
  });

  it("are found in long lists that have nothing unique, without looking at all pairs", () => {
    const list = (seed: number): Int32Array =>
      Int32Array.from({ length: 60_000 }, (_, index) => Math.imul(index * seed, 2_654_435_761) >>> 30);
    const [a, b] = [list(7), list(11)];
    const runs = differingRuns(a, b, 4);
    const parts: number[] = [];
    let at = 0;
    for (const { aFrom, aTo, bFrom, bTo } of runs) {
      for (; at < aFrom; at++) parts.push(a[at] as number);
      for (let i = bFrom; i < bTo; i++) parts.push(b[i] as number);
      at = aTo;
    }
    for (; at < a.length; at++) parts.push(a[at] as number);
    expect(Int32Array.from(parts)).toEqual(b);
  });
});

describe("pieces of a text", () => {
  it("make the bad text together, the good one without any, and lines only of the two in any subset", () => {
    fc.assert(
      fc.property(text, text, fc.infiniteStream(fc.boolean()), (a, b, choice) => {
        const pieces = piecesOf(bytes(a), bytes(b));
        const count = pieces.firsts.at(-1) ?? 0;
        expect(composed(pieces, []).toString("latin1")).toBe(a);
        expect(composed(pieces, allOf(count)).toString("latin1")).toBe(b);
        const picked = Array.from({ length: count }, (_, from) => ({ from, to: from + 1 })).filter(
          () => choice.next().value as boolean,
        );
        const known = new Set(`${a}\n${b}\n`.split("\n"));
        for (const line of composed(pieces, picked).toString("latin1").split("\n"))
          expect(known.has(line.replace(/\r$/, "")) || known.has(line)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("replace line by line, and the rest comes or goes", () => {
    const pieces = piecesOf(bytes("0\na\nb\n9\n"), bytes("0\nA\nB\nC\n9\n"));
    const lines = [0, 1, 2].map((from) => linesOfPieces(pieces, 0, { from, to: from + 1 }));
    expect(lines).toEqual([
      { aFrom: 1, aTo: 2, bFrom: 1, bTo: 2 },
      { aFrom: 2, aTo: 3, bFrom: 2, bTo: 3 },
      { aFrom: 3, aTo: 3, bFrom: 3, bTo: 4 },
    ]);
    expect(
      composed(pieces, [
        { from: 0, to: 1 },
        { from: 2, to: 3 },
      ]).toString(),
    ).toBe("0\nA\nb\nC\n9\n");
  });

  it("never make one line of two: a last line without an end gets one when more comes", () => {
    const unix = piecesOf(bytes("x"), bytes("x\ny"));
    expect(composed(unix, [{ from: 1, to: 2 }]).toString()).toBe("x\ny");
    const dos = piecesOf(bytes("a\r\nx"), bytes("a\r\nx\r\ny"));
    expect(composed(dos, [{ from: 1, to: 2 }]).toString()).toBe("a\r\nx\r\ny");
  });
});
