/** Bytes that cannot go become zero: what stays is as long as before, and shows what matters. */
import { writeFileSync, readFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bits, ones, zeroBlocks, zeroes } from "../../src/formats/binary/byte-edits.ts";
import { hexRows, nonzeroIn } from "../../src/formats/binary/hex.ts";
import { cut } from "../../src/core/configuration.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { newDirectory } from "../runs/support.ts";
import { bytesOf, caseOf, reduced } from "./support.ts";

/** Bytes without zeroes, and without any order. */
const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, place) => 1 + ((Math.imul(place + 1, 0x9e_37_79_b1) >>> 13) % 255)));

const sum = (bytes: Uint8Array): number => bytes.reduce((all, byte) => all + byte, 0);

describe("an edit that keeps the length", () => {
  const some = fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((bytes) => bytes.some((byte) => byte > 1));

  test.each([zeroBlocks(4), zeroBlocks(16), zeroes, ones, bits])(
    "$unit makes bytes smaller, and nothing else",
    (format) => {
      fc.assert(
        fc.property(some, fc.nat(), fc.nat(), (bytes, a, b) => {
          const { input, render } = format.parse(caseOf(bytes));
          expect(bytesOf(render(input))).toEqual(Buffer.from(bytes));
          const [from = 0, to = 0] = [a % input.length, b % input.length].toSorted((x, y) => x - y);
          const edited = bytesOf(render(cut(input, from, to + 1)));
          expect(edited.length).toBe(bytes.length);
          expect(edited.every((byte, place) => byte <= (bytes[place] as number))).toBe(true);
          expect(sum(edited)).toBeLessThan(sum(bytes));
          expect(nonzeroIn(edited)).toBeLessThanOrEqual(nonzeroIn(bytes));
        }),
        { numRuns: 50 },
      );
    },
  );
});

describe("a file in which everything must stay at its place", () => {
  /** Fails only if it has its length and these bytes. */
  const needing = (original: Buffer, places: readonly number[]) => (bytes: Buffer) =>
    bytes.length === original.length && places.every((place) => bytes[place] === original[place]);

  test("keeps its length, and the bytes that matter among zeroes", () => {
    const original = noise(54_104);
    const places = [0, 1, 2, 3, 300, 20_000, 20_001, 20_002, 41_234, 54_100];
    const { bytes, claims, tests } = reduced(original, needing(original, places));
    expect(bytes.length).toBe(original.length);
    expect([...bytes.entries()].flatMap(([place, byte]) => (byte === 0 ? [] : [place]))).toEqual(places);
    expect(claims).toEqual(["1-minimal by bytes that are not zero", "1-minimal by bits that are set"]);
    expect(tests).toBeLessThan(250);
  });

  test("has no byte and no bit that could be zero alone", () => {
    const original = noise(3000);
    // A sum and a bit: bytes that can stand for each other.
    const fails = (bytes: Buffer): boolean =>
      bytes.length === 3000 && ((bytes[17] ?? 0) & 8) === 8 && (bytes[1000] ?? 0) + (bytes[1001] ?? 0) >= 100;
    original[17] = 0xff;
    expect(fails(original)).toBe(true);
    const { bytes } = reduced(original, fails);
    for (const [place, byte] of bytes.entries())
      for (let bit = 0; bit < 8; bit++)
        if ((byte >> bit) % 2 === 1) {
          const simpler = Buffer.from(bytes);
          simpler[place] = byte & ~(1 << bit);
          expect(fails(simpler)).toBe(false);
        }
    expect(bytes[17]).toBe(8);
    expect(nonzeroIn(bytes)).toBe(2);
  });

  test("is not asked about byte by byte where thousands matter", () => {
    const original = noise(20_000);
    const { bytes, claims, tests } = reduced(original, (each) => each.equals(original));
    expect(bytes).toEqual(original);
    expect(claims).toEqual([]);
    expect(tests).toBeLessThan(300);
  });
});

