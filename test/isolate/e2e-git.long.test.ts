import { execFileSync } from "node:child_process";
import { lstatSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  answerOf,
  answersIn,
  found,
  free,
  idsOf,
  nothingLeft,
  nothingRuns,
  pareIsolate,
  placesIn,
  told,
  type Told,
} from "./e2e-support.ts";
import { makeRepository, snapshotOf, type TestRepository } from "./repository.ts";

const MAIN = (about: string, more = ""): string => `#include <stdio.h>
#include "geometry.h"
#include "../lib/sub/unit.h"

/* ${about} */
${more}
int main(void) {
  int size = area(3, 4) * UNIT;
  printf("size %d\\n", size);
  return size == 12 ? 0 : 1;
}
`;

const GEOMETRY = ({
  about = "old",
  helper = "",
  area = "w * h",
  end = "old",
}): string => `/* Plane figures, ${about}. */
#include "geometry.h"

int perimeter(int w, int h) {
  return 2 * (w + h);
}
${helper}
int is_square(int w, int h) {
  return w == h;
}

int area(int w, int h) {
  return ${area};
}

/* The end, ${end}. */
`;

const HEADER = "int perimeter(int w, int h);\nint is_square(int w, int h);\nint area(int w, int h);\n";
/** Nothing compiles that uses it without it. */
const HELPER = "\nstatic int scaled(int size) {\n  return size * 2;\n}\n";
const BUILD = "gcc -w -o app src/*.c";
const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join("");

/** A C program with a submodule, whose commits rename, merge, replace binaries, set modes and move the submodule; the last but two is guilty. */
const project = (): { readonly repository: TestRepository; readonly guilty: string } => {
  const sub = makeRepository(free(), [
    { message: "one", tag: "one", files: { "unit.h": "#define UNIT 1\n" } },
    { message: "two", tag: "two", files: { "unit.h": "#define UNIT 1 /* metre */\n" } },
  ]);
  const repository = makeRepository(free());
  const { git, commit, write, path } = repository;
  git("submodule", "add", "-q", sub.path, "lib/sub");
  git("-C", "lib/sub", "checkout", "-q", "one");
  commit({
    message: "first",
    tag: "v1",
    files: {
      "src/main.c": MAIN("size"),
      "src/area.c": GEOMETRY({}),
      "src/geometry.h": HEADER,
      "data.bin": new Uint8Array([0, 1, 2, 255]),
      "tools/run": "#!/bin/sh\n./app\n",
      "docs/read.txt": lines(20, "read"),
      ".gitignore": "/app\n",
    },
  });
  commit({ message: "a better name", author: "bob", moves: { "src/area.c": "src/geometry.c" } });
  commit({ message: "side", author: "sue", branch: "side", from: "v1", files: { "docs/side.txt": lines(5, "side") } });
  commit({ message: "join", branch: "main", merge: "side" });
  commit({
    message: "binary and mode",
    files: { "data.bin": new Uint8Array([0, 9, 9, 255]), "tools/run": { run: "#!/bin/sh\n./app\n" } },
  });
  git("-C", "lib/sub", "checkout", "-q", "two");
  commit({ message: "the submodule moves" });
  const guilty = commit({
    message: "areas are scaled\n\nAs was asked for.",
    author: "eve",
    files: {
      "src/geometry.c": GEOMETRY({ about: "new", helper: HELPER, area: "scaled(w * h)", end: "new" }),
      "src/main.c": MAIN("area"),
      "docs/read.txt": lines(25, "read"),
      "docs/new.txt": "new\n",
    },
  });
  commit({
    message: "later",
    moves: { "src/geometry.c": "src/figures.c" },
    files: { "docs/side.txt": null, "tools/later": "later\n" },
  });
  commit({ message: "last", tag: "v2", files: { "src/main.c": MAIN("area", "/* last */") } });
  // Dirty: changed, staged, deleted, untracked; a stash; an index whose times are stale.
  write({ "docs/read.txt": "stashed\n" });
  git("stash");
  write({
    "docs/read.txt": lines(26, "dirty"),
    "src/main.c": MAIN("area", "/* not committed */"),
    "staged.txt": "s\n",
  });
  git("add", "staged.txt");
  write({ "untracked.txt": "u\n", "docs/new.txt": null });
  utimesSync(join(path, "data.bin"), 1e9, 1e9);
  return { repository, guilty };
};

/** All bytes, with the times of change: checkout, index, stash, refs and settings; not what pare keeps for itself. */
const fingerprint = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(snapshotOf(root, (path) => path === ".pare")).map(([path, bytes]) => [
      path,
      `${lstatSync(join(root, path)).mtimeMs} ${bytes}`,
    ]),
  );

const listsOf = ({ git }: TestRepository): readonly string[] => [
  git("worktree", "list"),
  git("for-each-ref"),
  git("stash", "list"),
];

const COMMAND = ["./app"];

const expectAnswer = (result: Told, guilty: string): void => {
  expect(result).toMatchObject({
    status: "complete",
    proof: { goodPlusPatchFails: true, badMinusTriggerPasses: true },
    trigger: [
      {
        file: "src/geometry.c",
        old: "  return w * h;",
        new: "  return scaled(w * h);",
        commit: guilty,
        author: expect.stringContaining("eve"),
        message: expect.stringContaining("areas are scaled"),
      },
    ],
  });
  const text = (result.patch ?? []).map((change) => change.new ?? "").join("\n");
  expect(text).toContain("scaled(w * h)");
  expect(text).toContain("static int scaled");
  // Neither documents nor binaries nor the submodule are needed.
  for (const { file } of result.patch ?? []) expect(["src/geometry.c", "src/area.c"]).toContain(file);
};

