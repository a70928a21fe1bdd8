/** What is said of a result, where the plain case would mislead. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writePatches } from "../../src/isolate/output/patch-files.ts";
import type { IsolationClosing } from "../../src/reporters/isolate/closing.ts";
import { diffLines, othersNamed, placeOf } from "../../src/reporters/isolate/words.ts";

const closing = (trigger: IsolationClosing["trigger"], patch: IsolationClosing["trigger"]): IsolationClosing =>
  ({ trigger, patch }) as Partial<IsolationClosing> as IsolationClosing;

test("a name cannot speak to the terminal", () => {
  expect(placeOf({ id: "x", file: "a\nb\u001B[31m", line: 3 })).toBe("a␊b␛[31m:3");
});

test("more of the same line is told by what it says", () => {
  const trigger = { id: "a.txt:5/2", file: "a.txt", line: 5, new: "token" };
  const patch = { id: "a.txt:5/1-2", file: "a.txt", line: 5, new: "bad token" };
  const elsewhere = { id: "b.txt:1", file: "b.txt", line: 1, new: "b" };
  expect(othersNamed(closing([trigger], [patch, elsewhere]))).toEqual(["a.txt:5 (+ bad token)", "b.txt:1"]);
});

test("the trigger counted from another commit is not something it needs", () => {
  const span = { file: "a.txt", from: 22, to: 23 };
  const trigger = { id: "a.txt:23", file: "a.txt", line: 23, new: "BUG", span };
  const patch = { id: "a.txt:2", file: "a.txt", line: 2, new: "BUG", span };
  const other = { ...patch, id: "a.txt:3", line: 3, span: { ...span, from: 23, to: 24 } };
  expect(othersNamed(closing([trigger], [patch, other]))).toEqual(["a.txt:3"]);
});

test("a flag that is its own text is said once", () => {
  expect(diffLines({ id: "-fgcse", new: "-fgcse", what: "added" })).toEqual([]);
  expect(diffLines({ id: "MODE", new: "on", what: "added" })).toEqual([{ sign: "+", text: "on" }]);
});

test("a patch of an earlier session does not outlive what it was about", () => {
  const directory = mkdtempSync(join(tmpdir(), "pare-patches-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, "culprit.patch"), "old");
  expect(writePatches(directory, { culprit: [], revert: [] })).toEqual([]);
  expect(existsSync(join(directory, "culprit.patch"))).toBe(false);
});
