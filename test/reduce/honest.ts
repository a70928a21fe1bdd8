/** Honest tests: small inputs of many kinds, and conditions that each need something of their input. */

export interface Sample {
  readonly name: string;
  /** A text, or the files of a directory. */
  readonly content: string | Uint8Array | Readonly<Record<string, string>>;
  /** Two words of it, the second after the first. */
  readonly words: readonly [string, string];
  /** A word that every program of the language has. */
  readonly common?: string;
}

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))));

export const SAMPLES: readonly Sample[] = [
  {
    name: "bug.c",
    content:
      "static int twice(int x) { return 2 * x; }\nint broken(void) { return missing_name; }\nint main(void) { return twice(3); }\n",
    words: ["broken", "missing_name"],
    common: "main",
  },
  {
    name: "bug.cpp",
    content:
      "#include <vector>\nnamespace deep { template <class T> T pick(T t) { return t; } }\nint main() { return deep::pick(1); }\n",
    words: ["template", "pick"],
    common: "int",
  },
  {
    name: "bug.py",
    content: "import os\ndef area(w, h):\n    return w * hight\nclass Box:\n    pass\nprint(area(2, 3))\n",
    words: ["area", "hight"],
    common: "pass",
  },
  {
    name: "bug.js",
    content: "const list = [1, 2];\nfunction walk(node) { return node.next.value; }\nconsole.log(walk({}));\n",
    words: ["walk", "value"],
  },
  {
    name: "bug.ts",
    content: "interface User { name: string }\nconst first: User = { nome: 'x' };\nexport default first;\n",
    words: ["User", "nome"],
  },
  {
    name: "bug.json",
    content: '{"items": [{"id": 1, "tag": null}, {"id": 2, "tag": "red"}], "total": 3}\n',
    words: ["items", "red"],
    common: "null",
  },
  {
    name: "bug.css",
    content: ".card { color: red; }\n@media print { .card { margin: -1e99px } }\n",
    words: ["media", "margin"],
  },
  {
    name: "bug.html",
    content: "<!doctype html>\n<html><body><p>one</p><table><tr><td>deep</td></tr></table></body></html>\n",
    words: ["table", "deep"],
    common: "p",
  },
  {
    name: "bug.yaml",
    content: "name: build\nsteps:\n  - run: make\n  - run: null\n    with: {depth: 3}\n",
    words: ["steps", "depth"],
    common: "null",
  },
  {
    name: "bug.toml",
    content: '[package]\nname = "demo"\n[dependencies]\nserde = { version = "1" }\n',
    words: ["dependencies", "serde"],
  },
  {
    name: "bug.go",
    content:
      'package main\n\nimport "fmt"\n\nfunc half(n int) int { return n / zero }\n\nfunc main() { fmt.Println(half(4)) }\n',
    words: ["half", "zero"],
    common: "func",
  },
  {
    name: "bug.rs",
    content: 'fn half(n: i32) -> i32 { n / divisor }\nfn main() { println!("{}", half(4)); }\n',
    words: ["half", "divisor"],
    common: "main",
  },
  {
    name: "Bug.java",
    content:
      "class Bug {\n  static int half(int n) { return n / divisor; }\n  public static void main(String[] args) { half(4); }\n}\n",
    words: ["half", "divisor"],
    common: "static",
  },
  {
    name: "bug.lua",
    content: "local function half(n) return n / divisor end\nfor i = 1, 3 do print(half(i)) end\n",
    words: ["half", "divisor"],
    common: "end",
  },
  {
    name: "bug.sh",
    content: '#!/bin/sh\nfor each in one two; do\n  echo "$each" | tr o 0\ndone\n',
    words: ["each", "tr"],
  },
  {
    name: "Makefile",
    content: "all: build\nbuild: parts\n\tcc -o app parts.c\nparts:\n\ttouch parts.c\n",
    words: ["build", "touch"],
    common: "all",
  },
  {
    name: "bug.php",
    content: "<?php\nfunction half($n) { return $n / $divisor; }\necho half(4);\n",
    words: ["half", "divisor"],
    common: "php",
  },
  {
    name: "bug.sql",
    content:
      "CREATE TABLE people (id INTEGER, name TEXT);\nINSERT INTO people VALUES (1, 'x');\nSELECT nome FROM people;\n",
    words: ["people", "nome"],
  },
  {
    name: "server.log",
    content: "10:00 start\n10:01 login ann\n10:02 query slow\n10:03 panic: out of rows\n10:04 stop\n",
    words: ["login", "panic"],
  },
  { name: "table.csv", content: "id,name,age\n1,ann,30\n2,bob,\n3,cyd,-1\n", words: ["name", "cyd"] },
  {
    name: "notes.md",
    content: "# Notes\n\nSome *words* and `code`.\n\n- one\n- two ![broken](\n",
    words: ["Notes", "broken"],
  },
  { name: "unknown", content: "alpha beta\ngamma { delta }\nepsilon\n", words: ["gamma", "epsilon"] },
  {
    name: "picture.bin",
    content: bytes(0, 1, 2, "HEAD", 0, 0, 9, "chunk", 255, 254, 0, 0, "TAIL", 0),
    words: ["HEAD", "chunk"],
  },
  {
    name: "module.wasm",
    content: bytes(0, "asm", 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, "custom", 0, "name", 2),
    words: ["custom", "name"],
  },
  {
    name: "project",
    content: {
      "package.json": '{"name": "demo"}\n',
      "src/main.js": "import './part.js';\nconsole.log(shape);\n",
      "src/part.js": "export const shape = 1;\n",
      "README.md": "demo\n",
    },
    words: ["demo", "shape"],
  },
];