describe("a repository with all kinds of changes and a dirty working tree", () => {
  test("the line, its commit and its author; nothing of the user's is touched", async () => {
    const { repository, guilty } = project();
    const { path } = repository;
    const [before, lists] = [fingerprint(path), listsOf(repository)];
    const options = { cwd: path, ends: { git: { good: "v1" } }, build: BUILD, command: COMMAND };
    const result = await found(options);
    expectAnswer(result, guilty);
    expect(fingerprint(path)).toEqual(before);
    expect(listsOf(repository)).toEqual(lists);
    await nothingLeft(path);
  });

  test("the same when it is killed in the middle and started again", async () => {
    const { repository, guilty } = project();
    const { path } = repository;
    const [before, lists] = [fingerprint(path), listsOf(repository)];
    const words = ["--good", "v1", "-j", "2", "--build", BUILD, "--", ...COMMAND];
    const killed = await pareIsolate(path, words, () => answersIn(path) >= 4);
    expect(killed.json).toBeUndefined();
    expect(placesIn(path)).not.toEqual([]);
    await nothingRuns(path);
    expect(fingerprint(path)).toEqual(before);
    expect(listsOf(repository)).toEqual(lists);

    const resumed = await told(path, words);
    expectAnswer(resumed, guilty);
    expect(resumed.tests.recalled).toBeGreaterThan(0);
    expect(fingerprint(path)).toEqual(before);
    expect(listsOf(repository)).toEqual(lists);
    await nothingLeft(path);

    const undisturbed = await found({
      cwd: path,
      ends: { git: { good: "v1" } },
      build: BUILD,
      command: COMMAND,
      fresh: true,
    });
    expect(answerOf(resumed)).toEqual(answerOf(undisturbed));
  });

  test("the patch applies to the good end, and the revert to the bad one", async () => {
    const { repository } = project();
    const { path, git } = repository;
    git("stash", "-u");
    const ends = ["--good", "v1", "--bad", "v2"];
    const { run } = await told(path, [...ends, "--build", BUILD, "--", ...COMMAND]);
    const prints = (revision: string, patch: string): string => {
      const copy = free();
      const there = { cwd: copy, stdio: "pipe" as const };
      execFileSync("git", ["clone", "-q", path, copy], { stdio: "ignore" });
      execFileSync("git", ["checkout", "-q", revision], there);
      execFileSync("git", ["-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init"], there);
      execFileSync("git", ["apply", join(path, ".pare", basename(run), patch)], there);
      return execFileSync("sh", ["-c", `${BUILD} && ./app || true`], there).toString();
    };
    expect(prints("v1", "culprit.patch")).toBe("size 24\n");
    expect(prints("v2", "revert.patch")).toBe("size 12\n");
  });

  test("what is not committed yet has no commit", async () => {
    const { repository } = project();
    const { path, git, write } = repository;
    git("checkout", "-q", "--force", "v1");
    git("submodule", "--quiet", "update");
    write({ "src/area.c": GEOMETRY({ area: "w * h + 1" }), "docs/read.txt": lines(3, "x") });
    const before = fingerprint(path);
    const result = await found({ cwd: path, ends: { git: { good: "HEAD" } }, build: BUILD, command: COMMAND });
    expect(idsOf(result.trigger)).toEqual(["src/area.c:13"]);
    expect(result.trigger[0]?.commit).toBeUndefined();
    expect(result.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    expect(fingerprint(path)).toEqual(before);
    await nothingLeft(path);
  });
});

test("where only commits that do not build are left, the hunks of all of them are looked at", async () => {
  const repository = makeRepository(free(), [
    {
      message: "first",
      tag: "v1",
      files: { "a.c": `#include "b.h"\nint main(void) { return f(); }\n`, "b.h": "int f(void);\n" },
    },
  ]);
  const { commit, path } = repository;
  const f = (value: number, before = "", after = ""): string =>
    `${before}/* 1 */\n/* 2 */\nint f(void) {\n  return ${value};\n}\n/* 3 */\n/* 4 */\n${after}`;
  commit({ message: "f", tag: "good", files: { "b.c": f(0) } });
  commit({ message: "harmless", files: { "b.c": f(0, "/* begin */\n") } });
  commit({ message: "does not build", files: { "b.h": "int f(void)\n", "c.txt": "c\n" } });
  commit({ message: "still not", files: { "b.c": f(0, "/* begin */\n", "/* end */\n") } });
  const guilty = commit({ message: "guilty", author: "eve", files: { "b.c": f(3, "/* begin */\n", "/* end */\n") } });
  commit({ message: "not yet", files: { "c.txt": "d\n" } });
  commit({ message: "builds again", files: { "b.h": "int f(void);\n" } });
  commit({ message: "later", files: { "c.txt": "e\n" } });
  const before = fingerprint(path);
  const result = await found({
    cwd: path,
    ends: { git: { good: "good", bad: "main" } },
    build: "gcc -w -o app *.c",
    command: ["./app"],
  });
  expect(result.proof.remarks.join("\n")).toMatch(/4 commits between .* could not be tested apart/);
  expect(result.trigger).toMatchObject([
    { file: "b.c", old: "  return 0;", new: "  return 3;", commit: guilty, author: expect.stringContaining("eve") },
  ]);
  expect(idsOf(result.patch)).toHaveLength(1);
  expect(result.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
  expect(fingerprint(path)).toEqual(before);
  await nothingLeft(path);
});
