import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { treeDigest, checkedEntries, packTree, unpackTree } from "../../src/cluster/trees.ts";
import type { Entries } from "../../src/core/test-case.ts";
import { contentOf } from "../../src/runs/steps/content.ts";
import { sha256 } from "../../src/runs/identity.ts";
import { readTree } from "../../src/runs/output/tree.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pare-trees-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

let fresh = 0;
const place = (): string => {
  const made = join(directory, `place-${(fresh += 1)}`);
  mkdirSync(made);
  return made;
};

const put = (path: string, text = "", mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
};

/** Everything below a directory, with modes, as text. */
const seen = (root: string): string => contentText(readTree(root, () => false));
const contentText = (entries: Entries): string => Buffer.from(contentOf(entries, { plain: false })).toString("latin1");

test("a directory comes back with modes, links, empty folders and its name", async () => {
  const lib = join(directory, "lib");
  put(join(lib, "run.sh"), "#!/bin/sh\n", 0o755);
  put(join(lib, "node_modules", "a", "index.js"), "1", 0o600);
  put(join(lib, "name with\nline \\ and \u00e9"), "\0\xff");
  mkdirSync(join(lib, "empty"), { mode: 0o750 });
  symlinkSync("run.sh", join(lib, "inside"));
  symlinkSync("/nowhere/at/all", join(lib, "dangling"));
  symlinkSync("node_modules/a", join(lib, "folder"));
  const to = place();
  const path = await unpackTree(packTree(lib), to);
  expect(path).toBe(join(to, "lib"));
  expect(seen(path)).toBe(seen(lib));
  expect(readlinkSync(join(path, "dangling"))).toBe("/nowhere/at/all");
  expect(await treeDigest(path)).toBe(sha256(packTree(lib)));
});

test("a file comes back under its name, with its mode but without setuid", async () => {
  put(join(directory, "tool"), "x", 0o755);
  chmodSync(join(directory, "tool"), 0o4755);
  const path = await unpackTree(packTree(join(directory, "tool")), place());
  expect(readFileSync(path, "utf8")).toBe("x");
  expect(await treeDigest(path)).toBe(sha256(packTree(path)));
  expect(lstatSync(path).mode & 0o7777).toBe(0o755);
});

test("an empty directory, a link that leads somewhere and one that does not", async () => {
  mkdirSync(join(directory, "empty"));
  expect(readdirSync(await unpackTree(packTree(join(directory, "empty")), place()))).toEqual([]);
  put(join(directory, "far", "file"), "there");
  symlinkSync("far", join(directory, "near"));
  const path = await unpackTree(packTree(join(directory, "near")), place());
  expect(readFileSync(join(path, "file"), "utf8")).toBe("there");
  symlinkSync("gone", join(directory, "broken"));
  const broken = await unpackTree(packTree(join(directory, "broken")), place());
  expect(readlinkSync(broken)).toBe("gone");
  expect(await treeDigest(broken)).toBe(sha256(packTree(broken)));
  expect(() => packTree(join(directory, "missing"))).toThrow(/cannot be sent to the workers/);
});

test("the same tree gives the same pack, wherever it lies and in whatever order it was written", async () => {
  const names = Array.from({ length: 50 }, (_, i) => `d${i % 7}/f${i}`);
  for (const name of names) put(join(directory, "one", "t", name), name);
  for (const name of names.toReversed()) put(join(directory, "two", "t", name), name);
  const pack = packTree(join(directory, "one", "t"));
  expect(Buffer.compare(pack, packTree(join(directory, "two", "t")))).toBe(0);
  const path = await unpackTree(pack, place());
  expect(Buffer.compare(pack, packTree(path))).toBe(0);
  expect(await treeDigest(path)).toBe(sha256(pack));
  chmodSync(join(path, "d1", "f1"), 0o600);
  expect(await treeDigest(path)).not.toBe(sha256(pack));
});

test("2,000 files", async () => {
  const big = join(directory, "big");
  for (let i = 0; i < 2000; i++) put(join(big, `d${i % 100}`, `f${i}`), String(i));
  const path = await unpackTree(packTree(big), place());
  expect(readTree(path, () => false).files.length).toBe(2000);
  expect(readFileSync(join(path, "d99", "f1999"), "utf8")).toBe("1999");
});

