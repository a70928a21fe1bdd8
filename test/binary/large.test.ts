import { expect, test } from "vitest";
import { simulated } from "../../src/executors/simulated.ts";
import { drive } from "../../src/driver/search.ts";
import { leb128 } from "../../src/formats/binary/numbers.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { binary } from "../../src/pipelines/binary.ts";
import { bytesOf, caseOf, reduced } from "./support.ts";

/** A module of many functions that call each other; one of them has something of its own. */
const moduleOf = (count: number): Buffer => {
  const call = (n: number): Buffer => Buffer.concat([Buffer.from([0x10]), leb128(n % count)]);
  const bodies = Array.from({ length: count }, (_, n) => {
    const own = n === count >> 2 ? Buffer.from([0x41, 0x2a, 0x1a]) : Buffer.alloc(0);
    const code = Buffer.concat([Buffer.of(0), call(31 * n), call(977 * n), own, Buffer.of(0x0b)]);
    return Buffer.concat([leb128(code.length), code]);
  });
  const section = (id: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.of(id), leb128(content.length), content]);
  return Buffer.concat([
    Buffer.from("\0asm\x01\0\0\0", "latin1"),
    section(1, Buffer.of(1, 0x60, 0, 0)),
    section(3, Buffer.concat([leb128(count), Buffer.alloc(count)])),
    section(10, Buffer.concat([leb128(count), ...bodies])),
  ]);
};

const { WebAssembly } = globalThis as unknown as { WebAssembly: { validate(bytes: Uint8Array): boolean } };
const fails = (module: Buffer): boolean =>
  module.includes(Buffer.from([0x41, 0x2a, 0x1a])) && WebAssembly.validate(module);

test("one of 20,000 functions is found in few tests, and the module stays valid", () => {
  const bytes = moduleOf(20_000);
  expect(fails(bytes)).toBe(true);
  const small = reduced(bytes, fails);
  expect(small.bytes.length).toBeLessThanOrEqual(8 + 6 + 4 + 9);
  expect(small.tests).toBeLessThan(300);
});

test("bytes of 20 MB", () => {
  const bytes = new Uint8Array(20 * 2 ** 20);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 1 + ((i * 2_654_435_761) >>> 13);
  bytes.set([0, 7, 0], bytes.length / 2 + 123);
  const small = reduced(bytes, (some) => some.includes(Buffer.of(0, 7, 0)));
  expect([...small.bytes]).toEqual([0, 7, 0]);
  expect(small.tests).toBeLessThan(150);
});

test("any number of workers comes to the same bytes", async () => {
  const source = caseOf(moduleOf(300));
  const results = await Promise.all(
    [1, 2, 16].map(async (capacity) => {
      const { best, claims } = await drive({
        search: binary()(source),
        source,
        executor: simulated({ capacity, oracle: (candidate: typeof source) => fails(bytesOf(candidate)) }),
        journal: memoryJournal(),
      });
      return { bytes: [...bytesOf(best)], claims };
    }),
  );
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});
