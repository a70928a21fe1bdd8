import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chunkOf, gzipOf, pngOf, wasmOf, zipOf } from "./samples.ts";
import { FORMATS, type MadeFormat } from "./formats.ts";
import { reduced, workshop } from "./support.ts";
import { lacks } from "../support/needs.ts";

const functions = Array.from(
  { length: 60 },
  (_, n) => `(func $f${n} (export "function ${n}") (param i32 i64) (result i32) (local f64)
    (block (loop (br_if 1 (i32.eqz (local.get 0))) (call $log (i32.const ${n * 1000})) (br 0)))
    ${n === 37 ? "(local.get 1)" : "(local.get 0)"} (i32.const ${n}) i32.mul)`,
);
const program = `(module (import "env" "log" (func $log (param i32)))
  (memory 1) (global i32 (i32.const 5)) ${functions.join("\n")}
  (data (i32.const 0) "${"some data ".repeat(50)}"))`;

test.skipIf(lacks("wasm-validate"))(
  "a module whose one function is not valid becomes a small one that can be loaded",
  () => {
    const { run } = workshop(".wasm");
    const bytes = wasmOf(program);
    // The types do not match, and nothing else is wrong.
    const fails = (module: Buffer): boolean => {
      const { code, out } = run(module, "wasm-validate", "FILE");
      return (
        code !== 0 &&
        out.trim().split("\n").length === 1 &&
        /type mismatch in i32\.mul, expected \[i32, i32\]/.test(out)
      );
    };
    expect(fails(bytes)).toBe(true);
    const small = reduced(bytes, fails);
    expect(fails(small.bytes)).toBe(true);
    expect(small.bytes.length).toBeLessThanOrEqual(40);
    expect(small.claims).toEqual(["1-minimal by bytes"]);
    expect(small.tests).toBeLessThan(800);
    const shown = run(small.bytes, "wasm-objdump", "-d", "FILE");
    expect(shown.code).toBe(0);
    expect(shown.out).toContain("i32.mul");
  },
);

test("a module with a broken section keeps what is broken", () => {
  const bytes = Buffer.concat([
    Buffer.from("\0asm\x01\0\0\0", "latin1"),
    Buffer.from([0, 5, 4, 0x6e, 0x61, 0x6d, 0x65]),
    // A type section that says it is longer than the file, and has one entry too few.
    Buffer.from([1, 0x90, 0x80, 0, 3, 0x60, 0, 0, 0x60, 1, 0x7f, 0]),
  ]);
  // Its length goes 8 bytes beyond the end, in whatever form it is written.
  const head = bytes.subarray(0, 8);
  const fails = (module: Buffer): boolean => {
    if (!module.subarray(0, 8).equals(head)) return false;
    const at = module[8] === 0 ? 9 + 1 + (module[9] ?? 0) : 8;
    let value = 0;
    let end = at + 1;
    for (let scale = 1; end < module.length; scale *= 128) {
      const byte = module[end++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return module[at] === 1 && end + value === module.length + 8;
  };
  expect(fails(bytes)).toBe(true);
  // Two entries can go, and the length says so; the count of three said one too many and does so still, until it is lowered.
  expect([...reduced(bytes, fails).bytes.subarray(8)]).toEqual([1, 9, 0]);
});

test.skipIf(lacks("python3", "unzip"))(
  "an archive stays one that can be unpacked, around the text that matters",
  () => {
    const { run } = workshop(".zip");
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `folder/file${n}.${n % 3 === 0 ? "raw" : "txt"}`,
        Array.from({ length: 30 }, (_each, line) => `line ${line} of ${n}: f(${line % 7}, g(${n}));\n`).join(""),
      ]),
    );
    const bytes = zipOf(files, "made for a test");
    const fails = (archive: Buffer): boolean =>
      run(archive, "unzip", "-tq", "FILE").code === 0 && run(archive, "unzip", "-p", "FILE").out.includes("17 of 7");
    expect(fails(bytes)).toBe(true);
    const small = reduced(bytes, fails);
    expect(run(small.bytes, "unzip", "-p", "FILE").out.trim()).toBe("17 of 7");
    // The two headers, the end record, the text and a name of one letter, twice.
    expect(small.bytes.length).toBeLessThanOrEqual(30 + 46 + 22 + "17 of 7\n".length + 4);
    expect(small.claims).toEqual(["1-minimal by bytes"]);
  },
);

