import { describe, expect, test } from "vitest";
import { linesOf, withoutNoise } from "../../src/oracles/noise.ts";
import { inputText } from "../../src/oracles/input-text.ts";
import { fits } from "../../src/oracles/quotations.ts";

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

  test("names and types that compilers quote stay", () => {
    const texts = ["error: ‘x’ was not declared", "error: no 'a' on type '{}'", "`&'a str` is not `()`, found '$'"];
    for (const text of texts) expect(generalise({ text, quotes: "types" })).toBe(text);
  });

  test("names that a compiler makes up and counts are gaps, types of the input with a number are not", () => {
    const { generalise: said } = inputText("fn f(x: i32) {}\n");
    expect(said({ text: "error: no ‘anon7’ in ‘i32’", quotes: "types" })).toBe("error: no ‘‹…›’ in ‘i32’");
  });

  test("of a long type or call, what it is stays", () => {
    const type = "std::map<std::string, std::vector<Item> >";
    expect(generalise({ text: `error: no match for ‘${type}’`, quotes: "types" })).toBe(
      "error: no match for ‘std::map‹…›’",
    );
    const object = "{ name: string; age: number; address: string; }";
    expect(generalise({ text: `Type '${object}' is bad`, quotes: "types" })).toBe("Type '‹…›' is bad");
  });

  test("a quoted line of the input is no name", () => {
    expect(generalise({ text: "near `int main() { return x; }'", quotes: "names" })).toBe("near `‹…›'");
    const { generaliseLine: said } = inputText("[first]\nsecond_entry\n");
    expect(said("unknown key: second_entry")).toBe("unknown key: second_entry");
  });

  test("where names may change, those of the input are gaps in what compilers say", () => {
    const renamed = inputText("let user: User = find();\n", "renamed");
    const text = "error TS2322: Type 'User | undefined' is not assignable to type 'User'.";
    const learnt = renamed.generalise({ text, quotes: "types" }) ?? "";
    expect(learnt).toBe("error TS2322: Type '‹…› | undefined' is not assignable to type '‹…›'.");
    expect(fits("error TS2322: Type 'A | undefined' is not assignable to type 'A'.", learnt)).toBe(true);
    expect(fits("error TS2322: Type 'number' is not assignable to type 'A'.", learnt)).toBe(false);
    expect(renamed.generalise({ text: "KeyError: 'user'", quotes: "names" })).toBe("KeyError: 'user'");
  });

  test("loosely, quotations and names of the input are gaps, the kind of error is not", () => {
    const loose = inputText("raise KeyError(user)\ntotal\n", "loose");
    const said = (text: string): string | undefined => loose.generalise({ text, quotes: "names" });
    expect(said("KeyError: 'user'")).toBe("KeyError: '‹…›'");
    expect(said("ReferenceError: total is not defined")).toBe("ReferenceError: ‹…› is not defined");
    expect(loose.generaliseLine("no such column: total, user")).toBe("no such column: ‹…›");
  });

  test.each(["error: expected ‘)’ before ‘;’ token", "error: ';' expected", "error: ‘else’ without a previous ‘if’"])(
    "tokens of the grammar are no names: %s",
    (text) => {
      expect(inputText("x", "loose").generalise({ text, quotes: "types" })).toBe(text);
    },
  );

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
    expect(generalise({ text: "don't touch what isn't there", quotes: "types" })).toBe("don't touch what isn't there");
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
