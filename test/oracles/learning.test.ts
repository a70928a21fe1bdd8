/** What is learnt from real programs that fail on this machine. */
import { afterAll, describe, expect, test } from "vitest";
import { openWorkshop } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

const C_ASSERT = `#include <assert.h>
int check(int x) { assert(x > 3 && "too small"); return x; }
int main(int count, char **words) { return check(count); }
`;
const C_SEGFAULT = "int main(void) { return *(volatile int *)0; }\n";
const C_HEAP = `#include <stdlib.h>
__attribute__((noinline)) int look(char *p, int i) { return p[i]; }
int main(int count, char **words) { char *p = malloc(10); return look(p, 10 + count); }
`;
const C_UNDEFINED = `#include <limits.h>
int main(int count, char **words) { int x = INT_MAX; x += count; return x == 0; }
`;
const RUST = `fn get(v: &Vec<i32>, i: usize) -> i32 { v[i] }
fn main() { let v = vec![1, 2]; println!("{}", get(&v, std::env::args().count() + 4)); }
`;
const GO = `package main
import "os"
func get(m []int, i int) int { return m[i] }
func main() { println(get([]int{1, 2}, len(os.Args)+4)) }
`;
import { lacks } from "../support/needs.ts";
const PYTHON = `import json, sys
def load(path):
    return json.loads(open(path).read())
try:
    load(sys.argv[1])
except ValueError as e:
    raise KeyError("no config") from e
`;
const JAVA = `import java.util.*;
public class Crash {
  static int get(List<Integer> list) { return list.get(5); }
  public static void main(String[] a) {
    try { get(new ArrayList<>(List.of(1, 2))); } catch (Exception e) { throw new IllegalStateException("broken", e); }
  }
}
`;

describe.skipIf(lacks("gcc"))("programs of C", () => {
  const built = (name: string, text: string, ...flags: string[]): string => {
    workshop.build(`${name}.c`, text, ["gcc", "-g", ...flags, `${name}.c`, "-o", name]);
    return `./${name}`;
  };

  test("an assertion is kept with its function and file, its line number is not", async () => {
    const { description: words } = await workshop.learn("in.txt", "x\n", [built("assert", C_ASSERT), "{}"]);
    expect(words).toBe(
      'is ended by SIGABRT and reports on stderr: assertion failed: x > 3 && "too small" in check (assert.c)',
    );
  });

  test("a segmentation fault that says nothing is its signal", async () => {
    const { description: words } = await workshop.learn("in.txt", "x\n", [built("segfault", C_SEGFAULT)]);
    expect(words).toBe("is ended by SIGSEGV");
  });

  test("AddressSanitizer: the kind and the innermost functions, without addresses", async () => {
    const { description: words } = await workshop.learn("in.txt", "x\n", [built("heap", C_HEAP, "-fsanitize=address")]);
    expect(words).toBe("exits with 1 and reports on stderr: AddressSanitizer: heap-buffer-overflow in look < main");
  });

  test("AddressSanitizer in a program built from the input: only the innermost function", async () => {
    const { description: words } = await workshop.learn("heap.c", C_HEAP, [
      "sh",
      "-c",
      "gcc -g -fsanitize=address heap.c && ./a.out",
    ]);
    expect(words).toBe("exits with 1 and reports on stderr: AddressSanitizer: heap-buffer-overflow in look");
  });

  test("undefined behaviour: the message, without the numbers", async () => {
    const { description: words } = await workshop.learn("in.txt", "x\n", [
      built("undefined", C_UNDEFINED, "-fsanitize=undefined"),
    ]);
    expect(words).toContain("runtime error: signed integer overflow: ‹n› + ‹n› cannot be represented in type 'int'");
  });

  test("compile errors are kept with their names, without excerpts, warnings and counts", async () => {
    const text = "struct S { int a; };\nint f(struct S s) { int unused; return s.b + missing; }\n";
    const { description: words } = await workshop.learn("bug.c", text, ["gcc", "-Wall", "-c", "bug.c"]);
    expect(words).toMatch(/^exits with 1 and prints on stderr: error: /);
    expect(words).toContain("‘struct S’ has no member named ‘b’");
    expect(words).toContain("‘missing’ undeclared");
    expect(words).not.toMatch(/unused|\||\^/);
  });
});

