import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blocks } from "../../src/formats/binary/byte-edits.ts";
import { halves, zeroes } from "../../src/formats/binary/byte-edits.ts";
import type { Container } from "../../src/formats/binary/container.ts";
import { containerOf } from "../../src/formats/binary/index.ts";
import { joined } from "../../src/formats/pieces.ts";
import { gzipOf, MODULE, pngOf, wasmOf, zipOf } from "./samples.ts";
import { FORMATS } from "./formats.ts";
import { bytesOf, caseOf, damaged, parsed, withoutUnits, workshop, type Taken } from "./support.ts";
import { lacks } from "../support/needs.ts";

/** The types of this project are those of Node, without those of the engine. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    validate(bytes: Uint8Array): boolean;
    Module: { new (bytes: Uint8Array): object; imports(module: object): readonly { readonly name: string }[] };
    Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
  };
};

const stageOf = (bytes: Uint8Array, unit: string): Taken => {
  const format = containerOf(bytes)?.stages.find((stage) => stage.unit === unit);
  if (format === undefined) throw new Error(`no ${unit}`);
  return format.parse(caseOf(bytes));
};

const someGone = fc.array(fc.nat(1000), { maxLength: 30 });

const samples: Readonly<Record<string, () => Uint8Array>> = {
  ...Object.fromEntries(FORMATS.map(({ name, make }) => [name, () => make()[0] as Uint8Array])),
  wasm: () => wasmOf(MODULE),
  zip: () => zipOf({ "a.txt": "text ".repeat(20), "b/c.raw": "as it is", empty: "" }, "a comment"),
  gzip: () => Buffer.concat([gzipOf("first ".repeat(30)), gzipSync("second"), Buffer.from("rest")]),
  png: () => pngOf(7),
};
const needs: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(FORMATS.map((format) => [format.name, format.needs])),
  wasm: ["wat2wasm"],
  zip: ["python3"],
};
/** Stages of which the sample has nothing. */
const absent = /^(?:wasm numbers|class constants|spirv blocks|(?:riff|mp4|der|protobuf) \S+(?: of level [4-8])?)$/;