test.skipIf(lacks("gzip"))("a text in gzip goes by its own structure, and is compressed again", () => {
  const { run } = workshop(".gz");
  const text = Array.from({ length: 200 }, (_, n) => `f${n}(a, [${n}, b(c)], "${n * 7}");\n`).join("");
  const bytes = Buffer.concat([gzipOf(text), gzipSync("more")]);
  const fails = (file: Buffer): boolean => {
    const { code, out } = run(file, "gzip", "-dc", "FILE");
    return code === 0 && /f150\([^]*b\(c\)/.test(out);
  };
  expect(fails(bytes)).toBe(true);
  const small = reduced(bytes, fails);
  expect(gunzipSync(small.bytes).toString().trim()).toMatch(/^f150\(.{0,4}b\(c\).{0,4}$/);
  expect(small.bytes.length).toBeLessThanOrEqual(36);
  expect(run(small.bytes, "gzip", "-t", "FILE").code).toBe(0);
});

test.skipIf(lacks("pngcheck"))("a picture with an odd chunk keeps that chunk, and right checksums", () => {
  const { run } = workshop(".png");
  const bytes = pngOf(40, [
    chunkOf("gAMA", Buffer.from([0, 1, 0x86, 0xa0])),
    chunkOf("prVt", Buffer.from("something private, ".repeat(20))),
    chunkOf("tEXt", Buffer.from(`Comment\0${"blah ".repeat(40)}`)),
  ]);
  // A sound picture, with a chunk that nobody knows.
  const fails = (picture: Buffer): boolean => {
    const { code, out } = run(picture, "pngcheck", "-v", "FILE");
    return code === 0 && /chunk prVt .*\n? *unknown private/.test(out);
  };
  expect(fails(bytes)).toBe(true);
  const small = reduced(bytes, fails);
  expect(run(small.bytes, "pngcheck", "FILE").code).toBe(0);
  // The signature and four chunks, of which only the header and the data of the picture have anything in them.
  expect(small.bytes.length).toBeLessThanOrEqual(8 + 4 * 12 + 13 + 14);
});

test("any other bytes: blocks, single bytes, then zeroes and halves", () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7919) & 255);
  bytes.set([0xca, 0xfe, 200, 3], 12_288);
  const fails = (some: Buffer): boolean => {
    const at = some.indexOf(Buffer.from([0xca, 0xfe]));
    // A byte of at least 20 behind them, and one more.
    return at >= 0 && (some[at + 2] ?? 0) >= 20 && some.length > at + 3;
  };
  const small = reduced(bytes, fails);
  expect([...small.bytes]).toEqual([0xca, 0xfe, 25, 0]);
  expect(small.tests).toBeLessThan(150);
});

test("a container in a container", () => {
  const inner = gzipSync(Array.from({ length: 50 }, (_, n) => `word${n}`).join(" "));
  const bytes = gzipSync(inner);
  const fails = (file: Buffer): boolean => {
    try {
      return gunzipSync(gunzipSync(file)).includes("word33");
    } catch {
      return false;
    }
  };
  const small = reduced(bytes, fails);
  expect(gunzipSync(gunzipSync(small.bytes)).toString().trim()).toBe("word33");
});

test.skipIf(lacks("gcc", "clang", "readelf"))(
  "an object file loses all sections but those that matter, and readelf lists them",
  () => {
    const { run } = workshop(".o");
    const bytes = (FORMATS[0] as MadeFormat).make()[2] as Uint8Array;
    const fails = (file: Buffer): boolean => {
      const { code, out } = run(file, "readelf", "-SW", "FILE");
      return code === 0 && out.includes(" .debug_abbrev ") && !out.includes("Warning");
    };
    const small = reduced(bytes, fails);
    expect(fails(small.bytes)).toBe(true);
    // The header, three entries for sections, and the name.
    expect(small.bytes.length).toBeLessThanOrEqual(64 + 3 * 64 + 16);
    expect(small.tests).toBeLessThan(250);
  },
);
