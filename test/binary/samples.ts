/** Sound containers, as the usual programs write them. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { crc32 } from "../../src/core/digest.ts";
import { workshop } from "./support.ts";

/** A module, as the assembler of wabt writes it; type errors are left in. */
export const wasmOf = (text: string): Buffer => {
  const { directory, run } = workshop(".wat");
  const output = join(directory, "out.wasm");
  const said = run(Buffer.from(text), "wat2wasm", "--no-check", "--enable-all", "FILE", "-o", output);
  if (said.code !== 0) throw new Error(said.out);
  return readFileSync(output);
};

/** Every kind of section, and functions that call each other. */
export const MODULE = `(module
  (type $binary (func (param i32 i32) (result i32)))
  (type $nothing (func))
  (import "env" "log" (func $log (param i32)))
  (import "env" "base" (global $base i32))
  (table $table 8 funcref)
  (memory $memory 2 300)
  (global $counter (mut i32) (i32.const 70000))
  (global $large i64 (i64.const -123456789))
  (export "add" (func $add))
  (export "fibonacci" (func $fibonacci))
  (export "memory" (memory $memory))
  (start $begin)
  (elem (i32.const 1) $add $fibonacci $log)
  (elem declare func $choose)
  (func $add (type $binary) local.get 0 local.get 1 i32.add)
  (func $fibonacci (param $n i32) (result i32) (local $a i32) (local $b i64)
    (if (result i32) (i32.lt_s (local.get $n) (i32.const 2))
      (then (local.get $n))
      (else (call $add
        (call $fibonacci (i32.sub (local.get $n) (i32.const 1)))
        (call $fibonacci (i32.sub (local.get $n) (i32.const 200)))))))
  (func $choose (param i32) (result i32)
    (block $a (block $b (block $c (br_table $a $b $c (local.get 0)))
      (call $log (i32.const 1000000)))
      (global.set $counter (i32.add (global.get $counter) (i32.const 1))))
    (call_indirect (type $binary) (i32.const 1) (i32.const 2) (local.get 0)))
  (func $begin (type $nothing)
    (memory.init 1 (i32.const 0) (i32.const 0) (i32.const 3))
    (i32.store offset=1000 (i32.const 4) (i32.load8_u offset=3 align=1 (i32.const 8)))
    (drop (ref.func $choose))
    (drop (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 (v128.const i32x4 1 2 3 4) (v128.const i32x4 1 2 3 4)))
    (drop (f64.const 1.5)))
  (data (i32.const 16) "hello, world")
  (data "passive"))`;

/** An archive by Python's zipfile, of files by name; those whose name ends in ".raw" are stored, not compressed. */
export const zipOf = (files: Readonly<Record<string, string>>, comment = ""): Buffer => {
  const { directory } = workshop();
  const output = join(directory, "out.zip");
  const list = join(directory, "files.json");
  writeFileSync(list, JSON.stringify(files));
  const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[2], "w") as archive:
    for name, text in json.load(open(sys.argv[1])).items():
        method = zipfile.ZIP_STORED if name.endswith(".raw") else zipfile.ZIP_DEFLATED
        archive.writestr(zipfile.ZipInfo(name), text, compress_type=method)
    archive.comment = sys.argv[3].encode()
`;
  const { status, stderr } = spawnSync("python3", ["-c", program, list, output, comment]);
  if (status !== 0) throw new Error(stderr.toString());
  return readFileSync(output);
};

/** A member with a name, a comment and an extra field. */
export const gzipOf = (text: string | Uint8Array): Buffer => {
  const plain = gzipSync(text);
  const head = Buffer.from(plain.subarray(0, 10));
  head[3] = 4 | 8 | 16;
  return Buffer.concat([head, Buffer.from("\x04\x00abcdname.txt\0a comment\0", "latin1"), plain.subarray(10)]);
};

export const chunkOf = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
};

/** A grey picture of some rows of 16 pixels, its data in two chunks, and more chunks. */
export const pngOf = (height: number, more: readonly Buffer[] = []): Buffer => {
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, height, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc(height * 17).map((_, i) => (i % 17 === 0 ? 0 : i & 255));
  const data = deflateSync(rows);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunkOf("IHDR", header),
    chunkOf("tEXt", Buffer.from("Title\0a picture")),
    ...more,
    chunkOf("IDAT", data.subarray(0, 20)),
    chunkOf("IDAT", data.subarray(20)),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
};