describe("formats that pare does not know", () => {
  /** A bitmap whose header must tell its length and size, with a wrong number of planes. */
  const bitmap = (): Buffer => {
    const pixels = noise(64 * 64 * 3);
    const header = Buffer.alloc(54);
    header.write("BM", "latin1");
    header.writeUInt32LE(54 + pixels.length, 2);
    header.writeUInt32LE(54, 10);
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(64, 18);
    header.writeInt32LE(64, 22);
    header.writeUInt16LE(9, 26);
    header.writeUInt16LE(24, 28);
    return Buffer.concat([header, pixels]);
  };
  const crashesOnBitmap = (bytes: Buffer): boolean =>
    bytes.length >= 54 &&
    bytes.toString("latin1", 0, 2) === "BM" &&
    bytes.readUInt32LE(2) === bytes.length &&
    bytes.length === 54 + 3 * bytes.readInt32LE(18) * bytes.readInt32LE(22) &&
    bytes.readUInt16LE(28) === 24 &&
    bytes.readUInt16LE(26) > 1;

  test("a bitmap becomes black around its header", () => {
    const { bytes, tests } = reduced(bitmap(), crashesOnBitmap);
    expect(crashesOnBitmap(bytes)).toBe(true);
    expect(nonzeroIn(bytes)).toBeLessThanOrEqual(10);
    expect(nonzeroIn(bytes.subarray(54))).toBe(0);
    expect(tests).toBeLessThan(200);
  });

  /** Packets one behind the other, each with its length twice; the seventh of forty is the bad one. */
  const capture = (): Buffer =>
    Buffer.concat([
      Buffer.from("d4c3b2a1020004000000000000000000ffff000001000000", "hex"),
      ...Array.from({ length: 40 }, (_, number) => {
        const packet = noise(60 + number);
        if (number === 6) packet.fill(0x3f, 12, 16);
        const head = Buffer.alloc(16);
        head.writeUInt32LE(packet.length, 8);
        head.writeUInt32LE(packet.length, 12);
        return Buffer.concat([head, packet]);
      }),
    ]);
  const crashesOnCapture = (bytes: Buffer): boolean => {
    if (bytes.length < 24 || bytes.readUInt32LE(0) !== 0xa1b2c3d4) return false;
    for (let at = 24; at + 16 <= bytes.length;) {
      const length = bytes.readUInt32LE(at + 8);
      if (length !== bytes.readUInt32LE(at + 12) || at + 16 + length > bytes.length) return false;
      if (bytes.toString("latin1", at + 28, at + 32) === "????") return true;
      at += 16 + length;
    }
    return false;
  };

  test("a capture loses the packets behind the bad one, and what is in the others", () => {
    const { bytes, tests } = reduced(capture(), crashesOnCapture);
    expect(crashesOnCapture(bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(700);
    expect(nonzeroIn(bytes)).toBeLessThanOrEqual(60);
    expect(tests).toBeLessThan(1500);
  });

  test("bytes that no offset needs go as before", () => {
    const original = Buffer.concat([noise(40_000), Buffer.from("\0needle\0"), noise(40_000)]);
    const { bytes, claims, tests } = reduced(original, (each) => each.includes("needle"));
    expect(bytes.toString()).toBe("needle");
    expect(claims).toEqual(["1-minimal by bytes"]);
    expect(tests).toBeLessThan(120);
  });
});

describe("a reduction of such a file", () => {
  const place = (): { readonly cwd: string; readonly input: string; readonly test: string } => {
    const cwd = newDirectory();
    const content = noise(6000);
    content[0] = 0;
    content.set([0xde, 0xad, 0xbe, 0xef], 4000);
    writeFileSync(join(cwd, "image.bin"), content);
    const script = `#!/bin/sh
[ "$(wc -c < "$1")" -eq 6000 ] && [ "$(od -An -tx1 -j 4000 -N 4 "$1" | tr -d ' ')" = deadbeef ]
`;
    writeFileSync(join(cwd, "test.sh"), script);
    chmodSync(join(cwd, "test.sh"), 0o755);
    return { cwd, input: "image.bin", test: "./test.sh" };
  };

  test("says how many bytes are not zero, and that it deletes no more; resumed, it comes to the same bytes", async () => {
    const { cwd, input, test: script } = place();
    const options = { cwd, input, test: script };
    const whole = await reduce({ ...options, jobs: 2, output: "whole.bin", runsDirectory: "other" }).result;
    expect(whole.input.nonzero).toBe(5999);
    expect(whole.output).toMatchObject({ bytes: 6000, nonzero: 4 });
    expect(whole.warnings.map(({ code }) => code)).toContain("DELETIONS_GIVEN_UP");
    const stopped = await reduce({ ...options, maxTests: 40, jobs: 1 }).result;
    expect(stopped).toMatchObject({ status: "stopped", claims: [] });
    const resumed = await reduce({ ...options, jobs: 1 }).result;
    expect(resumed.resumed).toBe(true);
    expect(readFileSync(join(cwd, "image.reduced.bin"))).toEqual(readFileSync(join(cwd, "whole.bin")));
    expect(resumed.claims).toEqual(whole.claims);
  });
});

describe("rows of bytes", () => {
  test("leave out what is zero", () => {
    const bytes = Buffer.alloc(70);
    bytes.write("AB", 2);
    bytes[40] = 255;
    expect(hexRows(bytes, 10)).toEqual({
      rows: [
        "00000000  00 00 41 42 00 00 00 00 00 00 00 00 00 00 00 00  ..AB............",
        "…",
        "00000020  00 00 00 00 00 00 00 00 ff 00 00 00 00 00 00 00  ................",
        "…",
      ],
      cut: false,
    });
    expect(hexRows(bytes, 1)).toMatchObject({ cut: true, rows: [expect.stringContaining("AB")] });
  });
});
