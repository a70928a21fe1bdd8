import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readArguments } from "../../src/cli/arguments.ts";
import { withoutResults } from "../../src/cli/mistakes.ts";
import { CHECK, ISOLATE, REDUCE } from "../../src/cli/usages.ts";
import { UserError } from "../../src/core/errors.ts";
import { readGrammarFile } from "../../src/languages/own-grammar.ts";
import { buildIfMissing, haystack, mainFile, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** What the parser says to words typed where there are bug.c, src/in.c and an executable t.sh. */
const said = (typed: readonly string[], usage = REDUCE, here: Place = place()): UserError | undefined => {
  here.write("bug.c", "int x;\n");
  here.write("t.sh", "#!/bin/sh\n", 0o755);
  mkdirSync(join(here.path, "src"));
  here.write("src/in.c", "int x;\n");
  const around = { directory: here.path, environment: { PATH: process.env["PATH"] } };
  try {
    readArguments(usage, typed, around);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
};

describe("the line that was meant is printed for", () => {
  const LINES: readonly (readonly [title: string, typed: readonly string[], code: string, meant: string])[] = [
    ["a forgotten --", ["bug.c", "gcc", "-c", "bug.c"], "NO_DASHES", "pare reduce bug.c -- gcc -c bug.c"],
    [
      "a forgotten -- behind a flag with a value",
      ["bug.c", "--language", "sh", "gcc", "-W all", "bug.c"],
      "NO_DASHES",
      "pare reduce bug.c --language sh -- gcc '-W all' bug.c",
    ],
    ["a command in one word", ["bug.c", "--", "gcc -c bug.c"], "ONE_WORD", "pare reduce bug.c -- gcc -c bug.c"],
    [
      "a line for a shell in one word",
      ["src/in.c", "--", "gcc -c src/in.c | cat"],
      "ONE_WORD",
      "pare reduce src/in.c -- sh -c 'gcc -c {} | cat'",
    ],
    ["a command for a script", ["bug.c", "--test", "gcc -c bug.c"], "NO_TEST", "pare reduce bug.c -- gcc -c bug.c"],
    [
      "&& without a shell",
      ["bug.c", "--", "gcc", "bug.c", "&&", "echo", "a b"],
      "NEEDS_SHELL",
      String.raw`pare reduce bug.c -- sh -c 'gcc bug.c && echo '\''a b'\'''`,
    ],
    [
      "a pipe and a redirection without a shell",
      ["src/in.c", "--", "gcc", "src/in.c", "2>&1", "|", "grep", "x"],
      "NEEDS_SHELL",
      "pare reduce src/in.c -- sh -c 'gcc {} 2>&1 | grep x'",
    ],
  ];

  test.each(LINES)("%s", (_, typed, code, meant) => {
    const error = said(typed);
    expect(error?.code).toBe(code);
    expect(error?.advice.split("\n")[0]?.endsWith(`: ${meant}`)).toBe(true);
  });

  test("a forgotten -- before a script, which may also decide", () => {
    expect(said(["check", "bug.c", "./t.sh"].slice(1), CHECK)?.advice).toBe(
      "Write: pare check bug.c -- ./t.sh\nIf it is a script that decides: pare check bug.c --test ./t.sh",
    );
  });

  test("isolate, which has && run by a shell by itself", () => {
    expect(said(["bug.c", "src/in.c", "--", "gcc", "{}", "&&", "./a"], ISOLATE)).toBeUndefined();
    expect(said(["bug.c", "src/in.c", "--", "gcc", "{}", "&&", "./a", ">", "x"], ISOLATE)?.advice).toBe(
      "Write: pare isolate bug.c src/in.c -- sh -c 'gcc {} && ./a > x'",
    );
  });
});

test.each([
  [["bug.c", "--", "find", ".", "-exec", "cat", "{}", ";"]],
  [["bug.c", "--", "expr", "1", "|", "2"]],
  [["bug.c", "--", "sh", "-c", "gcc bug.c && ./a > x"]],
  [["bug.c", "--", "gcc", "-DX=a|b", "-c", "bug.c"]],
  [["bug.c", "src/in.c"]],
])("what is meant as it stands is left alone: %s", (typed) => {
  expect(said(typed)).toBeUndefined();
});

test("a flag that there is not stays that, where no program is named", () => {
  expect(said(["bug.c", "--timeot", "5"])?.code).toBe("UNKNOWN_FLAG");
});

test("--version behind an input prints the version; behind -- it is the command's", () => {
  const here = haystack();
  expect(here.pare("hay.txt", "--version")).toMatchObject({ code: 0, stdout: here.pare("--version").stdout });
  expect(here.pare("check", "hay.txt", "--", "cat", "--version").stdout).not.toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("what is wrong with a regular expression is said", () => {
  expect(said(["bug.c", "--match", "[", "--", "cat", "bug.c"])?.message).toBe(
    '--match cannot be "[": Unterminated character class.',
  );
});

test("why a grammar cannot be loaded is said", async () => {
  const here = place();
  here.write("text.wasm", "hello\n");
  writeFileSync(join(here.path, "head.wasm"), Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]));
  for (const [name, why] of [
    ["text", /cannot be loaded: it is not a WebAssembly module\.$/],
    ["head", /does not work: [^:]{5,}\.$/],
    ["none", /cannot be read: \S+/],
  ] as const)
    await expect(readGrammarFile(join(here.path, `${name}.wasm`))).rejects.toMatchObject({
      message: expect.stringMatching(why),
    });
});

test("results of pare among inputs are left out", () => {
  expect(withoutResults(["a.c", "a.reduced.c", "./b.c", "b.c.orig", "c.reduced.c"])).toEqual({
    inputs: ["a.c", "./b.c", "c.reduced.c"],
    results: ["a.reduced.c", "b.c.orig"],
  });
  const here = haystack();
  here.write("hay.reduced.txt", "needle\n");
  const { code, stderr } = here.pare("hay.txt", "hay.reduced.txt", "--test", "./test.sh");
  expect(code).toBe(0);
  expect(stderr).toContain("note: hay.reduced.txt is a result of pare; it is left out");
});

test("a name that is not UTF-8 is named as the reason", () => {
  const here = place();
  writeFileSync(Buffer.concat([Buffer.from(join(here.path, "hay")), Buffer.of(0xff)]), "needle\n");
  const { code, stderr } = here.pare("hay\uFFFD", "--", "cat", "hay\uFFFD");
  expect(code).toBe(2);
  expect(stderr).toContain("is not UTF-8");
});

test("how a run ended is said once", () => {
  const here = haystack();
  const { code, stderr } = here.pare("hay.txt", "--exit", "3", "--", "grep", "no such word", "hay.txt");
  expect(code).toBe(3);
  expect(stderr).toMatch(/In a copy the test exits with 1:\n/);
  const fine = here.pare("hay.txt", "--", "grep", "-q", "needle", "hay.txt");
  expect(fine.code).toBe(3);
});

describe("standard input", () => {
  const piped = (here: Place, input: string, ...typed: readonly string[]) =>
    spawnSync(process.execPath, [mainFile, ...typed], { cwd: here.path, input, encoding: "utf8" });
  const HAY_TEXT = "one\ntwo\nneedle\nfour\n";
  const FAILS = 'grep -q needle && { echo "Error: found" >&2; exit 3; }; exit 0';

  test("is reduced, fed to a command that does not name it, and the result is printed", () => {
    const here = place();
    const ran = piped(here, HAY_TEXT, "-", "-o", "-", "--", "sh", "-c", FAILS);
    expect(ran.status).toBe(0);
    expect(ran.stdout.trim()).toBe("needle");
    expect(ran.stderr).toContain("note: standard input is kept as ");
    expect(ran.stderr).toContain("size:");
  });

  test("is named in the command by -, lies under the name that was given, and goes to a file", () => {
    const here = place();
    const named = [
      "--stdin-name",
      "hay.txt",
      "--",
      "sh",
      "-c",
      'test "$(basename "$0")" = hay.txt && grep -q needle "$0" && exit 3; exit 0',
      "-",
    ];
    const ran = piped(here, HAY_TEXT, "-", ...named);
    expect(ran.status).toBe(0);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
    const again = piped(here, HAY_TEXT, "-", "-o", "-", "--json", ...named);
    expect(again.status).toBe(2);
  });

  test("is examined by pare check as it would be reduced", () => {
    const here = place();
    const ran = piped(here, HAY_TEXT, "check", "-", "--", "sh", "-c", FAILS);
    expect(ran.stdout).toContain("condition: exits with 3 and prints on stderr: Error: found");
    expect(ran.stdout).toContain("in a fresh directory, on a copy: 5 of 5 runs fail");
    expect(ran.status).toBe(0);
  });
});
