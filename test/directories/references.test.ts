import { describe, expect, test } from "vitest";
import { entriesCase, type CaseFile } from "../../src/core/test-case.ts";
import { detectLanguage } from "../../src/languages/detect.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { forgetting } from "../../src/pipelines/references.ts";

const fileOf = (path: string, text: string): CaseFile => ({ path, mode: 0o644, bytes: () => Buffer.from(text) });

/** What is left of a file when another one goes. */
const left = async (path: string, text: string, gone: string): Promise<string> => {
  const source = entriesCase({ files: [fileOf(path, text), fileOf(gone, "x")] });
  const name = detectLanguage(path, text);
  const language = name === undefined ? plainLanguage : await loadLanguage(name);
  const [file] = forgetting(source, new Set([gone]), new Map([[path, language]])).files;
  return Buffer.from((file as CaseFile).bytes()).toString();
};

describe("what refers to a file goes with it", () => {
  test.each([
    ["an import", "src/a.js", 'import { b } from "./b.js";\nrun();\n', "src/b.js", "run();\n"],
    ["an import that leaves out the ending", "a.ts", "import b from './lib/b';\nrun();\n", "lib/b.ts", "run();\n"],
    ["an import of what it compiles to", "a.ts", "import b from './b.js';\nrun();\n", "b.ts", "run();\n"],
    ["a folder", "a.ts", "export * from './lib';\nrun();\n", "lib/index.ts", "run();\n"],
    ["one above", "x/y/a.js", "const b = require('../b');\nrun();\n", "x/b.js", "run();\n"],
    ["an include", "src/a.c", '#include "b.h"\nint x;\n', "src/b.h", "int x;\n"],
    ["an include from the top", "src/a.c", "#include <inc/b.h>\nint x;\n", "inc/b.h", "int x;\n"],
    ["a module", "pkg/a.py", "from .b import c\nrun()\n", "pkg/b.py", "run()\n"],
    ["a module by its full name", "src/pkg/a.py", "import pkg.b\nrun()\n", "src/pkg/b.py", "run()\n"],
    ["a package", "pkg/a.py", "from ..other import c\nrun()\n", "other/__init__.py", "run()\n"],
    ["a style sheet", "main.css", '@import "parts/b.css";\na { color: red; }\n', "parts/b.css", "a { color: red; }\n"],
    ["a word in quotes", "CMakeLists.txt", 'add(x "a.c" "b.c")\n', "b.c", 'add(x "a.c")\n'],
    [
      "an element of a list",
      "tsconfig.json",
      '{"files": ["a.ts", "b.ts", "c.ts"]}',
      "b.ts",
      '{"files": ["a.ts", "c.ts"]}',
    ],
    ["a word of a makefile", "Makefile", "SRC = a.c b.c d.c\n", "b.c", "SRC = a.c d.c\n"],
  ])("%s", async (_, path, text, gone, expected) => {
    expect(await left(path, text, gone)).toBe(expected);
  });

  test.each([
    ["a package of another name", "a.js", 'import b from "b";\n', "lib/b.js"],
    ["what is not there", "a.c", "#include <stdio.h>\n", "b.h"],
    ["itself", "a.js", 'const name = "a.js";\n', "b.js"],
  ])("%s stays", async (_, path, text, gone) => {
    expect(await left(path, text, gone)).toBe(text);
  });
});
