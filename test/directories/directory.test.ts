import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claimText, minimalities } from "../../src/core/claim.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { mistake, newDirectory, writeScript } from "../runs/support.ts";
import { cleanRuns } from "../../src/runs/list.ts";
import { makeTree, readBack } from "./support.ts";

/** A C program of many files; what counts is that gcc warns of one thing. */
const PROGRAM = {
  "src/main.c":
    '#include "lib/a.h"\n#include "lib/b.h"\n\nint main(void) {\n  int unused = 0;\n  helper(1);\n  return boom(2);\n}\n',
  "src/lib/a.h": "int helper(int);\nstruct S { int member; };\n",
  "src/lib/b.h": "int boom(int);\n",
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`src/lib/f${i}.c`, `int f${i}(int x) {\n  return x + ${i};\n}\n`]),
  ),
  "docs/a text.md": "# Words\n",
  Makefile: "SRC = src/main.c src/lib/f1.c \\\n src/lib/f2.c\nall:\n\tcc $(SRC)\n",
  "data.bin": new Uint8Array([0, 1, 2, 0]),
  "empty/": "",
  "link.c": "->src/main.c",
} as const;

const place = (content: Readonly<Record<string, string | Uint8Array>>, script: string): string => {
  const directory = newDirectory();
  makeTree(join(directory, "proj"), content);
  writeScript(join(directory, "test.sh"), script);
  return directory;
};

const WARNS = "gcc -fsyntax-only -Wall src/main.c 2>&1 | grep -q 'unused variable'";

const reduced = async (directory: string, more: Partial<ReduceOptions> = {}) =>
  await reduce({ cwd: directory, input: "proj", test: "./test.sh", jobs: 2, ...more }).result;

test("folders, files, then what is in files; the input stays as it is", async () => {
  const directory = place(PROGRAM, WARNS);
  const before = readBack(join(directory, "proj"));
  const result = await reduced(directory);
  expect(result.status).toBe("complete");
  expect(result.format).toBe("directory");
  expect(minimalities(result.claims).map(claimText)).toEqual(
    ["folders", "files", "lines", "top-level parts", "statements", "elements", "words", "tokens"].map(
      (unit) => `1-minimal by ${unit}`,
    ),
  );
  const after = readBack(join(directory, "proj.reduced"));
  expect(Object.keys(after)).toEqual(["src/main.c"]);
  expect(after["src/main.c"]?.length).toBeLessThan(30);
  expect(spawnSync("sh", ["-c", result.repeatLine]).status).toBe(0);
  expect(result.output).toMatchObject({ files: 1, bytes: after["src/main.c"]?.length });
  expect(readBack(join(directory, "proj"))).toEqual(before);
});

test("files that decide what is checked go last", async () => {
  const config = '{ "compilerOptions": { "strict": true } }\n';
  const content = { "tsconfig.json": config, "src/a.txt": "hay\nneedle\nmore hay\n", "src/b.txt": "hay\n" };
  const directory = place(content, "grep -q needle src/a.txt");
  const bests: Record<string, string>[] = [];
  const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  await reduced(directory, {
    onBest: ({ files }) => bests.push(Object.fromEntries(files.map(({ path, bytes }) => [path, textOf(bytes())]))),
  });
  expect(bests.at(-1)).toEqual({ "src/a.txt": "needle\n" });
  const changed = bests.filter((best) => best["tsconfig.json"] !== config);
  expect(changed.length).toBeGreaterThan(0);
  for (const { "tsconfig.json": _, ...others } of changed) expect(others).toEqual(bests.at(-1));
});

test("a finished run answers at once, and puts its result back; another one is never overwritten", async () => {
  const directory = place({ "a/needle.txt": "needle\n", "b.txt": "hay\n" }, "grep -rq needle .");
  const first = await reduced(directory);
  rmSync(join(directory, "proj.reduced"), { recursive: true });
  const again = await reduced(directory);
  expect(again.tests.run).toBe(0);
  expect(readBack(join(directory, "proj.reduced"))).toEqual({ "a/needle.txt": "needle\n" });
  expect(again.output.sha256).toBe(first.output.sha256);
  writeFileSync(join(directory, "proj.reduced", "mine.txt"), "by hand");
  expect((await mistake(reduced(directory, { fresh: true }))).code).toBe("OUTPUT_EXISTS");
  expect(existsSync(join(directory, "proj.reduced", "mine.txt"))).toBe(true);
});

