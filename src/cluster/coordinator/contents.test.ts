import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../runs/identity.ts";
import type { Blobs } from "../blobs.ts";
import { Contents, unpack } from "./contents.ts";

/** A store in memory that counts. */
const memory = (): Blobs & { readonly stored: Map<string, Uint8Array> } => {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    put: (bytes) => {
      const name = sha256(bytes);
      stored.set(name, bytes);
      return Promise.resolve(name);
    },
    get: (name) => Promise.resolve(stored.get(name) as Uint8Array),
  };
};

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const LINES: readonly string[] = Array.from({ length: 5000 }, (_, line) => `line ${line} of the original\n`);

describe("content on its way to a worker", () => {
  test("arrives as it was, whatever the original and the limit of messages", async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(parts, parts, fc.integer({ min: 1, max: 40_000 }), async (original, candidate, most) => {
        const blobs = memory();
        const contents = new Contents(blobs, most);
        await contents.start(Buffer.concat(original));
        for (const content of [Buffer.concat(candidate), Buffer.concat([...candidate, ...original])]) {
          const { carried, payload } = await contents.pack(content);
          expect(payload.length).toBeLessThanOrEqual(Math.max(512, most));
          expect(await unpack(carried, payload, (name) => blobs.get(name))).toEqual(content);
        }
      }),
    );
  });

  test("a large candidate that lacks a part of the original is a few bytes", async () => {
    const blobs = memory();
    const contents = new Contents(blobs, 2 ** 20);
    await contents.start(bytes(LINES.join("")));
    const { carried, payload } = await contents.pack(bytes([...LINES.slice(0, 100), ...LINES.slice(4000)].join("")));
    expect(payload.length).toBeLessThan(100);
    expect(carried.base).toBeDefined();
    expect(blobs.stored.size).toBe(1);
  });

  test("what needs many edits becomes the base of what follows", async () => {
    const blobs = memory();
    const contents = new Contents(blobs, 2 ** 20);
    await contents.start(bytes(LINES.join("")));
    const sparse = LINES.filter((_, line) => line % 2 === 0);
    const first = await contents.pack(bytes(sparse.join("")));
    expect(first.carried.blob).toBeDefined();
    const next = await contents.pack(bytes(sparse.slice(10).join("")));
    expect(next.carried.base).toBe(first.carried.blob);
    expect(next.payload.length).toBeLessThan(100);
  });

  test("a huge candidate is not stored for the sake of a message of moderate size", async () => {
    const blobs = memory();
    const contents = new Contents(blobs, 2 ** 20);
    const lines = Array.from({ length: 60_000 }, (_, line) => sha256(String(line)));
    await contents.start(bytes(lines.join("\n")));
    const { carried, payload } = await contents.pack(bytes(lines.filter((_, line) => line % 40 !== 7).join("\n")));
    expect(payload.length).toBeGreaterThan(16 * 1024);
    expect(carried.base).toBeDefined();
    expect(blobs.stored.size).toBe(1);
  });

  test("edits of another base, no edits at all, and damaged content are refused", async () => {
    const blobs = memory();
    const contents = new Contents(blobs, 2 ** 20);
    await contents.start(bytes(LINES.join("")));
    const { carried, payload } = await contents.pack(bytes(LINES.slice(10).join("")));
    const other = (): Promise<Uint8Array> => Promise.resolve(bytes(LINES.slice(1).join("")));
    await expect(unpack(carried, payload, other)).rejects.toThrow(RangeError);
    for (const hostile of ["", "{", "{}", "[[0]]", "[[-1,2]]", "[[2,1]]", "[[0,1e9]]", '[[0,1,{"a":1}]]', "[[0.5,1]]"])
      await expect(unpack(carried, bytes(hostile), (name) => blobs.get(name))).rejects.toThrow(RangeError);
    const small = { sha256: sha256(bytes("abc")), bytes: 3 };
    await expect(unpack(small, bytes("abd"), other)).rejects.toThrow(RangeError);
    await expect(unpack({ ...small, bytes: 4 }, bytes("abc"), other)).rejects.toThrow(RangeError);
  });

  test("of several families is edits of what was sent of each, in whatever order they come", async () => {
    const blobs = memory();
    const contents = new Contents(blobs, 2 ** 20);
    await contents.start(bytes("the original"));
    const families = [LINES.slice(0, 2500), LINES.slice(2500).toReversed()];
    for (let turn = 0; turn < 5; turn++)
      for (const [family, lines] of families.entries()) {
        const content = bytes(lines.toSpliced(turn * 100, 50).join(""));
        const { carried, payload } = await contents.pack(content, String(family));
        expect(Buffer.compare(await unpack(carried, payload, (name) => blobs.get(name)), content)).toBe(0);
      }
    expect(blobs.stored.size).toBe(3);
  });
});
