/** Trees of text without a grammar. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, whole } from "../../src/core/configuration.ts";
import { printUnits } from "../../src/formats/units.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { EXTRA, NAMED, type SyntaxTree } from "../../src/languages/syntax.ts";
import { elements } from "../../src/passes/elements.ts";
import { statements } from "../../src/passes/statements.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import { SAMPLES, sampleText } from "../passes/support.ts";

const kindOf = (tree: SyntaxTree, node: number): string => plainLanguage.kinds[tree.kind[node] ?? -1] ?? "?";
const isLeaf = (tree: SyntaxTree, node: number): boolean => tree.after[node] === node + 1;
const textOf = (tree: SyntaxTree, node: number): string => tree.text.slice(tree.start[node], tree.end[node]);

const childrenOf = (tree: SyntaxTree, node: number): readonly number[] => {
  const children: number[] = [];
  for (let at = node + 1; at < (tree.after[node] ?? 0); at = tree.after[at] ?? Infinity) children.push(at);
  return children;
};

/** A tree of small texts as a term: kind(children), leaves as their text. */
const term = (tree: SyntaxTree, node: number): string =>
  isLeaf(tree, node) && node > 0
    ? textOf(tree, node)
    : `${kindOf(tree, node)}<${childrenOf(tree, node)
        .map((child) => term(tree, child))
        .join(" ")}>`;

const shown = (text: string): string => term(plainLanguage.parse(text), 0);

/** Everything that the columns promise. */
const columnProblems = (tree: SyntaxTree): readonly string[] => {
  const problems: string[] = [];
  const note = (node: number, what: string): number => problems.push(`${what} at node ${node}, ${kindOf(tree, node)}`);
  const open: number[] = [];
  let reached = 0;
  for (let node = 0; node < tree.length; node++) {
    while (open.length > 0 && tree.after[open.at(-1) ?? 0] === node) open.pop();
    const parent = open.at(-1) ?? -1;
    const [start = -1, end = -1, after = -1] = [tree.start[node], tree.end[node], tree.after[node]];
    if (tree.parent[node] !== parent) note(node, "wrong parent");
    if (after <= node || after > (tree.after[parent] ?? tree.length)) note(node, "wrong after");
    if (parent >= 0 && (start < (tree.start[parent] ?? 0) || end > (tree.end[parent] ?? 0))) note(node, "outside");
    if (start < reached || (end <= start && node > 0)) note(node, "out of order");
    if (isLeaf(tree, node) && node > 0) {
      if (tree.text.slice(reached, start).trim() !== "") note(node, "left out before it");
      if (/^\s|\s$/.test(textOf(tree, node)) && !["comment", "string"].includes(kindOf(tree, node)))
        note(node, "blank");
      reached = end;
    } else open.push(node);
  }
  if (tree.text.slice(reached).trim() !== "") problems.push("left out at the end");
  if (tree.start[0] !== 0 || tree.end[0] !== tree.text.length || tree.after[0] !== tree.length) note(0, "wrong root");
  return problems;
};

/** Each child of a node with a list is one of its items, a separator, a bracket or an extra. */
const shapeProblems = (tree: SyntaxTree): readonly string[] => {
  const problems: string[] = [];
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node] ?? 0;
    const lists = plainLanguage.shapes.get(kindOf(tree, parent))?.lists ?? [];
    const kind = kindOf(tree, node);
    if (((tree.flags[node] ?? 0) & EXTRA) !== 0 || "()[]{} keyword".includes(kind)) continue;
    if (!lists.some(({ items, separator }) => kind === separator || items.has(kind)))
      problems.push(`${kindOf(tree, parent)} holds ${kind}`);
  }
  return problems;
};

const pieces = fc.constantFrom(
  ...String.raw`( ) [ ] { } , ; : " ' \ # / * - = > . 1 a é 😀 // /* */ ;; don't x1 0x1f 1.5e-3 -> == b'`.split(" "),
  "`",
  " ",
  "\t",
  "\n",
  "\r",
  "# ",
  "\n  ",
  "\n    ",
  "\uD800",
  "\u00A0",
  "\u2028",
);

describe("any text", () => {
  test("has consistent columns whose leaves cover all that is not blank", () => {
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const tree = plainLanguage.parse(text);
        expect(columnProblems(tree)).toEqual([]);
        expect(shapeProblems(tree)).toEqual([]);
      }),
      { numRuns: 800 },
    );
  });

  test("is taken apart the same way each time", () => {
    fc.assert(
      fc.property(
        fc.array(pieces).map((parts) => parts.join("")),
        (text) => {
          expect(plainLanguage.parse(text)).toEqual(plainLanguage.parse(text));
        },
      ),
    );
  });
});

