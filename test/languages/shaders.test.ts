/** What the shading languages have of their own: their parser, the types of values, and the passes that know them. */
import { describe, expect, test } from "vitest";
import { loadLanguage } from "../../src/languages/load.ts";
import type { Edit, Pass, Syntax } from "../../src/languages/pass.ts";
import { GLSL, HLSL, WGSL } from "../../src/languages/shaders/dialect.ts";
import { inferenceOf } from "../../src/languages/shaders/inference.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { reduced, SAMPLES, sampleText, syntaxOf } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";
import { shaderProgram, type ShaderLanguage } from "./shader-programs.ts";

const DIALECTS = { wgsl: WGSL, glsl: GLSL, hlsl: HLSL } as const;
const NAMES = Object.keys(DIALECTS) as readonly ShaderLanguage[];

const programs = (name: ShaderLanguage): readonly string[] => [
  ...Array.from({ length: 50 }, (_, salt) => shaderProgram(name, draws(salt), 2)),
  ...Object.keys(SAMPLES)
    .filter((path) => SAMPLES[path] === name)
    .map(sampleText),
];

const ownPass = async (name: ShaderLanguage, wanted: string): Promise<Pass> => {
  const { passes = {} } = await loadLanguage(name);
  const all = [...(passes.first ?? []), ...(passes.coarse ?? []), ...(passes.fine ?? []), ...(passes.last ?? [])];
  return all.find((pass) => pass.name === wanted) as Pass;
};

/** What a pass would do to a text: each of its changes alone. */
const changesOf = (pass: Pass, syntax: Syntax): readonly (readonly Edit[])[] => {
  if (pass.kind === "edits") return pass.edits(syntax, 0).map((edit) => [edit]);
  if (pass.kind === "rewrites") return pass.rewrites(syntax);
  return pass.kind === "coupled" ? pass.changes(syntax) : [];
};

const outcomes = async (name: ShaderLanguage, pass: string, text: string): Promise<readonly string[]> => {
  const syntax = syntaxOf(await loadLanguage(name), text);
  expect(syntax.tree.errors).toBe(0);
  return changesOf(await ownPass(name, pass), syntax).map((edits) =>
    applied(text, edits).replaceAll(/\s+/g, " ").trim(),
  );
};