test.skipIf(lacks("python3"))("Python: every exception of a chain, with functions outside of the input", async () => {
  workshop.write("load.py", PYTHON);
  const { description: words } = await workshop.learn("in.json", '{"a": }\n', [
    "python3",
    `${workshop.folder}/load.py`,
    "{}",
  ]);
  expect(words).toContain(
    "exits with 1 and reports on stderr: json.decoder.JSONDecodeError: Expecting value: line ‹n›",
  );
  expect(words).toContain("in raw_decode < decode · KeyError: 'no config' in <module>");
});

test.skipIf(lacks("python3"))("Python running the input: no function of the input, and syntax errors too", async () => {
  const own = await workshop.learn("own.py", "def f():\n    return nothing\nf()\n", ["python3", "own.py"]);
  expect(own.description).toBe("exits with 1 and reports on stderr: NameError: name 'nothing' is not defined");
  const syntax = await workshop.learn("own.py", "x = (1,\ny = 2\n", ["python3", "own.py"]);
  expect(syntax.description).toMatch(/^exits with 1 and reports on stderr: SyntaxError: /);
});

test("Node: the error and its message", async () => {
  const { description: words } = await workshop.learn("own.js", "function f(x) { return x.a.b }\nf({})\n", [
    "node",
    "own.js",
  ]);
  expect(words).toBe(
    "exits with 1 and reports on stderr: TypeError: Cannot read properties of undefined (reading 'b')",
  );
  workshop.write("tool.cjs", "const visit = (s) => s.x.y;\nconst run = (p) => visit(p);\nrun(process.argv[2]);\n");
  const tool = await workshop.learn("in.txt", "x\n", ["node", `${workshop.folder}/tool.cjs`, "{}"]);
  expect(tool.description).toMatch(/TypeError: .* \(reading 'y'\) in visit < run$/);
});

test.skipIf(lacks("javac"))("Java: exception and cause with the innermost functions of the program", async () => {
  workshop.build("Crash.java", JAVA, ["javac", "Crash.java"]);
  const { description: words } = await workshop.learn("in.txt", "x\n", ["java", "-cp", workshop.folder, "Crash"]);
  expect(words).toBe(
    "exits with 1 and reports on stderr: java.lang.IllegalStateException: broken in Crash.main · java.lang.IndexOutOfBoundsException: " +
      "Index ‹n› out of bounds for length ‹n› in Crash.get",
  );
});

test.skipIf(lacks("rustc"))(
  "Rust: the panic's file and message; errors of rustc with what stands below them",
  async () => {
    workshop.build("panic.rs", RUST, ["rustc", "panic.rs"]);
    const { description: words } = await workshop.learn("in.txt", "x\n", ["./panic"]);
    expect(words).toBe(
      "exits with 101 and reports on stderr: panicked at panic.rs: index out of bounds: the len is ‹n› but the index is ‹n›",
    );
    const errors = await workshop.learn("q.rs", 'fn main() { let v: i32 = "a"; let w = gone; }\n', ["rustc", "q.rs"]);
    expect(errors.description).toContain(
      "error[E0425]: cannot find value `gone` in this scope · error[E0308]: mismatched types · expected `i32`, found `&str`",
    );
  },
);

test.skipIf(lacks("go"))("Go: the panic and the innermost functions", async () => {
  workshop.build("crash.go", GO, ["go", "build", "crash.go"]);
  const { description: words } = await workshop.learn("in.txt", "x\n", ["./crash"]);
  expect(words).toBe(
    "exits with 2 and reports on stderr: panic: runtime error: index out of range [‹n›] with length ‹n› in main.get < main.main",
  );
});

test.skipIf(lacks("jq"))("plain tools: the line of the error, without position", async () => {
  const { description: words } = await workshop.learn("in.json", '{"a":1}', ["jq", ".a.b", "in.json"]);
  expect(words).toBe('exits with 5 and prints on stderr: jq: error (at in.json): Cannot index number with string "b"');
});

