/** The packed grammars: what they parse, what is known of their nodes, and what the parser survives. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { array, assert, boolean, double, property, tuple } from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { Language as Grammar, Query } from "web-tree-sitter";
import { UserError } from "../../src/core/errors.ts";
import {
  ERROR,
  EXTRA,
  loadGrammarFile,
  loadLanguage,
  MISSING,
  NAMED,
  packedLanguages,
  type Language,
  type ListShape,
  type SyntaxTree,
} from "../../src/languages/index.ts";
import type { GrammarSource } from "../../src/languages/definition.ts";
import { readGrammarFile } from "../../src/languages/own-grammar.ts";
import { languages } from "../../src/languages/registry.ts";
import { SAMPLES, sampleText } from "../passes/support.ts";
import { sampled } from "../support/whole.ts";

const GRAMMARS = fileURLToPath(new URL("../../grammars/", import.meta.url));

/** Further texts, with what the samples do not have. */
const SNIPPETS: Readonly<Record<string, string>> = {
  bash: 'for f in *.c; do\n  echo "$f" | wc -l\ndone\n',
  c: "#include <stdio.h>\n/* one */\nint main(void) { return f(1, 2); }\n",
  cpp: "template <typename T> class A : public B { T x = {1, 2}; auto f() -> int { return [&] { return 1; }(); } };\n",
  csharp: 'using System;\nclass A { int X { get; set; } void F() { Console.WriteLine($"{X}"); } }\n',
  css: "/* one */\na > b, .c { color: red; margin: 0 1px }\n@media print { p { display: none } }\n",
  cuda: "__global__ void f(float *a) { a[threadIdx.x] = 0; }\nint main() { f<<<1, 2>>>(0); }\n",
  go: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tx := []int{1, 2}\n\tfmt.Println(x, 1)\n}\n',
  haskell: "module M where\n\nf :: Int -> Int\nf x = case x of\n  0 -> 1\n  n -> n * f (n - 1)\n",
  html: '<!doctype html>\n<p class="a">one <b>two</b><br></p>\n',
  java: "package p;\nclass A<T> { int f(int a, int b) { return a + b; } }\n",
  javascript: "const f = async ({ a, b }) => { await g(a, [1, , 2]); };\nclass A { x = 1; m() {} }\n",
  json: '{ "a": [1, 2.5e3, null], "b": { "c": "d\\n" } }\n',
  julia: "function f(x, y)\n  return [x, y]\nend\n",
  kotlin: "fun f(a: Int, b: Int): Int {\n  val x = listOf(a, b)\n  return x.sum()\n}\n",
  lua: "local t = { 1, 2; a = 3 }\nfunction f(x) return x + 1 end\n",
  make: "all: a.o b.o\n\tcc -o $@ $^\n",
  objc: "@interface A : NSObject\n- (int)f:(int)x;\n@end\n",
  ocaml: "let rec f x = match x with [] -> 0 | _ :: r -> 1 + f r\n",
  php: "<?php\nfunction f(int $a, $b = 1) { return [$a, $b]; }\necho f(1);\n",
  python: 'def f(a, *b):\n    if a:\n        return g(a, b=1)\n    return f"{b}"\n',
  regex: "^(a|b)+[c-e]{2,3}$",
  ruby: "def f(a, b = 1)\n  [a, b].map { |x| x + 1 }\nend\n",
  rust: "fn main() { let v: Vec<i32> = vec![1, 2]; match v.len() { 0 => {}, _ => f(1, 2) } }\n",
  scala: "object A { def f(a: Int, b: Int): Int = { val x = a; x + b } }\n",
  solidity: "pragma solidity ^0.8.0;\ncontract A { function f(uint a) public pure returns (uint) { return a; } }\n",
  sql: "SELECT a, count(*) FROM t WHERE b IN (1, 2) GROUP BY a;\nINSERT INTO t (a) VALUES ('it''s');\n",
  toml: 'title = "x"\n[a.b]\nc = [1, 2]\n',
  tsx: "const a = <T,>(x: T) => <p id={x}>one</p>;\n",
  typescript: "interface A<T> { a: T; b?: number }\nfunction f(x: A<string>): void {}\n",
  yaml: "a:\n  - 1\n  - b: [x, y]\n",
  zig: 'const std = @import("std");\npub fn main() void {\n    const a = [_]u8{ 1, 2 };\n    _ = a;\n}\n',
};

