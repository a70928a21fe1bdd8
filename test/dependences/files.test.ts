/** Which files of a directory need which, and that their order does not matter. */
import { describe, expect, test } from "vitest";
import { countFiles, FILINGS } from "../../bench/dependences/directories.ts";
import { programOf, SHAPES } from "../../bench/dependences/programs.ts";
import { reversalFaults } from "../../bench/dependences/programs-table.ts";
import type { CaseFile } from "../../src/core/test-case.ts";
import { fileGraph, MAX_REFERRING_BYTES } from "../../src/dependences/files.ts";
import { detectLanguage } from "../../src/languages/detect.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import { currentSeed } from "../support/seeds.ts";

/** "a.c > b.c": the first needs the second. */
const needsIn = async (contents: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[]> => {
  const files = Object.entries(contents).map(([path, text]): CaseFile => ({
    path,
    mode: 0o644,
    bytes: () => Buffer.from(text),
  }));
  const languages = new Map(
    await Promise.all(
      files.map(async ({ path, bytes }) => {
        const name = detectLanguage(path, Buffer.from(bytes()).toString());
        return [path, name === undefined ? plainLanguage : await loadLanguage(name)] as const;
      }),
    ),
  );
  const { from, needs, length } = fileGraph({ files, languages });
  return Array.from({ length }, (_, user) =>
    [...new Set(needs.slice(from[user], from[user + 1]))].map(
      (needed) => `${files[user]?.path} > ${files[needed]?.path}`,
    ),
  )
    .flat()
    .toSorted();
};

describe("a file needs another", () => {
  test("whose path it names: includes, imports, build files", async () => {
    expect(
      await needsIn({
        "src/main.c": '#include "lib/a.h"\nint main(void) { return 0; }\n',
        "src/lib/a.h": "struct S { int member; };\n",
        "web/app.ts": 'import { b } from "./part";\nb();\n',
        "web/part/index.ts": "export const b = () => 1;\n",
        Makefile: "all: src/main.c\n\tcc src/main.c\n",
      }),
    ).toEqual(["Makefile > src/main.c", "src/main.c > src/lib/a.h", "web/app.ts > web/part/index.ts"]);
  });

  test("whose names it uses, where no path says so", async () => {
    expect(
      await needsIn({
        "main.c": "int main(void) { return area(2); }\n",
        "shapes.c": "int area(int side) { return side * side; }\n",
        "util.go": "package p\nfunc Twice(x int) int { return 2 * x }\n",
        "use.go": "package p\nfunc Four() int { return Twice(2) }\n",
      }),
    ).toEqual(["main.c > shapes.c", "use.go > util.go"]);
  });

  test("whose name without the ending it says", async () => {
    expect(
      await needsIn({
        "src/lib.rs": "mod shapes;\n",
        "src/shapes.rs": "pub struct Square;\n",
        "one.txt": "see two\n",
        "two.txt": "nothing\n",
      }),
    ).toEqual(["one.txt > two.txt", "src/lib.rs > src/shapes.rs"]);
  });

  test("in another language", async () => {
    expect(
      await needsIn({
        "table.sql": "CREATE TABLE visitors (id INT);\n",
        "app.py": "def count(db):\n    return db.run(visitors)\n",
        "page.html": '<script src="app.js"></script>\n',
        "app.js": "run();\n",
      }),
    ).toEqual(["app.py > table.sql", "page.html > app.js"]);
  });
});

describe("a file does not need another", () => {
  test("for a name that it has itself, or that many define", async () => {
    expect(
      await needsIn({
        "a.c": "int total;\n",
        "b.c": "int f(int total) { return total; }\n",
        ...Object.fromEntries([1, 2, 3, 4].map((i) => [`m${i}.c`, "int main(void) { return 0; }\n"])),
        "start.c": "int start(void) { return main(); }\n",
      }),
    ).toEqual([]);
  });

  test("for names alone, where these would tie many files together", async () => {
    const ring = (path: (i: number) => string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        [...Array(20).keys()].map((i) => [`f${i}.c`, `${path(i)}int f${i}_(void) { return f${(i + 1) % 20}_(); }\n`]),
      );
    expect(await needsIn(ring(() => ""))).toEqual([]);
    const included = await needsIn(ring((i) => (i === 3 ? '#include "f9.c"\n' : "")));
    expect(included).toEqual(["f3.c > f9.c"]);
    // Names still count for whoever is not in the circle.
    const user = { "user.c": "int user(void) { return f7_() + other; }\n", "other.c": "int other;\n" };
    const outside = await needsIn({ ...ring(() => ""), ...user });
    expect(outside.toSorted()).toEqual(["user.c > f7.c", "user.c > other.c"]);
  });

  test("for anything in a file that is too long to be written by hand", async () => {
    const user = (length: number): string => `#include "b.h"\n${" ".repeat(length)}`;
    expect(await needsIn({ "a.c": user(1000), "b.h": "int b;\n" })).toEqual(["a.c > b.h"]);
    expect(await needsIn({ "a.c": user(MAX_REFERRING_BYTES), "b.h": "int b;\n" })).toEqual([]);
  });

  test("that is not text", async () => {
    expect(await needsIn({ "a.bin": new Uint8Array([0, 1, 2, 98, 0]), "b.c": "int b;\n" })).toEqual([]);
  });
});

describe.each(SHAPES)("a directory of files in %s", (shape) => {
  test("takes as many tests when the paths stand the other way round, and comes to the same", async () => {
    const program = programOf(shape, 24, currentSeed());
    for (const filing of Object.values(FILINGS)) {
      const forward = await countFiles(program, filing, "forward");
      const backward = await countFiles(program, filing, "backward");
      expect(reversalFaults(forward, backward)).toEqual([]);
    }
  });
});
