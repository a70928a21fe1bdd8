/** `--sane`: real compilers look at programs with and without undefined behaviour. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scriptOracle } from "../../src/oracles/script.ts";
import { learnSane } from "../../src/oracles/sides/learn-sane.ts";
import { reportsIn, storedSane, withSane, type SaneTest } from "../../src/oracles/sides/sane.ts";
import { lacks } from "../support/needs.ts";
import { NEVER, openWorkshop, textCase, type Workshop } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

const learn = async (
  text: string,
  {
    name = "bug.c",
    texts = ["gcc -c bug.c"],
    shop = workshop,
  }: { name?: string; texts?: readonly string[]; shop?: Workshop } = {},
): Promise<{ readonly sane: SaneTest; readonly notes: readonly string[] }> => {
  const notes: string[] = [];
  const sane = await learnSane({
    setting: shop.setting(name),
    original: textCase(name, text),
    texts,
    timeout: 60_000,
    signal: NEVER,
    warn: (message) => void notes.push(message),
  });
  return { sane, notes };
};

workshop.write("yes.sh", "#!/bin/sh\nexit 0\n", 0o755);
const verdictOf = async (sane: SaneTest, text: string, name = "bug.c"): Promise<string> => {
  const setting = workshop.setting(name);
  const oracle = withSane(scriptOracle(setting, "./yes.sh"), setting, sane);
  const { outcome, reason } = await oracle.test(textCase(name, text), { timeout: 600_000 }, NEVER);
  return reason === undefined ? outcome : `${outcome}: ${reason}`;
};

const PROGRAM = `#include <stdio.h>
int main(void) {
  int values[3] = { 1, 2, 3 };
  for (int i = 0; i < 3; i++) printf("%d\\n", values[i]);
  return 0;
}
`;

describe.skipIf(lacks("gcc"))("a candidate with undefined behaviour that the original does not have is refused", () => {
  test.each([
    ["as it is", PROGRAM, "fail"],
    ["shorter", "int main(void) { return 0; }\n", "fail"],
    ["a function, no program", "int f(void) { return 0; }\n", "fail"],
    ["a variable without a value", "int main(void) { int a; return a; }\n", "unresolved: --sane: -Wuninitialized"],
    ["nothing returned", "int f(void) { }\nint main(void) { return f(); }\n", "unresolved: --sane: -Wreturn-type"],
    [
      "a function without a declaration",
      'int main(void) { return puts("x"); }\n',
      "unresolved: --sane: -Wimplicit-function-declaration",
    ],
    ["no type", "main(void) { return 0; }\n", "unresolved: --sane: -Wimplicit-int"],
    ["no C", "int main(void) { return }\n", "unresolved: --sane: does not compile"],
    [
      "an overflow that only a run shows",
      "int main(int argc, char **argv) { (void)argv; volatile int a = 2147483647; return (a + argc) == 0; }\n",
      "unresolved: --sane: signed integer overflow",
    ],
    [
      "an index that only a run shows",
      PROGRAM.replace("i < 3", "i < n").replace("int main(void) {", "int main(int n, char **v) { (void)v; n += 3;"),
      expect.stringMatching(/^unresolved: --sane: (?:index ‹n› out of bounds|AddressSanitizer: stack-buffer-overflow)/),
    ],
  ])("%s", async (_, text, expected) => {
    const { sane, notes } = await (learnt ??= learn(PROGRAM));
    expect(notes).toEqual([]);
    expect(sane.known).toEqual([]);
    expect(await verdictOf(sane, text)).toEqual(expected);
  });
  let learnt: ReturnType<typeof learn> | undefined;

  test("what the original has already is said, and does not count", async () => {
    const own =
      "int main(int argc, char **argv) { (void)argv; int a; volatile int b = 2147483647; return (b + argc) == a; }\n";
    const { sane, notes } = await learn(own);
    expect(sane.known).toEqual(expect.arrayContaining(["-Wuninitialized", "signed integer overflow"]));
    expect(notes.join("\n")).toContain("The original has undefined behaviour itself: signed integer overflow");
    expect(await verdictOf(sane, own)).toBe("fail");
    expect(await verdictOf(sane, "int f(void) { }\nint main(void) { return f(); }\n")).toContain("-Wreturn-type");
  });

  test("flags that decide what a program means are those of the test", async () => {
    const { sane } = await learn("int main(void) { return LIMIT; }\n", {
      texts: ["cd x && gcc -O3 -Wall -D LIMIT=0 -std=gnu89 -fwrapv -o a bug.c"],
    });
    expect(sane.warn).toContain("gcc -D LIMIT=0 -std=gnu89 -fwrapv -Wall -Wextra -O2 -c");
    expect(sane.run).toContain("gcc -D LIMIT=0 -std=gnu89 -fwrapv -w");
  });

  test("C++ has a compiler of its own", async () => {
    const { sane } = await learn("#include <vector>\nint main() { return std::vector<int>{}.size(); }\n", {
      name: "bug.cpp",
      texts: [],
    });
    expect(sane.warn).toContain("g++ -Wall");
    expect(await verdictOf(sane, "int f() { }\nint main() { return f(); }\n", "bug.cpp")).toContain("-Wreturn-type");
  });
});

describe.skipIf(lacks("gcc"))("where something is missing, that is said", () => {
  test("a program: warnings alone are left", async () => {
    const { sane, notes } = await learn("int f(int a) { return a; }\n");
    expect(sane.run).toBeUndefined();
    expect(notes).toEqual([
      "--sane: the original does not link to a program, so candidates are refused by warnings alone.",
    ]);
  });

  test("sanitizers: the same", async () => {
    const shop = openWorkshop();
    mkdirSync(join(shop.folder, "bin"));
    const real = process.env["PATH"] ?? "";
    for (const name of ["gcc", "clang"])
      shop.write(
        `bin/${name}`,
        `#!/bin/sh\ncase "$*" in *-fsanitize*) exit 1;; esac\nPATH='${real}' exec gcc "$@"\n`,
        0o755,
      );
    process.env["PATH"] = `${shop.folder}/bin:${real}`;
    try {
      const { sane, notes } = await learn(PROGRAM, { shop });
      expect(sane.run).toBeUndefined();
      expect(notes).toEqual([
        "--sane: there is no compiler with sanitizers here (tried gcc, clang), so candidates are refused by warnings alone.",
      ]);
    } finally {
      process.env["PATH"] = real;
      await shop.close();
    }
  });

  test("C: refused", async () => {
    await expect(learn("print(1)\n", { name: "bug.py" })).rejects.toMatchObject({ code: "USAGE" });
    await expect(learn("int main(void) { return }\n")).rejects.toMatchObject({ code: "NO_COMPILER" });
  });
});

test("reports are known by their kind, those of clang too; what is only bad style is none", () => {
  const stderr = Buffer.from(
    [
      "bug.c:1:5: warning: variable 'a' is uninitialized when used here [-Wuninitialized]",
      "bug.c:2:5: warning: unused variable 'b' [-Wunused-variable]",
      "bug.c:3:9: error: incompatible integer to pointer conversion [-Wint-conversion]",
      "bug.c:4:3: runtime error: shift exponent 40 is too large for 32-bit type 'int'",
      "bug.c:5:3: runtime error: load of null pointer of type 'int'",
      "==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010",
    ].join("\n"),
  );
  const exit = { timedOut: false, ms: 1, stdout: new Uint8Array(), stderr, truncated: false, directory: "/x", code: 1 };
  expect(reportsIn(exit)).toEqual([
    "-Wuninitialized",
    "-Wint-conversion",
    "shift exponent ‹n› is too large",
    "load of null pointer",
    "AddressSanitizer: heap-use-after-free",
  ]);
});

test("what was learnt is found again in the identity", () => {
  const setting = workshop.setting("bug.c");
  const sane: SaneTest = { warn: "gcc bug.c", known: ["-Wformat"] };
  const { identity, description: words } = withSane(scriptOracle(setting, "./yes.sh"), setting, sane);
  expect(storedSane(JSON.parse(JSON.stringify(identity)))).toEqual(sane);
  expect(words).toBe("./yes.sh exits with 0; --sane: no warning of undefined behaviour besides -Wformat");
});
