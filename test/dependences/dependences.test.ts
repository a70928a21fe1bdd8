/** Which parts need which, as a text in a language or in none tells. */
import { describe, expect, test } from "vitest";
import { dependencesIn, type Dependences } from "../../src/dependences/dependences.ts";
import { closureOf, graphOf } from "../../src/dependences/graph.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import type { Language } from "../../src/languages/syntax.ts";
import { elements } from "../../src/passes/elements.ts";
import { statements } from "../../src/passes/statements.ts";
import { topLevelParts } from "../../src/passes/top-level.ts";
import type { Units } from "../../src/formats/units.ts";
import type { Random } from "../../src/suite/statistics/random.ts";
import { draws } from "../support/seeds.ts";

interface Seen extends Dependences {
  readonly units: Units;
}

const seen = (text: string, language: Language = plainLanguage, pass = topLevelParts): Seen => {
  const tree = language.parse(text);
  const units = pass.units({ tree, language, rename: false });
  return { units, ...dependencesIn({ tree, language, units }) };
};

/** The first line of each unit, in the order of the list, those in a circle together. */
const order = ({ units, groups }: Seen): readonly string[] =>
  groups.map((group) =>
    group.map((unit) => units.text.slice(units.start[unit], units.end[unit]).split("\n")[0]?.trim()).join(" & "),
  );

describe("what is needed stands before what needs it", () => {
  test("where callers stand before what they call, in no known language", () => {
    const text =
      "define void @main() {\n  call void @a()\n}\ndefine void @a() {\n  call void @b()\n}\ndefine void @b() {\n}\n";
    expect(order(seen(text))).toEqual(["define void @b() {", "define void @a() {", "define void @main() {"]);
  });

  test("where exports stand before what they export", async () => {
    const text = "export { a, b };\nfunction a() { return b; }\nconst b = 1;\n";
    expect(order(seen(text, await loadLanguage("typescript")))).toEqual([
      "const b = 1;",
      "function a() { return b; }",
      "export { a, b };",
    ]);
  });

  test("and what needs each other in a circle is together", async () => {
    const text = "function a() { b(); }\nfunction c() {}\nfunction b() { a(); c(); }\n";
    expect(order(seen(text, await loadLanguage("javascript")))).toEqual([
      "function c() {}",
      "function a() { b(); } & function b() { a(); c(); }",
    ]);
  });

  test("inside other parts, too", async () => {
    const text = "function f() {\n  g(x);\n  var x = 1;\n}\n";
    const parts = seen(text, await loadLanguage("javascript"), statements);
    expect(order(parts)).toEqual(["function f() {", "var x = 1;", "g(x);"]);
  });
});

describe("lines of one statement, without a grammar,", () => {
  const text = "t = make();\nmove k\nk = t\nshow k;\nstop();\n";
  const parts = seen(text, plainLanguage, statements);
  const unitOf = (line: string): number => [...parts.units.start].lastIndexOf(text.indexOf(line));

  test("stand in the order of the text, and need nothing of each other, whatever names they share", () => {
    const lines = ["move k", "k = t", "show k;"];
    expect(order(parts).filter((line) => lines.includes(line))).toEqual(["move k", ...lines]);
    expect(closureOf(parts.graph, [unitOf("show k")])[unitOf("k = t")]).toBe(0);
  });

  test("need what other statements define", () => {
    expect(closureOf(parts.graph, [unitOf("k = t")])[unitOf("t = make")]).toBe(1);
  });

  test("are users of each other if they share a name: either may have kept the other", () => {
    const { from, needs } = parts.users ?? graphOf(0, []);
    const usersOf = (unit: number): readonly number[] => [...needs.subarray(from[unit], from[unit + 1])];
    expect(usersOf(unitOf("k = t"))).toContain(unitOf("show k"));
    expect(usersOf(unitOf("show k"))).toContain(unitOf("k = t"));
  });

  test("are no clauses where semicolons do not end lines, or nothing ends statements", () => {
    const commented = "f {\n  a = 1\n  b = a\n4:    ; from 3\n  c = b\n  d = c\n5:    ; from 4\n  e = d\n}\n";
    expect(seen(commented, plainLanguage, statements).users).toBeUndefined();
    expect(seen("from t as s\nselect s.x\n", plainLanguage, statements).users).toBeUndefined();
  });
});

