import { execFileSync, spawnSync } from "node:child_process";
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
import { describe, expect, onTestFinished, test } from "vitest";
import { digest } from "../../src/core/digest.ts";
import type { Entry } from "../../src/isolate/mixture.ts";
import { patchOf, reversed, type Patch } from "../../src/isolate/output/patch.ts";
import { patchPlace, writePatches, writePatchHere } from "../../src/isolate/output/patch-files.ts";
import type { PathChange } from "../../src/isolate/result.ts";

/** A tree: content (text in latin1), or a link, or a file that can be executed. */
type Tree = Readonly<Record<string, string | { readonly link: string } | { readonly executable: string }>>;

const entryOf = (value: Tree[string] | undefined): Entry | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === "object" && "link" in value) return { kind: "link", target: value.link };
  const bytes = Buffer.from(typeof value === "string" ? value : value.executable, "latin1");
  return {
    kind: "file",
    mode: typeof value === "string" ? 0o644 : 0o755,
    digest: digest(bytes),
    bytes: () => bytes,
  };
};

const changesOf = (good: Tree, bad: Tree): readonly PathChange[] =>
  [...new Set([...Object.keys(good), ...Object.keys(bad)])]
    .filter((path) => JSON.stringify(good[path]) !== JSON.stringify(bad[path]))
    .map((path) => ({ path, from: entryOf(good[path]), to: entryOf(bad[path]) }));

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "pare-patch-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const layOut = (root: string, tree: Tree): void => {
  for (const [path, value] of Object.entries(tree)) {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    if (typeof value === "object" && "link" in value) symlinkSync(value.link, at);
    else writeFileSync(at, typeof value === "string" ? value : value.executable, "latin1");
    if (typeof value === "object" && "executable" in value) chmodSync(at, 0o755);
  }
};

const readTree = (root: string): Tree => {
  const found: Record<string, Tree[string]> = {};
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const at = join(root, path);
    const stats = lstatSync(at);
    if (path.split("/")[0] === ".git" || stats.isDirectory()) continue;
    if (stats.isSymbolicLink()) found[path] = { link: readlinkSync(at) };
    else {
      const text = readFileSync(at, "latin1");
      found[path] = (stats.mode & 0o100) === 0 ? text : { executable: text };
    }
  }
  return found;
};

/** Applies a patch in a directory of its own; returns what lies there then. */
const applied = (tree: Tree, { bytes }: Patch, [program = "", ...words]: readonly string[]): Tree => {
  const root = folder();
  layOut(root, tree);
  execFileSync(program, words, { cwd: root, input: bytes, stdio: ["pipe", "ignore", "inherit"] });
  return readTree(root);
};

const GIT = ["git", "apply", "--whitespace=nowarn", "-"];
const PATCH = ["patch", "-p1", "-s", "--no-backup-if-mismatch"];

type Tools = readonly (readonly string[])[];

const LONG = Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join("");

