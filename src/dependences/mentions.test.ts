import { describe, expect, test } from "vitest";
import { mentionsIn } from "./mentions.ts";

/** What the file at a path names, each with the words that name it. */
const named = (path: string, text: string, paths: readonly string[]): readonly (readonly [string, string])[] =>
  mentionsIn(path, text, new Set([path, ...paths])).map(({ target, start, end }) => [text.slice(start, end), target]);

/** The targets alone. */
const targets = (path: string, text: string, ...paths: readonly string[]): readonly string[] =>
  named(path, text, paths).map(([, target]) => target);

describe("a path", () => {
  test.each([
    ['#include "b.h"', "b.h"],
    ["#include <b.h>", "b.h"],
    ["import x from './b'", "b.ts"],
    ["import x from `./b.js`", "b.ts"],
    ["import x from './b.mjs'", "b.mts"],
    ["import x from './b.jsx'", "b.tsx"],
    ["import x from './b.cjs'", "b.d.cts"],
    ["import x from './b'", "b/index.ts"],
    ["@use 'b'", "_b.scss"],
    ["@import './b'", "b.css"],
    ["cc -o out b.c", "b.c"],
    ["load('./b.json?raw#top')", "b.json"],
  ])("in %s means %s", (text, path) => {
    expect(targets("a.txt", text, path)).toEqual([path]);
  });

  test("is seen from the folder of the file, then from the top; a relative one from its folder only", () => {
    expect(targets("src/a.c", '#include "b.h"', "src/b.h", "b.h")).toEqual(["src/b.h"]);
    expect(targets("src/a.c", '#include "b.h"', "b.h")).toEqual(["b.h"]);
    expect(targets("src/a.js", "import './b.js'", "b.js")).toEqual([]);
    expect(targets("src/a.js", "import '../b.js'", "b.js")).toEqual(["b.js"]);
    expect(targets("src/a.js", "import '../../b.js'", "b.js")).toEqual([]);
  });

  test("means neither the file itself, nor what is absolute, empty, or a bare word without a dot", () => {
    expect(targets("a.c", '#include "a.c"', "b.c")).toEqual([]);
    expect(targets("a.c", '"/b.c" "?b.c" ""', "b.c")).toEqual([]);
    expect(targets("src/a.c", '"?b.c" "#b"', "src.ts", "src", "b.c")).toEqual([]);
    expect(targets("a.c", "b", "b")).toEqual([]);
    expect(targets("a.c", '"b"', "b")).toEqual(["b"]);
    expect(targets("a.c", `"${"x".repeat(5000)}"`, "x".repeat(5000))).toEqual([]);
  });

  test("is told with its place, in the order of the text", () => {
    expect(named("a.c", 'x "c.h" <b.h> c.h', ["b.h", "c.h"])).toEqual([
      ["c.h", "c.h"],
      ["b.h", "b.h"],
      ["c.h", "c.h"],
    ]);
  });
});

describe("a module of Python", () => {
  test.each([
    ["pkg/a.py", "from .b import c", "pkg/b.py"],
    ["pkg/a.py", "from . import b", "pkg/__init__.py"],
    ["pkg/a.py", "from .b.c import d", "pkg/b/c.py"],
    ["pkg/sub/a.py", "from ..b import c", "pkg/b.py"],
    ["pkg/sub/a.py", "  from ...b import c", "b.py"],
    ["a.py", "from .b import c", "b.py"],
    ["a.py", "import b.c", "b/c.py"],
    ["a.py", "import b", "b/__init__.py"],
    ["a.py", "import b", "b.pyi"],
    ["test/a.py", "import b.c", "src/b/c.py"],
    ["test/a.pyi", "from b import c", "src/b.py"],
  ])("in %s: %s means %s", (path, text, module) => {
    expect(targets(path, text, module)).toEqual([module]);
  });

  test("is no module elsewhere, nor outside of the directory, nor where a name only ends alike", () => {
    expect(targets("a.txt", "import b", "b.py")).toEqual([]);
    expect(targets("a.py", "from ..b import c", "b.py")).toEqual([]);
    expect(targets("a.py", "import b.c", "xb/c.py")).toEqual([]);
    expect(targets("a.py", "x = 'import b'", "b.py")).toEqual([]);
  });
});