/** What is wrong with the columns; looked at in plain loops, for the trees are large. */
function flaws(tree: SyntaxTree, language: Language): readonly string[] {
  const { start, end, after, parent } = tree;
  const found: string[] = [];
  const check = (holds: boolean, what: string, node: number): void => void (holds || found.push(`${what} of ${node}`));
  const at = (column: ArrayLike<number>, node: number): number => column[node] ?? Number.NaN;
  check(at(parent, 0) === -1 && at(start, 0) === 0 && at(end, 0) === tree.text.length, "place", 0);
  check(at(after, 0) === tree.length, "after", 0);
  let errors = 0;
  for (let node = 0; node < tree.length; node += 1) {
    if ((at(tree.flags, node) & (ERROR | MISSING)) !== 0) errors += 1;
    check(at(start, node) <= at(end, node), "bounds", node);
    check((language.kinds[at(tree.kind, node)] ?? "") !== "", "kind", node);
    check(language.fields[at(tree.field, node)] !== undefined, "field", node);
    for (let child = node + 1, from = at(start, node); child < at(after, node); child = at(after, child)) {
      check(at(parent, child) === node, "parent", child);
      check(at(start, child) >= from && at(end, child) <= at(end, node), "place", child);
      check(at(after, child) > child && at(after, child) <= at(after, node), "after", child);
      from = at(end, child);
    }
  }
  check(errors === tree.errors, "errors", 0);
  return found;
}

const kindsIn = (tree: SyntaxTree, language: Language): readonly (string | undefined)[] =>
  Array.from(tree.kind, (kind) => language.kinds[kind]);

const flagsOf = (tree: SyntaxTree, language: Language, kind: string): number =>
  tree.flags[kindsIn(tree, language).indexOf(kind)] ?? 0;

/** The languages with a grammar of tree-sitter; the others have a parser of pare's own. */
const GRAMMAR_NAMES = languages.definitions.flatMap(({ name, grammar }) => (typeof grammar === "object" ? [name] : []));

describe("packed languages", () => {
  test("are those whose files lie in grammars, each with a parser, shapes and a query", () => {
    const files = GRAMMAR_NAMES.flatMap((name) => [`${name}.json`, `${name}.scm`, `${name}.wasm.br`]);
    expect(readdirSync(GRAMMARS).toSorted()).toEqual([...files, "NOTICES.md"].toSorted());
    expect(new Set(Object.values(SAMPLES))).toEqual(new Set(packedLanguages));
  });

  test.each(packedLanguages)(
    "%s parses its samples and a small text without errors, in consistent columns",
    async (name) => {
      const language = await loadLanguage(name);
      const samples = Object.keys(SAMPLES).filter((path) => SAMPLES[path] === name);
      for (const text of [...samples.map(sampleText), SNIPPETS[name] ?? ""]) {
        const tree = language.parse(text);
        expect(tree.errors).toBe(0);
        expect(flaws(tree, language)).toEqual([]);
      }
      expect(language.fields[0]).toBe("");
      expect(language.shapes.size).toBeGreaterThan(0);
      const kinds = new Set(language.kinds);
      const unknown = [...language.shapes.keys()].filter((kind) => !kinds.has(kind));
      expect(unknown).toEqual([]);
    },
  );

  test.each(GRAMMAR_NAMES)("the query of %s for highlighting is one of its grammar", async (name) => {
    await loadLanguage(name);
    const grammar = await Grammar.load(brotliDecompressSync(readFileSync(join(GRAMMARS, `${name}.wasm.br`))));
    const query = new Query(grammar, readFileSync(join(GRAMMARS, `${name}.scm`), "utf8"));
    // Some packages have none.
    const source = languages.find(name)?.grammar as GrammarSource;
    expect(query.patternCount() > 0).toBe(source.highlights?.length !== 0);
    query.delete();
  });

  test("an unknown name is the user's mistake, and the advice lists the known ones", async () => {
    await expect(loadLanguage("klingon")).rejects.toThrow(UserError);
    await expect(loadLanguage("klingon")).rejects.toMatchObject({ advice: expect.stringContaining("javascript") });
  });

  test("a language is loaded once", async () => {
    expect(await loadLanguage("json")).toBe(await loadLanguage("json"));
  });
});

describe("flags", () => {
  test("tell named kinds, errors, what is missing, and extras", async () => {
    const c = await loadLanguage("c");
    const good = c.parse("/* one */ int a;");
    expect(flagsOf(good, c, "comment")).toBe(NAMED | EXTRA);
    expect(flagsOf(good, c, ";")).toBe(0);
    const missing = c.parse("int f(void) { return 1 }");
    expect(missing.errors).toBe(1);
    expect(flagsOf(missing, c, ";") & MISSING).toBe(MISSING);
    const wrong = c.parse("int a; ) ( int b;");
    expect(wrong.errors).toBeGreaterThan(0);
    expect(flagsOf(wrong, c, "ERROR") & (ERROR | NAMED)).toBe(ERROR | NAMED);
  });

  test("places are counted in UTF-16 units", async () => {
    const json = await loadLanguage("json");
    const text = '["ä", "😀", 7]';
    const tree = json.parse(text);
    const number = kindsIn(tree, json).indexOf("number");
    expect(text.slice(tree.start[number], tree.end[number])).toBe("7");
  });
});

