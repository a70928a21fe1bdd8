import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLEAR_LINE, control, forTerminal } from "../../src/core/control.ts";
import { bounded, visible, visibleJson, visibleLine } from "../../src/core/visible.ts";

/** Any units, halves of characters among them; half of them of the pages that hold controls and marks of direction. */
const units = fc.oneof(fc.nat(0xff), fc.integer({ min: 0x2000, max: 0x206f }), fc.nat(0xffff), fc.nat(0xffff));
const texts = fc.array(units, { maxLength: 60 }).map((list) => String.fromCharCode(...list));

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
      fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, most) => {
        expect(bounded(text, most).length).toBeLessThanOrEqual(most);
        expect(bounded(text, most)).toBe(visibleLine(bounded(text, most)));
      }),
    );
  });

  it("reach a terminal as text: it obeys what pare says itself, and nothing else", () => {
    fc.assert(
      fc.property(texts, texts, (before, behind) => {
        expect(forTerminal(before + control("[2J") + behind)).toBe(`${visible(before)}\u001B[2J${visible(behind)}`);
      }),
    );
    expect(forTerminal(CLEAR_LINE)).toBe("\u001B[1G\u001B[2K");
    expect(forTerminal("\u001B[2J")).toBe("\u241B[2J");
  });

  it("mean the same as JSON", () => {
    expect(visibleJson('{"a":\t"x"}\n')).toBe('{"a":\t"x"}\n');
    expect(visibleJson('"\u007F\u200B"')).toBe('"\\u007f\\u200b"');
    fc.assert(
      fc.property(texts, (text) => {
        const safe = visibleJson(JSON.stringify(text));
        expect(JSON.parse(safe)).toBe(text);
        expect(visible(safe)).toBe(safe);
      }),
    );
    // A sign of two units.
    expect(JSON.parse(visibleJson('"\u{E0001}"'))).toBe("\u{E0001}");
  });
});
