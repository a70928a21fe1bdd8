/** What the passes about the preprocessor, attributes and old-style functions make of samples. */
import { describe, expect, test } from "vitest";
import { passes, type Edit, type Pass, type PassName, type Syntax } from "../../src/passes/index.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { languageNamed, sampleText, syntaxOf, SAMPLES } from "./support.ts";

/** What can be done to a text: for rewrites all of it at once, else each thing alone. */
const outcomes = async (name: PassName, language: string, text: string): Promise<readonly string[]> =>
  outcomesIn(name, syntaxOf(await languageNamed(language), text, false), text);

const outcomesIn = (name: PassName, syntax: Syntax, text: string): readonly string[] => {
  const pass: Pass = passes[name];
  if (pass.kind === "rewrites") {
    const edits = pass.rewrites(syntax).flat();
    return edits.length === 0 ? [] : [applied(text, edits)];
  }
  if (pass.kind === "edits") return pass.edits(syntax, 0).map((edit) => applied(text, [edit]));
  if (pass.kind === "coupled") return pass.changes(syntax).map((edits) => applied(text, edits));
  throw new Error(`${name} lists something else`);
};

/** The groups of a pass, each as the texts that go together. */
const forms = async (name: PassName, language: string, text: string): Promise<readonly (readonly string[])[]> => {
  const pass: Pass = passes[name];
  const cut = ({ start, end }: Edit): string => text.slice(start, end).trim();
  return pass.kind === "rewrites"
    ? pass.rewrites(syntaxOf(await languageNamed(language), text, false)).map((edits) => edits.map(cut))
    : [];
};

describe("directives that define nothing", () => {
  test.each(["c", "cpp"])("go at once in %s, linemarkers and pragmas as groups", async (language) => {
    const text =
      '# 1 "a.h" 1 3\nint a;\n  # 2 "b.h"\n#pragma once\n#line 3\n#\n#define X 1\n#undef X\nint b;\n#pragma pack(1)\n';
    expect(await outcomes("directives", language, text)).toEqual(["int a;\n#define X 1\nint b;\n"]);
    expect(await forms("directives", language, text)).toEqual([
      ['# 1 "a.h" 1 3', '# 2 "b.h"', "#line 3"],
      ["#pragma once", "#pragma pack(1)"],
      ["#"],
      ["#undef X"],
    ]);
  });

  test("are known in C#, regions with their ends", async () => {
    const text = "#region A\nclass A { }\n#endregion\n#nullable enable\n#pragma warning disable 1\n";
    expect(await outcomes("directives", "csharp", text)).toEqual(["class A { }\n"]);
    expect(await forms("directives", "csharp", text)).toHaveLength(3);
  });

  test("are not looked for in comments, strings and raw strings; continued lines belong to them", async () => {
    const text =
      '/*\n#pragma a\n*/ char *s = "\\\n#pragma b\n";\n// c \\\n#pragma c\nint n = 1\'0; #pragma d\n#pragma e \\\n f\nint z;\n';
    expect(await outcomes("directives", "cpp", text)).toEqual([text.replace("#pragma e \\\n f\n", "")]);
    const raw = 'auto s = R"x(\n#pragma a\n)" )x";\n#pragma b /* to\n here */\nint z;\n';
    expect(await outcomes("directives", "cpp", raw)).toEqual(['auto s = R"x(\n#pragma a\n)" )x";\nint z;\n']);
  });

  test("behind a comment go without it", async () => {
    expect(await outcomes("directives", "c", "/* a\nb */ #pragma c\nint z;\n")).toEqual(["/* a\nb */int z;\n"]);
  });
});

