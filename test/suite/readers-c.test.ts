/** The readers for C: gcov, sancov, llvm, afl, each on a real program. */
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { CoveredRun } from "../../src/suite/coverage.ts";
import { isSuperset, sameCover } from "../../src/suite/covers.ts";
import { SANCOV_RUNTIME } from "../../src/suite/readers/sancov/runtime.ts";
import { folderWith, mustRun, subject, troubleOf } from "./measuring.ts";
import { lacks } from "../support/needs.ts";
import { asOrdinaryUser } from "../support/ordinary-user.ts";

/** By the first character of its input: b calls big, a aborts, o overflows the stack, f forks, anything else calls small. */
const SOURCES = {
  "main.c": `#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int small(int);
static int big(int x) {
  return x * 2;
}
static int deep(int x) {
  volatile char room[10000];
  room[x % 100] = 1;
  return deep(x + 1) + room[5];
}
int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "r");
  int c = f ? fgetc(f) : 0;
  if (c == 'b')
    printf("%d\\n", big(argc));
  else if (c == 'a')
    abort();
  else if (c == 'o')
    return deep(1);
  else if (c == 'f') {
    if (fork() == 0)
      exit(big(0));
    wait(0);
  } else
    printf("%d\\n", small(argc));
  return 0;
}
`,
  "small.c": `int small(int x) {
  for (int i = 0; i < 256; i++)
    x += i & 1;
  return x;
}
`,
  "b.txt": "b",
  "s.txt": "s",
  "a.txt": "a",
  "o.txt": "o",
  "f.txt": "f",
};

describe.skipIf(lacks("gcc", "gcov"))("gcov", () => {
  let origin = "";
  const build = (folder: string): void =>
    mustRun(folder, "gcc --coverage -O0 -c main.c small.c", "gcc --coverage main.o small.o -o program");
  beforeAll(() => {
    origin = folderWith(SOURCES);
    build(origin);
  });
  const program = (input: string): readonly string[] => [join(origin, "program"), join(origin, input)];

  test("has the executed lines, arms and functions of a run", async () => {
    const { cover, names } = await subject("gcov", origin);
    const big = await cover(program("b.txt"));
    expect(names(big, "function")).toEqual(["main.c:big", "main.c:main"]);
    expect(names(big, "statement")).toEqual([6, 7, 14, 15, 16, 17, 18, 29].map((line) => `main.c:${line}`).toSorted());
    expect(names(big, "branch")).toEqual(["main.c:16:0", "main.c:17:0"]);
    const small = await cover(program("s.txt"));
    expect(names(small, "function")).toEqual(["main.c:main", "small.c:small"]);
    expect(names(small, "statement")).toContain("small.c:3");
  });

  test("two runs at once share nothing", async () => {
    const { cover, reader } = await subject("gcov", origin);
    const [big, small] = [await cover(program("b.txt")), await cover(program("s.txt"))];
    const both = await Promise.all(["b.txt", "s.txt", "b.txt", "s.txt"].map((name) => cover(program(name))));
    expect(both.map((one, at) => sameCover(one, at % 2 === 0 ? big : small))).toEqual([true, true, true, true]);
    expect(isSuperset(big, small)).toBe(false);
    await reader.close();
  });

  test("says why there is nothing after a crash", async () => {
    const { cover } = await subject("gcov", origin);
    const trouble = await troubleOf(cover(program("a.txt")));
    expect(trouble.code).toBe("NO_COVERAGE");
    expect(trouble.message).toContain("SIGABRT");
    expect(trouble.advice).toContain("sancov");
  });

  test("refuses a program that was not built for it", async () => {
    mustRun(origin, "gcc -O0 -o plain main.c small.c");
    const { cover } = await subject("gcov", origin);
    const trouble = await troubleOf(cover([join(origin, "plain"), join(origin, "b.txt")]));
    expect(trouble.code).toBe("NO_COVERAGE");
    expect(trouble.advice).toContain("--coverage");
  });

  test("refuses sources that are newer than the build, and notes of another build", async () => {
    const other = folderWith(SOURCES);
    build(other);
    const words = [join(other, "program"), join(other, "b.txt")];
    const later = new Date(Date.now() + 5000);
    utimesSync(join(other, "small.c"), later, later);
    const newer = await subject("gcov", other);
    const trouble = await troubleOf(newer.cover(words));
    expect(trouble.code).toBe("STALE_COVERAGE");
    expect(trouble.message).toContain("small.c is newer than");

    writeFileSync(join(other, "main.c"), `int extra(void) { return 3; }\n${SOURCES["main.c"]}`);
    mustRun(other, "gcc --coverage -O0 -c main.c");
    const mixed = await subject("gcov", other);
    const stale = await troubleOf(mixed.cover(words));
    expect(stale.code).toBe("STALE_COVERAGE");
    expect(stale.message).toContain("stamp mismatch");
  });

  test("finds notes in another place, and says where it has looked", async () => {
    const moved = folderWith(SOURCES);
    build(moved);
    mkdirSync(join(moved, "kept"));
    mustRun(moved, "mv *.gcno kept");
    const words = [join(moved, "program"), join(moved, "b.txt")];
    const lost = await subject("gcov", moved);
    const trouble = await troubleOf(lost.cover(words));
    expect(trouble.code).toBe("BAD_COVERAGE");
    expect(trouble.message).toMatch(/(main|small)\.gcno/);
    const { cover, names } = await subject("gcov:kept", moved);
    expect(names(await cover(words), "function")).toEqual(["main.c:big", "main.c:main"]);
  });

  test.skipIf(lacks("clang"))("refuses what clang has built", async () => {
    const other = folderWith(SOURCES);
    mustRun(other, "clang --coverage -O0 -c main.c small.c", "clang --coverage main.o small.o -o program");
    const { cover } = await subject("gcov", other);
    const trouble = await troubleOf(cover([join(other, "program"), join(other, "b.txt")]));
    expect(trouble.code).toBe("READER_MISMATCH");
    expect(trouble.message).toContain("clang");
  });

  test("says which data cannot be read", async () => {
    const { reader, run } = await subject("gcov", origin);
    const covered = await run(program("b.txt"));
    mustRun(covered.data, 'for f in $(find . -name main.gcda); do echo nonsense > "$f"; done');
    const trouble = await troubleOf(reader.read(covered));
    expect(trouble.code).toBe("BAD_COVERAGE");
    expect(trouble.message).toContain("main.gcda");
  });
});

