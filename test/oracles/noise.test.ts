import { describe, expect, test } from "vitest";
import { linesOf, withoutNoise } from "../../src/oracles/noise.ts";
import { fits, inputText } from "../../src/oracles/quotations.ts";

describe("what differs from run to run is taken out", () => {
  test.each([
    ["a.c:3:14: error: no", "a.c: error: no"],
    ["src/a.ts(3,14): error TS1: no", "src/a.ts: error TS1: no"],
    ["/usr/lib/python3/json.py:12: bad", "json.py: bad"],
    ["at file:///home/me/x/main.mjs:1:2", "at main.mjs"],
    ["../../src/gcc/tree.c:99: wrong", "tree.c: wrong"],
    ["/tmp/ccX8dkJ2.s: Assembler messages", "‹path›: Assembler messages"],
    ["wrote /tmp/tmpab12cd34/out", "wrote ‹path›"],
    ["object at 0x7f3a2b10c9d0 died", "object at ‹hex› died"],
    ["java.lang.Object@1b6d3586", "java.lang.Object@‹hex›"],
    ["commit 59807616e1fa2540724bfbac14d7976d7e4a3860", "commit ‹hex›"],
    ["id 123e4567-e89b-12d3-a456-426614174000 lost", "id ‹id› lost"],
    ["2024-05-06T07:08:09.123Z failed", "‹date› failed"],
    ["[Nov 15 09:45:08] failed", "[‹date›] failed"],
    ["12:34:56.789 failed", "‹time› failed"],
    ["failed after 1.25s and 300 ms", "failed after ‹n›s and ‹n› ms"],
    ["worker[4711]: used 12.5MB, 80%", "worker[‹n›]: used ‹n›MB, ‹n›%"],
    ["==4711==ERROR: no", "==‹n›==ERROR: no"],
    ["\u001B[31merror\u001B[0m:\t no", "error: no"],
    ["expected 5 but got -7", "expected ‹n› but got ‹n›"],
  ])("%s", (line, expected) => {
    expect(withoutNoise(line)).toBe(expected);
  });
});

describe("what tells failures apart stays", () => {
  test.each([
    "error[E0308]: mismatched types",
    "exit status 3",
    "HTTP 404",
    "failed with error code 42",
    "Error: ENOENT: no such file",
    "expected and/or text, see https://example.org/a/b",
    "undefined reference to `f2'",
    "deadline of x86_64 utf8",
  ])("%s", (line) => {
    expect(withoutNoise(line)).toBe(line);
  });
});

test("files in the scratch directory stand there by their names", () => {
  expect(linesOf("/s/t1/a.c:1: no\r\nin /s/t1\n", "/s/t1")).toEqual(["a.c:1: no", "in ‹path›", ""]);
});

test("a gap stands for any text, everything else for itself", () => {
  expect(fits("error: 'a.*b' (no)", "error: '‹…›' (no)")).toBe(true);
  expect(fits("error: 'x' (yes)", "error: '‹…›' (no)")).toBe(false);
  expect(fits("a+b", "a+b")).toBe(true);
  expect(fits("aab", "a+b")).toBe(false);
});

describe("a gap in quotation marks ends where they close", () => {
  test.each([
    ["expected ‘‹…›’ before", "expected ‘a b’ before", "expected ‘a’ or ‘b’ before"],
    ["expected “‹…›” before", "expected “a b” before", "expected “a” or “b” before"],
    ["expected '‹…›' before", "expected 'a b' before", "expected 'a' or 'b' before"],
    ['expected "‹…›" before', 'expected "a b" before', 'expected "a" or "b" before'],
    ["expected `‹…›` before", "expected `&'a b` before", "expected `a` or `b` before"],
    ["expected `‹…›' before", "expected `a b' before", "expected `a' or `b' before"],
    ["expected 'in ‹…›' before", "expected 'in a' before", "expected 'in a' or 'b' before"],
  ])("%s", (learnt, same, other) => {
    expect(fits(same, learnt)).toBe(true);
    expect(fits(other, learnt)).toBe(false);
  });

  test("others do not", () => {
    expect(fits("bad line: 'a' or 'b' here", "bad line: ‹…› here")).toBe(true);
  });
});

describe("what the input says is taken out", () => {
  const { generalise, generaliseLine } = inputText("int main() { return x; }\n}\nshort\n");

  test("compilers quote the input: only the kind of their messages stays", () => {
    expect(generalise({ text: "error: ‘x’ was not declared; did you mean `y'?", quotes: "kind" })).toBe(
      "error: ‘‹…›’ was not declared; did you mean `‹…›'?",
    );
  });

  test.each(["error: expected ‘)’ before ‘;’ token", "error: ';' expected", "error: ‘else’ without a previous ‘if’"])(
    "tokens of the grammar are no names: %s",
    (text) => {
      expect(generalise({ text, quotes: "kind" })).toBe(text);
    },
  );

  test.each([
    ["`()` is not `Display`", "`‹…›` is not `‹…›`"],
    ["no 'a' on type '{}'", "no '‹…›' on type '‹…›'"],
    ["unknown lifetime `'a` of `&'a str`", "unknown lifetime `‹…›` of `‹…›`"],
    ["bad value '\"-\"' for ‘int’", "bad value '‹…›' for ‘‹…›’"],
    ["expected `'x'`, found '$' or '_'", "expected `‹…›`, found '‹…›' or '‹…›'"],
  ])("names, types and literals are gaps: %s", (text, learnt) => {
    expect(generalise({ text, quotes: "kind" })).toBe(learnt);
    expect(fits(text, learnt)).toBe(true);
  });

  test("lines of the input that hold quotation marks", () => {
    const quoting = inputText('say "hello" to them\n');
    const line = 'bad line: "say "hello" to them"';
    const learnt = quoting.generaliseLine(line) ?? "";
    expect(learnt).toBe("bad line: ‹…›");
    expect(fits(line, learnt)).toBe(true);
  });

  test("short quotations of exceptions stay, long ones of the input do not", () => {
    const long = inputText(`x = "${"abc ".repeat(20)}"`);
    expect(long.generalise({ text: `ValueError: bad '${"abc ".repeat(12)}'`, quotes: "names" })).toBe(
      "ValueError: bad '‹…›'",
    );
    expect(generalise({ text: "KeyError: 'x'", quotes: "names" })).toBe("KeyError: 'x'");
    expect(generalise({ text: "don't touch what isn't there", quotes: "kind" })).toBe("don't touch what isn't there");
  });

  test("assertions stay as they are", () => {
    expect(generalise({ text: 'assertion failed: s == "x"', quotes: "verbatim" })).toBe('assertion failed: s == "x"');
  });

  test("a line of the input is no message", () => {
    expect(generaliseLine("short")).toBeUndefined();
    expect(generaliseLine("12: int main() { return x; }")).toBeUndefined();
    expect(generaliseLine("bad line: int main() { return x; } here")).toBe("bad line: ‹…› here");
    expect(generaliseLine("in short")).toBe("in short");
  });
});
