import { describe, expect, test } from "vitest";
import type { Units } from "../formats/units.ts";
import { loadLanguage } from "../languages/load.ts";
import { plainLanguage } from "../languages/plain.ts";
import type { Language } from "../languages/syntax.ts";
import { namesIn } from "./file-names.ts";
import { occurrencesIn } from "./occurrences.ts";

/** In the order of their numbers. */
const SIGNS = ["used", "head", "opened", "assigned", "declared", "local"];

/** The parts of a text that match, beside each other. */
const partsOf = (text: string, pattern: RegExp): Pick<Units, "start" | "end"> => {
  const lines = [...text.matchAll(pattern)];
  return {
    start: Int32Array.from(lines, ({ index }) => index),
    end: Int32Array.from(lines, ({ index, 0: line }) => index + line.length),
  };
};

/** "name:sign" for each name, line by line. */
const signsIn = (text: string, language: Language = plainLanguage, units = partsOf(text, /\S.*/g)) => {
  const lines: (readonly [start: number, word: string])[][] = Array.from(units.start, () => []);
  for (const [name, occurrences] of occurrencesIn({ tree: language.parse(text), language, units }))
    for (const { unit, sign, start } of occurrences) lines[unit]?.push([start, `${name}:${SIGNS[sign]}`]);
  return lines.map((words) =>
    words
      .toSorted(([a], [b]) => a - b)
      .map(([, word]) => word)
      .join(" "),
  );
};

describe("without a grammar, names look as if they were defined", () => {
  test.each([
    ["in heads, the last one most", "fn a b (c d)", "fn:head a:head b:opened c:used d:used"],
    ["before pointed brackets", "fn a<b> c", "fn:head a:opened b:used c:used"],
    ["if they get something", "let x = y z(1)", "let:head x:opened y:used z:used"],
    ["most of all, first in the line", "x = y + z(1)", "x:assigned y:used z:used"],
    ["by any sign that gives", "x := y", "x:assigned y:used"],
    ["by adding", "x += y", "x:assigned y:used"],
    ["before a colon", "key: value", "key:assigned value:used"],
    ["but not where they are compared", "a == b = c", "a:head b:opened c:used"],
    ["nor by other comparisons", "a != b", "a:head b:head"],
    ["nor by these", "a >= b", "a:head b:head"],
    ["nor behind the end of a statement", "a ; b(1)", "a:head b:used"],
    ["behind brackets that open the line", "(a b) c(1)", "a:head b:head c:opened"],
    ["but not in square ones", "a [b [c] d] e (f)", "a:head b:used c:used d:used e:opened f:used"],
    ["nor where a member of them gets something", "a[i] = b", "a:head i:used b:used"],
    ["nor in strings", "a 'b' c(1)", "a:head c:opened"],
    ["alone", "alone", "alone:head"],
    ["as one, if they are joined", "a.b = c.d", "a.b:assigned c:used d:used c.d:used"],
    ["by dashes, too", "let a.b = c-d.e", "let:head a.b:opened c:used d:used e:used c-d.e:used"],
    ["joined in a head", "a.b c(d)", "a.b:head c:opened d:used"],
    ["unless they are numbers", "12 = 13", ""],
    ["with a sign before them", "%1 = add %2, 3", "%1:assigned add:used %2:used"],
    ["which words do not need", "%a = use $b", "a:assigned use:used b:used"],
  ])("%s: %s", (_, text, expected) => {
    expect(signsIn(text)).toEqual([expected]);
  });

  test("in the line that they stand in: each has a head of its own, which another inside it ends", () => {
    expect(signsIn("a b\nc = d\ne(f)")).toEqual(["a:head b:head", "c:assigned d:used", "e:opened f:used"]);
    const text = "a [b = c; d e(f)] g(h)";
    const [start, end] = [text.indexOf("d"), text.indexOf("]")];
    const units = { start: Int32Array.of(0, start), end: Int32Array.of(text.length, end) };
    expect(signsIn(text, plainLanguage, units)).toEqual([
      "a:head b:used c:used g:used h:used",
      "d:head e:opened f:used",
    ]);
  });

  test("nowhere outside of the parts that are asked about", () => {
    const text = "a = b; c = d; e = f";
    expect(signsIn(text, plainLanguage, partsOf(text, /c = d/g))).toEqual(["c:assigned d:used"]);
  });
});

describe("a grammar says what is defined, and whether for the inside alone", () => {
  test.each([
    ["c", "int f(int a) { int b = a; return g(b); }", "f:declared a:local b:local a:used g:used b:used"],
    ["c", "int z = 1, *w;", "z:declared w:declared"],
    ["c", "struct S { int m; };", "S:declared m:local"],
    ["c", "S x = y; /* n */", "S:used x:declared y:used"],
    ["javascript", "const a = 'b' + c;", "a:declared c:used"],
    ["javascript", "a = b; function f(x) { let y = x; }", "a:assigned b:used f:declared x:used y:local x:used"],
    ["javascript", "class A extends B { m() { return this.q; } }", "A:declared B:used m:local q:used"],
    ["python", "x = y", "x:assigned y:used"],
    ["python", "def f(a, b=x): y = a; return y", "f:declared a:used b:local x:used y:local a:used y:used"],
    ["python", "import m.n as o", "m:used n:used o:declared"],
  ])("%s: %s", async (name, text, expected) => {
    expect(signsIn(text, await loadLanguage(name))).toEqual([expected]);
  });
});

describe("a file defines what its outermost parts define, and uses the rest but for names of the inside", () => {
  test.each([
    ["none", "a = b\nfn c d {\n}\nuse e(f)\n", ["a", "d", "e"], ["b", "fn", "c", "use", "f"]],
    ["c", "int f(int a) { return g(a) + h; }\nint b = a;\n", ["f", "b"], ["g", "h"]],
    ["javascript", "const a = b; function f(x) { let y = x; return a + z; } y();", ["a", "f"], ["b", "x", "z"]],
  ])("%s: %s", async (name, text, defined, used) => {
    const names = namesIn(text, name === "none" ? plainLanguage : await loadLanguage(name));
    expect([[...names.defined], [...names.used]]).toEqual([defined, used]);
  });
});
