/** Where the message of a result differs from that of the original. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Drift } from "../../src/core/verdict.ts";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { driftOf } from "../../src/oracles/drift.ts";

const caseOf = (text: string): TestCase => {
  const bytes = Buffer.from(text);
  return fileCase({ path: "in.txt", mode: 0o644, bytes: () => bytes }, bytes.length);
};

interface Said {
  readonly said: readonly string[];
  readonly output: string;
}

const drift = (original: Said, result: Said, input = "some input\n"): Drift | undefined =>
  driftOf(original, result, caseOf(input));

const one = (said: string, output = said): Said => ({ said: [said], output });

/** The words that a shell reads. */
const words = (line: string): readonly string[] =>
  execFileSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" })
    .trimEnd()
    .split("\n");

describe("drift", () => {
  test("the same message is none", () => {
    expect(drift(one("error: ‘x’ undeclared"), one("error: ‘x’ undeclared"))).toBeUndefined();
  });

  test("a result that says nothing has drifted; where nothing is known, nothing is compared", () => {
    expect(drift(one("error: x"), { said: [], output: "" })).toMatchObject({ result: [], flags: "--match 'error: x'" });
    expect(drift({ said: [], output: "" }, one("error: x"))).toBeUndefined();
    expect(driftOf(undefined, { said: ["x"] }, caseOf(""))).toBeUndefined();
  });

  test("a line of the input that is quoted may change", () => {
    const input = "let a = some call of it\nlet b = 2\n";
    expect(drift(one("bad line: let a = some call of it"), one("bad line: let a"), input)).toBeUndefined();
  });

  test("another name is one, and the flags keep the first", () => {
    const found = drift(
      one("error: it's ‘a’ ($x)", "in.c:1:2: error: it's ‘a’ ($x)\n"),
      one("error: it's ‘b’ ($x)", "in.c:9:2: error: it's ‘b’ ($x)\n"),
    );
    expect(found).toMatchObject({ original: ["error: it's ‘a’ ($x)"], result: ["error: it's ‘b’ ($x)"] });
    const [flag, pattern, ...others] = words(found?.flags ?? "");
    expect([flag, others]).toEqual(["--match", []]);
    expect(new RegExp(pattern ?? "", "m").test("x.c:7:7: error: it's ‘a’ ($x)")).toBe(true);
    expect(new RegExp(pattern ?? "", "m").test("x.c:7:7: error: it's ‘b’ ($x)")).toBe(false);
  });

  test("the pattern is one of the output, also where the message is put together", () => {
    const found = drift(
      one("assertion failed: x > 1 in check (a.c)", "prog: a.c:12: check: Assertion `x > 1' failed.\n"),
      one("assertion failed: y > 1 in check (a.c)", "prog: a.c:14: check: Assertion `y > 1' failed.\n"),
    );
    expect(words(found?.flags ?? "")[1]).toBe("x > 1");
  });

  test("an error more is one, too", () => {
    const found = drift(one("error: a"), { said: ["error: a", "error: b"], output: "error: a\nerror: b\n" });
    expect(words(found?.flags ?? "")).toEqual(["--no-match", "error: b"]);
  });
});
