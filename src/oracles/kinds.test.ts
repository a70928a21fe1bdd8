import { describe, expect, test } from "vitest";
import { errorKinds } from "./kinds.ts";

const kinds = (text: string): readonly string[] => errorKinds(text.split("\n"), "bug.c");

describe("the kinds of errors in an output", () => {
  test.each([
    ["a.c:1:2: error: ‘x’ undeclared\na.c:9:9: error: ‘y’ undeclared", ["error: ‘‹…›’ undeclared"]],
    [
      "a.ts(1,2): error TS2304: Cannot find name 'x'.\na.ts(3,2): error TS1005: ';' expected.",
      ["error TS2304", "error TS1005"],
    ],
    ["error[E0425]: cannot find value `x`\n --> a.rs:1:2\nerror: aborting due to 1 previous error", ["error[E0425]"]],
    ["a.c:1:2: warning: unused\na.c:1:2: note: here\n1 warning generated.", []],
    ["a.c:1:1: internal compiler error: in f, at x.c:1", ["internal compiler error"]],
    [
      "./a.go:1:2: undefined: x\n./a.go:1:9: undefined: y\n./a.go:3:2: declared and not used: z",
      ["undefined", "declared and"],
    ],
    ['jq: error (at a.json:1): Cannot index number with "b"', ["jq: error (at a.json)"]],
    [
      'Parse error near line 1: no such column: x\nParse error near line 2: no such column: y\nParse error near line 2: near "z": syntax error',
      ["Parse error near line ‹n›: no such column", 'Parse error near line ‹n›: near "‹…›"'],
    ],
    ['✘ [ERROR] Could not resolve "./x"\n1 error', ["✘ [ERROR"]],
    ["a.rb:1:in 'f': no method 'x' (NoMethodError)", ["NoMethodError"]],
    ["a.py:1: SyntaxWarning: invalid escape sequence", []],
    ["everything is fine\n0 errors\n1 error", []],
  ])("%s", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test("source that is shown is no error", () => {
    expect(kinds("    raise ValueError('x')\nthrow new Error('x')\n  3 | error: {\nthrow Error(1)")).toEqual([]);
  });

  test("exceptions count by their class, whatever they say", () => {
    const trace = (said: string): string => `Traceback (most recent call last):\n  File "bug.c", line 1\n${said}`;
    expect(kinds(trace("own.Trouble: one"))).toEqual(kinds(trace("own.Trouble: two")));
    expect(kinds(`${trace("own.Trouble: one")}\n\n${trace("KeyError: 'x'")}`).length).toBeGreaterThan(
      kinds(trace("own.Trouble: one")).length,
    );
  });
});
