/** Suites side by side: mutants of a real program, versions of it, and what looks wrong. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { compareSuites, type CompareOptions, type SuiteComparison } from "../../src/suite/compare.ts";
import { nowAndThen } from "../support/seeds.ts";
import { hintsFor } from "../../src/suite/hints.ts";
import { measureSuite } from "../../src/suite/measure.ts";
import { timedInScript } from "../../src/suite/quick-times.ts";

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

const directory = (files: Readonly<Record<string, string>>): string => {
  const path = mkdtempSync(join(tmpdir(), "pare-compare-"));
  made.push(path);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
    if (text.startsWith("#!")) chmodSync(join(path, name), 0o755);
  }
  return path;
};

/** Adds or compares; two files, so that builds are incremental. Both say what they do, for coverage. */
const CALCULATOR = {
  "src/main.c": `#include <stdio.h>
#include <stdlib.h>
int add(int a, int b);
int less(int a, int b);
int main(int argc, char **argv) {
  FILE *in = fopen(argv[1], "r");
  FILE *seen = fopen(getenv("PARE_COVERAGE") ? argv[2] : "/dev/null", "w");
  char what;
  int a, b;
  while (fscanf(in, " %c %d %d", &what, &a, &b) == 3) {
    if (what == '+') { printf("%d\\n", add(a, b)); fputs("add\\n", seen); }
    if (what == '<') { printf("%d\\n", less(a, b)); fputs("less\\n", seen); }
  }
  printf("at %p\\n", (void *)in);
  return 0;
}
`,
  "src/maths.c": `int add(int a, int b) { return a + b; }
int less(int a, int b) { return a < b; }
`,
  Makefile: `prog: main.o maths.o\n\t$(CC) -o $@ $^\n%.o: src/%.c\n\t$(CC) -O0 -c -o $@ $<\n\techo x >> compiled\n`,
  "full/add.txt": "+ 2 3\n+ 0 7\n",
  "full/less.txt": "< 2 3\n< 3 2\n< 2 2\n",
  "weak/nothing.txt": "? 0 0\n",
  "weak/less.txt": "< 2 3\n",
};

const MUTANTS = { count: 5, source: ["src/**/*.c"], build: "make -s CC=gcc" };

const compare = (cwd: string, more: Partial<CompareOptions> = {}): Promise<SuiteComparison> =>
  compareSuites({
    suites: ["full", "weak"],
    cwd,
    cover: "file:covered",
    command: [
      "sh",
      "-c",
      '"$PARE_ORIGIN/prog" "$1" "$PARE_COVERAGE/covered"; echo any >> "$PARE_COVERAGE/covered"',
      "-",
      "{}",
    ],
    ...more,
  });

