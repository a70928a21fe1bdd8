/** Inputs with two bugs: what is left shows the first one. */
import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { openWorkshop } from "./workshop.ts";
import { lacks } from "../support/needs.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

/** Lines that do no harm, and somewhere among them the bugs. */
const among = (...bugs: readonly string[]): string =>
  Array.from({ length: 24 }, (_, line) => bugs[line / 6 - 1] ?? `fine ${line}`)
    .map((line) => `${line}\n`)
    .join("");

const reader = (cases: string): string => `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *gone;
static int at(char *p, int i) { return p[i]; }
int main(int count, char **words) {
  char line[100];
  int ones = 0, twos = 0, size = 5;
  FILE *in = fopen(words[1], "r");
  if (!in) return 9;
  while (fgets(line, sizeof line, in)) {
    if (line[0] == '1') ones++;
    if (line[0] == '2') twos++;
    ${cases}
  }
  return 0;
}
`;
const cReader = (name: string, cases: string, ...flags: readonly string[]): readonly string[] => {
  workshop.build(`${name}.c`, reader(cases), ["gcc", "-g", ...flags, `${name}.c`, "-o", name]);
  return [`./${name}`, "{}"];
};

test.skipIf(lacks("gcc"))("two assertions of one program", async () => {
  const command = cReader("asserts", 'assert(ones == 0); assert(twos == 0 && "twos");');
  expect(await workshop.shrink("in.txt", among("1 first", "2 second"), command)).toBe("1 first\n");
  expect(await workshop.shrink("in.txt", among("2 second", "1 first"), command)).toBe("2 second\n");
});

test.skipIf(lacks("gcc"))("a segmentation fault and an abort", async () => {
  const command = cReader("signals", "if (ones) *(volatile int *)0 = 1; if (twos) abort();");
  expect(await workshop.shrink("in.txt", among("1 first", "2 second"), command)).toBe("1 first\n");
  expect(await workshop.shrink("in.txt", among("2 second", "1 first"), command)).toBe("2 second\n");
});

test.skipIf(lacks("gcc"))("a heap overflow and a use after free, both with exit code 1", async () => {
  const cases = "gone = malloc(5); if (ones) return at(gone, size + 1); if (twos) { free(gone); return at(gone, 1); }";
  const command = cReader("heaps", cases, "-fsanitize=address");
  expect(await workshop.shrink("in.txt", among("1 first", "2 second"), command)).toBe("1 first\n");
  expect(await workshop.shrink("in.txt", among("2 second", "1 first"), command)).toBe("2 second\n");
});

test.skipIf(lacks("python3"))("two exceptions of the Python program that reads the input", async () => {
  workshop.write(
    "tool.py",
    `import sys
def number(words):
    return int(words[1])
def lookup(words):
    return {"a": 1}[words[1]]
for line in open(sys.argv[1]):
    words = line.split()
    if words[0] == "1": number(words)
    if words[0] == "2": lookup(words)
`,
  );
  const command = ["python3", `${workshop.folder}/tool.py`, "{}"];
  expect(await workshop.shrink("in.txt", among("1 first", "2 second"), command)).toBe("1 first\n");
  expect(await workshop.shrink("in.txt", among("2 second", "1 first"), command)).toBe("2 second\n");
});

test.skipIf(lacks("python3"))("an input in Python that raises one class with two messages", async () => {
  const text = "a = 1\nb = 2\nif a: raise ValueError('the first')\nc = 3\nraise ValueError('the second')\n";
  expect(await workshop.shrink("own.py", text, ["python3", "own.py"])).toMatch(/^a = 1\nif a: .*first.*\n$/);
});

test("an input in JavaScript with two TypeErrors", async () => {
  const text = "let a = {};\nlet b = 1;\na.x.first;\nlet c = 2;\nb.second();\nnull.third;\n";
  expect(await workshop.shrink("own.js", text, ["node", "own.js"])).toBe("let a = {};\na.x.first;\n");
});

test.skipIf(lacks("g++"))("two compile errors of C++: both are kept, and nothing else", async () => {
  const text =
    "struct S { int a; };\nint x;\nint f(S s) { return s.nothing; }\nint y;\nint g() { return unknown; }\nint z;\n";
  const small = await workshop.shrink("bug.cc", text, ["g++", "-fsyntax-only", "bug.cc"]);
  expect(small).toBe("struct S { int a; };\nint f(S s) { return s.nothing; }\nint g() { return unknown; }\n");
});

test.skipIf(lacks("gcc"))("syntax errors of C: the tokens that are missing stay the same", async () => {
  const errors = (text: string): readonly string[] => {
    workshop.write("said.c", text);
    const { stderr } = spawnSync("gcc", ["-c", "said.c"], { cwd: workshop.folder, encoding: "utf8" });
    return stderr.split("\n").flatMap((line) => /error: .*/.exec(line)?.[0] ?? []);
  };
  const text = "int main(void){ f(3; }\n";
  const small = await workshop.shrink("one.c", text, ["gcc", "-c", "one.c"], "characters");
  expect(small.length).toBeLessThan(text.length);
  expect(errors(text).length).toBe(2);
  expect(errors(small)).toEqual(errors(text));
});

test.skipIf(lacks("javac"))("two exceptions of Java", async () => {
  const source = `import java.nio.file.*;
public class Tool {
  static void one(String line) { Integer.parseInt(line.substring(2)); }
  static void two(String line) { Object o = line; Integer i = (Integer) o; }
  public static void main(String[] words) throws Exception {
    for (String line : Files.readAllLines(Path.of(words[0]))) {
      if (line.startsWith("1")) one(line);
      if (line.startsWith("2")) two(line);
    }
  }
}
`;
  workshop.build("Tool.java", source, ["javac", "Tool.java"]);
  const command = ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", workshop.folder, "Tool", "{}"];
  expect(await workshop.shrink("in.txt", "x\n1 first\ny\n2 second\nz\n", command)).toBe("1 first\n");
  expect(await workshop.shrink("in.txt", "x\n2 second\ny\n1 first\nz\n", command)).toBe("2 second\n");
});

test.skipIf(lacks("rustc"))("two panics of Rust with one exit code", async () => {
  const source = `fn main() {
  let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
  for line in text.lines() {
    if line.starts_with('1') { let v: Vec<i32> = vec![]; println!("{}", v[line.len()]); }
    if line.starts_with('2') { line.parse::<i32>().expect("a number"); }
  }
}
`;
  workshop.build("tool.rs", source, ["rustc", "tool.rs"]);
  expect(await workshop.shrink("in.txt", among("1 first", "2 second"), ["./tool", "{}"])).toBe("1 first\n");
  expect(await workshop.shrink("in.txt", among("2 second", "1 first"), ["./tool", "{}"])).toBe("2 second\n");
});

test("a script that prints two errors of its own", async () => {
  const text = "true\necho 'error: the first' >&2; exit 4\nfalse\necho 'error: the second' >&2; exit 4\n";
  expect(await workshop.shrink("own.sh", text, ["sh", "own.sh"])).toBe("echo 'error: the first' >&2; exit 4\n");
});