describe("shapes", () => {
  const listsOf = async (name: string, kind: string): Promise<readonly ListShape[]> =>
    (await loadLanguage(name)).shapes.get(kind)?.lists ?? [];

  test.each([
    ["c", "compound_statement", "return_statement"],
    ["c", "translation_unit", "function_definition"],
    ["javascript", "statement_block", "if_statement"],
    ["javascript", "program", "if_statement"],
    ["javascript", "class_body", "method_definition"],
    ["python", "block", "if_statement"],
    ["css", "block", "declaration"],
    ["css", "stylesheet", "rule_set"],
    ["java", "class_body", "method_declaration"],
  ])("%s %s is a list without separator, which may be empty", async (name, kind, item) => {
    const list = (await listsOf(name, kind)).find(({ items }) => items.has(item));
    expect(list).toMatchObject({ least: 0 });
    expect(list).not.toHaveProperty("separator");
  });

  test.each([
    ["c", "argument_list", "identifier", ",", 0],
    ["c", "parameter_list", "parameter_declaration", ",", 0],
    ["c", "enumerator_list", "enumerator", ",", 0],
    ["c", "declaration", "init_declarator", ",", 1],
    ["javascript", "array", "number", ",", 0],
    ["javascript", "arguments", "spread_element", ",", 0],
    ["javascript", "object", "pair", ",", 0],
    ["javascript", "formal_parameters", "identifier", ",", 0],
    ["javascript", "variable_declaration", "variable_declarator", ",", 1],
    ["typescript", "type_arguments", "type_identifier", ",", 1],
    ["python", "argument_list", "keyword_argument", ",", 0],
    ["python", "list", "integer", ",", 0],
    ["json", "array", "number", ",", 0],
    ["json", "object", "pair", ",", 0],
    ["rust", "arguments", "integer_literal", ",", 0],
    ["go", "statement_list", "if_statement", ";", 1],
    ["lua", "table_constructor", "field", ",", 0],
  ] as const)(
    "%s %s is a list of %s and others with %s between them, at least %i",
    async (name, kind, item, separator, least) => {
      const list = (await listsOf(name, kind)).find(({ items }) => items.has(item));
      expect(list).toMatchObject({ separator, least });
      expect(list?.items.has(separator)).toBe(false);
    },
  );

  test("what may be missing is known", async () => {
    const c = await loadLanguage("c");
    expect(c.shapes.get("if_statement")?.optional).toEqual(new Set(["else_clause"]));
    expect((await loadLanguage("javascript")).shapes.get("if_statement")?.optional).toContain("else_clause");
    expect((await loadLanguage("python")).shapes.get("if_statement")?.optional).toContain("else_clause");
  });
});

describe("parsing again", () => {
  test.each(["c", "javascript", "python", "json", "css", "ruby"])(
    "%s: the tree made from an earlier one equals the one made from scratch, after any cuts",
    async (name) => {
      const language = await loadLanguage(name);
      const whole = (SNIPPETS[name] ?? "").repeat(name === "json" ? 1 : 4);
      const cuts = array(tuple(double({ min: 0, max: 1, noNaN: true }), boolean()), {
        minLength: 1,
        maxLength: 6,
      });
      assert(
        property(cuts, (all) => {
          let tree = language.parse(whole);
          for (const [where, nodes] of all) {
            const node = Math.min(tree.length - 1, Math.floor(where * tree.length));
            const start = nodes ? (tree.start[node] ?? 0) : Math.floor(where * tree.text.length);
            const end = nodes ? (tree.end[node] ?? 0) : start + 3;
            const text = tree.text.slice(0, start) + tree.text.slice(end);
            const isWhole = language.isWhole?.(text, tree);
            const { hollow: before = 0 } = tree;
            tree = language.parse(text, tree);
            expect(tree).toEqual(language.parse(text));
            const { errors, hollow = 0 } = tree;
            if (isWhole !== undefined) expect(isWhole).toBe(errors === 0 && hollow <= before);
          }
        }),
        { numRuns: sampled(20, 60) },
      );
    },
  );

  test("an earlier tree serves several times, also after others have pushed it out", async () => {
    const json = await loadLanguage("json");
    const base = json.parse("[1, 2, 3]");
    for (const text of ["[1, 3]", "[2, 3]", "[1, 2]", "[]", "[1,\n 2, 33]"]) {
      expect(json.parse(text, base)).toEqual(json.parse(text));
    }
  });
});

