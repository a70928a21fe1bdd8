import { expect, test } from "vitest";
import { timeLines } from "./time-lines.ts";
import { calledIn } from "./times.ts";

test("the parts of a test add up, with the line to type where a warm oracle pays", () => {
  expect(timeLines({ test: 100, runtime: { name: "node", ms: 80 } }, "bug.json")).toEqual([
    "time of a test: 100 ms",
    "  80 ms  to start node",
    "  20 ms  of work",
    "  A server that starts node once may make tests up to 5.0 times as fast.",
    '  Write one (see "Warm oracles" in docs/guide/oracles.md), and type:',
    "    pare bug.json --oracle-server 'node server.mjs'",
  ]);
});

test("a start that is little, or little of the test, is not worth a server", () => {
  const lines = ["time of a test: 1.0 s", "  300 ms  to start python3", "  700 ms  of work"];
  expect(timeLines({ test: 1000, runtime: { name: "python3", ms: 300 } }, "a")).toEqual(lines);
  expect(timeLines({ test: 12, runtime: { name: "perl", ms: 11 } }, "a")).toHaveLength(3);
});

test("what cannot be told from noise is no figure", () => {
  const lines = timeLines({ test: 50, runtime: { name: "ruby", ms: 55 } }, "a");
  expect(lines.slice(0, 2)).toEqual(["time of a test: 50 ms", "  50 ms  to start ruby: nearly all of it"]);
  expect(lines.join("\n")).toContain("tests many times as fast");
});

test("a launcher that pare does without, and one that the test starts itself", () => {
  const runtime = { name: "node", ms: 100 };
  expect(timeLines({ test: 300, runtime, launcher: { name: "npx", ms: 500, program: "tsc" } }, "a")).toEqual([
    "time of a test: 300 ms",
    "  100 ms  to start node",
    "  200 ms  of work",
    "  npx would add 500 ms: pare starts tsc itself",
  ]);
  expect(timeLines({ test: 1300, launcher: { name: "npx", ms: 300 } }, "a")).toEqual([
    "time of a test: 1.3 s",
    "  300 ms  or more for npx, which the test starts",
    "   1.0 s  or less of work",
    "  Start the program by its path in the test, and the test does without npx:",
    '    "$PARE_ORIGIN"/node_modules/.bin/PROGRAM',
  ]);
});

test("no line is wider than a terminal of 80 columns, but for the user's own words", () => {
  const times = { test: 100, runtime: { name: "python3.12", ms: 80 }, launcher: { name: "yarn", ms: 10 } };
  for (const line of timeLines(times, "x")) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([
  ["python3 t.py | grep -q node", ["python3", "grep"]],
  ["#!/bin/sh\n# node t.js\nif ! /usr/bin/node t.js; then exit 1; fi", ["node", "exit", "fi"]],
  ['A=1 B="x" timeout 5 npx tsc', ["npx"]],
  ["cd x && exec node y", ["cd", "node"]],
  ["out=$(node x.js) || ruby y", ["node", "ruby"]],
])("what %s calls", (text, called) => {
  for (const name of called) expect(calledIn(text)).toContain(name);
  expect(calledIn(text).filter((name) => /node|python|ruby|npx/.test(name))).toEqual(
    called.filter((name) => /node|python|ruby|npx/.test(name)),
  );
});