const cases: readonly [name: string, good: Tree, bad: Tree, tools?: Tools][] = [
  ["a line", { "a.txt": LONG }, { "a.txt": LONG.replace("line 20\n", "twenty\n") }],
  [
    "several places, near and far",
    { "a.txt": LONG },
    { "a.txt": LONG.replace("line 3\n", "").replace("line 7\n", "7\nseven\n").replace("line 39\n", "end\n") },
  ],
  ["the first line and the last", { a: LONG }, { a: `first\n${LONG}last\n` }],
  ["no line end before", { a: "x\ny" }, { a: "x\ny\n" }],
  ["no line end after", { a: "x\ny\n" }, { a: "x\nz" }],
  ["no line end on both sides", { a: "x\ny" }, { a: "x\nz" }],
  ["CRLF", { a: "x\r\ny\r\nz\r\n" }, { a: "x\r\nY\r\nz\r\n" }],
  ["CRLF that becomes LF", { a: "x\r\ny\r\n" }, { a: "x\ny\n" }],
  ["bytes that are no UTF-8", { a: "\u00FF\u00FE\n\u00E9\n" }, { a: "\u00FF\u00FE\n\u00E8\n" }],
  ["a carriage return within a line", { a: "x\ry\nz\n" }, { a: "x\ry\nZ\n" }],
  ["an added file", { a: "1\n" }, { a: "1\n", "new/b": "2\n3\n" }],
  ["an added empty file", { a: "1\n" }, { a: "1\n", b: "" }],
  ["a deleted file", { a: "1\n", b: "2\n" }, { a: "1\n" }],
  ["a deleted empty file", { a: "1\n", b: "" }, { a: "1\n" }],
  ["a file that becomes empty", { a: "1\n" }, { a: "" }],
  ["a mode", { a: "1\n" }, { a: { executable: "1\n" } }],
  ["a mode and a line", { a: "1\n2\n" }, { a: { executable: "1\n3\n" } }],
  ["a new file that can be executed", {}, { a: { executable: "#!/bin/sh\n" } }],
  ["a rename", { "old/a": LONG }, { "new/b": LONG }],
  ["a rename with a change", { a: LONG }, { b: LONG.replace("line 20", "twenty") }],
  ["a rename with a mode", { a: LONG }, { b: { executable: LONG } }],
  ["a new link", { a: "1\n" }, { a: "1\n", l: { link: "a" } }],
  ["a link elsewhere", { l: { link: "a" } }, { l: { link: "b/c d" } }],
  ["a link that goes away", { a: "1\n", l: { link: "a" } }, { a: "1\n" }],
  ["a file that becomes a link", { a: "1\n", b: "2\n" }, { a: { link: "b" }, b: "2\n" }],
  ["binary content", { a: "a\0b" }, { a: "\0\u0001\u00FF".repeat(100) }, [GIT]],
  ["a new binary file", {}, { "a.bin": "\0".repeat(1000) }, [GIT]],
  ["a deleted binary file", { "a.bin": "\0\u0001" }, {}, [GIT]],
  ["names with spaces", { "a b/c d.txt": "1\n" }, { "a b/c d.txt": "2\n", "e f": "x\n" }],
  [
    "names with quotes, tabs, backslashes and line ends",
    { 'a"b': "1\n", "c\td": "1\n", "e\\f": "1\n", "g\nh": "1\n" },
    { 'a"b': "2\n", "c\td": "2\n", "e\\f": "2\n", "g\nh": "2\n" },
  ],
  ["names that are not ASCII", { "größe/日本.txt": "1\n" }, { "größe/日本.txt": "2\n" }],
  ["a name that looks like a line of a patch", { "--- a": "-- x\n++ y\n" }, { "--- a": "-- z\n++ y\n@@ -1 +1 @@\n" }],
  ["a rename to a name with a space", { "a b": LONG }, { "c d": LONG }],
];

describe("what a patch makes of the good tree is the bad one", () => {
  test.each(cases)("%s", (_, good, bad, tools = [GIT, PATCH]) => {
    const changes = changesOf(good, bad);
    for (const tool of tools) {
      expect({ tool, tree: applied(good, patchOf(changes), tool) }).toEqual({ tool, tree: bad });
      expect({ tool, tree: applied(bad, patchOf(reversed(changes)), tool) }).toEqual({ tool, tree: good });
    }
    const back = applied(bad, patchOf(changes), ["git", "apply", "--whitespace=nowarn", "-R", "-"]);
    expect(back).toEqual(good);
  });

  test("within a repository, where git checks the index", () => {
    const root = folder();
    const [good, bad] = [
      { "a b": LONG, c: "1\n" },
      { d: LONG.replace("line 1\n", ""), c: "\0\n" },
    ];
    layOut(root, good);
    const git = (...words: readonly string[]): void =>
      void execFileSync("git", words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    const file = join(folder(), "x.patch");
    writeFileSync(file, patchOf(changesOf(good, bad)).bytes);
    git("init", "-q");
    git("add", "-A");
    git("apply", "--check", "--index", file);
    git("apply", "--index", file);
    expect(readTree(root)).toEqual(bad);
  });

  test("for any texts", () => {
    const line = fc.constantFrom("a\n", "b\n", "c\r\n", "\n", " \n", "+x\n", "\\ No newline at end of file\n", "-\n");
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("", "end", "\n"))
      .map(([lines, end]) => lines.join("") + end);
    fc.assert(
      fc.property(text, text, (from, to) => {
        if (from === to) return;
        const [good, bad] = [{ a: from }, { a: to }];
        expect(applied(good, patchOf(changesOf(good, bad)), GIT)).toEqual(bad);
      }),
      { numRuns: 40 },
    );
  });
});

