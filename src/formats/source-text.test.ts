import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { sourceText, withText } from "./source-text.ts";

const caseOf = (bytes: Uint8Array): TestCase => fileCase({ path: "a", mode: 0o644, bytes: () => bytes }, bytes.length);

const again = (bytes: Uint8Array): Uint8Array => {
  const read = sourceText(caseOf(bytes));
  return onlyFile(withText(read, [read.text])).bytes();
};

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  for (const [i, unit] of [0xfeff, ...Array.from(text, (c) => c.charCodeAt(0))].entries())
    view.setUint16(2 * i, unit, littleEndian);
  return new Uint8Array(view.buffer);
};

const TEXT = "int a;\r\n\u0000 b é\n";
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe("files as text", () => {
  test.each([
    ["UTF-8", new TextEncoder().encode(TEXT), TEXT],
    ["UTF-8 with a mark", new TextEncoder().encode(`\uFEFF${TEXT}`), `\uFEFF${TEXT}`],
    ["UTF-16, little end first", utf16(TEXT, true), TEXT],
    ["UTF-16, big end first", utf16(TEXT, false), TEXT],
    ["Latin-1", latin1(TEXT), TEXT],
  ])("%s is read as what it says and written back byte for byte", (_, bytes, text) => {
    expect(sourceText(caseOf(bytes)).text).toBe(text);
    expect(again(bytes)).toEqual(bytes);
  });

  test("any bytes are written back as they were, with any mark before them", () => {
    const mark = fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xff, 0xfe, 0, 0]);
    fc.assert(
      fc.property(mark, fc.uint8Array({ maxLength: 200 }), (before, rest) => {
        const bytes = Uint8Array.from([...before, ...rest]);
        expect(again(bytes)).toEqual(bytes);
      }),
      { seed: 4, numRuns: 60 },
    );
  });

  test("UTF-16 stays UTF-16 whatever is cut: the mark is no part of the text", () => {
    const read = sourceText(caseOf(utf16("abc", true)));
    expect(onlyFile(withText(read, ["c"])).bytes()).toEqual(utf16("c", true));
    expect(onlyFile(withText(read, [""])).bytes()).toEqual(utf16("", true));
  });

  test("keeps path and mode, and knows its size in bytes", () => {
    const source = fileCase({ path: "x.c", mode: 0o755, bytes: () => new TextEncoder().encode("é") }, 2);
    const other = withText(sourceText(source), ["é", "é"]);
    expect(other.size).toBe(4);
    expect(other.files).toMatchObject([{ path: "x.c", mode: 0o755 }]);
  });
});