describe("lines and blocks", () => {
  test("a line holds its tokens", () => {
    expect(shown("a b\n\nc")).toBe("text<line<a b> line<c>>");
  });

  test("what is indented deeper belongs to the line above", () => {
    expect(shown("a:\n  b\n  c:\n    d\ne")).toBe("text<block<line<a :> line<b> block<line<c :> line<d>>> line<e>>");
  });

  test("a tab counts as up to eight columns", () => {
    expect(shown("a\n\tb\n        c")).toBe("text<block<line<a> line<b> line<c>>>");
  });

  test("a line goes on after a bracket that closes on a later line", () => {
    expect(shown("if (a) {\n  b\n} else {\n}\nc")).toBe(
      "text<line<if group<( item<a> )> group<{ item<b> }> else group<{ }>> line<c>>",
    );
  });

  test("comments do not begin blocks", () => {
    expect(shown("a\n# c\nb\n  # d\n  e")).toBe("text<line<a> # c block<line<b> # d line<e>>>");
  });

  test("an empty text is a root alone", () => {
    expect(shown("")).toBe("text<>");
    expect(shown(" \n\t\r\n")).toBe("text<>");
  });
});

describe("groups", () => {
  test("items stand between commas", () => {
    expect(shown("f(a, b c, [1,2],)")).toBe(
      "text<line<call<f group<( item<a> , item<b c> , item<group<[ item<1> , item<2> ]>> , )>>>>",
    );
  });

  test("semicolons win over commas", () => {
    expect(shown("x\n{a, b; c}")).toBe("text<line<x> line<group;<{ item<part<a> , part<b>> ; item<c> }>>>");
  });

  test("an item of several lines is made of lines", () => {
    expect(shown("{\n  a\n  b\n    c\n}")).toBe("text<line<group<{ item<line<a> block<line<b> line<c>>> }>>>");
  });

  test("brackets without a partner are punctuation", () => {
    expect(shown(") (a [b) c]")).toBe("text<line<) group<( item<a [ b> )> c ]>>");
    expect(shown("( { ) }")).toBe("text<line<( group<{ item<)> }>>>");
  });
});

describe("statements and block words", () => {
  test("semicolons and braces end statements outside of brackets; some words go on", () => {
    const text = "a b;\nif (c) {\n  d;\n} else {\n  e;\n}\nf;\n";
    expect(shown(text)).toBe(
      "text;<item<a b ;> item<if group<( item<c> )> group;<{ item<d> ; }> else group;<{ item<e> ; }>> item<f ;>>",
    );
    const squeezed = plainLanguage.fitted?.(text).parse("if(c){d;}else{e;}f;a b;");
    expect(squeezed && childrenOf(squeezed, 0).map((node) => textOf(squeezed, node))).toEqual([
      "if(c){d;}else{e;}",
      "f;",
      "a b;",
    ]);
  });

  test("words that pair up make groups, also in what is left of the text", () => {
    const fitted = plainLanguage.fitted?.("module m;\n  x;\nendmodule\nmodule n;\nendmodule\n");
    const tree = fitted?.parse("module m;x;endmodule");
    expect(tree && term(tree, 0)).toBe("text;<item<group;<module item<m> ; item<x> ; endmodule>>>");
    expect([fitted?.isWhole?.("module m;"), fitted?.isWhole?.("module endmodule"), fitted?.isWhole?.("(")]).toEqual([
      false,
      true,
      false,
    ]);
  });

  const structured = fc
    .array(
      fc.constantFrom("a", "f(b, c)", "begin\n", "\nend\n", "(", ")", "{", "}", ";", ",", "\n", "if x", "fi", " ", '"'),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(" "));

  test("a text is whole exactly if it has no errors", () => {
    fc.assert(
      fc.property(structured, structured, (original, text) => {
        const fitted = plainLanguage.fitted?.(original);
        expect(fitted?.isWhole?.(text)).toBe(fitted?.parse(text).errors === 0);
      }),
    );
  });

  test("a unit that goes leaves a balanced text balanced", () => {
    const original = "begin\n  a(b, c);\n  if d\n    e\n  fi\nend\nbegin\n  {f; g [h]}\nend\n";
    const fitted = plainLanguage.fitted?.(original) ?? plainLanguage;
    for (const pass of [elements, statements, topLevelParts]) {
      const units = pass.units({ tree: fitted.parse(original), language: fitted, rename: false });
      const all = whole(Array.from({ length: units.length }, (_, unit) => unit));
      expect(units.length).toBeGreaterThan(1);
      for (let unit = 0; unit < units.length; unit++) {
        const left = printUnits(units, cut(all, unit, units.after[unit] ?? 0)).join("");
        expect([left, fitted.isWhole?.(left)]).toEqual([left, true]);
      }
    }
  });
});

