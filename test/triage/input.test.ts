/** What is sorted: folders with links and circles, patterns, finds of several fuzzers, and what pare itself has written. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFiles } from "../../src/triage/input/files.ts";
import { triagePlace } from "./support.ts";

const newFolder = (files: readonly string[]): string => {
  const cwd = mkdtempSync(join(tmpdir(), "pare-input-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), file);
  }
  return cwd;
};

const shownIn = (cwd: string, typed: readonly string[], without: readonly string[] = []): readonly string[] =>
  findFiles(typed, { cwd, without }).files.map(({ shown }) => shown);

test("links that lead in circles are followed once", () => {
  const cwd = newFolder(["in/a", "in/deep/b"]);
  for (const name of ["self", "too", "deep/up"]) symlinkSync(name === "deep/up" ? ".." : ".", join(cwd, "in", name));
  expect(shownIn(cwd, ["in"])).toEqual(["in/a", "in/deep/b"]);
});

test.each([
  ["in/*", ["in/a1", "in/a2", "in/b[1]", "in/sub/a3", "in/sub/deep/a4.c"]],
  ["in/a?", ["in/a1", "in/a2"]],
  ["in/[!b]?", ["in/a1", "in/a2"]],
  ["in/[^b]?", ["in/a1", "in/a2"]],
  ["in/a[2-9]", ["in/a2"]],
  ["in/*[]]", ["in/b[1]"]],
  ["in/**/a*", ["in/a1", "in/a2", "in/sub/a3", "in/sub/deep/a4.c"]],
  ["**/*.c", ["in/sub/deep/a4.c"]],
  ["in/b[1]", ["in/b[1]"]],
])("the pattern %s", (pattern, files) => {
  const cwd = newFolder(["in/a1", "in/a2", "in/b[1]", "in/sub/a3", "in/sub/deep/a4.c", "in/.hidden"]);
  expect(shownIn(cwd, [pattern])).toEqual(files);
});

test.each(["in/[", "in/x]*", "in/[z-a]*", "in/a{1}*", "in/(*", "in/a1/*"])(
  "the pattern %s means no file, and is no error of pare's own",
  (pattern) => {
    expect(() => shownIn(newFolder(["in/a1"]), [pattern])).toThrow(`There is no file or folder ${pattern}.`);
  },
);

test("finds of several fuzzers in one folder are taken; what lies beside them is told, unless it is the fuzzers' own", () => {
  const hash = "0123456789".repeat(4);
  const finds = [
    "SIGSEGV.PC.5555.STACK.bad.CODE.1.ADDR.0.INSTR.mov.fuzz",
    `crash-${hash}`,
    "database0.log",
    "id:000001,sig:06,src:000000",
    `timeout-${hash}`,
  ].map((name) => `in/${name}`);
  const cwd = newFolder([...finds, "in/README.txt", "in/HONGGFUZZ.REPORT.TXT", "in/database0-cur.log", "in/mine"]);
  const { files, beside } = findFiles(["in"], { cwd, without: [] });
  expect(files.map(({ shown }) => shown)).toEqual(finds);
  expect(beside).toEqual(["in/mine"]);
});

test("folders that pare writes are not sorted, by whatever name", () => {
  const cwd = newFolder(["in/a", "in/out/b"]);
  symlinkSync("out", join(cwd, "in", "alias"));
  expect(shownIn(cwd, ["in"], [join(cwd, "in/out")])).toEqual(["in/a"]);
  expect(() => shownIn(cwd, ["in/alias"], [join(cwd, "in/out")])).toThrow("There are no files to sort.");
});

test("results, known bugs and suites in the folder of the inputs are no inputs", async () => {
  const place = triagePlace();
  place.write("a", "an apple\n");
  const first = await place.triage({ output: "crashes/first", suite: "crashes/suite" });
  expect(first.bugs.map(({ state, files }) => [state, files])).toEqual([["new", ["crashes/a"]]]);
  const again = await place.triage({ output: "crashes/then", known: "crashes/first", suite: "crashes/suite" });
  expect(again.bugs.map(({ state, files }) => [state, files])).toEqual([["known", ["crashes/a"]]]);
  expect([again.files, again.aside]).toEqual([1, []]);
});

test("a place for the results that cannot be one is told before anything is run", async () => {
  const place = triagePlace();
  place.write("a", "an apple\n");
  symlinkSync("/nowhere/at/all", join(place.path, "dangling"));
  let runs = 0;
  const onEvent = ({ type }: { readonly type: string }): void => void (runs += type === "execution" ? 1 : 0);
  await expect(place.triage({ output: "dangling", onEvent })).rejects.toThrow(/dangling is a link to nothing/);
  await expect(place.triage({ output: "target.sh/inner", onEvent })).rejects.toThrow(/target\.sh is a file/);
  await expect(place.triage({ suite: "target.sh", onEvent })).rejects.toThrow(/target\.sh is a file/);
  expect(runs).toBe(0);
});