describe("a list of parameters and what declares them need each other", () => {
  test("where the list is one part", async () => {
    const text = "module m (a, b);\n  input a;\n  output b;\n  wire c;\n  k l (a, c);\nendmodule\n";
    expect(order(seen(text, await loadLanguage("verilog")))).toEqual([
      "module m (a, b);",
      "(a, b) & input a; & output b;",
      "wire c;",
      "k l (a, c);",
    ]);
  });

  test("where each of them is one, though the rest of the text defines before it uses", async () => {
    const uses = Array.from({ length: 40 }, (_, i) => `int g${i + 1}(void) { return g${i}() + g0(); }\n`).join("");
    const text = `int g0(void) { return 0; }\n${uses}int f(x, y) int x; char y; { return x; }\n`;
    const groups = order(seen(text, await loadLanguage("c"), elements));
    expect(groups).toContain("x & int x;");
    expect(groups).toContain("y & char y;");
  });

  test("but not what is only used in a body, nor a list that says more", async () => {
    const javascript = await loadLanguage("javascript");
    for (const text of ["function f() { g(x); function x() {} }\n", "function f(a = x) { function x() {} }\n"])
      for (const pass of [topLevelParts, statements, elements])
        expect(seen(text, javascript, pass).groups.every(({ length }) => length === 1)).toBe(true);
  });
});

describe("a text that defines what it uses keeps its order", () => {
  test("in a language that is known", async () => {
    const text = "int a;\nint b(void) { return a; }\nint c(void) { return b() + a; }\n";
    expect(seen(text, await loadLanguage("c")).groups).toEqual([[0], [1], [2]]);
  });

  test("in none: lines of a log, tables, assignments", () => {
    for (const text of [
      "12:00 install foo\n12:01 status foo\n12:02 install bar\n",
      "CREATE TABLE t0 (a INT);\nINSERT INTO t0 VALUES (1);\nSELECT a FROM t0;\n",
      "x = 1\ny = x\nx = y\nprint x\n",
    ]) {
      const { groups, units } = seen(text);
      expect(groups).toEqual([...Array(units.length).keys()].map((unit) => [unit]));
    }
  });
});

describe("a name is where it is meant", () => {
  test("the variable of a function is no reason to need another function", async () => {
    const text = "function f() { let x = 1; return x; }\nfunction g(y) { return x + y; }\nfunction h() { return 1; }\n";
    const { graph } = seen(text, await loadLanguage("javascript"));
    expect(graph.needs).toHaveLength(0);
  });

  test("numbers are none, unless a sign makes them one", () => {
    expect(seen("a 1\nb 1\n").graph.needs).toHaveLength(0);
    const { groups } = seen("use !1\n!1 = !{}\n");
    expect(groups).toEqual([[1], [0]]);
  });

  test("brackets are none, with or without a sign", () => {
    expect(seen("use %( a\n%( = b\n").graph.needs).toHaveLength(0);
    expect(seen("use %a a\n%a = b\n").graph.needs).not.toHaveLength(0);
  });

  test("words in the heads of many parts are words of the language", () => {
    const text = Array.from({ length: 30 }, (_, i) => `func f${i} {\n}\n`).join("");
    expect(seen(text).graph.needs).toHaveLength(0);
  });
});

/** By the first line of each unit: how often something kept outside of it needs something kept in it. */
const uses = ({ units, usesAmong }: Seen, gone: readonly string[] = []): Readonly<Record<string, number>> => {
  const lineOf = (unit: number): string =>
    units.text.slice(units.start[unit], units.end[unit]).split("\n", 1)[0]?.trim() ?? "";
  const lines = Array.from({ length: units.length }, (_, unit) => lineOf(unit));
  const counts = usesAmong(Uint8Array.from(lines, (line) => (gone.includes(line) ? 0 : 1)));
  return Object.fromEntries(lines.map((line, unit) => [line, counts[unit] as number]));
};

