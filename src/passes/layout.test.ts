import { describe, expect, test } from "vitest";
import { loadLanguage } from "../languages/load.ts";
import { plainLanguage } from "../languages/plain.ts";
import { layout } from "./layout.ts";

const laidOut = async (name: string, text: string, rename = false): Promise<readonly string[]> => {
  const language = name === "plain" ? plainLanguage : await loadLanguage(name);
  return layout.texts({ tree: language.parse(text), language, rename });
};

describe("layout", () => {
  test("indents by the brackets that are open, those of one line once", async () => {
    expect(await laidOut("typescript", "(() => {\n        enum A {}\n      {}\n   })\n")).toEqual([
      "(() => {\n        enum A {}\n        {}\n})\n".replaceAll("        ", "   "),
    ]);
  });

  test("breaks lines that are longer than 120 characters, between tokens", async () => {
    const [text = ""] = await laidOut("c", `int main(void) { ${"call(1, 2, 3); ".repeat(40)}}\n`);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(text.replaceAll(/\s/g, "")).toBe(`intmain(void){${"call(1,2,3);".repeat(40)}}`);
  });

  test("never breaks a string", async () => {
    const long = `"${"word ".repeat(60)}"`;
    const [text = ""] = await laidOut("javascript", `f(${long},\n          ${long})\n`);
    expect(text.split(long)).toHaveLength(3);
  });

  test("lines of the preprocessor begin at the margin", async () => {
    const [text = ""] = await laidOut("c", "int f() {\n#if A\n      g();\n#endif\n}\n");
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual(["#if A", "#endif"]);
  });

  test("where indentation has a meaning, levels stay and get the same width", async () => {
    expect(await laidOut("python", "if a:\n    if b:\n            c\n    d\n")).toEqual([
      "if a:\n    if b:\n        c\n    d\n",
    ]);
    expect(await laidOut("plain", "  one\n  two\n")).toEqual(["one\ntwo\n"]);
  });

  test("leaves what is in order, and everything with --rename, as it is", async () => {
    expect(await laidOut("c", "int f() {\n  g();\n}\n")).toEqual([]);
    expect(await laidOut("c", "int f(){\n      g();}", true)).toEqual([]);
  });
});
