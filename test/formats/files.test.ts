import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, elements, forEachIndex, select, slice, type Configuration } from "../../src/core/configuration.ts";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { bytes } from "../../src/formats/bytes.ts";
import { characters } from "../../src/formats/characters.ts";
import { isBinary } from "../../src/formats/encoding.ts";
import { lines } from "../../src/formats/lines.ts";
import type { FileFormat } from "../../src/formats/pieces.ts";

const fileOf = (content: Uint8Array): TestCase =>
  fileCase({ path: "input", mode: 0o644, bytes: () => content }, content.length);
const content = (source: TestCase): Buffer => Buffer.from(onlyFile(source).bytes());

/** What each piece holds. */
const piecesOf = (format: FileFormat, source: Uint8Array): Buffer[] => {
  const { input, render } = format.parse(fileOf(source));
  return Array.from({ length: input.length }, (_, i) => content(render(slice(input, i, i + 1))));
};
const texts = (format: FileFormat, source: string | Uint8Array): string[] =>
  piecesOf(format, Buffer.from(source as string)).map((piece) => piece.toString());

/** Bytes of all sorts: noise, text, line ends, marks, broken sequences. */
const sources = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => Buffer.from(text)),
      fc.constantFrom("\n", "\r\n", "\r", "\0", "e\u0301", "👩‍👩‍👧", "\u0600", "🇩🇪").map((text) => Buffer.from(text)),
      fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xff, 0xfe, 0, 0], [0, 0, 0xfe, 0xff], [0xe2, 0x82], [0xc0, 0x80]),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));

describe.each([bytes, characters, lines])("files by $unit", (format) => {
  test("round trip is the identity for any bytes, and pieces are neither empty nor lost", () => {
    fc.assert(
      fc.property(sources, (source) => {
        const { input, render } = format.parse(fileOf(source));
        expect(content(render(input)).equals(source)).toBe(true);
        expect(render(input).key()).toBe(fileOf(source).key());
        const parts = piecesOf(format, source);
        expect(parts.every((part) => part.length > 0)).toBe(true);
        expect(Buffer.concat(parts).equals(source)).toBe(true);
      }),
    );
  });

  test("what is kept is the kept pieces, and the size is their bytes", () => {
    fc.assert(
      fc.property(sources, fc.infiniteStream(fc.boolean()), (source, coins) => {
        const { input, render } = format.parse(fileOf(source));
        const keep = Array.from({ length: input.length }, () => coins.next().value as boolean);
        const ranges = keep.flatMap((kept, i) => (kept ? [{ from: i, to: i + 1 }] : []));
        const candidate = render(select(input, ranges));
        const wanted = Buffer.concat(piecesOf(format, source).filter((_, i) => keep[i]));
        expect(content(candidate).equals(wanted)).toBe(true);
        expect(candidate.size).toBe(wanted.length);
      }),
    );
  });

  test("deltas can be listed as those of any list can", () => {
    const { input } = format.parse(fileOf(Buffer.from("a\nbé\nc\n")));
    const kept: Configuration<number> = cut(input, 1, 2);
    const listed: number[] = [];
    forEachIndex(kept, (index) => listed.push(kept.base[index] as number));
    expect(elements(kept)).toEqual(listed);
    expect(elements(kept)).toHaveLength(kept.length);
  });

  test("path and mode stay", () => {
    const source = fileCase({ path: "run.sh", mode: 0o755, bytes: () => Buffer.from("ab\ncd") }, 5);
    const { input, render } = format.parse(source);
    expect(onlyFile(render(slice(input, 0, 1)))).toMatchObject({ path: "run.sh", mode: 0o755 });
  });
});

test("lines end with \\n, \\r\\n or \\r, and a missing last newline stays missing", () => {
  expect(texts(lines, "a\nb\r\nc\rd")).toEqual(["a\n", "b\r\n", "c\r", "d"]);
  expect(texts(lines, "\n\n")).toEqual(["\n", "\n"]);
  expect(texts(lines, "a\0b\nc")).toEqual(["a\0b\n", "c"]);
  expect(texts(lines, "")).toEqual([]);
});

test("lines of UTF-16 end at whole units", () => {
  const source = Buffer.from("\ufeffa\r\nĊb\nc", "utf16le");
  expect(piecesOf(lines, source).map((line) => line.toString("utf16le"))).toEqual(["\ufeffa\r\n", "Ċb\n", "c"]);
});

test("characters are what people see, and bytes where nothing can be decoded", () => {
  expect(texts(characters, "ae\u0301👩‍👩‍👧🇩🇪b")).toEqual(["a", "e\u0301", "👩‍👩‍👧", "🇩🇪", "b"]);
  expect(texts(characters, "é\r\n")).toEqual(["é", "\r", "\n"]);
  const broken = Buffer.from([0x61, 0xe2, 0x82, 0xff, 0xc3, 0xa9, 0xed, 0xa0, 0x80]);
  expect(piecesOf(characters, broken).map((piece) => piece.toString("hex"))).toEqual([
    "61",
    "e2",
    "82",
    "ff",
    "c3a9",
    "ed",
    "a0",
    "80",
  ]);
});

test("characters are cut as if the whole text were segmented at once", () => {
  const segmenter = new Intl.Segmenter("en");
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("ab", "\u0600", "\u0308", "\u200d", "क्ष"))),
      (parts) => {
        const text = Buffer.from(parts.join("")).toString().replaceAll("\r\n", "");
        const whole = Array.from(segmenter.segment(text), ({ segment }) => segment);
        expect(texts(characters, text)).toEqual(whole);
      },
    ),
  );
});

test("UTF-16 goes by code units, surrogate pairs as one, an odd byte on its own", () => {
  const source = Buffer.concat([Buffer.from("\ufeffa👧b", "utf16le"), Buffer.of(7)]);
  const parts = piecesOf(characters, source);
  expect(parts.map((part) => part.toString("utf16le"))).toEqual(["\ufeff", "a", "👧", "b", ""]);
  expect(parts.at(-1)).toEqual(Buffer.of(7));
});

test("binary is what has NULs or is mostly undecodable, but not marked UTF-16", () => {
  expect(isBinary(Buffer.from("plain ünïcode"))).toBe(false);
  expect(isBinary(Buffer.from("a\0b"))).toBe(true);
  expect(isBinary(Buffer.from([0xff, 0x80, 0x81, 0x41]))).toBe(true);
  expect(isBinary(Buffer.from("ein gr\xfc\xdfer", "latin1"))).toBe(false);
  expect(isBinary(Buffer.from("\ufeffab", "utf16le"))).toBe(false);
});

test("a file of 50 MB and a million lines is parsed and rendered without an object for each line", () => {
  const source = Buffer.alloc(50_000_000, "x");
  for (let end = 49; end < source.length; end += 50) source[end] = 10;
  const before = process.memoryUsage();
  const { input, render } = lines.parse(fileOf(source));
  expect(input.length).toBe(1_000_000);
  const half = render(cut(input, 250_000, 750_000));
  expect(half.size).toBe(25_000_000);
  const after = process.memoryUsage();
  expect(after.heapUsed - before.heapUsed).toBeLessThan(20e6);
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(40e6);
  expect(content(half).equals(Buffer.concat([source.subarray(0, 12.5e6), source.subarray(37.5e6)]))).toBe(true);
});
