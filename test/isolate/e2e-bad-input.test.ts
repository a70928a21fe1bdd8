import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import { complaint, directoryWith, found, free, idsOf, nothingLeft, runsIn } from "./e2e-support.ts";
import { makeRepository, snapshotOf } from "./repository.ts";

const GOOD = { "good/a.txt": "one\ntwo\nthree\n", "good/b.txt": "b\n" };
const BAD = { "bad/a.txt": "one\nTWO\nthree\n", "bad/b.txt": "B\n" };
const ENDS = { paths: ["good", "bad"] as const };
/** Fails where `two` is not `two` any more. */
const COMMAND = ["sh", "-c", 'grep -q two "$1/a.txt" || { echo broken; exit 1; }', "sh", "{}"];

/** The user's files: everything but what pare keeps for itself. */
const ownOf = (cwd: string): Readonly<Record<string, string>> => snapshotOf(cwd, (path) => path === ".pare");

interface Row {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly options: Partial<IsolateOptions>;
  readonly code: string;
  /** What the message says, or the advice. */
  readonly says: string;
}

const ROWS: readonly Row[] = [
  { name: "ends swapped", options: { ends: { paths: ["bad", "good"] } }, code: "SWAPPED_ENDS", says: "broken" },
  {
    name: "ends swapped, with a script",
    files: { "shows.sh": '#!/bin/sh\ngrep -q TWO "$1/a.txt"\n' },
    options: { ends: { paths: ["bad", "good"] }, test: "shows.sh" },
    code: "SWAPPED_ENDS",
    says: "swapped",
  },
  {
    name: "both fail",
    options: { command: ["sh", "-c", "echo broken; exit 1"] },
    code: "SAME_OUTCOME",
    says: "broken",
  },
  {
    name: "both fail, with a script",
    files: { "shows.sh": "#!/bin/sh\nexit 0\n" },
    options: { test: "shows.sh" },
    code: "BOTH_FAIL",
    says: "Both ends",
  },
  { name: "neither fails", options: { command: ["sh", "-c", "echo fine"] }, code: "SAME_OUTCOME", says: "fine" },
  {
    name: "neither fails, with the codes of git bisect",
    options: { command: ["sh", "-c", "exit 0"], bisectCodes: true },
    code: "NEITHER_FAILS",
    says: "Neither end",
  },
  {
    name: "what counts shows at neither end",
    options: { refine: { match: ["segmentation fault"] } },
    code: "CANNOT_TELL",
    says: "bad end",
  },
  {
    name: "a script that cannot tell",
    files: { "shows.sh": "#!/bin/sh\nexit 125\n" },
    options: { test: "shows.sh" },
    code: "CANNOT_TELL",
    says: "cannot tell",
  },
  {
    name: "the same directory twice",
    options: { ends: { paths: ["good", "good"] } },
    code: "SAME_ENDS",
    says: "differ",
  },
  {
    name: "nothing left by --only",
    options: { only: ["nowhere/**"] },
    code: "SAME_ENDS",
    says: "--only",
  },
  {
    name: "a build that always fails",
    options: { build: "echo 'no rule to make target' >&2; exit 2" },
    code: "BUILD_FAILS",
    says: "no rule to make target",
  },
  {
    name: "a build that fails at the bad end",
    options: { build: 'grep -q two {}/a.txt || { echo "cannot build"; exit 1; }' },
    code: "BUILD_FAILS",
    says: "bad end",
  },
  {
    name: "a command that is not there",
    options: { command: ["./no-such-program", "{}"] },
    code: "NO_COMMAND",
    says: "no-such-program",
  },
  {
    name: "a script that is not there",
    options: { test: "none.sh" },
    code: "NO_TEST",
    says: "none.sh",
  },
  {
    name: "a directory that is not there",
    options: { ends: { paths: ["good", "gone/"] } },
    code: "NO_INPUT",
    says: "gone",
  },
  {
    name: "a file that is not there",
    options: { ends: { paths: ["good/a.txt", "gone.txt"] } },
    code: "NO_INPUT",
    says: "gone",
  },
  {
    name: "a file and a directory",
    options: { ends: { paths: ["good/a.txt", "bad"] } },
    code: "BAD_INPUT",
    says: "file",
  },
  {
    name: "a directory and a file",
    options: { ends: { paths: ["good", "bad/a.txt"] } },
    code: "BAD_INPUT",
    says: "file",
  },
  {
    name: "a command that ends otherwise each time",
    options: {
      command: [
        "sh",
        "-c",
        'cd "$PARE_ORIGIN/.pare"; echo >> runs; grep -q two "$1/a.txt" || exit $(wc -l < runs)',
        "sh",
        "{}",
      ],
    },
    code: "FLAKY",
    says: "bad end",
  },
  {
    name: "a change to leave out that is none",
    options: { except: ["a.txt:99"] },
    code: "NO_CHANGE",
    says: "a.txt:99",
  },
  { name: "a level that is none", options: { level: "words" as "auto" }, code: "NO_LEVEL", says: "words" },
];