test.skipIf(lacks("perl"))("a message with a position in the input counts, whatever its words are", async () => {
  const { description: words } = await workshop.learn("in.pl", "use strict;\n$total = 1;\nuse POSIX;\n", [
    "perl",
    "-c",
    "in.pl",
  ]);
  expect(words).toContain('Global symbol "$total" requires explicit package name');
});

test("a position in the input makes a message; the name of the input alone does not", async () => {
  const said = ["reading in.txt", "(in.txt, line 7) too deep", "in.txt(3) odd", "line 4 of in.txt is long"];
  const script = `${said.map((line) => `echo "${line}" >&2;`).join(" ")} exit 1`;
  const { description: words } = await workshop.learn("in.txt", "x\n", ["sh", "-c", script]);
  expect(words).toBe(
    "exits with 1 and prints on stderr: (in.txt, line ‹n›) too deep · in.txt odd · line ‹n› of in.txt is long",
  );
});

test("the name of the input is looked for as a word, wherever it stands in a line", async () => {
  const said = ["main 3 of 5 begins", "in7 is there", "begin in (in 7) so"];
  const script = `${said.map((line) => `echo "${line}" >&2;`).join(" ")} exit 1`;
  const { description: words } = await workshop.learn("in", "x\n", ["sh", "-c", script]);
  expect(words).toBe("exits with 1 and prints on stderr: begin in (in ‹n›) so");
});

test("lines that differ from run to run are not kept, those that repeat are", async () => {
  const script = 'echo "run $$ $(date +%s%N) began"; od -An -N8 -tx8 /dev/urandom; echo "error: out of luck"; exit 3';
  const { description: words } = await workshop.learn("in.txt", "x\n", ["sh", "-c", `{ ${script}; } >&2`]);
  expect(words).toBe("exits with 3 and prints on stderr: error: out of luck");
});

test("without standard error, standard output is read", async () => {
  const { description: words } = await workshop.learn("in.txt", "x\n", ["sh", "-c", "echo 'wrong result'; exit 1"]);
  expect(words).toBe("exits with 1 and prints on stdout: wrong result");
});

test("lines of the input do not enter; what a line says around them does", async () => {
  const command = ["sh", "-c", 'echo "cannot read: $(head -n 1 in.txt)" >&2; head -n 1 in.txt >&2; exit 1'];
  const { description: words } = await workshop.learn("in.txt", "a rather long line\nanother\n", command);
  expect(words).toBe("exits with 1 and prints on stderr: cannot read: ‹…›");
});

test("when only an exit code could be learnt, that is said", async () => {
  const { description: words, advice } = await workshop.learn("in.txt", "x\n", ["false"]);
  expect(words).toBe("exits with 1");
  expect(advice).toContain("every candidate that exits with 1 counts");
  expect(advice).toContain("--match");
});

test("success without a word is nothing to keep", async () => {
  await expect(workshop.learn("in.txt", "x\n", ["true"])).rejects.toMatchObject({
    name: "UserError",
    code: "NOTHING_LEARNT",
    advice: expect.stringContaining("--match"),
  });
});

test("a flaky failure is learnt from the runs in which it shows", async () => {
  const counter = `${workshop.folder}/count`;
  const command = [
    "sh",
    "-c",
    `echo . >> ${counter}; [ $(($(wc -l < ${counter}) % 2)) = 1 ] || exit 0; echo 'fatal: no' >&2; exit 7`,
  ];
  const { description: words, trials, shows } = await workshop.learn("in.txt", "x\n", command);
  expect(words).toBe("exits with 7 and prints on stderr: fatal: no");
  expect([trials.length, shows]).toEqual([5, 3]);
});

test("what was learnt survives being written down", async () => {
  const { test: learnt } = await workshop.learn("in.txt", "x\n", ["sh", "-c", "echo 'fatal: no' >&2; exit 7"]);
  expect(JSON.parse(JSON.stringify(learnt))).toEqual(learnt);
});