const archive = (...lines: readonly unknown[]): Uint8Array =>
  Buffer.concat(
    lines.map((line) =>
      Buffer.from(`${JSON.stringify(line)}\n${(line as unknown[])[0] === "file" ? "x".repeat(1) + "\n" : ""}`),
    ),
  );
const file = (path: unknown, mode: unknown = 0o644, bytes: unknown = 1): unknown[] => ["file", path, mode, bytes];

const hostile: readonly (readonly [string, Uint8Array])[] = [
  ["an absolute path", archive(file("/tmp/x"))],
  ["a path that leads out", archive(file("t/../../x"))],
  ["a path of dots", archive(file(".."))],
  ["a path with a dot", archive(file("t/./x"))],
  ["an empty part", archive(file("t//x"))],
  ["a slash at the end", archive(["folder", "t/", 0o755])],
  ["an empty path", archive(file(""))],
  ["NUL", archive(file("t/x\0y"))],
  ["a lone surrogate", archive(file("t/\ud800"))],
  ["a long name", archive(file(`t/${"x".repeat(256)}`))],
  ["a long path", archive(file(`t${"/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".repeat(150)}`))],
  ["a deep path", archive(file(`t${"/x".repeat(300)}`))],
  ["a path that is no string", archive(file(["t"]))],
  ["two files of one name", archive(file("t/x"), file("t/x"))],
  ["a file and a link of one name", archive(file("t/x"), ["link", "t/x", "y"])],
  ["a folder and a link of one name", archive(["folder", "t/x", 0o755], ["link", "t/x", "/etc"])],
  ["a file below a link", archive(["link", "t/x", "/etc"], file("t/x/y"))],
  ["a link below a link", archive(["link", "t/x", "/etc"], ["link", "t/x/y", "z"])],
  ["a folder below a link", archive(["link", "t/x", "/etc"], ["folder", "t/x/y/z", 0o755])],
  ["a file below a file", archive(file("t/x"), file("t/x/y"))],
  ["a file below a link that comes later", archive(file("t/x/y"), ["link", "t/x", "/etc"])],
  ["a link to nothing", archive(["link", "t/x", ""])],
  ["a link with NUL", archive(["link", "t/x", "a\0"])],
  ["a size beyond the content", archive(file("t/x", 0o644, 100))],
  ["a size that is too small", archive(file("t/x", 0o644, 0))],
  ["a negative size", archive(file("t/x", 0o644, -1))],
  ["a size that is no number", archive(file("t/x", 0o644, "1"))],
  ["a huge size", archive(file("t/x", 0o644, Number.MAX_SAFE_INTEGER))],
  ["a mode that is none", archive(file("t/x", 0o10000))],
  ["an unknown kind", archive(["device", "t/x", 1])],
  ["too many members", archive([...file("t/x"), 1])],
  ["no array", Buffer.from('{"0":"file"}\n')],
  ["no JSON", Buffer.from("hello\n")],
  ["no UTF-8", Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d, 0x0a])],
  ["no end of the line", Buffer.from('["folder","t",493]')],
  ["a line that is too long", Buffer.from(`["folder","${"x".repeat(2 ** 21)}",493]\n`)],
  ["words that are not numbers", archive(["words", [1, "2"]])],
  ["words twice", archive(["words", [1]], ["words", [1]])],
];

test.each(hostile)("%s is refused before anything is written", async (_, pack) => {
  expect(() => checkedEntries(pack)).toThrow(Error);
  const to = place();
  await expect(unpackTree(pack, to)).rejects.toThrow(Error);
  expect(readdirSync(to)).toEqual([]);
});

test.each([
  ["two names", archive(file("a/x"), file("b/x"))],
  ["no name", new Uint8Array()],
  ["words", archive(["words", [1]], file("t/x"))],
])("a tree with %s is refused, a candidate is not", async (_, pack) => {
  checkedEntries(pack);
  const to = place();
  await expect(unpackTree(pack, to)).rejects.toThrow(Error);
  expect(readdirSync(to)).toEqual([]);
});

test("too many entries are refused", () => {
  const line = Buffer.from(`${JSON.stringify(["folder", "t", 0o755])}\n`);
  expect(() => checkedEntries(Buffer.alloc(line.length * 500_001, line))).toThrow(/too many/);
});