describe("tokens", () => {
  const leavesOf = (text: string): readonly string[] => {
    const tree = plainLanguage.parse(text);
    return [...Array(tree.length).keys()]
      .filter((node) => node > 0 && isLeaf(tree, node))
      .map((node) => `${kindOf(tree, node)} ${textOf(tree, node)}`);
  };

  test.each([
    [`"a \\" (" 'x' \`y\``, ['string "a \\" ("', "string 'x'", "string `y`"]],
    ["don't", ["word don", "punctuation '", "word t"]],
    [
      "&'a T<'a>",
      [
        "punctuation &",
        "punctuation '",
        "word a",
        "word T",
        "punctuation <",
        "punctuation '",
        "word a",
        "punctuation >",
      ],
    ],
    ["b'x'", ["word b", "string 'x'"]],
    ['"open', ['punctuation "', "word open"]],
    ["x1 _y été 日本 😀", ["word x1", "word _y", "word été", "word 日本", "word 😀"]],
    ["10 0x1f 1.5e-3 10.0.0.1", ["number 10", "number 0x1f", "number 1.5e-3", "number 10.0.0.1"]],
    [
      "a->b::c <<= !== @$",
      [
        "word a",
        "punctuation ->",
        "word b",
        "punctuation ::",
        "word c",
        "punctuation <<=",
        "punctuation !==",
        "punctuation @",
        "punctuation $",
      ],
    ],
    [
      "// a\n  # b\n;; c\n/* d\n e */ f",
      ["comment // a", "comment # b", "comment ;; c", "comment /* d\n e */", "word f"],
    ],
    ["#include x", ["punctuation #", "word include", "word x"]],
    ["a // b", ["word a", "punctuation //", "word b"]],
    ["/* a", ["punctuation /", "punctuation *", "word a"]],
  ])("of %j are found", (text, leaves) => {
    expect(leavesOf(text)).toEqual(leaves);
  });

  test("only words, numbers, strings and comments are named", () => {
    const tree = plainLanguage.parse("# c\na 1 's' + (,)");
    for (let node = 0; node < tree.length; node++) {
      const kind = kindOf(tree, node);
      expect(((tree.flags[node] ?? 0) & NAMED) !== 0).toBe(/^[a-z]/.test(kind) && kind !== "punctuation");
      expect(((tree.flags[node] ?? 0) & EXTRA) !== 0).toBe(kind === "comment");
    }
  });
});

describe("large texts", () => {
  const depth = 30_000;

  test("may nest brackets 30,000 deep", () => {
    const tree = plainLanguage.parse("(".repeat(depth) + ")".repeat(depth));
    expect(tree.length).toBe(1 + 1 + depth * 4 - 1);
    expect(columnProblems(tree)).toEqual([]);
    expect(columnProblems(plainLanguage.parse("([{".repeat(depth)))).toEqual([]);
    expect(columnProblems(plainLanguage.parse(")]}".repeat(depth)))).toEqual([]);
    expect(columnProblems(plainLanguage.parse("{\n".repeat(depth) + "x\n" + "}\n".repeat(depth)))).toEqual([]);
  });

  test("may be indented ever deeper", () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `${" ".repeat(i)}x`);
    expect(columnProblems(plainLanguage.parse(lines.join("\n")))).toEqual([]);
  });

  test("may be full of quotes and comments that never end", () => {
    for (const piece of ["'a ", '"\\" ', "`'\"", "/* ", "\n/* ", "'a\n"])
      expect(columnProblems(plainLanguage.parse(piece.repeat(depth)))).toEqual([]);
  });

  test("may be a log of 4 MB", () => {
    const line = '2024-05-01 12:00:00.123 INFO [worker-1] com.example.Service(42) - id=7919 took 12ms, path="/api"\n';
    const text = line.repeat(Math.ceil(4e6 / line.length));
    const tree = plainLanguage.parse(text);
    expect(childrenOf(tree, 0)).toHaveLength(text.length / line.length);
  });
});

describe("samples", () => {
  test.each(Object.keys(SAMPLES))("%s has consistent columns", (path) => {
    const tree = plainLanguage.parse(sampleText(path));
    expect(columnProblems(tree)).toEqual([]);
    expect(shapeProblems(tree)).toEqual([]);
  });

  const heads = (path: string, kind: string): readonly string[] => {
    const tree = plainLanguage.parse(sampleText(path));
    return childrenOf(tree, 0)
      .filter((node) => kindOf(tree, node) === kind)
      .map((node) => textOf(tree, node).split("\n")[0] ?? "");
  };

  test("each function of C is one item, each of Python one block", () => {
    expect(heads("c/sample.c", "item").filter((head) => head.endsWith(") {"))).toEqual([
      "static int find(const char *word) {",
      "static void add(const char *word, unsigned weight) {",
      "int main(int argc, char **argv) {",
    ]);
    expect(heads("python/sample.py", "block")).toEqual([
      "class Figure:",
      "class Account:",
      "def main(arguments: list[str]) -> int:",
      'if __name__ == "__main__":',
    ]);
  });

  test("the rules of a Makefile and the keys of YAML are blocks", () => {
    expect(heads("make/Makefile", "block")).toContain("clean:");
    expect(heads("yaml/sample.yaml", "block")).toEqual(["base: &base", "services:", "steps:"]);
  });

  test("JSON is one group whose items are its members", () => {
    const tree = plainLanguage.parse(sampleText("json/sample.json"));
    expect(kindOf(tree, 2)).toBe("group");
    expect(childrenOf(tree, 2).filter((node) => kindOf(tree, node) === "item")).toHaveLength(8);
  });
});
