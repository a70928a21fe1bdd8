/** The laws of WebP: the head announces what is there, frames belong to an animation, and a picture is as large as its canvas. */
import { expect, test } from "vitest";
import { containerOf } from "../../src/formats/binary/index.ts";
import { parsed, withoutUnits } from "./support.ts";

const u24 = (value: number): readonly number[] => [value & 255, (value >> 8) & 255, value >> 16];
const u32 = (value: number): readonly number[] => [...u24(value & 0xffffff), value >>> 24];

const chunk = (tag: string, payload: readonly number[]): readonly number[] => [
  ...Buffer.from(tag),
  ...u32(payload.length),
  ...payload,
  ...(payload.length % 2 === 0 ? [] : [0]),
];

const webp = (...chunks: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from(chunk("RIFF", [...Buffer.from("WEBP"), ...chunks.flat()]));

const head = (flags: number, width: number, height: number): readonly number[] =>
  chunk("VP8X", [flags, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)]);
/** Begins with its size, which is all that these tests want to know of it. */
const image = (width: number, height: number): readonly number[] => chunk("VP8 ", [width, height, 7]);
const frame = (width: number, height: number, ...inside: readonly (readonly number[])[]): readonly number[] =>
  chunk("ANMF", [...u24(0), ...u24(0), ...u24(width - 1), ...u24(height - 1), ...u24(100), 0, ...inside.flat()]);

const still = webp(
  head(0x3c, 9, 8),
  chunk("ICCP", [1, 2, 3]),
  chunk("ALPH", [4]),
  image(9, 8),
  chunk("EXIF", [5, 6]),
  chunk("XMP ", [7]),
);
const film = webp(
  head(0x16, 9, 8),
  chunk("ANIM", [0, 0, 0, 0, 0, 0]),
  frame(5, 4, chunk("ALPH", [1]), image(5, 4)),
  frame(9, 8, image(9, 8)),
  chunk("XMP ", [7]),
);

interface Found {
  readonly tag: string;
  readonly payload: Buffer;
}

const chunksOf = (bytes: Buffer): readonly Found[] => {
  const found: Found[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    expect(at + 8 + size).toBeLessThanOrEqual(bytes.length);
    found.push({ tag: bytes.toString("latin1", at, at + 4), payload: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return found;
};

const BITS: Readonly<Record<string, number>> = { ICCP: 0x20, ALPH: 0x10, EXIF: 8, "XMP ": 4, ANIM: 2 };

/** What is wrong with a file, by the specification; nothing if it has no image at all. */
const faults = (file: Buffer): readonly string[] => {
  const all = chunksOf(chunksOf(file)[0]?.payload.subarray(4) ?? Buffer.alloc(0));
  const frames = all.filter(({ tag }) => tag === "ANMF").map(({ payload }) => chunksOf(payload.subarray(16)));
  const images = all.filter(({ tag }) => tag === "VP8 ");
  if (frames.length + images.length === 0) return [];
  const tags = [all, ...frames].flat().map(({ tag }) => tag);
  const first = all.find(({ tag }) => tag === "VP8X")?.payload;
  const announced = first?.[0] ?? 0;
  return [
    ...Object.entries(BITS).flatMap(([tag, bit]) =>
      tags.includes(tag) === ((announced & bit) !== 0) ? [] : [`${tag} is there or announced, not both`],
    ),
    ...(frames.length > 0 && !tags.includes("ANIM") ? ["frames without an animation"] : []),
    ...(frames.some((inside) => !inside.some(({ tag }) => tag === "VP8 ")) ? ["a frame without an image"] : []),
    ...(first !== undefined && images.some(({ payload }) => payload[0] !== (first[4] ?? 0) + 1)
      ? ["a canvas of another size"]
      : []),
  ];
};

test.each([
  { name: "a still picture", bytes: still, least: 6 },
  { name: "an animation", bytes: film, least: 6 },
])("each chunk of $name goes alone, and the rest is as it should be", ({ bytes, least }) => {
  expect(faults(Buffer.from(bytes))).toEqual([]);
  let tried = 0;
  for (const stage of containerOf(bytes)?.stages ?? []) {
    const units = parsed(stage, bytes);
    for (let unit = 0; unit < (units?.input.length ?? 0); unit++) {
      tried++;
      expect(faults(withoutUnits(units as NonNullable<typeof units>, [unit])), `${stage.unit} ${unit}`).toEqual([]);
    }
  }
  expect(tried).toBeGreaterThanOrEqual(least);
});

const withoutAt = (bytes: Uint8Array, gone: readonly number[]): Buffer => {
  const units = containerOf(bytes)?.stages.map((stage) => parsed(stage, bytes))[1];
  return withoutUnits(units as NonNullable<typeof units>, gone);
};

test("a picture without its head is the plain image", () => {
  expect(withoutAt(still, [0])).toEqual(Buffer.from(webp(image(9, 8))));
});

test("an animation that goes leaves its first frame as a picture, and flags go together", () => {
  expect(withoutAt(film, [1])).toEqual(
    Buffer.from(webp(head(0x14, 5, 4), chunk("ALPH", [1]), image(5, 4), chunk("XMP ", [7]))),
  );
  expect(withoutAt(film, [0])).toEqual(Buffer.from(webp(image(5, 4))));
  expect(withoutAt(still, [1, 5])).toEqual(
    Buffer.from(webp(head(0x18, 9, 8), chunk("ALPH", [4]), image(9, 8), chunk("EXIF", [5, 6]))),
  );
});