describe("size and depth", () => {
  const deep = 100_000;

  test.each([
    ["json", "[", "]"],
    ["javascript", "[", "]"],
    ["javascript", "{", "}"],
    ["javascript", "f(", ")"],
    ["c", "{", "}"],
  ])("%s: 100,000 nested %s are parsed", async (name, open, close) => {
    const language = await loadLanguage(name);
    const tree = language.parse(`${open.repeat(deep)}${close.repeat(deep)}`);
    expect(tree.errors).toBe(0);
    expect(tree.length).toBeGreaterThan(2 * deep);
    expect(flaws(tree, language)).toEqual([]);
  });

  test.each([
    ["json", "["],
    ["json", "]"],
    ["javascript", "("],
    ["javascript", "}"],
    ["python", "("],
  ])("%s: 100,000 %s without their partners end as errors", async (name, bracket) => {
    const language = await loadLanguage(name);
    expect(language.parse(bracket.repeat(deep)).errors).toBeGreaterThan(0);
  });

  test("a deep tree is made again from an earlier one", async () => {
    const json = await loadLanguage("json");
    const tree = json.parse(`${"[".repeat(deep)}1${"]".repeat(deep)}`);
    expect(json.parse(`${"[".repeat(deep)}${"]".repeat(deep)}`, tree).length).toBe(tree.length - 1);
  });

  test("5 MB are parsed", async () => {
    const c = await loadLanguage("c");
    const text = (SNIPPETS["c"] ?? "").repeat(Math.ceil(5e6 / (SNIPPETS["c"] ?? "").length));
    const tree = c.parse(text);
    expect(tree.errors).toBe(0);
    expect(tree.end[tree.length - 1]).toBe(text.length - 1);
  });
});

describe("a grammar of the user", () => {
  const folder = mkdtempSync(join(tmpdir(), "pare-grammar-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  };
  const jsonWasm = (): Buffer => brotliDecompressSync(readFileSync(join(GRAMMARS, "json.wasm.br")));
  const list = { type: "REPEAT", content: { type: "SYMBOL", name: "array" } };

  test("is loaded from its file, by itself without shapes", async () => {
    const language = await loadGrammarFile(put("alone/tree-sitter-mine.wasm", jsonWasm()));
    expect(language.name).toBe("mine");
    expect(language.shapes.size).toBe(0);
    const tree = language.parse("[1, // one\n 2]");
    expect(tree.errors).toBe(0);
    expect(flagsOf(tree, language, "comment")).toBe(NAMED | EXTRA);
  });

  test.each(["grammar.json", "src/grammar.json"])("has the shapes of %s beside it", async (beside) => {
    const path = put(`${beside.replace("/", "-")}/mine.wasm`, jsonWasm());
    put(
      `${beside.replace("/", "-")}/${beside}`,
      JSON.stringify({ name: "mine", rules: { document: list, array: list } }),
    );
    const language = await loadGrammarFile(path);
    expect(language.shapes.get("document")?.lists).toEqual([{ items: new Set(["array"]), least: 0 }]);
  });

  test.each([
    ["garbage", Buffer.from("not a grammar at all")],
    ["nothing", new Uint8Array()],
  ])("that is %s is the user's mistake, with advice", async (name, bytes) => {
    const path = put(`${name}.wasm`, bytes);
    await expect(loadGrammarFile(path)).rejects.toThrow(UserError);
    await expect(loadGrammarFile(path)).rejects.toMatchObject({
      code: "BAD_GRAMMAR",
      advice: expect.stringContaining(".wasm"),
    });
  });

  test("that is another kind of module, or not there, is the user's mistake", async () => {
    const runtime = fileURLToPath(new URL("../../node_modules/web-tree-sitter/web-tree-sitter.wasm", import.meta.url));
    copyFileSync(runtime, join(folder, "runtime.wasm"));
    await expect(loadGrammarFile(join(folder, "runtime.wasm"))).rejects.toThrow(UserError);
    await expect(loadGrammarFile(join(folder, "absent.wasm"))).rejects.toThrow(UserError);
  });

  test("that hangs is given up", async () => {
    const name = "tree_sitter_loop";
    const loop = [0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x00, 0x0b];
    const sections = [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      [0x00, 0x0f, 0x08, ...Buffer.from("dylink.0"), 0x01, 0x04, 0x00, 0x00, 0x00, 0x00],
      [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f],
      [0x03, 0x02, 0x01, 0x00],
      [0x07, 0x14, 0x01, name.length, ...Buffer.from(name), 0x00, 0x00],
      [0x0a, 0x0a, 0x01, loop.length, ...loop],
    ];
    await expect(readGrammarFile(put("loop.wasm", Uint8Array.from(sections.flat())), 2000)).rejects.toThrow(/hangs/u);
  });
});