describe.each(NAMES)("%s", (name) => {
  test("parses 50 random programs and the samples; the leaves are the text", async () => {
    const language = await loadLanguage(name);
    for (const text of programs(name)) {
      const tree = language.parse(text);
      expect({ text, errors: tree.errors }).toEqual({ text, errors: 0 });
      let leaves = "";
      for (let node = 1; node < tree.length; node++)
        if (tree.after[node] === node + 1) leaves += tree.text.slice(tree.start[node], tree.end[node]);
      expect(leaves.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    }
  });

  test("knows the types of almost all values of random programs", async () => {
    const language = await loadLanguage(name);
    let known = 0;
    let all = 0;
    for (const text of programs(name).slice(0, 20)) {
      const syntax = syntaxOf(language, text);
      const { types } = inferenceOf(syntax, DIALECTS[name]);
      for (let node = 1; node < syntax.tree.length; node++) {
        if (!/^(?:call|binary|field|unary)_expression$/.test(language.kinds[syntax.tree.kind[node] ?? 0] ?? ""))
          continue;
        all++;
        if (types[node] !== undefined) known++;
      }
    }
    expect(all).toBeGreaterThan(1000);
    expect(known / all).toBeGreaterThan(0.98);
  });

  test("each change of its own passes lies in the text, without overlaps", async () => {
    const language = await loadLanguage(name);
    const { passes = {} } = language;
    for (const text of [...programs(name).slice(0, 4), ...programs(name).slice(50)])
      for (const damaged of [
        text,
        text.slice(0, text.length / 2),
        text.replaceAll("(", ""),
        text.replaceAll(";", ""),
      ]) {
        const syntax = syntaxOf(language, damaged);
        for (const pass of [...(passes.coarse ?? []), ...(passes.fine ?? [])])
          for (const change of changesOf(pass, syntax)) {
            const edits = change.toSorted((a, b) => a.start - b.start);
            const wrong = edits.filter(
              ({ start, end }, i) => start > end || end > damaged.length || start < (edits[i - 1]?.end ?? 0),
            );
            expect({ pass: pass.name, wrong }).toEqual({ pass: pass.name, wrong: [] });
          }
      }
  });

  test("no text is too deep, too long or too strange", async () => {
    const language = await loadLanguage(name);
    const parts = [
      "(",
      "{",
      "[",
      "<",
      "a<",
      "-",
      "if(a)",
      "if a{",
      "a?",
      "a=",
      "a.",
      "f(",
      "@a",
      "#",
      '"',
      "/*",
      "\\",
      "\0",
      "\ud800",
    ];
    for (const part of [...parts, "fn f(){", "void f(){", "struct S{", "case 1:", "else "]) {
      const text = part.repeat(Math.floor(12_000 / part.length));
      for (const whole of [text, name === "wgsl" ? `fn f(){let a=${text}` : `void f(){x=${text}`]) {
        const tree = language.parse(whole);
        expect(tree.end[0]).toBe(whole.length);
        expect(tree.after[0]).toBe(tree.length);
      }
    }
  });
});

describe("angle brackets", () => {
  test.each([
    ["fn f() { let a = b < c; let d = e > f; }", 0],
    ["fn f() { let a = vec2<f32>(1.) + array<vec2<i32>, 3>()[0]; }", 2],
    ["fn f() { let a = (b < c) && (d > e); }", 0],
    ["fn f() { let a = (b << 2u) >> c; }", 0],
    ["var<storage, read_write> a: array<array<f32, 2>>;", 2],
  ])("of %s hold arguments %i times", async (text, times) => {
    const language = await loadLanguage("wgsl");
    const tree = language.parse(text);
    expect(tree.errors).toBe(0);
    const found = Array.from(tree.kind).filter((kind) => language.kinds[kind] === "template_type");
    expect(new Set(found).size).toBe(times > 0 ? 1 : 0);
  });
});

test.each([
  ["wgsl", "fn f() { a; }"],
  ["wgsl", "fn f() { let a = b & c == d; }"],
  ["wgsl", "fn f() { switch a { case 1: {} } }"],
  ["wgsl", "fn f() { for ({};;) {} }"],
  ["wgsl", "struct S {}"],
  ["wgsl", "let a = 1;"],
  ["wgsl", "fn f() { let a: vec2<>; }"],
  ["glsl", "void f() { for ({};;) ; }"],
  ["glsl", "v;"],
  ["glsl", "Block { int a; } b;"],
  ["glsl", "void f() { int; }"],
  ["glsl", "void f() { g(a,); }"],
  ["hlsl", "void f() { return (; }"],
] as const)("%s does not take %s", async (name, text) => {
  expect((await loadLanguage(name)).parse(text).errors).toBeGreaterThan(0);
});

describe("passes", () => {
  test("control: loops, branches and switches leave their statements", async () => {
    const text =
      "fn f() { for (var i = 0; i < 3; i++) { g(i); if a { break; } else { h(); } } switch x { case 1: { k(); } default: { } } }";
    expect(await outcomes("wgsl", "control", text)).toEqual([
      "fn f() { {var i = 0; g(i); if a { } else { h(); } } switch x { case 1: { k(); } default: { } } }",
      "fn f() { for (var i = 0; i < 3; i++) { g(i); break; h(); } switch x { case 1: { k(); } default: { } } }",
      "fn f() { for (var i = 0; i < 3; i++) { g(i); if a { break; } else { h(); } } k(); }",
    ]);
    expect(await outcomes("glsl", "control", "void f() { switch (a) { case 1: b(); break; default: c(); } }")).toEqual([
      "void f() { b(); c(); }",
    ]);
    expect(await outcomes("hlsl", "control", "void f() { do { b(); } while (a < 1); }")).toEqual(["void f() { b(); }"]);
  });

  test("returns: the type goes with the values and the calls", async () => {
    expect(
      await outcomes(
        "wgsl",
        "returns",
        "fn f() -> vec3<f32> { if a { return b; } return c; } fn g() { let d = f(); f(); }",
      ),
    ).toEqual(["fn f() { if a { return; } } fn g() { let d = vec3f(); f(); }"]);
    expect(await outcomes("glsl", "returns", "vec2 f() { return vec2(1.); } void main() { vec2 a = f(); }")).toEqual([
      "void f() { } void main() { vec2 a = vec2(0); }",
    ]);
    expect(await outcomes("hlsl", "returns", "float4 f() : SV_Target { return 1; }")).toEqual(["void f() { }"]);
  });

  test("functions: calls become a zero of their type", async () => {
    expect(
      await outcomes("hlsl", "functions", "float3 f(int a) { return a; } void main() { float3 b = f(1) * 2; f(2); }"),
    ).toEqual(["void main() { float3 b = (float3)0 * 2; }"]);
  });

  test("things: parameters go with their arguments, members with what makes and takes them", async () => {
    expect(
      await outcomes("wgsl", "things", "fn f(a: f32, b: i32) -> i32 { return b; } fn g() { let c = f(1., 2); }"),
    ).toContain("fn f(a: f32) -> i32 { return 0; } fn g() { let c = f(1.); }");
    const text = "struct S { a: f32, b: vec2f, } fn g() { var s = S(1., vec2f()); let x = s.b.x; s.b = vec2f(2.); }";
    expect(await outcomes("wgsl", "things", text)).toContain(
      "struct S { a: f32, } fn g() { var s = S(1.); let x = vec2f().x; }",
    );
    expect(
      await outcomes("glsl", "things", "struct S { float a; int b; }; void main() { S s = S(1., 2); int c = s.b; }"),
    ).toContain("struct S { float a; }; void main() { S s = S(1.); int c = 0; }");
  });

  test("scalars: the vectors of a statement become numbers together", async () => {
    const text = "fn f() { let a = mix(vec3(), vec3<f32>(1), vec3f()); var b: vec2<i32>; let c = 1; }";
    expect(await outcomes("wgsl", "scalars", text)).toEqual([
      "fn f() { let a = mix(0, f32(1), f32()); var b: vec2<i32>; let c = 1; }",
      "fn f() { let a = mix(vec3(), vec3<f32>(1), vec3f()); var b: i32; let c = 1; }",
    ]);
  });

  test("unnamed: a value that nothing uses loses its name, but not outside of functions", async () => {
    const text = "const k = g(1); fn f() { let a = g(2); var b: i32 = g(a); var c = 1; c = 2; var d: i32; }";
    expect(await outcomes("wgsl", "unnamed", text)).toEqual([
      "const k = g(1); fn f() { let a = g(2); _= g(a); var c = 1; c = 2; var d: i32; }",
    ]);
  });

  test("values: an expression becomes a zero of its type or a part of that type, and nothing else", async () => {
    const found = await outcomes(
      "wgsl",
      "values",
      "fn f() { let a = dot(vec2f(1., 2.), vec2f(b, 3.)) + max(4u, 5u); }",
    );
    expect(found).toContain("fn f() { let a = dot(vec2f(), vec2f(b, 3.)) + max(4u, 5u); }");
    expect(found).toContain("fn f() { let a = dot(vec2f(1., 2.), vec2f(b, 3.)) + 0u; }");
    expect(found).not.toContain("fn f() { let a = dot(1., vec2f(b, 3.)) + max(4u, 5u); }");
  });

  test("a whole reduction keeps what the test asks for, valid at every step", async () => {
    const language = await loadLanguage("wgsl");
    const text = shaderProgram("wgsl", draws(5), 4);
    const { text: left } = reduced(auto({ language, rename: false, valid: true }), text, (each) => {
      expect(language.parse(each).errors).toBe(0);
      return /fn \w+\([^)]*\)[^{]*\{[^]*cross\(/.test(each);
    });
    expect(left.length).toBeLessThan(60);
  });
});

describe("a candidate keeps the meaning of its source", () => {
  const keeps = async (name: ShaderLanguage, from: string, to: string): Promise<boolean> => {
    const language = await loadLanguage(name);
    const [source, candidate] = [language.parse(from), language.parse(to)];
    expect([source.errors, candidate.errors]).toEqual([0, 0]);
    return language.keepsMeaning?.(candidate, source) ?? false;
  };

  test("unless a name, a type, a member or a parameter is used that is gone", async () => {
    const wgsl = "struct S { one: f32, two: f32, } fn f(c: f32) -> f32 { return c; } fn g(s: S) { let d = f(s.two); }";
    expect(await keeps("wgsl", wgsl, wgsl)).toBe(true);
    expect(await keeps("wgsl", wgsl, wgsl.replace("one: f32, ", ""))).toBe(true);
    expect(await keeps("wgsl", wgsl, wgsl.replace("two: f32, ", ""))).toBe(false);
    expect(await keeps("wgsl", wgsl, wgsl.replace("c: f32", ""))).toBe(false);
    expect(await keeps("wgsl", wgsl, wgsl.replace("f(s.two)", "f()"))).toBe(false);
    expect(await keeps("wgsl", wgsl, wgsl.replace("return c;", ""))).toBe(false);
    expect(await keeps("wgsl", wgsl, wgsl.replace(/^.*?\} /, ""))).toBe(false);
    expect(await keeps("wgsl", wgsl, wgsl.replace("f(s.two)", "e"))).toBe(false);
  });

  test("where a scope hides no other", async () => {
    const hlsl = "void f() { { int a = 1; a; } int a = 2; a; }";
    expect(await keeps("hlsl", hlsl, "void f() { int a = 2; a; }")).toBe(true);
    expect(await keeps("hlsl", hlsl, "void f() { { int a = 1; a; } a; }")).toBe(false);
  });

  test("unless it is in another version of the language, or its conditions have no end", async () => {
    const glsl = "#version 450\n#ifdef A\nint a;\n#endif\nlayout(location = 0) out vec4 b;\n";
    expect(await keeps("glsl", glsl, glsl.replace("int a;\n", ""))).toBe(true);
    for (const part of ["#version 450\n", "#endif\n", "#ifdef A\n", "out "])
      expect(await keeps("glsl", glsl, glsl.replace(part, ""))).toBe(false);
  });

  test.each<[ShaderLanguage, string, string, string]>([
    ["glsl", "vec2 a = vec2(1, 2);", "vec2(1, 2)", "vec2()"],
    ["glsl", "vec3 a = vec3(vec2(1, 2), 3);", ", 3", ""],
    ["glsl", "mat2 a = mat2(1, 2, 3, 4);", "1, 2, ", ""],
    ["glsl", "float a = float(1);", "(1)", "()"],
    ["glsl", "float a[] = float[2](1, 2);", ", 2", ""],
    ["glsl", "#define N 2\nfloat a[] = float[N](1, 2);", ", 2", ""],
    ["glsl", "uniform int a; void f() {}", "int a;", ""],
    ["glsl", "const int a = 1;", " = 1", ""],
    ["glsl", "const int a = 1;", "int a = 1", ""],
    ["glsl", "float f() { return 1; }", "float f", "mat3 f"],
    ["glsl", "float a = 1;", "1", "true"],
    ["glsl", "int f() { return 1; }", "int f() { return 1; }", "void f;"],
    ["glsl", "#extension GL_EXT_x : enable\nint a;", ": enable", ""],
    ["glsl", "#extension GL_EXT_x : enable\nint a;", "enable", "enale"],
    ["glsl", "int b, a = gl_VertexID;", "b, a = ", ""],
    ["glsl", "vec4 a = vec4(uint(1));", "a = vec4(uint(1))", "uint"],
    ["glsl", "struct S { int a; }; uniform B { S b; };", "S b", "struct T { int a; } b"],
    ["glsl", "uniform float image_size; float a = image_size;", "uniform float image_size;", ""],
    ["glsl", "void f() { switch (1) { case 1: case 2: break; } }", "case 2", "case 1"],
    ["hlsl", "void f() { switch (1) { case 1: default: break; } }", "case 1", "default"],
    ["hlsl", "static float3 a; void f() { a.x = 1; }", "static ", ""],
    ["hlsl", "static int a; void f() { a++; }", "static ", ""],
    ["wgsl", "var<private> a: i32;", "<private>", ""],
  ])("%s: %s with %s as %s is refused by compilers", async (name, text, from, to) => {
    const whole = name === "glsl" ? `#version 450\n${text}` : text;
    expect(await keeps(name, whole, whole)).toBe(true);
    expect(await keeps(name, whole, whole.replace(from, to))).toBe(false);
  });

  test("where nothing is converted, floats stay floats, and keep their precision", async () => {
    const text = "precision highp float;\nfloat a = 2.0 * sin(1.0);\n";
    expect(await keeps("glsl", text, text)).toBe(true);
    for (const [from, to] of [
      ["sin(1.0)", "sin(1)"],
      ["2.0", "2"],
      ["2.0 * sin(1.0)", "0"],
      ["precision highp float;", ""],
    ] as const)
      expect(await keeps("glsl", text, text.replace(from, to))).toBe(false);
    const desktop = text.replace(/.*/, "#version 330");
    expect(await keeps("glsl", desktop, desktop.replace("2.0 * sin(1.0)", "2 * sin(1)"))).toBe(true);
    expect(await keeps("glsl", text, "precision highp float;\nint a;\n")).toBe(true);
  });

  test("a macro may stand for the values of an array", async () => {
    const { tree } = syntaxOf(await loadLanguage("glsl"), "#define M (1, 2)\nfloat a[2] = float[2]M;\n");
    expect(tree.errors).toBe(0);
  });

  test("one fault does not pay for another", async () => {
    const text = "#version 450\nconst int a;\nfloat f() { return 1; }\n";
    expect(await keeps("glsl", text, "#version 450\nfloat f() { return true; }\n")).toBe(false);
  });

  test("what was wrong before may stay so", async () => {
    const hlsl = "float4 f() { return unknown(missing); } void g() { f(); }";
    expect(await keeps("hlsl", hlsl, "float4 f() { return unknown(missing); }")).toBe(true);
    expect(await keeps("hlsl", hlsl, "float4 f() { return missing; } void g() { f(); }")).toBe(true);
    expect(await keeps("hlsl", hlsl, "void g() { f(); }")).toBe(false);
  });

  test("what is proved says that others were not tried", async () => {
    const language = await loadLanguage("wgsl");
    const text = "fn f(a: f32) -> f32 { return a; }\nvar<private> b = f(1);\n";
    const holds = (each: string): boolean => each.includes("f(1");
    const { text: left, claims } = reduced(auto({ language, rename: false, valid: "whole" }), text, holds);
    expect(left.split("\n").length).toBe(3);
    expect(new Set(claims.map(({ except }) => except))).toEqual(
      new Set(["candidates that do not parse or break other rules of the language"]),
    );
    const smallest = reduced(auto({ language, rename: false, valid: false }), text, holds);
    expect(smallest.text.length).toBeLessThan(left.length);
    expect(smallest.claims.every(({ except }) => except === undefined)).toBe(true);
  });
});
