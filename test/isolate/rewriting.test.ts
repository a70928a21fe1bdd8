/** Releases that differ everywhere: what was done to all places is told apart from what was done to one. */
import { describe, expect, test } from "vitest";
import { elements, minus, select, whole, type Range } from "../../src/core/configuration.ts";
import { play } from "../../src/driver/play.ts";
import type { Changes } from "../../src/isolate/change.ts";
import { findTrigger } from "../../src/isolate/search/trigger.ts";
import { treeChanges } from "../../src/isolate/trees/changes.ts";
import { judgeOf, program, ran, treeWith, type Release } from "./rewriting-support.ts";

const HEADER = ["var ns = {};", "ns.tag = function (x) { return x; };", "var tag = ns.tag;"];

const before = (functions: number): Release => ({
  functions,
  firstKind: 170,
  helper: (number) => `help$${number}`,
  call: "tag",
  header: HEADER,
});

/** Constants numbered anew, helpers renamed, calls written otherwise; some functions say the same in other words, one does not. */
const after = (functions: number, guilty: number): Release => ({
  functions,
  firstKind: 173,
  helper: (number) => `help$${number + 7}`,
  call: "(0, ns.tag)",
  header: HEADER,
  guilty,
  reworded: (number) => number % 9 === 4,
});

const between = async (good: string, bad: string): Promise<Changes> =>
  await treeChanges({ good: treeWith(good), bad: treeWith(bad) });

const found = (changes: Changes, good: string, bad: string): { readonly ids: string; readonly tests: number } => {
  const everything = whole(changes.all);
  const start = { passing: select(everything, []), failing: everything };
  const { result, asked } = play(findTrigger({ changes, start, finest: "hunks" }), judgeOf(changes, good, bad), 500);
  const trigger = elements(minus(result.failing, result.passing));
  return { ids: trigger.map((change) => change.new).join("\n"), tests: asked };
};

describe("a function among thousands of mechanical edits", () => {
  test.for([300, 2400])("is found in few tests: %i functions", async (functions) => {
    const guilty = Math.floor(functions * 0.6);
    const [good, bad] = [program(before(functions)), program(after(functions, guilty))];
    expect(typeof ran(good)).toBe("number");
    expect(ran(bad)).not.toBe(ran(good));
    const changes = await between(good, bad);
    expect(changes.rewriting).toBeGreaterThan(2 * functions);
    const { ids, tests } = found(changes, good, bad);
    expect(ids).toContain("node.text.length + 1");
    expect(ids.split("\n")).toHaveLength(1);
    expect(tests).toBeLessThanOrEqual(2 * Math.log2(functions) + 6);
  });

  test("is found though the rewriting needs what is new, by what the first failures say", async () => {
    const functions = 600;
    const good = program({ ...before(functions), header: ["function tag(x) { return x; }"] });
    const bad = program(after(functions, 123));
    const changes = await between(good, bad);
    const { ids, tests } = found(changes, good, bad);
    expect(ids).toContain("node.text.length + 1");
    expect(tests).toBeLessThanOrEqual(2 * Math.log2(functions) + 6);
  });

  test("is found though it is the rewriting itself that does it", async () => {
    const good = program(before(600));
    const bad = program({
      ...before(600),
      firstKind: 173,
      header: ["var ns = {};", "ns.tag = function (x) { return x; };", "var tag = function (x) { return -x; };"],
      call: "(0, tag)",
    });
    const changes = await between(good, bad);
    const { ids, tests } = found(changes, good, bad);
    expect(ids).toContain("return -x");
    expect(tests).toBeLessThanOrEqual(30);
  });
});

test("mixtures lead from one end to the other, and levels divide each other", async () => {
  const [good, bad] = [program(before(400)), program(after(400, 7))];
  const changes = await between(good, bad);
  const textOf = (ranges: readonly Range[]): string => {
    const entry = changes.mix(select(whole(changes.all), ranges)).entries?.get("lib/program.js");
    return entry?.kind === "file" ? Buffer.from(entry.bytes()).toString() : good;
  };
  const { length } = changes.all;
  expect(textOf([])).toBe(good);
  expect(textOf([{ from: 0, to: length }])).toBe(bad);
  expect(ran(textOf([{ from: 0, to: changes.rewriting ?? 0 }]))).toBe(ran(good));
  expect(changes.levels.map(({ name }) => name)).toEqual([
    "rewriting",
    "classes",
    "files",
    "functions",
    "hunks",
    "lines",
  ]);
  changes.levels.forEach(({ groups }, at) => {
    const finer = changes.levels[at + 1]?.groups;
    for (let place = 1; place < length; place++) {
      const step = (groups[place] as number) - (groups[place - 1] as number);
      if (step !== 0 && step !== 1) throw new Error(`${changes.levels[at]?.name} jumps at ${place}`);
      if (step === 1 && finer !== undefined && finer[place] === finer[place - 1])
        throw new Error(`the level after ${changes.levels[at]?.name} does not divide it at ${place}`);
    }
  });
  expect(new Set(changes.all.map(({ id }) => id)).size).toBe(length);
});

test("a few differences are no rewriting", async () => {
  const good = program(before(20));
  const changes = await between(good, program(after(20, 3)));
  expect(changes.rewriting ?? 0).toBe(0);
  expect(changes.levels[0]?.name).toBe("files");
});
