import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_CHANGES, readAnswer, difference } from "../../src/external/protocol.ts";
import { Refused } from "../../src/external/refused.ts";

const FILE = Buffer.from("one twö three\n");

const answer = (...lines: readonly unknown[]) => {
  const printed = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  return readAnswer(Buffer.from(printed), FILE);
};

/** The kinds of what is refused, and how many changes are left. */
const outcome = (...lines: readonly unknown[]) => {
  const { refusals, changes } = answer(...lines);
  return [refusals.map(({ kind }) => kind), changes.length];
};

const GOOD = { edits: [{ start: 0, end: 4 }] };

describe("an answer", () => {
  test("has edits in bytes, whose texts are put in place of what was there", () => {
    const edits = [
      { start: 9, end: 14, text: "ä" },
      { start: 0, end: 4 },
      { start: 4, end: 4, data: "eA==" },
    ];
    expect(answer({ edits }).changes).toEqual([
      [
        { start: 0, end: 4, data: new Uint8Array() },
        { start: 4, end: 4, data: Buffer.from("x") },
        { start: 9, end: 14, data: Buffer.from("ä") },
      ],
    ]);
  });

  test("may begin with a header; blank lines and members that nobody knows are passed over", () => {
    expect(answer({ protocol: 1, name: "my pass", unit: "hints" }, "", { ...GOOD, why: "because" }, "")).toMatchObject({
      name: "my pass",
      changes: [[{ start: 0, end: 4 }]],
      refusals: [],
    });
    expect(answer(GOOD)).not.toHaveProperty("name");
  });

  test("may bring a whole file, of which only the part that differs counts", () => {
    expect(answer({ text: "one two three\n" }).changes).toEqual([[{ start: 6, end: 8, data: Buffer.from("o") }]]);
    expect(answer({ text: FILE.toString() }).changes).toEqual([]);
  });

  test.each([
    [
      "edits that overlap",
      {
        edits: [
          { start: 0, end: 4 },
          { start: 3, end: 5 },
        ],
      },
      "overlap",
    ],
    [
      "texts at the same place, which have no order",
      {
        edits: [
          { start: 3, end: 3, text: "a" },
          { start: 3, end: 3 },
        ],
      },
      "overlap",
    ],
    ["an edit outside the file", { edits: [{ start: 10, end: 16 }] }, "outside"],
    ["an edit that ends before it starts", { edits: [{ start: 4, end: 1 }] }, "outside"],
    ["an edit that cuts a character apart", { edits: [{ start: 0, end: 7 }] }, "not-utf-8"],
    ["half a surrogate pair", String.raw`{"edits": [{"start": 0, "end": 4, "text": "\ud800"}]}`, "not-utf-8"],
    ["bytes that are not UTF-8", { edits: [{ start: 0, end: 4, data: "/w==" }] }, "not-utf-8"],
    ["what is no JSON", "removing 4 bytes", "no-json"],
    ["what is no object", [1], "no-change"],
    ["an object that says nothing", {}, "no-change"],
    ["no edits", { edits: [] }, "no-change"],
    ["a place that is no whole number", { edits: [{ start: 0.5, end: 4 }] }, "no-change"],
    ["a place below zero", { edits: [{ start: -1, end: 4 }] }, "no-change"],
    ["an edit that is none", { edits: [null] }, "no-change"],
    ["data that is no base64", { edits: [{ start: 0, end: 4, data: "%" }] }, "no-change"],
    ["a text that is a number", { edits: [{ start: 0, end: 4, text: 5 }] }, "no-change"],
    ["a header that comes late", { protocol: 1 }, "no-change"],
    ["a line that is far too long", { ...GOOD, more: "x".repeat(2 ** 21) }, "too-long"],
  ])("is taken without %s", (_, line, kind) => {
    expect(outcome(GOOD, line, GOOD)).toEqual([[kind], 2]);
  });

  test("says where it was refused", () => {
    const [refusal] = answer({ protocol: 1 }, GOOD, { edits: [{ start: 3, end: 99 }] }).refusals;
    expect(refusal?.message).toBe("line 3: the edit 3 to 99 lies outside the file of 15 bytes");
  });

  test("of another protocol is refused as a whole", () => {
    expect(() => answer({ protocol: 2 }, GOOD)).toThrow(
      new Refused("protocol", "it speaks protocol 2, and pare speaks 1"),
    );
  });

  test("that is not UTF-8 is refused as a whole", () => {
    const printed = Buffer.concat([Buffer.from(JSON.stringify(GOOD)), Buffer.from([0xff])]);
    expect(() => readAnswer(printed, FILE)).toThrow("what it printed is not UTF-8");
  });

  test("about a file that is not UTF-8 may have any bytes", () => {
    const said = { edits: [{ start: 1, end: 2, data: "/w==" }] };
    const { changes } = readAnswer(Buffer.from(JSON.stringify(said)), Uint8Array.of(0xff, 0x80, 0x41));
    expect(changes).toEqual([[{ start: 1, end: 2, data: Buffer.from([0xff]) }]]);
  });

  test("may be the whole of a large file, however it is escaped", () => {
    const file = Buffer.alloc(2 ** 20, 1);
    const whole = JSON.stringify({ text: file.subarray(1).toString() });
    expect(whole.length).toBeGreaterThan(6 * 2 ** 20);
    const { changes, refusals } = readAnswer(Buffer.from(whole), file);
    expect([changes.length, refusals]).toEqual([1, []]);
  });

  test("with too many changes is cut off", () => {
    const printed = `${JSON.stringify(GOOD)}\n`.repeat(MAX_CHANGES + 2);
    const { changes, refusals } = readAnswer(Buffer.from(printed), FILE);
    expect(changes).toHaveLength(MAX_CHANGES);
    expect(refusals.map(({ kind }) => kind)).toEqual(["too-many"]);
  });
});

test("the difference of two files makes one into the other and keeps characters whole", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "ä", "ö", "€", "😀", "😁"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [before, after] = [Buffer.from(a), Buffer.from(b)];
      const edit = difference(before, after);
      if (edit === undefined) {
        expect(a).toBe(b);
        return;
      }
      const [head, tail] = [before.subarray(0, edit.start), before.subarray(edit.end)];
      expect(Buffer.concat([head, edit.data, tail]).toString()).toBe(b);
      for (const part of [head, edit.data, tail]) expect(new TextDecoder().decode(part)).not.toContain("\uFFFD");
    }),
  );
});