describe("suites", () => {
  const SEEN = ["sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"', "-", "{}"];

  it("that are the same have the same figures, whatever the times of their runs", async () => {
    const cwd = directory({ "one/a": "x\ny\n", "one/b": "z\n", "two/a": "x\ny\n", "two/b": "z\n", "two/c": "z\n" });
    const { tables, suites } = await compare(cwd, { suites: ["one", "two", "one"], command: SEEN });
    const [first, , again] = tables[0]?.rows ?? [];
    expect(again?.cells).toEqual(first?.cells);
    expect(suites[1]?.tests.slice(0, 2).map(({ ms }) => ms)).toEqual(suites[0]?.tests.map(({ ms }) => ms));
    expect(suites.map(({ tests }) => tests.map(({ name }) => name).join(" "))).toEqual(["a b", "a b c", "a b"]);
  });

  it("can be lists of tests whose base names are the same, in the order of the list", async () => {
    const cwd = directory({ "all/p/t": "x\n", "all/q/t": "y\n", "quick.txt": "all/q/t\nall/p/t\n" });
    const { suites, lost } = await compare(cwd, { suites: ["all", "quick.txt"], command: SEEN });
    expect(suites[1]?.tests.map(({ name }) => name)).toEqual(["all/q/t", "all/p/t"]);
    expect(lost[0]?.entities).toEqual([]);
  });

  it("are not measured when what is asked for besides cannot be found", async () => {
    const cwd = directory({ "one/a": "x\n", "two/a": "y\n" });
    const seen: unknown[] = [];
    const ask = (more: Partial<CompareOptions>): Promise<SuiteComparison> =>
      compare(cwd, { suites: ["one", "two"], command: SEEN, onEvent: (event) => seen.push(event), ...more });
    await expect(ask({ versions: "none.txt" })).rejects.toThrow("The list of versions, none.txt, cannot be read.");
    await expect(ask({ mutants: MUTANTS })).rejects.toThrow("names no source");
    expect(seen).toEqual([]);
  });

  it("that cannot be compared are named", async () => {
    const cwd = directory({
      "all/t": "x\n",
      "nothing/t": "",
      "none.txt": "\n",
      "gone.txt": "all/gone\n",
    });
    const other = (suite: string): Promise<SuiteComparison> => compare(cwd, { suites: ["all", suite], command: SEEN });
    await expect(other("nothing")).rejects.toThrow(/No test of nothing can be measured. The first, t: /);
    await expect(other("none.txt")).rejects.toThrow("none.txt lists no tests.");
    await expect(other("gone.txt")).rejects.toThrow("gone.txt lists all/gone, which does not exist.");
  });
});

describe("mutants", () => {
  it("are killed by the tests that see the change, the same for any number of jobs", async () => {
    const cwd = directory({
      ...CALCULATOR,
      prog: '#!/bin/sh\nsort -u "$1" | cut -c1 > "$2"\n',
    });
    const before = readFileSync(join(cwd, "src/maths.c"), "utf8");
    const found = await compare(cwd, { mutants: MUTANTS, jobs: 3 });
    const [full, weak] = found.mutants?.suites ?? [];
    expect(full?.mutants).toBe(5);
    expect(full?.killed).toBeGreaterThan(weak?.killed ?? 0);
    // A sum that is a difference, told by the full suite alone; addresses tell nothing.
    const all = await compare(cwd, { mutants: { ...MUTANTS, count: 1000, source: ["maths.c"] }, jobs: 2 });
    expect(all.mutants?.suites[1]?.lost).toContain("src/maths.c:1:34+1 arithmetic -");
    expect(all.mutants?.suites[1]?.lost.some((id) => id.includes("maths.c:2") && id.includes("relational >="))).toBe(
      false,
    );
    expect(all.mutants?.unsteady).toEqual([]);
    expect(all.mutants?.suites[0]?.mutants).toBe((all.mutants?.possible ?? 0) - (all.mutants?.refused ?? 0));
    // Nothing of a mutant stays in a copy for the next one.
    const alone = await compare(cwd, { mutants: MUTANTS, jobs: 1 });
    expect(alone.mutants).toEqual(found.mutants);
    expect((await compare(cwd, { mutants: MUTANTS, jobs: 1, seed: 2 })).mutants).not.toEqual(found.mutants);
    // The user's directory is as it was.
    expect(readFileSync(join(cwd, "src/maths.c"), "utf8")).toBe(before);
    expect(existsSync(join(cwd, "compiled"))).toBe(false);
  });

  it("that do not end are killed", async () => {
    const cwd = directory({
      "down.c": `#include <stdio.h>
int main(int argc, char **argv) {
  volatile int n = 0;
  fscanf(fopen(argv[1], "r"), "%d", &n);
  while (n > 0) n--;
  return 0;
}
`,
      "full/five.txt": "5",
      "weak/none.txt": "0",
    });
    const { mutants } = await compare(cwd, {
      command: [
        "sh",
        "-c",
        'echo all > "$PARE_COVERAGE/covered"; test ! -e "$PARE_ORIGIN/down" || exec "$PARE_ORIGIN/down" "$1"',
        "-",
        "{}",
      ],
      mutants: { count: 100, source: ["*.c"], build: "gcc -w -O0 -o down down.c" },
    });
    expect(mutants?.suites[1]?.lost).toContain("down.c:5:17+4 deletion");
  });

  it("are built although temporary files lie below the program's directory", async () => {
    const cwd = directory({
      "p.js": 'console.log(require("fs").readFileSync(process.argv[2], "utf8").length + 1);\n',
      "one/a": "x\n",
      "two/a": "y\n",
      "temporary/kept": "",
    });
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = join(cwd, "temporary");
    try {
      const mutants = { count: 2, source: ["p.js"], build: "true" };
      const command = ["node", join(cwd, "p.js"), "{}"];
      const found = await compare(cwd, { suites: ["one", "two"], cover: "v8", command, mutants });
      expect(found.mutants?.suites[0]?.mutants).toBe(2);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
    expect(readdirSync(join(cwd, "temporary"))).toEqual(["kept"]);
  });

  it("of JavaScript need no build", async () => {
    const cwd = directory({
      "sum.js": "module.exports = (a, b) => a + b;\n",
      "main.js": `const [a, b] = require("node:fs").readFileSync(process.argv[2], "utf8").split(" ").map(Number);
require("node:fs").writeFileSync(process.env.PARE_COVERAGE + "/covered", "all\\n");
console.log(require("./sum.js")(a, b));
`,
      "full/five.txt": "2 3",
      "weak/none.txt": "0 0",
    });
    const { mutants, tables } = await compare(cwd, {
      command: ["sh", "-c", 'node "$PARE_ORIGIN/main.js" "$1"', "-", "{}"],
      mutants: { count: 100, source: ["sum.js"], build: "true" },
    });
    expect(mutants?.suites[1]?.lost).toEqual(["sum.js:1:30+1 arithmetic -"]);
    expect(tables[0]?.rows[0]?.cells.mutants?.mean).toBe(mutants?.suites[0]?.killed);
  });

  it("are not killed by tests that are never the same", async () => {
    const cwd = directory({
      "sum.c": "int main(int argc, char **argv) { return 0; }\n",
      "full/prints.txt": "date +%N; head -c 8 /dev/urandom",
      "full/ends.txt": `${nowAndThen(join(directory({}), "runs"), 128)} || kill -9 $$`,
      "weak/none.txt": "true",
    });
    const { mutants } = await compare(cwd, {
      command: ["sh", "-c", 'echo all > "$PARE_COVERAGE/covered"; . "$1"', "-", "{}"],
      mutants: { count: 2, source: ["*.c"], build: "true" },
    });
    expect(mutants?.unsteady).toEqual(["full: prints.txt"]);
    expect(mutants?.suites[1]?.killed).toBe(0);
    expect(mutants?.leftOut).toHaveLength(1);
    expect(mutants?.suites[0]?.killed).toBe(0);
  });

  it("are refused with the reason where something is missing", async () => {
    const cwd = directory({ ...CALCULATOR, prog: '#!/bin/sh\nsort -u "$1" | cut -c1 > "$2"\n' });
    await expect(compare(cwd, { mutants: { ...MUTANTS, source: ["src/*.rs"] } })).rejects.toMatchObject({
      code: "NO_SOURCE",
    });
    await expect(compare(cwd, { mutants: { ...MUTANTS, build: "echo broken >&2; false" } })).rejects.toThrow(
      /does not build.*broken/s,
    );
    await expect(
      compare(cwd, { mutants: { ...MUTANTS, build: "test -e seen && exit 1; touch seen" } }),
    ).rejects.toMatchObject({
      code: "NO_MUTANT",
    });
    expect(readdirSync(cwd)).not.toContain("seen");
  });
});

describe("versions", () => {
  const VERSION = (...bad: readonly string[]): string =>
    `#!/bin/sh\nsort -u "$1" > "$PARE_COVERAGE/covered"\n! grep -q -E '${["never", ...bad].join("|")}' "$1"\n`;
  const files = {
    prog: VERSION("one", "two", "three"),
    "v1/prog": VERSION("two", "three"),
    "v2/prog": VERSION("two", "three"),
    "v3/prog": VERSION("three"),
    "full/a": "one\n",
    "full/b": "two\n",
    "full/c": "two\nfour\n",
    "full/d": "three\n",
    "full/e": "four\n",
    "weak/b": "two\n",
  };
  const VERSIONS = { command: ["./prog", "{}"], versions: "list" };

  it("tell the faults of failing tests apart", async () => {
    const cwd = directory({ ...files, list: "# oldest first\nv1\nv2\n\nv3/prog\n" });
    const { faults, tables } = await compare(cwd, VERSIONS);
    expect(faults).toEqual([
      { suite: "full", failing: 4, distinct: 2, unfixed: 1 },
      { suite: "weak", failing: 1, distinct: 1, unfixed: 0 },
    ]);
    expect(tables[0]?.rows.slice(0, 2).map(({ cells }) => cells.faults?.mean)).toEqual([2, 1]);
  });

  it("can be words before the command", async () => {
    const cwd = directory({
      ...files,
      prog: '#!/bin/sh\nsort -u "$1" > "$PARE_COVERAGE/covered"\ntest -n "$FIXED" || ! grep -q -E "one|two" "$1"\n',
      list: "env UNRELATED=1\nenv 'FIXED=a b'\n",
    });
    const { faults } = await compare(cwd, VERSIONS);
    expect(faults?.[0]).toMatchObject({ failing: 3, distinct: 1, unfixed: 0 });
  });

  it("are refused with the reason", async () => {
    const cwd = directory({ ...files, list: "v1\n", none: "# nothing\n" });
    await expect(compare(cwd, { ...VERSIONS, versions: "gone" })).rejects.toMatchObject({ code: "NO_INPUT" });
    await expect(compare(cwd, { ...VERSIONS, versions: "none" })).rejects.toMatchObject({ code: "NO_VERSIONS" });
    const command = ["sh", "-c", 'sort "$1" > "$PARE_COVERAGE/covered"', "-", "{}"];
    await expect(compare(cwd, { ...VERSIONS, command })).rejects.toMatchObject({ code: "BAD_VERSION" });
  });
});

describe("the tests that the first suite begins with", () => {
  it("take no longer than the quicker suite", async () => {
    const slow = '#!/bin/sh\nsleep "$(head -1 "$1")"\nsort -u "$1" > "$PARE_COVERAGE/covered"\n';
    const cwd = directory({
      prog: slow,
      "full/a": "0.01\na\n",
      "full/b": "0.4\nb\n",
      "full/c": "0.4\nc\n",
      "quick/b": "0.1\nb\n",
      "quick/c": "0.1\nc\n",
    });
    const { tables } = await compare(cwd, { suites: ["full", "quick"], command: ["./prog", "{}"], jobs: 1 });
    const [full, quick, prefix] = tables[0]?.rows ?? [];
    expect(full?.cells.size?.mean).toBe(3);
    expect(prefix?.suite).toMatch(/^full, [12] first, for quick$/);
    expect(prefix?.cells.ms?.mean).toBeLessThanOrEqual(quick?.cells.ms?.mean ?? 0);
  });
});

describe("hints", () => {
  const suite = (cwd: string, command: string) =>
    measureSuite(
      { tests: ["full"], cwd, cover: "file:covered", command: ["sh", "-c", command, "-", "{}"] },
      { times: 1 },
    );

  it("say when all tests fail, or cover the same", async () => {
    const cwd = directory({ "full/a": "one\n", "full/b": "two\n" });
    const own = 'sort "$1" > "$PARE_COVERAGE/covered"';
    expect(hintsFor((await suite(cwd, `${own}; exit 3`)).tests)).toEqual([
      expect.stringMatching(/^every test fails \(the first exits with 3\): .*--with/),
    ]);
    expect(hintsFor((await suite(cwd, 'echo same > "$PARE_COVERAGE/covered"')).tests)).toEqual([
      expect.stringMatching(/^all tests cover the same/),
    ]);
    expect(hintsFor((await suite(cwd, own)).tests)).toEqual([]);
  });
});

describe("times in the script", () => {
  it("are those of the loop, and leave nothing behind", async () => {
    const cwd = directory({ "full/a": "one\n", "full/b": "two\n", beside: "x" });
    const command = [
      "sh",
      "-c",
      'test -e beside || exit 1; sort "$1" > "$PARE_COVERAGE/covered"; touch litter; cat',
      "-",
      "{}",
    ];
    const options = { tests: ["full"], cwd, cover: "file:covered", command, extraFiles: ["beside"] };
    const { tests } = await measureSuite(options, { times: 1 });
    const order = { command, stdin: false, extraFiles: ["beside"], origin: cwd, signal: new AbortController().signal };
    const impossible = tests.map((test) => ({ ...test, ms: -1 }));
    const timed = await timedInScript(impossible, order);
    expect(timed.tests.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(timed.tests.every(({ ms }) => ms > 0)).toBe(true);
    expect(timed.runs).toBe(6);
    expect(readdirSync(cwd).toSorted()).toEqual([".pare", "beside", "full"]);
    // A loop that ends before all tests have run tells nothing.
    const broken = await timedInScript(impossible, { ...order, command: ["sh", "-c", 'kill -9 "$PPID"', "-", "{}"] });
    expect(broken).toEqual({ tests: impossible, runs: 0 });
  });
});
