import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ValueCase } from "../core/case.ts";
import { cut, drop, slice, whole, type Configuration } from "../core/configuration.ts";
import type { Format } from "../core/format.ts";
import { bytesCase, isBytes, list, listCase, textCase, textCharacters, textLines, valueBytes } from "./values.ts";

const facts = <T>(source: ValueCase<T>) => ({ value: source.value(), key: source.key(), size: source.size });

/** What is known of a case after it was taken apart and put together. */
const again = <T, D>(format: Format<ValueCase<T>, Configuration<D>>, source: ValueCase<T>) => {
  const { input, render } = format.parse(source);
  return facts(render(input));
};

/** All pieces a format sees in a text. */
const pieces = (format: Format<ValueCase<string>, Configuration<number>>, text: string): string[] => {
  const { input, render } = format.parse(textCase(text));
  return Array.from({ length: input.length }, (_, i) => render(slice(input, i, i + 1)).value());
};

describe("rendering what was parsed is the identity", () => {
  const text = fc
    .oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a\r\n]*$/), fc.string({ unit: "grapheme" }))
    .map(textCase);

  test("for arrays", () => {
    fc.assert(
      fc.property(fc.array(fc.anything()).map(listCase), (source) => {
        expect(again(list(), source)).toEqual(facts(source));
      }),
    );
  });

  test.each([textLines, textCharacters])("for strings by $unit", (format) => {
    fc.assert(
      fc.property(text, (source) => {
        expect(again(format, source)).toEqual(facts(source));
      }),
    );
    const lone = textCase("a\ud83db\udc00");
    expect(again(format, lone)).toEqual(facts(lone));
  });

  test("for bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array().map(bytesCase), (source) => {
        expect(again(valueBytes, source)).toEqual(facts(source));
      }),
    );
  });
});

test("lines keep their own ends, and a missing last one stays missing", () => {
  expect(pieces(textLines, "a\nb\r\nc\rd")).toEqual(["a\n", "b\r\n", "c\r", "d"]);
  expect(pieces(textLines, "\n\r\n\r\r\n")).toEqual(["\n", "\r\n", "\r", "\r\n"]);
  expect(pieces(textLines, "")).toEqual([]);
});

test("characters are what people see", () => {
  expect(pieces(textCharacters, "a👩‍👩‍👧é\u0065\u0301x")).toEqual(["a", "👩‍👩‍👧", "é", "\u0065\u0301", "x"]);
  expect(pieces(textCharacters, "a\r\n")).toEqual(["a", "\r", "\n"]);
});

test("the size of a text candidate is its length, the key that of its content", () => {
  const { input, render } = textLines.parse(textCase("one\ntwo\none\n"));
  const [first, last] = [render(slice(input, 0, 1)), render(slice(input, 2, 3))];
  expect(first.size).toBe(4);
  expect(first.key()).toBe(last.key());
  expect(render(cut(input, 1, 2)).value()).toBe("one\none\n");
});

test("items are named by their place, so that what cannot be compared can be removed", () => {
  const items = [Symbol("a"), () => 1, Number.NaN, undefined];
  const { input, render } = list().parse(listCase(items));
  const keys = input.base.map((_, i) => render(slice(input, i, i + 1)).key());
  expect(new Set(keys).size).toBe(4);
  expect(render(cut(input, 1, 2)).value()).toEqual([items[0], Number.NaN, undefined]);
});

test("a second round over an array names the same places", () => {
  const format = list<string>();
  const { input, render } = format.parse(listCase(["a", "b", "c", "d"]));
  const shorter = render(cut(input, 0, 2));
  const second = format.parse(shorter);
  expect(second.render(slice(second.input, 0, 1)).key()).toBe(render(slice(input, 2, 3)).key());
});

test("an array that did not come from listCase is not taken apart", () => {
  const foreign: ValueCase<readonly number[]> = { value: () => [1], key: () => "k", size: 1 };
  expect(() => list<number>().parse(foreign)).toThrow("not an array");
});

test("items that are arrays stay whole, in few ranges and in many", () => {
  const items = Array.from({ length: 5000 }, (_, i) => [i]);
  const { input, render } = list<readonly number[]>().parse(listCase(items));
  const everyOther = input.base.map((_, i) => ({ from: i, to: i + 1 })).filter(({ from }) => from % 2 === 1);
  expect(render(cut(input, 10, 20)).value()).toEqual(items.filter((_, i) => i < 10 || i >= 20));
  expect(render(drop(input, everyOther)).value()).toEqual(items.filter((_, i) => i % 2 === 0));
});

test("values are built anew at every call", () => {
  const source = listCase([1, 2]);
  expect(source.value()).not.toBe(source.value());
  const bytes = bytesCase(Buffer.from("ab"));
  bytes.value()[0] = 0;
  expect(bytes.value()).toEqual(Buffer.from("ab"));
});

test("byte arrays are known by what they are, buffers included", () => {
  expect([new Uint8Array(1), Buffer.alloc(1)].every(isBytes)).toBe(true);
  expect([new Uint16Array(1), new DataView(new ArrayBuffer(1)), [1], "a", null].some(isBytes)).toBe(false);
});

test("an empty configuration renders the empty value", () => {
  const { render } = valueBytes.parse(bytesCase(Uint8Array.of(1)));
  expect(render(whole<number>([])).value()).toEqual(new Uint8Array(0));
});
