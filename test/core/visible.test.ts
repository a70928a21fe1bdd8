import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bounded, visible, visibleJson, visibleLine } from "../../src/core/visible.ts";

describe("texts of others", () => {
  it("show controls and what is hidden, and keep lines and tabs", () => {
    expect(visible("a\tb\nc")).toBe("a\tb\nc");
    expect(visible("\u001B[31mred\u007F")).toBe("\u241B[31mred\u2421");
    expect(visible("\u0000\u001F\u0080\u202Ex\uD800\uE000\u2028")).toBe("\u2400\u241F\uFFFD\uFFFDx\uFFFD\uFFFD\uFFFD");
    expect(visible("👩\u200D🚀 é 漢 ~ ")).toBe("👩\u200D🚀 é 漢 ~ ");
  });

  it("are one line where one is wanted", () => {
    expect(visibleLine("plain")).toBe("plain");
    expect(visibleLine("a\tb\nc\r")).toBe("a    b\u240Ac\u240D");
  });

  it("have no more characters than there is room for", () => {
    expect(bounded("a  \n b", 5)).toBe("a b");
    expect(bounded("abcde", 5)).toBe("abcde");
    expect(bounded("abcdef", 5)).toBe("abcd…");
    expect(bounded(`a${" ".repeat(30)}b`, 5)).toBe("a b");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
        expect(bounded(text, most).length).toBeLessThanOrEqual(most);
        expect(bounded(text, most)).toBe(visibleLine(bounded(text, most)));
      }),
    );
  });

  it("mean the same as JSON", () => {
    expect(visibleJson('{"a":\t"x"}\n')).toBe('{"a":\t"x"}\n');
    expect(visibleJson('"\u007F\u200B"')).toBe('"\\u007f\\u200b"');
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const safe = visibleJson(JSON.stringify(text));
        expect(JSON.parse(safe)).toBe(text);
        expect(visible(safe)).toBe(safe);
      }),
    );
    // A sign of two units.
    expect(JSON.parse(visibleJson('"\u{E0001}"'))).toBe("\u{E0001}");
  });
});