test("the same for any number of jobs, and when it is stopped and goes on", async () => {
  const one = place(PROGRAM, WARNS);
  const four = place(PROGRAM, WARNS);
  const whole = await reduced(one, { jobs: 1 });
  expect((await reduced(four, { jobs: 4, maxTests: 25 })).status).toBe("stopped");
  const rest = await reduced(four, { jobs: 4 });
  expect(rest.resumed).toBe(true);
  expect(rest.output.sha256).toBe(whole.output.sha256);
  expect(readBack(join(four, "proj.reduced"))).toEqual(readBack(join(one, "proj.reduced")));
});

test("links, modes, empty folders, bytes and strange names survive where they are needed", async () => {
  const name = "a name\nof two lines \u{1F600}";
  const directory = place(
    { ...PROGRAM, [`${name}/x`]: "needle", "run.sh": "#!/bin/sh\nexit 0\n", out: "->../outside" },
    `test -x run.sh && test -d empty && test -L link.c && test -e out && test "$(wc -c < data.bin)" -gt 0 && grep -q needle '${name}/x'`,
  );
  writeFileSync(join(directory, "outside"), "");
  chmodSync(join(directory, "proj", "run.sh"), 0o751);
  await reduced(directory);
  const after = readBack(join(directory, "proj.reduced"));
  expect(after).toEqual({
    [`${name}/x`]: "needle",
    "data.bin": "\0",
    "empty/": "",
    "link.c": "->src/main.c",
    out: "->../outside",
    "run.sh": "",
  });
  expect(statSync(join(directory, "proj.reduced", "run.sh")).mode & 0o777).toBe(0o751);
});

describe("mistakes", () => {
  const plain = (): string => place({ "a.txt": "needle" }, "grep -q needle a.txt");

  test("an output in the input", async () => {
    expect((await mistake(reduced(plain(), { output: "proj/out" }))).code).toBe("OUTPUT_IS_INPUT");
    expect((await mistake(reduced(plain(), { output: "proj" }))).code).toBe("OUTPUT_IS_INPUT");
  });

  test("in place", async () => {
    expect((await mistake(reduced(plain(), { inPlace: true }))).code).toBe("USAGE");
  });

  test("formats of a file", async () => {
    expect((await mistake(reduced(plain(), { format: "lines" }))).code).toBe("BAD_OPTION");
  });

  test("a pipe in the directory", async () => {
    const directory = plain();
    spawnSync("mkfifo", [join(directory, "proj", "pipe")]);
    expect((await mistake(reduced(directory))).code).toBe("BAD_INPUT");
  });
});

test("a list strategy by name runs over the files", async () => {
  const directory = place(PROGRAM, "test -e src/lib/f3.c && test -e Makefile");
  const result = await reduced(directory, { strategy: "ddmin" });
  expect(minimalities(result.claims).map(claimText)).toEqual(["1-minimal by files"]);
  expect(readBack(join(directory, "proj.reduced"))).toEqual({
    Makefile: PROGRAM.Makefile,
    "src/lib/f3.c": PROGRAM["src/lib/f3.c" as keyof typeof PROGRAM],
  });
});

describe("several files, and words of the command", () => {
  test("lie side by side, are emptied, not deleted, and end in one directory", async () => {
    const directory = newDirectory();
    makeTree(directory, {
      "a.c": '#include "b.h"\nint main(void) {\n  int unused = 1;\n  return X;\n}\n',
      "b.h": "#define X 0\n#define Y 1\n",
      "flags.txt": "-Wall\n-O2\n-g\n",
      "c.h": "int nothing;\n",
    });
    writeScript(join(directory, "t.sh"), 'gcc -fsyntax-only $(cat "$3") "$1" 2>&1 | grep -q "unused variable"');
    const result = await reduce({ cwd: directory, input: "a.c", more: ["b.h", "flags.txt", "c.h"], test: "./t.sh" })
      .result;
    const after = readBack(join(directory, "a.reduced"));
    expect(Object.keys(after)).toEqual(["a.c", "b.h", "c.h", "flags.txt"]);
    expect(after).toMatchObject({ "b.h": "", "c.h": "", "flags.txt": "-Wall\n" });
    expect(result.output.files).toBe(4);
    expect(spawnSync("sh", ["-c", result.repeatLine]).status).toBe(0);
  });

  test("words between brackets go", async () => {
    const directory = newDirectory();
    makeTree(directory, { "bug.c": "int f(void) {\n  int unused = 1;\n  return 0;\n}\nint g;\n" });
    const command = ["gcc", "[[", "-O2", "-Wall", "-Werror", "-g", "]]", "-c", "bug.c", "-o", "[[", "a.o", "]]"];
    const result = await reduce({ cwd: directory, input: "bug.c", command, refine: { match: ["unused variable"] } })
      .result;
    expect(result.claims.map(claimText)).toContain("1-minimal by words of the command");
    expect(result.repeatLine).toContain("gcc -Wall -Werror -c");
    expect(result.repeatLine).not.toContain("-O2");
    const left = readFileSync(join(directory, "bug.reduced.c"), "utf8");
    expect(left.replaceAll(/\s+/g, " ").trim()).toBe("int f() { int unused; }");
    expect(spawnSync("sh", ["-c", result.repeatLine], { encoding: "utf8" }).stderr).toContain("unused variable");
  });

  test("brackets that do not match", async () => {
    const directory = newDirectory();
    makeTree(directory, { "bug.c": "x" });
    const command = ["gcc", "[[", "-O2", "bug.c"];
    expect((await mistake(reduce({ cwd: directory, input: "bug.c", command }).result)).code).toBe("BAD_WORDS");
  });
});