describe("conditionals", () => {
  const resolved = async (text: string, language = "c"): Promise<string> =>
    (await outcomes("conditionals", language, text))[0] ?? text;

  test.each([
    ["#if 0\nint a;\n#else\nint b;\n#endif\n", "int b;\n"],
    ["#ifdef A\nint a;\n#endif\nint z;\n", "int z;\n"],
    ["#ifndef A\n#define A\nint a;\n#endif\n", "#define A\nint a;\n"],
    ["#define A 3\n#if A > 2 && !defined(B)\nint a;\n#elif 1\nint b;\n#endif\n", "#define A 3\nint a;\n"],
    [
      "#define A 3\n#undef A\n#if defined A || 0x10 < 2\nint a;\n#elif A + 1 == 1\nint b;\n#endif\n",
      "#define A 3\n#undef A\nint b;\n",
    ],
    ["#if 0\n#if 1\nint a;\n#endif\n#define B\n#endif\n#ifdef B\nint b;\n#endif\nint z;\n", "int z;\n"],
    [
      "#if 1\nint a;\n#if 0\nint b;\n#else\nint c;\n#endif\n#if 1\nint d;\n#endif\n#else\nint e;\n#endif\n",
      "int a;\nint c;\nint d;\n",
    ],
    ["#if __has_include(<x.h>)\nint a;\n#else\nint b;\n#endif\n", "int a;\n"],
    ["#if 0 && __has_include(<x.h>)\nint a;\n#else\nint b;\n#endif\n", "int b;\n"],
    ["#if (1 + 2) * 3 == 9 /* yes */ && \\\n 1\nint a;\n#endif\n", "int a;\n"],
    ["#if\nint a;\n#endif\n", "int a;\n"],
  ])("%j", async (text, expected) => {
    expect(await resolved(text)).toBe(expected);
  });

  test("know which language it is", async () => {
    const text = '#ifdef __cplusplus\nextern "C" {\n#endif\nint a;\n#ifdef __cplusplus\n}\n#endif\n';
    expect(await resolved(text)).toBe("int a;\n");
    expect(await resolved(text, "cpp")).toBe('extern "C" {\nint a;\n}\n');
  });

  test("work where directives tear brackets apart", async () => {
    const text = "int f(int a) {\n#if 1\n  if (a) {\n#else\n  while (a) {\n#endif\n    g();\n  }\n}\n";
    expect(await resolved(text)).toBe("int f(int a) {\n  if (a) {\n    g();\n  }\n}\n");
    expect(await resolved(text, "plain")).toBe("int f(int a) {\n  if (a) {\n    g();\n  }\n}\n");
  });

  test("leave groups that are not closed, and ends of none", async () => {
    expect(await outcomes("conditionals", "c", "#endif\n#else\n#if 1\nint a;\n")).toEqual([]);
  });

  test("are known in C#", async () => {
    expect(await resolved("#define A\n#if A\nclass A { }\n#else\nclass B { }\n#endif\n", "csharp")).toContain(
      "class A",
    );
  });

  test("nested 30,000 levels deep are resolved", async () => {
    const deep = 30_000;
    const text = `${"#if 1\n".repeat(deep)}int a;\n${"#endif\n".repeat(deep)}`;
    expect(await resolved(text, "plain")).toBe("int a;\n");
    expect(await resolved(`#if ${"(".repeat(4000)}0${")".repeat(4000)}\nint a;\n#endif\nint b;\n`)).toBe("int b;\n");
  });
});

describe("branches", () => {
  const text = "#ifdef A\nint a;\n#elif B\nint b;\n#else\nint c;\n#endif\nint z;\n";

  test("are put in place of their group, each of them", async () => {
    for (const language of ["c", "cpp"])
      expect(await outcomes("branches", language, text)).toEqual([
        "int a;\nint z;\n",
        "int b;\nint z;\n",
        "int c;\nint z;\n",
      ]);
  });

  test("and nothing, where the text does not parse", async () => {
    const torn = "void f() {\n#if A\n  if (a) {\n#else\n  {\n#endif\n  }\n}\n";
    expect(await outcomes("branches", "plain", torn)).toEqual([
      "void f() {\n  }\n}\n",
      "void f() {\n  if (a) {\n  }\n}\n",
      "void f() {\n  {\n  }\n}\n",
    ]);
  });

  test("an outer group before those inside it", async () => {
    const nested = "#if A\n#if B\nint b;\n#endif\nint a;\n#endif\n";
    expect(await outcomes("branches", "c", nested)).toEqual([
      "#if B\nint b;\n#endif\nint a;\n",
      "#if A\nint b;\nint a;\n#endif\n",
    ]);
  });
});

describe("macros", () => {
  const expansion = async (text: string, language = "c"): Promise<string> =>
    (await outcomes("macros", language, text))[0] ?? text;

  test.each([
    ["#define N 10\nint a[N]; int b = N;\n", "int a[10]; int b = 10;\n"],
    ["#define SQ(x) ((x) * (x))\nint a = SQ(1 + 2);\n", "int a = ((1 + 2) * (1 + 2));\n"],
    ["#define ADD(a, b) a + \\\n  b /* sum */\nint x = ADD(f(1, 2), ')');\n", "int x = f(1, 2) + ')';\n"],
    ['#define S(x) #x\nchar *s = S(a  "b");\n', 'char *s = "a \\"b\\"";\n'],
    ["#define CAT(a, b) a ## b\nint CAT(x, 1) = 0;\n", "int x1 = 0;\n"],
    ["#define LOG(f, ...) printf(f, __VA_ARGS__)\nint a = LOG(1, 2, 3);\n", "int a = printf(1, 2, 3);\n"],
    ["#define F() 1\nint a = F();\n", "int a = 1;\n"],
    ["#define E\nint E a;\n", "int  a;\n"],
    ["#define A 1\n#if A\nint a;\n#endif\n", "#if 1\nint a;\n#endif\n"],
    ["#define MINUS -1\nint a = -MINUS;\n", "int a = - -1;\n"],
    ["#define A B\n#define B 1\nint a = A + B;\n", "#define A 1\nint a = A + 1;\n"],
    ["#define N 2\n#define M(x) (x)\nint a = M(N);\n", "#define M(x) (x)\nint a = M(2);\n"],
  ])("%j", async (text, expected) => {
    expect(await expansion(text)).toBe(expected);
    expect(await expansion(text, "cpp")).toBe(expected);
  });

  test.each([
    ["never used", "#define N 1\nint a;\n"],
    ["longer when expanded", "#define M(x) x x x x x x\nint a = M(1234567) + M(1234567) + M(1234567);\n"],
    ["defined twice", "#define N 1\nint a = N;\n#define N 2\n"],
    ["in terms of itself", "#define N N + 1\nint a = N;\n"],
    ["asked for by a condition", "#define N 1\n#ifdef N\nint a = N;\n#endif\n"],
    ["asked for with defined", "#define N 1\n#if defined(N)\nint a = N;\n#endif\n"],
    ["used before", "int a = N;\n#define N 1\nint b = N;\n"],
    ["used inside of its own use", "#define M(x) (x)\nint a = M(M(1));\n"],
    ["named without arguments", "#define M(x) (x)\nint a = M;\n"],
    ["called with too few", "#define M(x, y) (x)\nint a = M(1);\n"],
    ["in strings and comments only", '#define N 1\nchar *s = "N"; // N\n'],
    ["not closed", "#define M(x) (x)\nint a = M(1;\n"],
  ])("stay if they are %s", async (_, text) => {
    expect(await outcomes("macros", "c", text)).toEqual([]);
  });
});