test("nothing that is there is written over, nor written through", async () => {
  const to = place();
  const outside = place();
  symlinkSync(outside, join(to, "t"));
  await expect(unpackTree(archive(file("t/x")), to)).rejects.toThrow(Error);
  expect(readdirSync(outside)).toEqual([]);
  const other = place();
  symlinkSync(join(outside, "new"), join(other, "x"));
  await expect(unpackTree(archive(file("x")), other)).rejects.toThrow(Error);
  expect(readdirSync(outside)).toEqual([]);
});

/** Parts that hostile paths are made of; few, so that they meet. */
const part = fc.constantFrom("a", "b", "..", ".", "", "c", "a\0", "\\", "~");
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const line = fc.oneof(
  fc.tuple(fc.constant("file"), path, fc.constantFrom(0o644, 0o4755, 0), fc.constantFrom(1, 1, 1, 0, 2, -1)),
  fc.tuple(fc.constant("link"), path, fc.constantFrom("..", "../..", "../outside", "/", "a", "b/../..")),
  fc.tuple(fc.constant("folder"), path, fc.constantFrom(0o755, 0o2777, 0)),
);

/** Names that cannot be in each other's way, below one folder. */
const harmless = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d/a", "d/b", "e/f/a"), { minLength: 1 })
  .chain((paths) =>
    fc.tuple(
      ...paths.map((each) =>
        fc.constantFrom<unknown[]>(file(`t/${each}`), ["link", `t/${each}`, ".."], ["folder", `t/${each}`, 0o755]),
      ),
    ),
  );

test("whatever is unpacked, nothing outside changes, and what passes is what arrives", async () => {
  const top = place();
  const outside = join(top, "outside");
  put(join(outside, "kept"), "kept");
  let number = 0;
  const anything = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean())
    .map(([lines, isBelow]) => lines.map((each) => (isBelow ? [each[0], `t/${each[1]}`, ...each.slice(2)] : each)));
  const trees = fc.oneof(
    fc.record({ lines: anything, mustPass: fc.constant(false) }),
    fc.record({ lines: harmless, mustPass: fc.constant(true) }),
  );
  await fc.assert(
    fc.asyncProperty(trees, async ({ lines, mustPass }) => {
      const pack = archive(...lines);
      const to = join(top, `to-${(number += 1)}`);
      mkdirSync(to);
      try {
        const made = await unpackTree(pack, to);
        const { files, links = [] } = checkedEntries(pack);
        for (const each of files) expect(lstatSync(join(to, each.path)).isFile()).toBe(true);
        for (const each of links) expect(readlinkSync(join(to, each.path))).toBe(each.target);
        expect(readdirSync(to)).toEqual([made.slice(to.length + 1)]);
      } catch (error) {
        if (mustPass || (error instanceof Error && error.name === "AssertionError")) throw error;
        expect(readdirSync(to)).toEqual([]);
      }
      rmSync(to, { recursive: true, force: true });
      expect(readdirSync(top)).toEqual(["outside"]);
      expect(readdirSync(outside)).toEqual(["kept"]);
    }),
    { numRuns: 60 },
  );
});

test("any bytes, and any damage to a pack, are refused or unpacked inside", async () => {
  put(join(directory, "s", "x", "y"), "hello");
  symlinkSync("../..", join(directory, "s", "l"));
  const pack = packTree(join(directory, "s"));
  const before = readdirSync(directory);
  const damaged = fc
    .array(fc.tuple(fc.nat(pack.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = Uint8Array.from(pack);
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), async (bytes) => {
      const to = join(directory, "to");
      mkdirSync(to);
      await unpackTree(bytes, to).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      rmSync(to, { recursive: true, force: true });
      expect(readdirSync(directory)).toEqual(before);
    }),
    { numRuns: 60 },
  );
});

test("the archive of a candidate passes as it is", () => {
  const entries: Entries = {
    files: [{ path: "a/b.c", mode: 0o640, bytes: () => Buffer.from("int x;\n\n") }],
    links: [{ path: "a/l", target: "../.." }],
    folders: [{ path: "e", mode: 0o755 }],
    words: [0, 2, 5],
  };
  expect(contentText(checkedEntries(contentOf(entries, { plain: false })))).toBe(contentText(entries));
  expect(existsSync(join(directory, "a"))).toBe(false);
});
