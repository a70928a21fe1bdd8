/** Every line that an isolation says to do next is done, from the state that the user's files are in. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nextSteps } from "../../src/cli/isolation/next.ts";
import { isolate } from "../../src/isolate/isolate.ts";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import { writePatches } from "../../src/isolate/output/patch-files.ts";
import type { NextStep } from "../../src/reporters/isolate/closing.ts";
import { buildIfMissing, mainFile } from "../cli/support.ts";
import { lacks } from "../support/needs.ts";
import { makeRepository, type TestRepository } from "./repository.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "pare-next-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let number = 0;
/** A place of its own, with room beside it. */
const newPlace = (): string => {
  const path = join(root, String(number++), "here");
  mkdirSync(path, { recursive: true });
  return path;
};

const write = (folder: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};

const stepsOf = async (options: IsolateOptions, typed: readonly string[] = []): Promise<readonly NextStep[]> => {
  const result = await isolate({ jobs: 2, ...options }).result;
  const patches = writePatches(result.run, result.files);
  const directory = options.cwd ?? root;
  return nextSteps(result, { ends: options.ends, patches, directory, typed });
};

/** Does a line in a copy of the place, which has the same path; returns what a check says then. */
const done = ({ line }: NextStep, place: string, check: (line: string) => readonly string[]): boolean => {
  const saved = `${dirname(place)}.saved`;
  cpSync(dirname(place), saved, { recursive: true, verbatimSymlinks: true });
  try {
    execFileSync("sh", ["-e", "-c", line], { cwd: place, stdio: ["ignore", "pipe", "pipe"] });
    const [program = "", ...words] = check(line);
    return spawnSync(program, words, { cwd: place }).status === 0;
  } finally {
    rmSync(dirname(place), { recursive: true });
    cpSync(saved, dirname(place), { recursive: true, verbatimSymlinks: true });
    rmSync(saved, { recursive: true });
  }
};

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line}\n`).join("");
const GOOD = LINES;
const BAD = LINES.replace("line 2\n", "line two\n").replace("line 9\n", "broken\n");
const works = (file: string): readonly string[] => ["sh", "-c", `! grep -q broken '${file}'`];

/** Whether it works after each of the lines, by what they are for. */
const after = (
  steps: readonly NextStep[],
  place: string,
  file: (line: string) => string,
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(steps.map((step) => [step.purpose, done(step, place, (line) => works(file(line)))]));

const BOTH = { "makes the good end fail": false, "makes the bad end work": true };

describe.skipIf(lacks("git", "patch"))("revisions", () => {
  const repository = (): TestRepository =>
    makeRepository(newPlace(), [
      { message: "one", files: { "src/a.txt": GOOD, "other.txt": "x\n" }, tag: "one" },
      { message: "two", files: { "src/a.txt": BAD }, tag: "two" },
      { message: "three", files: { "other.txt": "y\n" }, tag: "three" },
    ]);
  const command = ["sh", "-c", "! grep -q broken src/a.txt"];
  const stateOf = (place: string) => (line: string) => {
    const beside = /git worktree add -q --detach (\S+)/.exec(line)?.[1];
    return join(place, beside ?? ".", "src/a.txt");
  };

  test("the bad end is checked out", async () => {
    const { path } = repository();
    const steps = await stepsOf({ ends: { git: { good: "HEAD~2", bad: "HEAD" } }, cwd: path, command });
    expect(steps[0]?.line).toMatch(/^git checkout -q [0-9a-f]{10} && git apply \S+culprit\.patch$/);
    expect(steps[1]?.line).toMatch(/^git apply \S+revert\.patch$/);
    expect(after(steps, path, stateOf(path))).toEqual(BOTH);
  });

  test("the good end is checked out", async () => {
    const { path, git } = repository();
    git("checkout", "-q", "one");
    const steps = await stepsOf({ ends: { git: { good: "HEAD", bad: "three" } }, cwd: path, command });
    expect(steps[0]?.line).toMatch(/^git apply \S+culprit\.patch$/);
    expect(after(steps, path, stateOf(path))).toEqual(BOTH);
  });

  test("changes are in the way: neither end is checked out over them", async () => {
    const repo = repository();
    repo.write({ "src/a.txt": `mine\n${BAD}`, "other.txt": "mine\n" });
    const steps = await stepsOf({ ends: { git: { good: "one", bad: "two" } }, cwd: repo.path, command });
    expect(steps[0]?.line).toContain("git worktree add");
    expect(after(steps, repo.path, stateOf(repo.path))).toEqual(BOTH);
  });

  test.each(["old.txt", "old"])(
    "an untracked %s is in the way of the good end, which had another there",
    async (mine) => {
      const repo = makeRepository(newPlace(), [
        { message: "one", files: { "src/a.txt": GOOD, "old.txt": "x\n", "old/b.txt": "x\n" }, tag: "one" },
        { message: "two", files: { "src/a.txt": BAD, "old.txt": null, "old/b.txt": null }, tag: "two" },
      ]);
      repo.write({ [mine]: "mine\n" });
      const steps = await stepsOf({ ends: { git: { good: "one", bad: "two" } }, cwd: repo.path, command });
      expect(steps[0]?.line).toContain("git worktree add");
      expect(after(steps, repo.path, stateOf(repo.path))).toEqual(BOTH);
    },
  );

  test("the working tree is the bad end", async () => {
    const repo = repository();
    repo.git("checkout", "-q", "one");
    repo.write({ "src/a.txt": BAD });
    const steps = await stepsOf({ ends: { git: { good: "HEAD" } }, cwd: repo.path, command });
    expect(after(steps, repo.path, stateOf(repo.path))).toEqual(BOTH);
  });

  test("from a folder of the repository", async () => {
    const { path } = repository();
    const ends = { git: { good: "one", bad: "three" } };
    const cwd = join(path, "src");
    const inside = ["sh", "-c", "! grep -q broken a.txt"];
    const steps = await stepsOf({ ends, cwd, command: inside });
    expect(
      steps.map((step) => done({ ...step, line: `cd src && ${step.line}` }, path, () => works("src/a.txt"))),
    ).toEqual([false, true]);
  });
});

describe.skipIf(lacks("git", "patch"))("two paths", () => {
  const check = ["sh", "-c", '! grep -q broken "$0"/a.txt', "{}"];

  test("directories, also with what is no text, inside of a repository of something else", async () => {
    const { path } = makeRepository(newPlace(), [{ message: "one", files: { "x.txt": "x\n" } }]);
    const bytes = Uint8Array.from({ length: 64 }, (_, index) => index);
    write(path, {
      "old/a.txt": GOOD,
      "old/b.bin": bytes,
      "new/a.txt": BAD,
      "new/b.bin": bytes.map((byte) => byte ^ 1),
    });
    const paths = ["old", "new"] as const;
    const found = await stepsOf({ ends: { paths }, cwd: path, command: check });
    expect(after(found, path, (line) => (line.includes("old") ? "old/a.txt" : "new/a.txt"))).toEqual(BOTH);
    const binary = ["sh", "-c", 'cmp -s "$0"/b.bin old/b.bin || { echo differs; exit 1; }', "{}"];
    const steps = await stepsOf({ ends: { paths }, cwd: path, command: binary });
    expect(steps[0]?.line).toContain("git -C old apply");
    const same = ["cmp", "-s", "old/b.bin", "new/b.bin"];
    expect(steps.map((step) => done(step, path, () => same))).toEqual([true, true]);
  });

  test("archives are unpacked first", async () => {
    const path = newPlace();
    write(path, { "old/a.txt": GOOD, "new/a.txt": BAD });
    for (const name of ["old", "new"])
      execFileSync("tar", ["-c", "-z", "-f", `${name}-1.0.tar.gz`, name], { cwd: path });
    rmSync(join(path, "old"), { recursive: true });
    rmSync(join(path, "new"), { recursive: true });
    const steps = await stepsOf({ ends: { paths: ["old-1.0.tar.gz", "new-1.0.tar.gz"] }, cwd: path, command: check });
    expect(
      after(steps, path, (line) =>
        line.includes("old-1.0.patched") ? "old-1.0.patched/old/a.txt" : "new-1.0.patched/new/a.txt",
      ),
    ).toEqual(BOTH);
  });

  test("files: inputs and settings", async () => {
    const path = newPlace();
    write(path, { "it's good.txt": GOOD, "bad.txt": BAD });
    const paths = ["it's good.txt", "bad.txt"] as const;
    const grep = ["sh", "-c", '! grep -q broken "$0"', "{}"];
    const steps = await stepsOf({ ends: { paths }, cwd: path, command: grep });
    const status = steps.map((step, index) =>
      done(step, path, () => ["sh", "-c", '! grep -q broken "$0"', paths[index] ?? ""]),
    );
    expect(status).toEqual([false, true]);
    write(path, { "good.json": '{ "a": 1, "b": "fine" }\n', "bad.json": '{ "a": 2, "b": "broken" }\n' });
    const members = await stepsOf({ ends: { config: ["good.json", "bad.json"] }, cwd: path, command: grep });
    expect(after(members, path, (line) => (line.includes("patch good.json") ? "good.json" : "bad.json"))).toEqual(BOTH);
  });

  test("files that are no text", async () => {
    const path = newPlace();
    const bytes = Uint8Array.from({ length: 600 }, (_, index) => (index * 7) % 256);
    const bad = bytes.slice();
    bad.set([1, 2, 3, 4, 5, 6, 7, 8], 300);
    write(path, { "good.bin": bytes, "bad.bin": bad });
    const compare = ["sh", "-c", 'cmp -s "$0" "$PARE_ORIGIN"/good.bin || { echo differs; exit 1; }', "{}"];
    const steps = await stepsOf({ ends: { paths: ["good.bin", "bad.bin"] }, cwd: path, command: compare });
    expect(steps.length).toBeGreaterThan(0);
    for (const { line } of steps) {
      const printed = execFileSync("sh", ["-e", "-c", line], { cwd: path, encoding: "utf8" }).trim();
      const wanted = line.includes("culprit") ? "bad.bin" : "good.bin";
      expect(readFileSync(printed)).toEqual(readFileSync(join(path, wanted)));
    }
  });
});

describe("asking again", () => {
  beforeAll(buildIfMissing);

  test("two causes: what is printed finds the second one, and all of them", async () => {
    const path = newPlace();
    write(path, { "app.sh": 'case " $* " in *" --fast "*|*" --loose "*) exit 1 ;; esac\n' });
    const flags = "--one --fast --two --three --loose --four";
    const command = ["sh", "app.sh", "{flags}"];
    const typed = ["--find", "trigger", "--flags", flags, "--", ...command];
    const steps = await stepsOf({ ends: { flags }, cwd: path, find: "trigger", command }, typed);
    expect(steps.map(({ purpose }) => purpose)).toEqual(["is there a second cause?", "looks for every cause"]);
    for (const { line } of steps) {
      const script = `pare() { '${process.execPath}' '${mainFile}' "$@"; }\n${line}`;
      const printed = execFileSync("sh", ["-e", "-c", script], { cwd: path, encoding: "utf8", stdio: "pipe" });
      expect(printed).toContain(line.includes("--except --fast") ? "--loose" : "--fast");
    }
  });
});