describe.skipIf(lacks("clang"))("sancov", () => {
  let [origin, runtime] = ["", ""];
  const build = (folder: string, flags: string, name = "program"): void =>
    mustRun(
      folder,
      `clang -O1 -g -fsanitize-coverage=${flags} -c main.c small.c && clang main.o small.o ${runtime} -o ${name}`,
    );
  beforeAll(() => {
    origin = folderWith({ ...SOURCES, "pare-sancov.c": SANCOV_RUNTIME });
    runtime = join(origin, "pare-sancov.o");
    mustRun(origin, "clang -c pare-sancov.c");
    build(origin, "inline-bool-flag,pc-table");
  });
  const program = (input: string): readonly string[] => [join(origin, "program"), join(origin, input)];

  test("the runtime compiles without a warning, by gcc too", () => {
    for (const compiler of ["clang -pedantic", "gcc -O2"])
      expect(() => mustRun(origin, `${compiler} -Wall -Wextra -Werror -c -o warned.o pare-sancov.c`)).not.toThrow();
  });

  test("has the executed lines and functions, after a crash too, and of children", async () => {
    const { cover, names } = await subject("sancov", origin);
    const small = await cover(program("s.txt"));
    expect(names(small, "function")).toEqual(["main.c:main", "small.c:small"]);
    expect(names(small, "statement")).toEqual(expect.arrayContaining(["main.c:14", "main.c:28", "small.c:2"]));
    expect(names(small, "statement")).not.toContain("main.c:20");
    expect(names(small, "branch").length).toBeGreaterThanOrEqual(names(small, "statement").length);

    const crashed = await cover(program("a.txt"));
    expect(names(crashed, "statement")).toContain("main.c:20");
    expect(names(crashed, "statement")).not.toContain("main.c:28");
    const overflowed = await cover(program("o.txt"));
    expect(names(overflowed, "function")).toEqual(["main.c:deep", "main.c:main"]);
    const forked = await cover(program("f.txt"));
    expect(names(forked, "statement")).toEqual(expect.arrayContaining(["main.c:25"]));
  });

  test("is read too when a sanitizer takes the crashes", async () => {
    const flags = "-O1 -g -fsanitize-coverage=inline-bool-flag,pc-table";
    mustRun(origin, `clang ${flags} main.c small.c ${runtime} -fsanitize=undefined -o sanitized`);
    const { cover, names } = await subject("sancov", origin);
    const overflowed = await cover([join(origin, "sanitized"), join(origin, "o.txt")]);
    expect(names(overflowed, "function")).toEqual(["main.c:deep", "main.c:main"]);
  });

  test("a crash stays the same crash", async () => {
    const { run } = await subject("sancov", origin);
    expect((await run(program("a.txt"))).signal).toBe("SIGABRT");
    expect((await run(program("o.txt"))).signal).toBe("SIGSEGV");
    expect((await run(program("b.txt"))).code).toBe(0);
  });

  test("two runs at once share nothing, and the table is written once", async () => {
    const { cover, run, reader } = await subject("sancov", origin);
    const [big, small] = [await cover(program("b.txt")), await cover(program("s.txt"))];
    const both = await Promise.all(["b.txt", "s.txt", "b.txt", "s.txt"].map((name) => cover(program(name))));
    expect(both.map((one, at) => sameCover(one, at % 2 === 0 ? big : small))).toEqual([true, true, true, true]);
    expect(isSuperset(big, small)).toBe(false);
    expect(reader.environment("x")["PARE_COVERAGE_KNOWN"]).toMatch(/^[0-9a-f]+$/);
    const { data } = await run(program("b.txt"));
    mustRun(data, "grep -aq '^pare-sancov 1 flags [0-9]* [0-9a-f]* 0 ' *.sancov");
  });

  test("what is stored is used by the next reader", async () => {
    const storage = folderWith();
    const first = await subject("sancov", origin, [], storage);
    const names = first.names(await first.cover(program("b.txt")), "statement");
    mustRun(storage, "sed -i 's/main\\.c/other.c/g' sancov/*.json");
    const second = await subject("sancov", origin, [], storage);
    const changed = second.names(await second.cover(program("b.txt")), "statement");
    expect(changed).toEqual(names.map((name) => name.replace("main.c", "other.c")));
  });

  test("refuses counters that wrap, and flags without a table", async () => {
    build(origin, "inline-8bit-counters,pc-table", "wrapping");
    const { cover } = await subject("sancov", origin);
    const wrapping = await troubleOf(cover([join(origin, "wrapping"), join(origin, "s.txt")]));
    expect(wrapping.code).toBe("BAD_COVERAGE");
    expect(wrapping.message).toContain("8 bits");
    expect(wrapping.advice).toContain("inline-bool-flag");
    build(origin, "inline-bool-flag", "tableless");
    const tableless = await troubleOf(cover([join(origin, "tableless"), join(origin, "s.txt")]));
    expect(tableless.message).toContain("no table");
  });

  test("refuses a program without data, one without lines, a newer source, another program, and damaged data", async () => {
    const other = folderWith(SOURCES);
    build(other, "inline-bool-flag,pc-table");
    const words = [join(other, "program"), join(other, "b.txt")];
    mustRun(other, "clang -o plain main.c small.c");
    const { cover, run, reader } = await subject("sancov", other);
    const none = await troubleOf(cover([join(other, "plain"), join(other, "b.txt")]));
    expect(none.code).toBe("NO_COVERAGE");
    expect(none.advice).toContain("pare suite runtime sancov");

    const covered = await run(words);
    mustRun(covered.data, "for f in *.sancov; do head -c 60 $f > x && mv x $f; done");
    expect((await troubleOf(reader.read(covered))).message).toContain("ends too early");

    await cover(words);
    mustRun(other, `clang -g -O2 -fsanitize-coverage=inline-bool-flag,pc-table main.c small.c ${runtime} -o program`);
    const rebuilt = await troubleOf(cover(words));
    expect(rebuilt.code).toBe("STALE_COVERAGE");
    expect(rebuilt.message).toContain("has changed since its first run");

    const later = new Date(Date.now() + 5000);
    utimesSync(join(other, "small.c"), later, later);
    const newer = await troubleOf((await subject("sancov", other)).cover(words));
    expect(newer.code).toBe("STALE_COVERAGE");
    expect(newer.message).toContain("small.c is newer than");

    mustRun(other, "strip program");
    const stripped = await troubleOf((await subject("sancov", other)).cover(words));
    expect(stripped.message).toContain("has no lines");
  });

  test("says which file may not be read", async () => {
    const { reader, run } = await subject("sancov", origin);
    const covered: CoveredRun = await run(program("b.txt"));
    chmodSync(covered.data, 0);
    const trouble = await asOrdinaryUser([], () => troubleOf(reader.read(covered)));
    expect(trouble.code).toBe("BAD_COVERAGE");
    chmodSync(covered.data, 0o755);
  });
});

