/** The order of tests for any program: lists, victims, and what is asked of the user. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { whole } from "../../src/core/configuration.ts";
import type { Changes } from "../../src/isolate/change.ts";
import { testsKind } from "../../src/isolate/kinds/tests/kind.ts";
import { jestRunner } from "../../src/isolate/kinds/tests/jest.ts";
import { namePattern, rangesOf } from "../../src/isolate/kinds/tests/name-pattern.ts";
import { findTest } from "../../src/isolate/kinds/tests/victim.ts";
import { chosen, none, openBench, type Bench } from "./test-order-support.ts";

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const ECHO = ["echo", "{tests}"];
const LIST = "# in order\na\nb\n\nc d\nvictim\nlater\n";

const words = (changes: Changes, ids: readonly string[]): readonly string[] | undefined =>
  changes.mix(chosen(changes, ids)).fills?.["tests"];

test("a list: those before the victim, in order, then the victim; later ones are left out", async () => {
  bench.write("list.txt", LIST);
  const opened = await bench.open(testsKind, { tests: "list.txt", victim: "victim" }, ECHO);
  const changes = await opened.changes();
  expect(changes.all.map(({ id }) => id)).toEqual(["a", "b", "c d"]);
  expect(words(changes, [])).toEqual(["victim"]);
  expect(words(changes, ["c d", "a"])).toEqual(["a", "c d", "victim"]);
  expect(opened.titles).toEqual({ good: "victim alone", bad: "victim after 3 other tests" });
  expect(opened.verdict).toBe(undefined);
  expect(bench.notes).toEqual(["1 tests that run after victim are left out"]);
  const advice = await opened.advice?.({ trigger: [{ id: "a" }], patch: [{ id: "a" }, { id: "c d" }] });
  expect(advice?.lines).toEqual(["fails:  echo a 'c d' victim"]);
});

test("brittle: the good end has all, and a change leaves one out", async () => {
  bench.write("list.txt", LIST);
  const opened = await bench.open(testsKind, { tests: "list.txt", victim: "victim", brittle: true }, ECHO);
  const changes = await opened.changes();
  expect(words(changes, [])).toEqual(["a", "b", "c d", "victim"]);
  expect(words(changes, ["b"])).toEqual(["a", "c d", "victim"]);
  expect(changes.mix(whole(changes.all)).fills?.["tests"]).toEqual(["victim"]);
  const advice = await opened.advice?.({ trigger: [{ id: "b" }], patch: [{ id: "b" }] });
  expect(advice?.lines).toEqual(["fails:  echo victim", "passes: echo b victim"]);
});

test("a victim that the list does not have comes last, also when its name is a part of another", async () => {
  bench.write("list.txt", "a\nvictim too\n");
  const opened = await bench.open(testsKind, { tests: "list.txt", victim: "victim" }, ECHO);
  const changes = await opened.changes();
  expect(changes.mix(whole(changes.all)).fills?.["tests"]).toEqual(["a", "victim too", "victim"]);
});

test("a script gets the tests in a variable", async () => {
  bench.write("list.txt", LIST);
  const changes = await (await bench.open(testsKind, { tests: "list.txt", victim: "c d" })).changes();
  expect(changes.mix(none(changes)).environment).toEqual({ PARE_TESTS: "'c d'" });
});

test.each([
  [{ tests: "list.txt", victim: "b" }, ["echo"], "NO_PLACEHOLDER"],
  [{ tests: "list.txt" }, ECHO, "NO_VICTIM"],
  [{ tests: "missing.txt", victim: "b" }, ECHO, "NO_INPUT"],
  [{ tests: "list.txt", victim: "a" }, ECHO, "SAME_ENDS"],
])("mistake: %j with %j", async (ends, command, code) => {
  bench.write("list.txt", LIST);
  await expect(bench.open(testsKind, ends, command)).rejects.toMatchObject({ code });
});

test("a victim is found by its id, its name, the end of its id, then by any part that is its own", () => {
  const tests = ["a.py::x", "a.py::xy", "b.py::x", "b.py::zzz"].map((id) => ({ id, name: id }));
  expect(findTest(tests, "b.py::x")).toBe(2);
  expect(findTest(tests, "xy")).toBe(1);
  expect(findTest(tests, "zz")).toBe(3);
  expect(() => findTest(tests, "x")).toThrow(/Several tests match x: a\.py::x, b\.py::x/);
  expect(() => findTest(tests, "q")).toThrow(/There is no test q among 4 tests/);
});

test("a pattern fits the names and nothing else, joined by blanks or not", () => {
  const pattern = new RegExp(
    namePattern([
      { id: "1", name: "su(ite > a.b" },
      { id: "2", name: "$x|y" },
    ]),
  );
  expect(["su(ite a.b", "su(ite > a.b", "$x|y"].every((name) => pattern.test(name))).toBe(true);
  expect(["su(ite a-b", "$x", "y", "more $x|y", "$x|y more"].some((name) => pattern.test(name))).toBe(false);
});

test("numbers as ranges", () => {
  expect(rangesOf([0, 1, 2, 5, 7, 8])).toBe("0-2,5,7-8");
  expect(rangesOf([])).toBe("");
});

test("jest is given files by path behind an option that takes no value, and its victim is read from pare's line", () => {
  const tests = [
    { id: "b.test.js > s > x", file: "/t/b.test.js", name: "s > x" },
    { id: "a.test.js > v", file: "/t/a.test.js", name: "v" },
  ];
  const selection = jestRunner.select({
    tests,
    origin: "/t",
    storage: bench.origin,
    signal: new AbortController().signal,
  });
  const { words: given } = selection.choose(tests);
  expect(given.slice(-5)).toEqual(["-t", "^(?:s(?: > | )x|v)$", "--runTestsByPath", "/t/b.test.js", "/t/a.test.js"]);
  expect(selection.shown(tests).slice(-2)).toEqual(["b.test.js", "a.test.js"]);
  const trial = { code: 1, stderr: "", cwd: "/t" };
  expect(selection.verdict?.({ ...trial, stdout: "1 failed\npare: the victim passed\n" })).toBe("pass");
  expect(selection.verdict?.({ ...trial, stdout: "x\npare: the victim failed\npare: the victim passed" })).toBe("fail");
  expect(selection.verdict?.({ ...trial, stdout: "nothing" })).toBe(undefined);
});