describe("attributes", () => {
  test.each([
    [
      "c",
      '__extension__ static __inline int g(int *__restrict x) __asm__("foo") __attribute__((nonnull(1)));\n',
      "int g(int * x) ;",
    ],
    [
      "c",
      'void f(void) { __asm__ volatile("nop" ::: "memory"); [[maybe_unused]] register const int x; }\n',
      "void f(void) { ; int x; }",
    ],
    ["c", "__declspec(dllexport) int f(void);\n", "int f(void);"],
    [
      "cpp",
      "struct A { virtual void f() const noexcept(true) override; explicit A(int); [[nodiscard]] constexpr static int g(); };\n",
      "struct A { void f() ; A(int); int g(); };",
    ],
    ["csharp", '[Serializable] public sealed class A { [Obs("x")] private int x; }\n', "class A { int x; }"],
    ["rust", "#![allow(x)]\n#[derive(Debug)] pub struct A { #[serde] pub x: i32 }\n", "struct A { x: i32 }"],
    ["java", "@Foo(1) public class A { @Override private static final int x = 1; }\n", "class A { int x = 1; }"],
    ["kotlin", "@Foo(1) data class A(private val x: Int)\n", "class A( val x: Int)"],
    ["typescript", "@foo() class A { @bar() private readonly x = 1; }\n", "class A { x = 1; }"],
    ["python", "@foo\n@bar(1)\ndef f(): pass\n", "def f(): pass"],
  ])("of %s: %s", async (language, text, expected) => {
    const [outcome = ""] = await outcomes("attributes", language, text);
    expect(outcome.replaceAll(/\s+/g, " ").trim()).toBe(expected.replaceAll(/\s+/g, " "));
  });

  test("of one form go together, those of another apart", async () => {
    const text =
      "static int a; static const int b; int c __attribute__((aligned(4))), d; void e(void) __attribute__((noreturn)); int f __attribute__((aligned(8)));\n";
    expect(await forms("attributes", "c", text)).toEqual([
      ["static", "static"],
      ["const"],
      ["__attribute__((aligned(4)))", "__attribute__((aligned(8)))"],
      ["__attribute__((noreturn))"],
    ]);
  });
});

describe("old-style functions", () => {
  const text = "int f(a, b, c)\n  int a;\n  char *b, c[3];\n{ return a; }\n";

  test("get prototypes", async () => {
    const [outcome = ""] = await outcomes("prototypes", "c", text);
    expect(outcome.replaceAll(/\s+/g, " ")).toBe("int f(int a, char *b, char c[3]) { return a; } ");
    expect(await outcomes("prototypes", "c", "int f(a, b) int b; { }\n")).toEqual(["int f(int, int b)  { }\n"]);
  });

  test("lose a parameter with its declaration", async () => {
    const all = (await outcomes("old parameters", "c", text)).map((each) => each.replaceAll(/\s+/g, " "));
    expect(all).toEqual([
      "int f(b, c) char *b, c[3]; { return a; } ",
      "int f(a, c) int a; char c[3]; { return a; } ",
      "int f(a, b) int a; char *b; { return a; } ",
    ]);
  });

  test("functions with prototypes are left alone", async () => {
    const modern = "int f(int a) { int b; return a; }\nint g() { int c; return c; }\n";
    expect(await outcomes("prototypes", "c", modern)).toEqual([]);
    expect(await outcomes("old parameters", "c", modern)).toEqual([]);
  });
});

test("nothing of it is done to other languages", async () => {
  const preprocessor = ["directives", "conditionals", "branches", "macros", "prototypes", "old parameters"] as const;
  const others = Object.entries(SAMPLES).filter(
    ([, name]) => !["c", "cpp", "objc", "cuda", "csharp", "glsl", "hlsl"].includes(name),
  );
  const done: string[] = [];
  for (const [path, language] of others) {
    const text = sampleText(path);
    const syntax = syntaxOf(await languageNamed(language), text, false);
    for (const name of preprocessor) done.push(...outcomesIn(name, syntax, text));
  }
  expect(others.length).toBeGreaterThan(20);
  expect(done).toEqual([]);
});