describe.each(Object.keys(samples).filter((name) => !lacks(...(needs[name] ?? []))))("%s", (name) => {
  test("is known, and all kept gives the same bytes", () => {
    const bytes = samples[name]?.() as Uint8Array;
    const container = containerOf(bytes) as Container;
    expect(container.name).toBe(name);
    for (const stage of container.stages) {
      const taken = parsed(stage, bytes);
      if (!absent.test(stage.unit)) expect(taken?.input.length).toBeGreaterThan(0);
      if (taken) expect(bytesOf(taken.render(taken.input)).equals(bytes)).toBe(true);
    }
  });

  test("what is malformed is kept as it is, and anything can go from it", () => {
    const bytes = samples[name]?.() as Uint8Array;
    const { stages } = containerOf(bytes) as Container;
    fc.assert(
      fc.property(damaged(bytes), someGone, (broken, gone) => {
        for (const stage of stages) {
          const taken = parsed(stage, broken);
          if (taken === undefined) continue;
          expect(bytesOf(taken.render(taken.input)).equals(broken)).toBe(true);
          // What is compressed anew may be a little longer.
          const most = broken.length + (/^png rows|^pdf/u.test(stage.unit) ? 40 : 0);
          expect(withoutUnits(taken, gone).length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("contents come out as they were put in", () => {
    const bytes = samples[name]?.() as Uint8Array;
    const container = containerOf(bytes) as Container;
    fc.assert(
      fc.property(fc.oneof(fc.constant(bytes), damaged(bytes)), fc.uint8Array(), fc.nat(10), (some, any, nth) => {
        // What reads as fields is no content but a message; nothing that begins with a 7 does.
        const other = name === "protobuf" ? Uint8Array.of(7, ...any) : any;
        const contents = container.contents(some);
        if (contents.length === 0) return;
        const number = nth % contents.length;
        const whole = joined(contents[number]?.embed(other) ?? []);
        const again = container.contents(whole).map((content) => Buffer.from(content.bytes()));
        const expected = contents.map((content, i) => Buffer.from(i === number ? other : content.bytes()));
        const isFull = (content: Buffer): boolean => content.length > 0;
        expect(again.filter(isFull)).toEqual(expected.filter(isFull));
      }),
      { numRuns: 40 },
    );
  });
});

test("garbage is garbage: no container takes it, or every one keeps it", () => {
  const heads = [
    "\0asm\x01\0\0\0",
    "PK\x03\x04",
    "\x1f\x8b\x08\x1c\0\0\0\0\0\0",
    "\x89PNG\r\n\x1a\n",
    "\x7fELF\x02\x01",
    "RIFF",
    "\0\0\0\x10ftyp",
    "\x30",
    "\xd4\xc3\xb2\xa1",
    "",
  ];
  const garbage = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, "latin1"), rest]));
  fc.assert(
    fc.property(garbage, someGone, (bytes, gone) => {
      const stages = containerOf(bytes)?.stages ?? [];
      for (const stage of [...stages, blocks(16), zeroes, halves]) {
        const taken = parsed(stage, bytes);
        if (taken === undefined || taken.input.length === 0) continue;
        expect(bytesOf(taken.render(taken.input)).equals(bytes)).toBe(true);
        expect(withoutUnits(taken, gone).length).toBeLessThanOrEqual(bytes.length);
      }
    }),
    { numRuns: 60 },
  );
});

describe.skipIf(lacks("wat2wasm"))("what is left of a module", () => {
  test.each(["wasm bodies", "wasm unreachable"])("is valid whatever is gone: %s", (unit) => {
    const bytes = wasmOf(MODULE);
    const taken = stageOf(bytes, unit);
    expect(WebAssembly.validate(bytes)).toBe(true);
    fc.assert(
      fc.property(someGone, (gone) => {
        expect(WebAssembly.validate(withoutUnits(taken, gone))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test("has all indices right: entries that nothing refers to go, wherever they are", () => {
    const used = `(func $used (export "used") (result i32) (call $other (i32.const 1)) (global.get $g) i32.add)
      (func $other (param i32) (result i32) local.get 0)`;
    const filler = (n: number): string =>
      `(func (param ${"i64 ".repeat(n)})) (global i32 (i32.const ${n})) (import "a" "f${n}" (func (param ${"f32 ".repeat(n)})))`;
    const imports = Array.from({ length: 5 }, (_, n) => filler(n + 1));
    const parts = imports.map((part) => part.split("(import").map((piece, i) => (i === 0 ? piece : `(import${piece}`)));
    const bytes = wasmOf(
      `(module ${parts.map(([, imported]) => imported).join("")} ${parts.map(([rest]) => rest).join("")}
       (global $g i32 (i32.const 41)) ${used})`,
    );
    let current: Buffer = bytes;
    const answer = (module: Buffer): unknown => {
      if (!WebAssembly.validate(module)) return undefined;
      const compiled = new WebAssembly.Module(module);
      const a = Object.fromEntries(WebAssembly.Module.imports(compiled).map(({ name }) => [name, () => 0]));
      const { used: call } = new WebAssembly.Instance(compiled, { a }).exports;
      return typeof call === "function" ? (call as () => unknown)() : undefined;
    };
    expect(answer(current)).toBe(42);
    // One after the other, from the end; what is needed changes the answer.
    for (let taken = stageOf(current, "wasm entries"), i = taken.input.length - 1; i >= 0; i--) {
      const candidate = withoutUnits(taken, [i]);
      if (answer(candidate) !== 42) continue;
      current = candidate;
      taken = stageOf(current, "wasm entries");
    }
    const least =
      wasmOf(`(module (func $used (export "used") (result i32) (call $other (i32.const 1)) (global.get $g) i32.add)
      (func $other (param i32) (result i32) local.get 0) (global $g i32 (i32.const 41)))`);
    const count = (module: Buffer): number => stageOf(module, "wasm entries").input.length;
    expect(count(current)).toBeLessThanOrEqual(count(least));
  });

  test("has smaller numbers where units of numbers are gone, in as few bytes as they need", () => {
    const bytes = wasmOf("(module (memory 300 5000) (func (result i64) i64.const -99999))");
    const taken = stageOf(bytes, "wasm numbers");
    const all = withoutUnits(
      taken,
      Array.from({ length: taken.input.length }, (_, i) => i),
    );
    expect(all).toEqual(wasmOf("(module (memory 0 0) (func (result i64) i64.const 0))"));
    expect(withoutUnits(taken, [0])).toEqual(wasmOf("(module (memory 150 5000) (func (result i64) i64.const -99999))"));
  });
});

describe.skipIf(lacks("python3", "unzip"))("what is left of an archive", () => {
  test("can be unpacked, whichever entries, names and comments are gone", () => {
    const { run } = workshop(".zip");
    const names = ["one.txt", "two.raw", "three.txt", "four.txt"];
    const bytes = zipOf(Object.fromEntries(names.map((name) => [name, name.repeat(9)])), "the end");
    const taken = stageOf(bytes, "zip entries");
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3], { maxLength: 3 }), (gone) => {
        const left = withoutUnits(taken, gone);
        expect(run(left, "unzip", "-tq", "FILE")).toMatchObject({ code: 0 });
        const listed = run(left, "unzip", "-Z1", "FILE").out.trim().split("\n");
        expect(listed).toEqual(names.filter((_, i) => !gone.includes(i)));
      }),
      { numRuns: 20 },
    );
    const fields = stageOf(bytes, "zip fields");
    fc.assert(
      fc.property(someGone, (gone) => {
        const program = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())";
        expect(run(withoutUnits(fields, gone), "python3", "-c", program, "FILE")).toEqual({ code: 0, out: "None\n" });
      }),
      { numRuns: 5 },
    );
  });
});

test.skipIf(lacks("gzip"))("what is left of gzip can be unpacked, whichever members and header fields are gone", () => {
  const { run } = workshop(".gz");
  const bytes = Buffer.concat([gzipOf("one "), gzipOf("two "), gzipOf("three")]);
  const words = ["one ", "two ", "three"];
  const [members, fields] = ["gzip members", "gzip headers"].map((unit) => stageOf(bytes, unit)) as [Taken, Taken];
  for (const gone of [[], [0], [1, 2], [0, 2]])
    expect(run(withoutUnits(members, gone), "gzip", "-dc", "FILE")).toEqual({
      code: 0,
      out: words.filter((_, i) => !gone.includes(i)).join(""),
    });
  expect(fields.input.length).toBe(9);
  for (const gone of [[0], [1, 2, 3], [0, 1, 2, 3, 4, 5, 6, 7, 8]])
    expect(run(withoutUnits(fields, gone), "gzip", "-dc", "FILE")).toEqual({ code: 0, out: "one two three" });
});

test.skipIf(lacks("pngcheck"))("what is left of a picture is one, whichever rows are gone", () => {
  const { run } = workshop(".png");
  const bytes = pngOf(9);
  const taken = stageOf(bytes, "png rows");
  expect(taken.input.length).toBe(9);
  fc.assert(
    fc.property(fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { maxLength: 8 }), (gone) => {
      const said = run(withoutUnits(taken, gone), "pngcheck", "FILE");
      expect(said.code).toBe(0);
      expect(said.out).toContain(`16x${9 - gone.length}`);
    }),
    { numRuns: 20 },
  );
});