describe("what git itself would have written", () => {
  test.each(
    cases.filter(([name]) =>
      ["a line", "several places, near and far", "no line end after", "names with spaces"].includes(name),
    ),
  )("%s", (_, good, bad) => {
    const root = folder();
    layOut(join(root, "a"), good);
    layOut(join(root, "b"), bad);
    const { stdout } = spawnSync("git", ["diff", "--no-index", "--no-prefix", "--full-index", "--no-color", "a", "b"], {
      cwd: root,
    });
    const hunks = stdout
      .toString("latin1")
      .replaceAll(/^(@@ .* @@).*$/gm, "$1")
      .replaceAll("diff --git b/", "diff --git a/");
    expect(Buffer.from(patchOf(changesOf(good, bad)).bytes).toString("latin1")).toBe(hunks);
  });
});

describe("what is said beside it", () => {
  test("empty folders are left out, binary files are for git alone", () => {
    const patch = patchOf([
      { path: "empty", from: undefined, to: { kind: "folder", mode: 0o755 } },
      { path: "x.bin", from: undefined, to: entryOf("\0") },
      { path: "y", from: undefined, to: entryOf("y\n") },
    ]);
    expect(patch).toMatchObject({ omitted: ["empty"], onlyGit: ["x.bin"], paths: 2 });
  });

  test("a submodule is the line with its commit", () => {
    const [from, to] = ["1".repeat(40), "2".repeat(40)].map((commit) => ({ kind: "submodule", commit }) as const);
    const text = Buffer.from(patchOf([{ path: "sub", from, to }]).bytes).toString();
    expect(text).toContain(`index ${"1".repeat(40)}..${"2".repeat(40)} 160000\n`);
    expect(text).toContain(`-Subproject commit ${"1".repeat(40)}\n+Subproject commit ${"2".repeat(40)}\n`);
  });
});

describe("files", () => {
  const good = { a: LONG };
  const bad = { a: LONG.replace("line 5", "five") };
  const files = { culprit: changesOf(good, bad), revert: changesOf(bad, good) };

  test("are written in the run's directory, and git takes them with the line above", () => {
    const run = folder();
    const written = writePatches(run, files);
    expect(written.map(({ path }) => path)).toEqual(
      ["culprit", "trigger", "revert"].map((name) => join(run, `${name}.patch`)),
    );
    const ends = { culprit: [good, bad], trigger: [good, bad], revert: [bad, good] } as const;
    for (const { name, path } of written) {
      const [from, to] = ends[name];
      for (const tool of [GIT, PATCH])
        expect(applied(from, { ...written[0], bytes: readFileSync(path) } as Patch, tool)).toEqual(to);
    }
    expect(readdirSync(run)).toHaveLength(3);
  });

  test("are not written when there is nothing to say", () => {
    const run = folder();
    expect(writePatches(run, { culprit: [], revert: [] })).toEqual([]);
    expect(readdirSync(run)).toEqual([]);
  });

  test("replace what pare wrote, never anything else", () => {
    const here = folder();
    const path = join(here, "culprit.patch");
    const mode = (): number => 0o640;
    expect(writePatchHere(patchPlace(here, "culprit"), "culprit", { changes: files.culprit, mode })).toBe(path);
    const held = patchPlace(here, "culprit");
    expect(writePatchHere(patchPlace(here, "culprit"), "culprit", { changes: files.revert, mode })).toBe(path);
    expect(lstatSync(path).mode & 0o777).toBe(0o640);
    writeFileSync(path, "mine\n");
    expect(() => patchPlace(here, "culprit")).toThrow("pare did not write it");
    expect(() => writePatchHere(held, "culprit", { changes: files.culprit, mode })).toThrow(
      "Somebody else has changed",
    );
    expect(readFileSync(path, "utf8")).toBe("mine\n");
    mkdirSync(join(here, "revert.patch"));
    expect(() => patchPlace(here, "revert")).toThrow("pare did not write it");
    expect(existsSync(join(here, "revert.patch"))).toBe(true);
  });
});