/** A test: a script of one line, or words of a command with conditions. `FILE` is what the candidate is to a shell. */
export interface Honest {
  readonly title: string;
  readonly script?: string;
  readonly command?: readonly string[];
  readonly refine?: {
    readonly match?: readonly string[];
    readonly signal?: string;
    readonly exit?: number | "nonzero";
    readonly noMatch?: readonly string[];
  };
  readonly stdin?: boolean;
}

/** What prints the whole candidate, of a directory too. */
const ALL = 'find "$1" -type f -exec cat {} +';

export const testsOf = ({ words: [one, two], common, content }: Sample): readonly Honest[] => {
  const isDirectory = typeof content === "object" && !(content instanceof Uint8Array);
  const size = isDirectory ? 40 : content.length;
  const all = isDirectory ? "cat $(find . -type f)" : 'cat "$1"';
  return [
    { title: "a word", script: `${ALL} | grep -aqw ${two}` },
    { title: "two words", script: `${ALL} > all; grep -aq ${one} all && grep -aq ${two} all` },
    { title: "one word or the other", script: `${ALL} | grep -aqE '${one}|${two}'` },
    {
      title: "a size",
      script: `[ "$(${ALL} | wc -c)" -gt ${Math.max(Math.floor(size / 2), content instanceof Uint8Array ? 9 : 33)} ]`,
    },
    {
      title: "an error",
      command: [
        "sh",
        "-c",
        `${all} | grep -aq ${one} && { echo "Error: cannot read ${one}" >&2; exit 3; }; exit 0`,
        "sh",
        "{}",
      ],
    },
    {
      title: "a signal",
      command: ["sh", "-c", `${all} | grep -aq ${two} && kill -SEGV $$`, "sh", "{}"],
      refine: { signal: "SEGV" },
    },
    { title: "a message", command: ["sh", "-c", all, "sh", "{}"], refine: { match: [two] } },
    ...(isDirectory
      ? []
      : [{ title: "standard input", command: ["grep", "-ac", one], stdin: true, refine: { match: ["^[1-9]"] } }]),
    ...(common === undefined ? [] : [{ title: "a word of every program", script: `grep -qw ${common} "$1"` }]),
  ];
};