describe("what is not the run's own is left alone", () => {
  test("something that somebody puts into the output while the run goes on", async () => {
    const directory = place(PROGRAM, WARNS);
    const mine = join(directory, "proj.reduced", "mine.txt");
    const onEvent = (event: { readonly type: string }): void => {
      if (event.type === "published") writeFileSync(mine, "by hand");
    };
    expect((await mistake(reduced(directory, { onEvent }))).code).toBe("OUTPUT_CHANGED");
    expect(readFileSync(mine, "utf8")).toBe("by hand");
  });

  test("folders that are called much like leftovers", async () => {
    const directory = place({ "a.txt": "needle" }, "grep -q needle a.txt");
    makeTree(directory, { ".proj.reduced.pare-notes/a.txt": "mine" });
    await reduced(directory);
    expect(existsSync(join(directory, ".proj.reduced.pare-notes", "a.txt"))).toBe(true);
  });

  test("the directory that the run itself lives in, and what is beside the input", async () => {
    const directory = place({ "a.txt": "needle" }, "grep -q needle a.txt");
    makeTree(directory, { "out/": "", "w/": "" });
    const inside = { input: "../proj", test: "../test.sh", cwd: join(directory, "out"), output: "." };
    expect((await mistake(reduced(directory, inside))).code).toBe("OUTPUT_HOLDS_RUNS");
    expect((await mistake(reduced(directory, { extraFiles: ["w"], output: "w" }))).code).toBe("SAME_FILE");
  });

  test("what absolute links in the directory lead to", async () => {
    const directory = place({ "d.txt": "needle\n" }, "echo more >> link && grep -q needle d.txt && grep -q more d.txt");
    makeTree(join(directory, "proj"), { link: `->${join(directory, "proj", "d.txt")}` });
    await reduced(directory);
    expect(readFileSync(join(directory, "proj", "d.txt"), "utf8")).toBe("needle\n");
    expect(Object.keys(readBack(join(directory, "proj.reduced")))).toContain("d.txt");
  });

  test("a result is known for one after its run was cleaned away", async () => {
    const directory = place({ "a.txt": "needle", "b.txt": "" }, "grep -q needle a.txt");
    await reduced(directory);
    cleanRuns(join(directory, ".pare"));
    expect((await reduced(directory)).status).toBe("complete");
  });
});

test("a program that is a part of the directory is missing in candidates, not in the run", async () => {
  const directory = place({ "run.sh": "#!/bin/sh\ngrep -q needle a.txt && exit 3\n", "a.txt": "needle\n" }, "true");
  const { test: _, ...options } = { cwd: directory, input: "proj", test: "" };
  const result = await reduce({ ...options, command: ["./run.sh"], refine: { exit: 3 } }).result;
  expect(result.status).toBe("complete");
  expect(Object.keys(readBack(join(directory, "proj.reduced")))).toContain("run.sh");
});

test("the steps of a directory are as small as those of a file", async () => {
  const lines = Array.from({ length: 4000 }, (_, i) => `line ${i} of many that are all different ${i * 7919}\n`);
  const directory = place({ "a.txt": lines.join("") }, "grep -q 'line 1234 ' a.txt && grep -q 'line 2345 ' a.txt");
  const { run } = await reduced(directory);
  expect(statSync(join(run, "steps.jsonl")).size).toBeLessThan(60_000);
});
