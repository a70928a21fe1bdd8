/** The whole pipeline on small texts: its results are 1-minimal by tokens, which is checked by removing each of them. */
import { describe, expect, test } from "vitest";
import { claimText } from "../../src/core/claim.ts";
import { drop, whole } from "../../src/core/configuration.ts";
import { printUnits } from "../../src/formats/units.ts";
import type { Language } from "../../src/languages/syntax.ts";
import { tokensOf } from "../../src/passes/support/leaves.ts";
import { flatUnits } from "../../src/passes/tokens.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { languageNamed, reduced, SAMPLES, sampleText } from "./support.ts";

type Predicate = (text: string) => boolean;

/** Each word behind the one before it. */
const inOrder =
  (...words: readonly string[]): Predicate =>
  (text) => {
    let at = 0;
    for (const word of words) {
      const found = text.indexOf(word, at);
      if (found < 0) return false;
      at = found + word.length;
    }
    return true;
  };

const PARTNERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

const isBalanced: Predicate = (text) => {
  const open: string[] = [];
  for (const character of text)
    if ("([{".includes(character)) open.push(character);
    else if (PARTNERS[character] !== undefined && open.pop() !== PARTNERS[character]) return false;
  return open.length === 0;
};

const both =
  (...predicates: readonly Predicate[]): Predicate =>
  (text) =>
    predicates.every((holds) => holds(text));

/** A name that a pattern defines and a second pattern uses, `%` in the place of the name. */
const definedAndUsed =
  (definition: string, use: string): Predicate =>
  (text) =>
    [...text.matchAll(new RegExp(definition.replace("%", String.raw`(\w+)`), "g"))].some(
      ({ 1: name = "", index, 0: found }) =>
        new RegExp(use.replace("%", String.raw`\b${name}\b`)).test(text.slice(index + found.length)),
    );

const PROGRAMS: readonly (readonly [title: string, language: string, text: string, holds: Predicate])[] = [
  ["a call among others", "c", "int main(void) {\n  f(1, 2);\n  g(x, h(3));\n  return 0;\n}\n", inOrder("g", "h")],
  [
    "balanced brackets",
    "c",
    "void f(int a) { if (a) { g(a[1]); } else { h(); } }\n",
    both(inOrder("a[1]"), isBalanced),
  ],
  [
    "a definition and its use",
    "c",
    "int one; int two;\nint f(void) { return one + two; }\n",
    definedAndUsed(String.raw`\bint % ?;`, "return [^;]*%"),
  ],
  [
    "an array",
    "javascript",
    "const a = [1, 2, [3, 4], 5,];\nconsole.log(a, { b: 1, c: 2 });\n",
    both(inOrder("[", "3", "]"), isBalanced),
  ],
  [
    "a function and its call",
    "javascript",
    "function f(x, y) { return x + y; }\nlet z = 1;\nf(z, 2);\n",
    definedAndUsed(String.raw`function %\(`, String.raw`%\(`),
  ],
  [
    "a template and a class",
    "javascript",
    "class A { m() { return `x${1}`; } n() {} }\nnew A().m();\n",
    inOrder("class", "m", "new"),
  ],
  [
    "a nested block",
    "python",
    "def f(a):\n    if a:\n        x = 1\n        g(x, y=2)\n    return a\nf(3)\n",
    inOrder("def", "if", "g("),
  ],
  [
    "words in two functions",
    "python",
    "def f():\n    return 1\n\nclass A:\n    b = 2\n    def c(self):\n        return self.b\n",
    inOrder("class", "self.b"),
  ],
  ["a deep value", "json", '{"a": [1, {"b": null, "c": [true, "x"]}], "d": 2.5}\n', both(inOrder('"x"'), isBalanced)],
  ["two members", "json", '{"one": 1, "two": {"three": 3}, "four": [4, 5]}\n', inOrder("one", "three", "5")],
  [
    "a rule",
    "css",
    "a { color: red; }\nb > c, .d { margin: 0 1px; padding: 2px }\n@media print { p { top: 0 } }\n",
    both(inOrder(".d", "padding"), isBalanced),
  ],
  ["a value", "css", "a { font: 1px/2 x, y; color: rgb(1, 2, 3) }\n", inOrder("rgb(", "3")],
  [
    "lines",
    "plain",
    "one two three\n  four (five, six)\nseven [eight; nine]\n",
    both(inOrder("two", "six", "nine"), isBalanced),
  ],
  [
    "something that is never there twice",
    "plain",
    "a b a b c a b\nc a (b c) a\n",
    (text) => text.split("a").length >= 3,
  ],
];

/** The tokens whose removal leaves a text of which the predicate holds. */
const superfluous = (language: Language, text: string, holds: Predicate): readonly string[] => {
  const tokens = tokensOf(language.parse(text));
  const units = flatUnits(text, tokens);
  const all = whole(tokens);
  return tokens
    .filter((_, index) => holds(printUnits(units, drop(all, [{ from: index, to: index + 1 }])).join("")))
    .map(({ start, end }) => text.slice(start, end));
};

const identifiersOf = (text: string): readonly string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

describe.each(PROGRAMS)("%s in %s", (_, name, text, holds) => {
  test.each([true, false])("is reduced to something 1-minimal (rename %s)", async (rename) => {
    expect(holds(text)).toBe(true);
    const language = await languageNamed(name);
    const { text: result, claims } = reduced(auto({ language, rename, valid: false }), text, holds);
    expect(holds(result)).toBe(true);
    expect({ result, superfluous: superfluous(language, result, holds) }).toEqual({ result, superfluous: [] });
    expect(claims.map(claimText)).toContain("1-minimal by tokens");
    if (!rename) expect(identifiersOf(result).filter((word) => !identifiersOf(text).includes(word))).toEqual([]);
  });

  test("has no more syntax errors than before where only valid texts count", async () => {
    const language = await languageNamed(name);
    const most = language.parse(text).errors;
    const { text: result } = reduced(auto({ language, rename: true, valid: true }), text, (candidate) => {
      expect(language.parse(candidate).errors).toBeLessThanOrEqual(most);
      return holds(candidate);
    });
    expect(holds(result)).toBe(true);
    const isFine = both(holds, (candidate) => language.parse(candidate).errors <= language.parse(result).errors);
    expect({ result, superfluous: superfluous(language, result, isFine) }).toEqual({ result, superfluous: [] });
  });
});

describe("samples", () => {
  const WANTED: Readonly<Record<string, readonly string[]>> = {
    "python/sample.py": ["class", "return"],
    "rust/sample.rs": ["fn", "match"],
    "make/Makefile": [":"],
    "html/sample.html": ["<p"],
  };

  test.each(Object.entries(WANTED))("%s is reduced to something 1-minimal", async (path, words) => {
    const language = await languageNamed(SAMPLES[path] ?? "plain");
    const holds = inOrder(...words);
    const { text: result } = reduced(auto({ language, rename: true, valid: false }), sampleText(path), holds);
    expect({ result, superfluous: superfluous(language, result, holds) }).toEqual({ result, superfluous: [] });
    expect(result.length).toBeLessThan(words.join(" ").length + 3);
  });
});
