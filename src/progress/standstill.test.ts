import { expect, test } from "vitest";
import { progressed, progressedBy, type ProgressEvent } from "./progressed.ts";
import { elapsed, overallPace, recentPace } from "./selectors.ts";
import { fruitlessText, standstillMs, standstillText } from "./standstill.ts";
import { beginning, type Limits, type Progress } from "./state.ts";

const at = (ms: number): { version: 1; ms: number } => ({ version: 1, ms });

const begun = (format = "text (plain)", limits: Limits = {}): Progress =>
  progressedBy(beginning(limits), [
    {
      type: "run",
      path: "/r",
      input: { path: "/a", bytes: 1000, lines: 10 },
      words: "o",
      format,
      strategy: "auto",
      jobs: 1,
      ...at(0),
    },
    { type: "start", size: 1000, key: "0", ...at(0) } as ProgressEvent,
  ]);

const tests = (state: Progress, number: number, ms: number, pass = "lines"): Progress => {
  let current = state;
  for (let each = 1; each <= number; each++)
    current = progressed(current, {
      type: "test",
      number: each,
      size: 1,
      key: "k",
      step: { phase: "subset", pass },
      verdict: { outcome: "pass" },
      provenance: "run",
      ...at(ms),
    });
  return current;
};

const best = (state: Progress, size: number, ms: number): Progress =>
  progressed(state, { type: "best", size, key: String(size), number: 1, ...at(ms) });

test("hundreds of tests without any success are told, with what was tried and what applies", () => {
  expect(fruitlessText(tests(begun(), 299, 5))).toBeUndefined();
  const text = fruitlessText(tests(tests(begun(), 200, 5), 100, 6, "tokens")) ?? "";
  expect(text).toContain("300 tests, and nothing could be removed yet. Tried: lines, tokens.");
  expect(text).toContain("--language FILE.wasm");
  expect(fruitlessText(tests(begun("tree (c)"), 300, 5))).toContain("--format lines");
  expect(fruitlessText(tests(begun("bytes"), 300, 5))).toContain("--pass COMMAND");
  expect(fruitlessText(tests(begun("bytes"), 300, 5))).not.toContain("--format");
  expect(fruitlessText(best(tests(begun(), 300, 5), 900, 6))).toBeUndefined();
});

test("a minute without progress worth mentioning offers ways to end it; those that were taken are not offered", () => {
  const state = best(best(begun(), 500, 10_000), 499, 60_000);
  expect(standstillMs(state, 69_999)).toBeUndefined();
  expect(standstillText(state, 75_000, "q stops")).toBe(
    "hardly any progress for 1 min 5 s: q stops (the best is kept); --budget 10m or --until-size BYTES ends such a run",
  );
  expect(standstillMs(best(state, 400, 70_000), 75_000)).toBeUndefined();
  expect(standstillText(begun("lines", { ms: 1, size: 1 }), 60_000, "q stops")).toBe(
    "hardly any progress for 1 min 0 s: q stops (the best is kept)",
  );
});

test("a pause counts neither as time nor as speed", () => {
  const control = (state: Progress, name: "pause" | "resume", ms: number): Progress =>
    progressed(state, { type: "control", control: name, ...at(ms) });
  const active = (state: Progress, started: number, ms: number): Progress =>
    progressed(state, { type: "activity", started, running: 0, busyMs: 0, ...at(ms) });
  const before = tests(active(begun(), 10, 1000), 10, 2000);
  const paused = control(before, "pause", 2000);
  expect(elapsed(paused, 50_000)).toBe(2000);
  expect(recentPace(paused, 50_000)).toEqual(recentPace(before, 2000));
  const after = tests(control(paused, "resume", 62_000), 1, 63_000);
  expect(elapsed(after, 63_000)).toBe(3000);
  expect(after.passes[0]?.ms).toBe(3000);
  expect(standstillMs(after, 63_000)).toBeUndefined();
  expect(overallPace(after).perSecond).toBeCloseTo(11 / 3);
});
