/** Real compilers: what the preprocessor does is undone, and files become what the compiler saw. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { entriesCase, fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { preprocessed } from "../../src/reduce/forms/preprocess.ts";
import { reduce } from "../../src/reduce/reduce.ts";

const root = mkdtempSync(join(tmpdir(), "pare-preprocessor-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A fresh directory with these files. */
const place = (name: string, files: Readonly<Record<string, string>>): string => {
  const directory = join(root, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
};

const compiles = (...words: readonly string[]): boolean => spawnSync(words[0] as string, words.slice(1)).status === 0;

const reducedBy = async (cwd: string, input: string, command: readonly string[]): Promise<string> => {
  const { best } = await reduce({ input, cwd, command, jobs: 1 }).result;
  return Buffer.from(best).toString();
};

describe("a warning of gcc", () => {
  test("in C comes out from under macros, conditionals, attributes and an old-style function", async () => {
    const text = `#ifndef GUARD
#define GUARD
#define SHIFT(x) ((x) << WIDTH)
#define WIDTH 40
#pragma GCC diagnostic push
#ifdef __GNUC__
#define UNUSED __attribute__((unused))
#else
#define UNUSED
#endif
static inline int helper(int a) UNUSED;
static inline int helper(int a) { return a + 1; }
int
shifted(a, b)
  int a;
  char *b;
{
#if defined(__STDC__) && !defined(NEVER)
  if (b) {
#else
  while (b) {
#endif
    return SHIFT(a);
  }
  return helper(a);
}
#endif
`;
    const cwd = place("c", { "shift.c": text });
    const result = await reducedBy(cwd, "shift.c", [
      "gcc",
      "-c",
      "-Wall",
      "-ftrack-macro-expansion=0",
      "shift.c",
      "-o",
      "shift.o",
    ]);
    expect(result).toMatch(/<<\s*40/);
    expect(result).not.toMatch(/#|__attribute__|static|inline|SHIFT|WIDTH/);
    expect(result.length).toBeLessThan(60);
  });

  test("in C++ comes out from under qualifiers and macros with arguments", async () => {
    const text = `#define FIELD(type, name) type name
#define CONCAT(a, b) a##b
struct [[gnu::packed]] Base {
  virtual int f() const noexcept { return 0; }
  FIELD(int, CONCAT(wi, dth)) = 1;
};
struct Derived final : Base {
  [[nodiscard]] static inline int g() { int CONCAT(un, used); return 1; }
  int f() const noexcept override { return g(); }
};
`;
    const cwd = place("cpp", { "field.cc": text });
    const result = await reducedBy(cwd, "field.cc", [
      "g++",
      "-c",
      "-Wall",
      "-ftrack-macro-expansion=0",
      "field.cc",
      "-o",
      "field.o",
    ]);
    expect(result).toContain("unused");
    expect(result).not.toMatch(/#|noexcept|override|nodiscard|inline|CONCAT/);
  });
});

describe("what the compiler saw", () => {
  const files = {
    "main.c": '#include "deep/a.h"\n#ifdef FLAG\nint flag = VALUE;\n#endif\nint b = A;\n',
    "deep/a.h": '#include "b.h"\n#define A B\n',
    "deep/b.h": "#define B 7\nint from_header(void);\n",
  };
  const caseOf = (text: string): TestCase => {
    const bytes = Buffer.from(text);
    return fileCase({ path: "main.c", mode: 0o644, bytes: () => bytes }, bytes.length);
  };
  const seen = async (
    name: string,
    {
      text = files["main.c"],
      ...order
    }: { readonly command: string; readonly tested?: readonly string[]; readonly text?: string },
  ) => {
    const origin = place(name, files);
    const warnings: string[] = [];
    const subject = { name: "main.c", typed: "main.c", origin, extraFiles: [], stdin: false };
    const signal = new AbortController().signal;
    const result = await preprocessed(caseOf(text), {
      ...order,
      subject,
      timeout: 60_000,
      signal,
      warn: (message) => warnings.push(message),
    });
    const printed = result && Buffer.from(onlyFile(result).bytes()).toString();
    return { origin, text: printed, warnings, left: readdirSync(origin).toSorted() };
  };

  test("is the text with its includes and macros replaced", async () => {
    const { origin, text = "", warnings } = await seen("auto", { command: "auto" });
    expect(text).toBe("int from_header(void);\nint b = 7;\n");
    expect(warnings).toEqual([]);
    writeFileSync(join(origin, "alone.c"), text);
    expect(compiles("gcc", "-fsyntax-only", join(origin, "alone.c"))).toBe(true);
  });

  test("takes the compiler and the flags of the test's command, but no output and no other files", async () => {
    const tested = [
      "timeout",
      "20",
      "gcc",
      "-DFLAG",
      "-D",
      "VALUE=3",
      "-std=c99",
      "-c",
      "-Wall",
      "main.c",
      "-o",
      "x.o",
      "other.c",
    ];
    const { text, warnings, left } = await seen("flags", { command: "auto", tested });
    expect(warnings).toEqual([]);
    expect(text).toContain("int flag = 3;");
    expect(left).toEqual(["deep", "main.c"]);
  });

  test("takes a line for a shell", async () => {
    const { text } = await seen("line", { command: "gcc -E -P -DFLAG -DVALUE=5 {} | grep flag" });
    expect(text).toBe("int flag = 5;\n");
  });

  test("is of the text that was read, also when the file holds another by now", async () => {
    const { text, left } = await seen("changed", { command: "auto", text: '#include "deep/b.h"\nint c = B;\n' });
    expect(text).toBe("int from_header(void);\nint c = 7;\n");
    expect(left).toEqual(["deep", "main.c"]);
    expect(readFileSync(join(root, "changed", "main.c"), "utf8")).toBe(files["main.c"]);
  });

  test.each([
    ["fails", "false", "exited with 1"],
    ["prints nothing", "true", "printed nothing"],
    ["is ended", "kill -SEGV $$", "was ended by SIGSEGV"],
  ])("is not there, with a warning, if the command %s", async (name, command, reason) => {
    const { text, warnings } = await seen(name, { command });
    expect(text).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(reason);
  });

  test("is not there, with a warning, if there is no such compiler; and without one if nothing changes", async () => {
    const missing = await seen("missing", { command: "auto", tested: ["no-such-gcc", "main.c"] });
    expect(missing.text).toBeUndefined();
    expect(missing.warnings[0]).toContain('There is no program "no-such-gcc"');
    const same = await seen("same", { command: "cat {}" });
    expect(same).toMatchObject({ text: undefined, warnings: [] });
  });

  test("is not there, with a warning, for an input of several files", async () => {
    const [file] = caseOf("int a;\n").files;
    const warnings: string[] = [];
    const subject = { name: "x", typed: "x", origin: root, extraFiles: [], stdin: false };
    const order = { command: "auto", subject, timeout: 60_000, signal: new AbortController().signal };
    const several = entriesCase({ files: [file, { ...file, path: "b.c" }] as TestCase["files"] });
    expect(await preprocessed(several, { ...order, warn: (message) => warnings.push(message) })).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining("single file")]);
  });
});
