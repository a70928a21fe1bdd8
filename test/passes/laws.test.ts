/** The laws of all passes on a few languages; `laws.long.test.ts` has all of them. */
import { describe, expect, test } from "vitest";
import { printUnits } from "../../src/formats/units.ts";
import { elements } from "../../src/passes/elements.ts";
import type { CutPass } from "../../src/passes/index.ts";
import { statements } from "../../src/passes/statements.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import { draws } from "../support/seeds.ts";
import { describeLaws, places, someOf, subjects } from "./laws.ts";
import { languageNamed, SAMPLES, sampleText, syntaxOf, type Language } from "./support.ts";

const FEW: readonly string[] = ["c", "javascript", "json", "python"];
describeLaws(
  subjects.filter(({ path, own }) => FEW.includes(own) || path === "c/sample.c"),
  1,
);

/** Of many selections, those whose text has syntax errors. */
const broken = (language: Language, pass: CutPass, text: string): readonly string[] => {
  const units = pass.units(syntaxOf(language, text));
  const random = draws(text.length).next;
  const found: string[] = [];
  for (let round = 0; round < 150; round++) {
    const printed = printUnits(units, someOf(places(units.length), random)).join("");
    if (language.parse(printed).errors > 0) found.push(printed);
  }
  return found;
};

describe("any selection parses", () => {
  test.each([
    ["json", sampleText("json/sample.json")],
    ["json", '[1, [2, [3, 4], {"a": 5, "b": [6]}], "x", null]'],
    ["json", '{\n  "a": [1,\n 2],\n  "b": {"c": [ ], "d": { }},\n  "e": 1\n}\n'],
    ["javascript", "f([1, 2, 3,], { a: 1, b: [2, 3,], ...c, });"],
    ["javascript", "g({ a, b: { c, d, }, }, [[1, 2], [3,],]);\n"],
    ["c", "f(1, g(2, 3), h(4)); k(5, 6);\n"],
    ["c", "x = (T){ 1, 2, { 3, 4, }, };\n"],
    ["python", "f([1, 2, 3,], {1: 2, 3: 4,}, g(5, h=6,),)\n"],
  ])("of elements in %s %s", async (name, text) => {
    const language = await languageNamed(name);
    expect(language.parse(text).errors).toBe(0);
    expect(broken(language, elements, text)).toEqual([]);
  });

  test.each([
    ["the sample", sampleText("python/sample.py")],
    [
      "nested blocks",
      "def f(a):\n    if a:\n        x = 1\n        y = 2\n    else:\n        for i in a:\n            g(i)\n    return a\n",
    ],
    ["blocks on one line", "if a: b = 1; c = 2\nclass A: pass\nwhile x: y(); z()\n"],
    [
      "decorators and try",
      "@d\nclass A:\n    x = 1\n    def m(self):\n        try:\n            a()\n        except E:\n            b()\n        finally:\n            c()\n",
    ],
  ])("of statements in Python: %s", async (_, text) => {
    const python = await languageNamed("python");
    expect(python.parse(text).errors).toBe(0);
    for (const pass of [statements, topLevelParts]) expect(broken(python, pass, text)).toEqual([]);
  });

  test.each(["c/sample.c", "javascript/sample.js", "java/sample.java", "json/sample.json"])(
    "of statements in %s",
    async (path) => {
      const language = await languageNamed(SAMPLES[path] ?? "");
      for (const pass of [statements, topLevelParts]) expect(broken(language, pass, sampleText(path))).toEqual([]);
    },
  );
});
