import { expect, test } from "vitest";
import type { Provenance, RunEvent, Stamped } from "../core/events.ts";
import { passLines, passTally } from "./passes.ts";

const stamped = (ms: number, event: RunEvent): Stamped => ({ ...event, version: 1, ms });
const answer = (ms: number, pass: string, provenance: Provenance = "run"): Stamped =>
  stamped(ms, {
    type: "test",
    number: 1,
    step: { phase: "sweep", pass },
    verdict: { outcome: "pass" },
    provenance,
    size: 1,
    key: "",
  });
const best = (size: number, key = `${size}`): Stamped => stamped(0, { type: "best", number: 1, size, key });

const figuresOf = (...events: readonly Stamped[]) => {
  const tally = passTally();
  for (const event of events) tally.see(event);
  return tally.figures();
};

test("a pass is charged with the time up to its answers, and credited with the bytes of its bests", () => {
  const start = stamped(100, { type: "start", size: 1000 });
  const events = [start, answer(150, "lines"), best(400), answer(160, "tokens"), answer(165, "lines", "recalled")];
  expect(figuresOf(...events)).toEqual([
    { pass: "lines", run: 1, known: 1, successes: 1, removed: 600, ms: 55 },
    { pass: "tokens", run: 1, known: 0, successes: 0, removed: 0, ms: 10 },
  ]);
});

test("the same best once more is no success", () => {
  const start = stamped(0, { type: "start", size: 9 });
  expect(figuresOf(start, answer(1, "a"), best(5), answer(2, "b"), best(5))).toMatchObject([
    { pass: "a", successes: 1, removed: 4 },
    { pass: "b", successes: 0, removed: 0 },
  ]);
});

test("a search that begins once more keeps its costs and loses its gains", () => {
  const start = (ms: number): Stamped => stamped(ms, { type: "start", size: 9 });
  expect(figuresOf(start(0), answer(3, "a"), best(5), start(4), answer(5, "a", "recalled"), best(7))).toEqual([
    { pass: "a", run: 1, known: 1, successes: 1, removed: 2, ms: 4 },
  ]);
});

test("the table has a line for each pass, and says so when there was none", () => {
  expect(passLines([{ pass: "top-level", run: 1200, known: 3, successes: 1, removed: 4, ms: 1500 }])).toEqual([
    "pass       tests  known  successes  bytes removed   time",
    "top-level  1,200      3          1              4  1.5 s",
  ]);
  expect(passLines([])).toEqual(["no pass has run"]);
});
