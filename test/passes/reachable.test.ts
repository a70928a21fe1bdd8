/** What the last declarations of a large file lead to, with a real compiler where that matters. */
import { describe, expect, test } from "vitest";
import { loadLanguage } from "../../src/languages/index.ts";
import { reachable } from "../../src/passes/reachable.ts";

const textsOf = async (name: string, text: string): Promise<readonly string[]> => {
  const language = await loadLanguage(name);
  return reachable.texts({ tree: language.parse(text), language, rename: false });
};

const headers = (line: (i: number) => string): string => Array.from({ length: 300 }, (_, i) => `${line(i)}\n`).join("");

describe("each of the last declarations, with what its names lead to", () => {
  test("in C", async () => {
    const text = `${headers((i) => `typedef struct s${i} { int a; } t${i};`)}t7 first(void);\nt7 *second(t9 *x) { return 0; }\n`;
    const [last = "", before = ""] = await textsOf("c", text);
    expect(last).toBe(
      `typedef struct s7 { int a; } t7;\ntypedef struct s9 { int a; } t9;\nt7 *second(t9 *x) { return 0; }\n`,
    );
    expect(before).toBe("typedef struct s7 { int a; } t7;\nt7 first(void);\n");
  });

  test("in C++, with the namespaces around and all that defines a name", async () => {
    const text = `namespace lib {\n${headers((i) => `struct c${i};\nstruct c${i} { int a; };`)}}\ntemplate <class T> struct mine { lib::c5 *x; };\nmine<int> y;\n`;
    const [last = ""] = await textsOf("cpp", text);
    expect(last.replaceAll(/\s+/g, " ")).toBe(
      "namespace lib { struct c5; struct c5 { int a; }; } template <class T> struct mine { lib::c5 *x; }; mine<int> y; ",
    );
  });
});

test("small files, other languages and files in which everything hangs together are left to halving", async () => {
  expect(await textsOf("c", "int a;\nint b;\n")).toEqual([]);
  expect(
    await textsOf(
      "javascript",
      headers((i) => `function f${i}() {}`),
    ),
  ).toEqual([]);
  const chain = headers((i) => `int f${i}(void) { return ${i === 0 ? "0" : `f${i - 1}()`}; }`);
  expect(await textsOf("c", chain)).toEqual([]);
});