describe.skipIf(lacks("clang", "llvm-profdata"))("llvm", () => {
  let origin = "";
  const build = (folder: string): void =>
    mustRun(folder, "clang -O0 -fprofile-instr-generate -fcoverage-mapping main.c small.c -o program");
  beforeAll(() => {
    origin = folderWith(SOURCES);
    build(origin);
  });
  const program = (input: string): readonly string[] => [join(origin, "program"), join(origin, input)];

  test("has the executed lines, arms and functions of a run, and two at once share nothing", async () => {
    const { cover, names } = await subject("llvm", origin, program("{}"));
    const big = await cover(program("b.txt"));
    expect(names(big, "function")).toEqual(["main.c:big", "main.c:main"]);
    expect(names(big, "statement")).toEqual(expect.arrayContaining(["main.c:7", "main.c:18"]));
    expect(names(big, "statement")).not.toContain("main.c:20");
    expect(names(big, "branch")).toEqual(["main.c:16:0.0", "main.c:17:0.0"]);
    const small = await cover(program("s.txt"));
    const both = await Promise.all(["b.txt", "s.txt", "b.txt", "s.txt"].map((name) => cover(program(name))));
    expect(both.map((one, at) => sameCover(one, at % 2 === 0 ? big : small))).toEqual([true, true, true, true]);
    const forked = await cover(program("f.txt"));
    expect(names(forked, "statement")).toContain("main.c:25");
  });

  test("refuses no data, other data, a newer source, and a program that is not there", async () => {
    const other = folderWith(SOURCES);
    build(other);
    mustRun(other, "clang -o plain main.c small.c");
    const words = [join(other, "program"), join(other, "b.txt")];
    const { cover, run, reader } = await subject("llvm", other, ["./program", "{}"]);
    expect((await troubleOf(cover([join(other, "plain"), join(other, "b.txt")]))).code).toBe("NO_COVERAGE");
    const damaged = await run(words);
    mustRun(damaged.data, "for f in *.profraw; do echo nonsense > $f; done");
    expect((await troubleOf(reader.read(damaged))).code).toBe("BAD_COVERAGE");
    const wrong = await subject("llvm:plain", other);
    expect((await troubleOf(wrong.cover(words))).code).toMatch(/BAD_COVERAGE|STALE_COVERAGE/);
    const later = new Date(Date.now() + 5000);
    utimesSync(join(other, "small.c"), later, later);
    expect((await troubleOf(cover(words))).message).toContain("small.c is newer than");
    expect((await troubleOf(subject("llvm", other, ["./nowhere"]))).code).toBe("BAD_READER");
  });
});