describe("what makes no sense is said within the first tests, and nothing is left behind", () => {
  test.each(ROWS)("$name", async ({ files, options, code, says }) => {
    const cwd = directoryWith({ ...GOOD, ...BAD, ...files });
    const before = ownOf(cwd);
    // A script takes the place of the command.
    const usual = { ends: ENDS, ...(options.test === undefined && { command: COMMAND }) };
    const error = await complaint({ ...usual, ...options, cwd });
    expect(error).toMatchObject({ code });
    expect(`${error.message}\n${error.advice}`).toContain(says);
    expect(error.advice ?? "").not.toBe("");
    expect(error.events.filter(({ type }) => type === "test")).toEqual([]);
    expect(ownOf(cwd)).toEqual(before);
    await nothingLeft(cwd);
    // What never began leaves no run.
    if (!error.events.some(({ type }) => type === "run")) expect(runsIn(cwd)).toEqual([]);
  });
});

describe("of a repository", () => {
  const repositoryOf = (): ReturnType<typeof makeRepository> =>
    makeRepository(free(), [
      { message: "first", tag: "v1", files: { "a.txt": "one\ntwo\n" } },
      { message: "second", tag: "v2", files: { "a.txt": "one\nTWO\n" } },
    ]);
  const command = ["sh", "-c", "grep -q two a.txt || { echo broken; exit 1; }"];

  test.each([
    { name: "a revision that is none", git: { good: "v9" }, code: "UNKNOWN_REVISION" },
    { name: "the same revision", git: { good: "v2", bad: "v2" }, code: "SAME_ENDS" },
    { name: "a clean working tree at the good end", git: { good: "v2" }, code: "SAME_ENDS" },
    { name: "no history in common", git: { good: "v1", bad: "alone" }, code: "NO_COMMON_HISTORY" },
    { name: "ends swapped", git: { good: "v2", bad: "v1" }, code: "SWAPPED_ENDS" },
  ])("$name", async ({ git: ends, code }) => {
    const { path, git } = repositoryOf();
    git("checkout", "-q", "--orphan", "alone");
    git("commit", "-q", "-m", "alone");
    git("checkout", "-q", "main");
    const before = ownOf(path);
    const error = await complaint({ cwd: path, ends: { git: ends }, command });
    expect(error).toMatchObject({ code });
    expect(ownOf(path)).toEqual(before);
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
    await nothingLeft(path);
  });

  test("no repository", async () => {
    const cwd = directoryWith(GOOD);
    expect((await complaint({ cwd, ends: { git: { good: "v1" } }, command })).code).toBe("NOT_A_REPOSITORY");
    await nothingLeft(cwd);
  });
});

describe("a command that writes into the candidate", () => {
  /** Says how often it has been there before, and what it finds changed; then changes a source file, makes and removes others. */
  const WRITER = `cd "$1"
if [ -e left ] || grep -q again b.txt || ! [ -e c.txt ]; then echo dirty; exit 9; fi
grep -q two a.txt; broken=$?
echo again >> b.txt; echo x > left; mkdir -p sub/deep && echo y > sub/deep/new; rm c.txt; echo two > a.txt
[ $broken = 0 ] || { echo broken; exit 1; }`;

  test("its files are put back after every test, and it is said; the ends stay as they are", async () => {
    const cwd = directoryWith({ ...GOOD, ...BAD, "good/c.txt": "c\n", "bad/c.txt": "c\n" });
    const before = ownOf(cwd);
    const result = await found({ cwd, ends: ENDS, command: ["sh", "-c", WRITER, "sh", "{}"] });
    expect(idsOf(result.trigger)).toEqual(["a.txt:2"]);
    expect(idsOf(result.patch)).toEqual(["a.txt:2"]);
    expect(result.tests.unresolved).toBe(0);
    const warnings = result.warnings.filter(({ code }) => code === "WRITES");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(/\b[abc]\.txt/);
    expect(ownOf(cwd)).toEqual(before);
    await nothingLeft(cwd);
  });

  test("also in a repository, where it writes into the checkout and commits there", async () => {
    const { path, git, commit } = makeRepository(free(), [
      { message: "first", tag: "v1", files: { "a.txt": "one\ntwo\n", "b.txt": "b\n", "c.txt": "c\n" } },
    ]);
    commit({ message: "other", files: { "d.txt": "d\n" } });
    commit({ message: "guilty", author: "bob", files: { "a.txt": "one\nTWO\n" } });
    const before = ownOf(path);
    const line = `set -- .; ${WRITER.replace("mkdir", "git add -A && git -c user.name=x -c user.email=x@y commit -qm x; mkdir")}`;
    const result = await found({ cwd: path, ends: { git: { good: "v1", bad: "main" } }, command: ["sh", "-c", line] });
    expect(result.trigger).toMatchObject([{ id: "a.txt:2", author: expect.stringContaining("bob") }]);
    expect(result.warnings.map(({ code }) => code)).toEqual(["WRITES"]);
    expect(ownOf(path)).toEqual(before);
    expect(git("log", "--format=%s").split("\n")).toEqual(["guilty", "other", "first"]);
    expect(existsSync(join(path, "left"))).toBe(false);
    await nothingLeft(path);
  });
});