describe("uses are counted", () => {
  const text = "function a() {\n  var x = 1;\n  b(x);\n}\nfunction b() {}\nb();\na();\na();\n";

  test("from outside of a part: what is inside needs its own for itself", async () => {
    const parts = seen(text, await loadLanguage("javascript"), statements);
    expect(uses(parts)).toEqual({
      "function a() {": 2,
      "var x = 1;": 1,
      "b(x);": 0,
      "function b() {}": 2,
      "b();": 0,
      "a();": 0,
    });
  });

  test("among what is kept", async () => {
    const parts = seen(text, await loadLanguage("javascript"), statements);
    expect(uses(parts, ["b(x);"])).toMatchObject({ "function b() {}": 1, "var x = 1;": 0, "function a() {": 2 });
    expect(uses(parts, ["a();"])).toMatchObject({ "function a() {": 0, "function b() {}": 2 });
    expect(uses(parts, ["function b() {}"])).toMatchObject({ "function b() {}": 0 });
  });
});

/** Statements of JavaScript in each other, whose names mean each other at random. */
const drawnStatements = (random: Random, depth = 3): string =>
  Array.from({ length: 1 + random.below(4) }, () => {
    const name = (): string => `v${random.below(12)}`;
    if (depth > 0 && random.below(3) === 0) return `function ${name()}() {\n${drawnStatements(random, depth - 1)}}\n`;
    return random.below(2) === 0 ? `var ${name()} = ${name()};\n` : `${name()}(${name()});\n`;
  }).join("");

test("uses are counted as they are defined: a pair counts for what the needed part is in and the user is not", async () => {
  const javascript = await loadLanguage("javascript");
  const random = draws();
  let counted = 0;
  for (let round = 0; round < 30; round++) {
    const { units, graph, usesAmong } = seen(drawnStatements(random), javascript, statements);
    const { after, length } = units;
    const isIn = (unit: number, outer: number): boolean => outer <= unit && unit < (after[outer] as number);
    const kept = Uint8Array.from({ length }, () => Math.min(1, random.below(4)));
    const needsOf = (user: number): Int32Array => graph.needs.subarray(graph.from[user], graph.from[user + 1]);
    const pairs = [...Array(length).keys()]
      .flatMap((user) => Array.from(needsOf(user), (needed) => [user, needed] as const))
      .filter((pair) => pair.every((unit) => kept[unit] === 1));
    const counts = [...Array(length).keys()].map(
      (unit) => pairs.filter(([user, needed]) => isIn(needed, unit) && !isIn(user, unit)).length,
    );
    expect([...usesAmong(kept)]).toEqual(counts);
    counted += counts.at(-1) as number;
  }
  // The last part, too, is used by others.
  expect(counted).toBeGreaterThan(0);
});

describe("what stands beside each other and needs nothing of it", () => {
  test("keeps its order, or the other way round where callers stand first", async () => {
    const language = await loadLanguage("javascript");
    const forward = "function a() {}\nfunction b() {}\nfunction c() { a(); }\nfunction d() { b(); }\n";
    expect(order(seen(forward, language))).toEqual(forward.trim().split("\n"));
    const backward = forward.trim().split("\n").toReversed().join("\n");
    expect(order(seen(backward, language))).toEqual(forward.trim().split("\n"));
  });
});

test("takes steps that grow with the text: ten times the names, at most twenty times the reads", () => {
  const reads = (parts: number): number => {
    const text = Array.from({ length: parts }, (_, i) => `fn f${i} {\n  f${(i * 7) % parts}()\n}\n`).join("");
    const tree = plainLanguage.parse(text);
    const units = topLevelParts.units({ tree, language: plainLanguage, rename: false });
    let count = 0;
    const counted = new Proxy(tree.start, {
      get: (target, key) => {
        count++;
        const value: unknown = Reflect.get(target, key);
        return value;
      },
    });
    dependencesIn({ tree: { ...tree, start: counted }, language: plainLanguage, units });
    return count;
  };
  expect(reads(1000)).toBeLessThan(20 * reads(100));
});