describe("afl", () => {
  test.skipIf(lacks("afl-cc", "afl-showmap"))("has the edges of a run", async () => {
    const origin = folderWith(SOURCES);
    mustRun(origin, "AFL_QUIET=1 afl-cc -o program main.c small.c");
    const { cover, names } = await subject("afl", origin);
    const program = (input: string): readonly string[] => [join(origin, "program"), join(origin, input)];
    const [big, small, again] = await Promise.all(["b.txt", "s.txt", "b.txt"].map((input) => cover(program(input))));
    if (!big || !small || !again) throw new Error("no covers");
    expect(names(big, "branch").length).toBeGreaterThan(0);
    expect(sameCover(big, again)).toBe(true);
    expect(isSuperset(big, small)).toBe(false);
    mustRun(origin, "cc -o plain main.c small.c");
    expect((await troubleOf(cover([join(origin, "plain"), join(origin, "b.txt")]))).code).toBe("NO_COVERAGE");
  });

  test("says what to install", async () => {
    const path = process.env["PATH"];
    process.env["PATH"] = folderWith();
    try {
      const trouble = await troubleOf(subject("afl", "/"));
      expect(trouble.code).toBe("NO_COVERAGE_TOOL");
      expect(trouble.advice).toContain("afl++");
      expect((await troubleOf(subject("gcov", "/"))).code).toBe("NO_COVERAGE_TOOL");
      expect((await troubleOf(subject("llvm", "/"))).code).toBe("NO_COVERAGE_TOOL");
      expect((await troubleOf(subject("go", "/"))).code).toBe("NO_COVERAGE_TOOL");
      expect((await troubleOf(subject("coverage.py", "/"))).code).toBe("NO_COVERAGE_TOOL");
    } finally {
      process.env["PATH"] = path;
    }
  });
});
