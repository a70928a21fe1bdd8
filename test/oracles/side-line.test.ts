/** Lines for a shell that are run on a candidate. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repeatLine } from "../../src/oracles/repeat-line.ts";
import { filledLine, lineWithVariable, sideCommand, sideLines } from "../../src/oracles/sides/line.ts";

const subject = { name: "bug.c", typed: "src/bug.c", origin: "/home/me", extraFiles: [], stdin: false };

describe("{} is the path of the candidate, as its place in the line asks for", () => {
  const awkward = `/tmp/it's "a" $HOME \\ \`x\`/b c.txt`;
  test.each([
    "printf %s {}",
    "printf %s '{}'",
    'printf %s "{}"',
    "true && printf %s {} | cat",
    String.raw`printf %s "\""''{}`,
  ])("%s", (line) => {
    const printed = execFileSync("/bin/sh", ["-c", filledLine(line, { "": [awkward] })], { encoding: "utf8" });
    expect(printed.replace(/^"/, "")).toBe(awkward);
    const byVariable = lineWithVariable(line, "AT");
    const env = { ...process.env, AT: awkward };
    expect(execFileSync("/bin/sh", ["-c", byVariable], { encoding: "utf8", env }).replace(/^"/, "")).toBe(awkward);
  });

  test("a backslash takes its meaning away", () => {
    expect(filledLine(String.raw`echo \{}`, { "": ["x"] })).toBe(String.raw`echo \{}`);
  });

  test("names stand for several words; unknown ones are left", () => {
    expect(filledLine("cc {flags} {other} {}", { "": ["a.c"], flags: ["-O2", "-D x"] })).toBe(
      "cc -O2 '-D x' {other} a.c",
    );
  });
});

describe("a line without {}", () => {
  test("names the input as it was typed, wherever it is a word", () => {
    expect(sideLines(["cc -c src/bug.c && grep x 'src/bug.c' other/src/bug.c src/bug.cc"], subject)).toEqual([
      "cc -c {} && grep x '{}' other/src/bug.c src/bug.cc",
    ]);
  });

  test("is left where the input was typed by its name: the candidate lies there under it", () => {
    expect(sideLines(["cc -c bug.c"], { ...subject, typed: "bug.c" })).toEqual(["cc -c bug.c"]);
    expect(sideLines(["cmp src/bug.c {}"], subject)).toEqual(["cmp src/bug.c {}"]);
  });

  test("names further files from the directory they lie in", () => {
    const inputs = [
      { typed: "src/a.c", path: "a.c" },
      { typed: "src/b h.c", path: "b h.c" },
    ];
    expect(sideLines(["cc src/a.c"], { ...subject, kind: "files", inputs })).toEqual(["cc {}"]);
  });
});

test("a program named by a relative path is where pare was started", () => {
  const origin = mkdtempSync(join(tmpdir(), "side-line-"));
  mkdirSync(join(origin, "tools"));
  writeFileSync(join(origin, "tools/check.sh"), "");
  const [, , line] = sideCommand("A=1 tools/check.sh {} | ./tools/check.sh; cat tools/check.sh; ./none", {
    ...subject,
    origin,
  })("/c");
  const there = join(origin, "tools/check.sh");
  expect(line).toBe(`A=1 ${there} /c | ${there}; cat tools/check.sh; ./none`);
});

test("a line for a shell that begins with a path is no path of a file, when a test is to be repeated", () => {
  const command = (at: string): readonly string[] => ["sh", "-c", `/home/me/run < ${at}`];
  expect(repeatLine({ subject, path: "src/bug.c", command })).toContain(`sh -c "$OLDPWD"/'run < bug.c'`);
});
