import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Provenance } from "../../src/core/events.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import type { Step } from "../../src/core/search.ts";
import { progressed, progressedBy } from "../../src/progress/progressed.ts";
import { currentPass, elapsed, left, overallPace, recentPace, share, wasted } from "../../src/progress/selectors.ts";
import { beginning } from "../../src/progress/state.ts";
import { recorded, stateAfter } from "../tui/support.ts";

const version = 1;

const testEvent = (number: number, more: Partial<Extract<ReduceEvent, { type: "test" }>> = {}): ReduceEvent => ({
  type: "test",
  number,
  step: { phase: "subset", pass: "lines" },
  verdict: { outcome: "pass" },
  provenance: "run",
  size: 10,
  key: `k${number}`,
  version,
  ms: number * 2,
  ...more,
});

const bestEvent = (number: number, size: number): ReduceEvent => ({
  type: "best",
  number,
  size,
  key: `k${number}`,
  version,
  ms: number * 2,
});

describe("over a recorded run", () => {
  const events = recorded("search");
  const end = events.findLast((event) => event.type === "end");
  const state = stateAfter(events);

  test("counts are those of the driver", () => {
    expect(end?.type).toBe("end");
    if (end?.type !== "end") return;
    const { fail, pass, unresolved, recalled, wasted: unused } = end.tests;
    expect(state.tests.outcomes).toEqual({ fail, pass, unresolved });
    expect(state.tests.provenances.recalled).toBe(recalled);
    expect(wasted(state).tests).toBe(unused);
    expect(state).toMatchObject({ stage: "ended", best: end.size, from: 60_976 });
  });

  test("the passes have all committed tests, all accepted steps and all bytes that went", () => {
    const sum = (of: (pass: (typeof state.passes)[number]) => number): number =>
      state.passes.reduce((all, pass) => all + of(pass), 0);
    expect(sum(({ run, known }) => run + known)).toBe(state.tests.committed);
    expect(sum(({ successes }) => successes)).toBe(state.accepted);
    expect(sum(({ removed }) => removed)).toBe(state.from - state.best);
  });

  test("the accepted steps and both curves end at the best, and start at the original", () => {
    expect(state.steps.at(-1)).toMatchObject({ number: state.accepted, size: state.best });
    expect(state.overTests.points[0]).toEqual([0, 60_976]);
    expect(state.overTests.points.at(-1)?.[1]).toBe(state.best);
    expect(state.overTime.points.at(-1)?.[1]).toBe(state.best);
  });

  test("a state survives JSON, and goes on from there", () => {
    fc.assert(
      fc.property(fc.nat({ max: events.length }), (at) => {
        const sent = JSON.parse(JSON.stringify(stateAfter(events.slice(0, at)))) as ReturnType<typeof beginning>;
        expect(progressedBy(sent, events.slice(at))).toEqual(state);
      }),
      { numRuns: 20 },
    );
  });

  test("the given state is not changed", () => {
    let before = beginning();
    for (const event of events) {
      const copy = structuredClone(before);
      const after = progressed(before, event);
      expect(before).toEqual(copy);
      before = after;
    }
  });
});

test("a best that was luck begins the search again: the curve goes up, the costs are kept", () => {
  const state = stateAfter(recorded("luck"));
  expect(state).toMatchObject({ revised: 1, rechecks: { failed: 1 }, best: 12, stage: "ended" });
  const sizes = state.overTests.points.map(([, size]) => size);
  expect(Math.min(...sizes)).toBe(6);
  expect(sizes.filter((size) => size === 1323)).toHaveLength(2);
  expect(state.steps.every(({ size }) => size >= 12)).toBe(true);
  expect(state.tests.committed).toBe(recorded("luck").filter(({ type }) => type === "test").length);
});

test("it is over when the search has ended, and not when it begins again", () => {
  const events = recorded("luck");
  const again = events.findLastIndex(({ type }) => type === "start");
  expect(stateAfter(events.slice(0, again)).end).toBeDefined();
  expect(stateAfter(events.slice(0, again + 1)).end).toBeUndefined();
});

test("200,000 events: what is kept stays small, what is counted stays exact", () => {
  const count = 200_000;
  const steps = Array.from({ length: 400 }, (_, index) => ({ phase: "p", pass: `pass ${index}` }));
  let state = progressed(beginning({ ms: 3 * count, tests: 2 * count }), {
    type: "start",
    size: count,
    version,
    ms: 0,
  });
  for (let number = 1; number <= count; number++) {
    state = progressed(state, testEvent(number, { step: steps[number % 400] as Step }));
    if (number % 25 === 0) state = progressed(state, bestEvent(number, count - number));
  }
  expect(state.tests.committed).toBe(count);
  expect(state.accepted).toBe(count / 25);
  expect(state.passes).toHaveLength(256);
  expect(state.passes.reduce((sum, { run }) => sum + run, 0)).toBe(count);
  expect(state.passes.reduce((sum, { removed }) => sum + removed, 0)).toBe(count);
  expect(state.overTests.points.length).toBeLessThanOrEqual(512);
  expect(state.overTests.points.length).toBeGreaterThan(200);
  expect(state.steps.length).toBeLessThanOrEqual(512);
  expect(state.steps.at(-1)).toMatchObject({ number: count / 25, size: 0 });
  expect(JSON.stringify(state).length).toBeLessThan(150_000);
  expect(left(state, 2 * count)).toEqual({ ms: count, tests: count });
});

test("pace: executions a second, and how many tests were under way", () => {
  let state = progressed(beginning(), { type: "start", size: 100, version, ms: 1000 });
  for (let second = 0; second <= 5; second++)
    state = progressed(state, {
      type: "activity",
      started: second * 40,
      running: 0,
      busyMs: second * 1500,
      version,
      ms: 1000 + second * 1000,
    });
  expect(recentPace(state)).toEqual({ perSecond: 40, parallel: 1.5 });
  expect(overallPace(state)).toEqual({ perSecond: 40, parallel: 1.5 });
  expect(wasted(state)).toEqual({ tests: 200, share: 1 });
});

test("controls: pause and resume, and passes skipped by hand", () => {
  const control = (name: "pause" | "resume" | "skip", pass?: string): ReduceEvent => ({
    type: "control",
    control: name,
    ...(pass !== undefined && { pass }),
    version,
    ms: 1,
  });
  expect(stateAfter([control("pause")]).paused).toBe(true);
  expect(stateAfter([control("pause"), control("skip", "lines")]).paused).toBe(true);
  expect(stateAfter([control("pause"), control("resume")]).paused).toBe(false);
  expect(stateAfter([control("skip", "lines"), control("skip")]).skipped).toEqual(["lines"]);
});

test("an error is the end, and time stands still", () => {
  const state = stateAfter([testEvent(1), { type: "error", code: "FLAKY", message: "it lies", ms: 9 }]);
  expect(state).toMatchObject({ stage: "broken", error: { code: "FLAKY" } });
  expect(elapsed(state, 100_000)).toBe(9);
});

test("timeouts are counted among the unresolved", () => {
  const verdict = { outcome: "unresolved", reason: "timeout" } as const;
  const { tests } = stateAfter([testEvent(1, { verdict }), testEvent(2)]);
  expect(tests).toMatchObject({ timeouts: 1, outcomes: { unresolved: 1, pass: 1 } });
});

test("what is unknown is said to be so: no pass yet, nothing left of nothing", () => {
  expect(currentPass(beginning())).toBeUndefined();
  expect(share(beginning())).toBe(1);
  expect(left(beginning(), 5)).toEqual({});
});

test("a standstill is seen: tests a second fall while nothing happens", () => {
  const state = progressedBy(beginning(), [
    { type: "start", size: 10, version, ms: 0 },
    ...Array.from({ length: 1000 }, (_, number) => testEvent(number + 1)),
  ]);
  expect(recentPace(state).perSecond).toBeGreaterThan(400);
  expect(recentPace(state, state.ms).perSecond).toBe(recentPace(state).perSecond);
  expect(recentPace(state, state.ms + 60_000).perSecond).toBeLessThan(20);
});

describe("the passes", () => {
  const at = (ms: number, pass: string, provenance: Provenance = "run"): ReduceEvent =>
    testEvent(1, { step: { phase: "sweep", pass }, provenance, ms });
  const start = (ms: number, size = 9): ReduceEvent => ({ type: "start", size, version, ms });
  const best = (size: number): ReduceEvent => ({ type: "best", number: 1, size, key: `${size}`, version, ms: 0 });
  const passesAfter = (...events: readonly ReduceEvent[]) => progressedBy(beginning(), events).passes;

  test("are charged with the time up to their answers, and credited with the bytes of their bests", () => {
    const events = [start(100, 1000), at(150, "lines"), best(400), at(160, "tokens"), at(165, "lines", "recalled")];
    expect(passesAfter(...events)).toEqual([
      { pass: "lines", run: 1, known: 1, successes: 1, removed: 600, ms: 55 },
      { pass: "tokens", run: 1, known: 0, successes: 0, removed: 0, ms: 10 },
    ]);
  });

  test("have no success by the same best once more", () => {
    expect(passesAfter(start(0), at(1, "a"), best(5), at(2, "b"), best(5))).toMatchObject([
      { pass: "a", successes: 1, removed: 4 },
      { pass: "b", successes: 0, removed: 0 },
    ]);
  });

  test("keep their costs and lose their gains when the search begins once more", () => {
    expect(passesAfter(start(0), at(3, "a"), best(5), start(4), at(5, "a", "recalled"), best(7))).toEqual([
      { pass: "a", run: 1, known: 1, successes: 1, removed: 2, ms: 4 },
    ]);
  });
});

test("an isolation and a suite are counted in the same state", () => {
  const stamp = { version, ms: 1 };
  const isolation = progressedBy(beginning(), [
    { type: "preparing", text: "installing both ends", ...stamp },
    { type: "level", goal: "trigger", name: "files", changes: 90, ...stamp },
    testEvent(1, { verdict: { outcome: "unresolved", reason: "timeout" } }),
    { type: "level", goal: "patch", name: "hunks", changes: 12, ...stamp },
  ]);
  expect(isolation).toMatchObject({
    preparing: "installing both ends",
    level: { goal: "patch", changes: 12, total: 90 },
    pass: "hunks",
    tests: { committed: 1, timeouts: 1, outcomes: { unresolved: 1 } },
  });
  const suite = progressedBy(beginning(), [
    { type: "task", name: "reducing", done: 0, tests: 3, ms: 1 },
    { type: "execution", ms: 2 },
    { type: "reduced", before: 10, after: 2, ms: 3 },
    { type: "task", name: "reducing", done: 1, tests: 3, ms: 4 },
  ]);
  const units = { before: 10, after: 2 };
  expect(suite.suite).toEqual({ task: "reducing", done: 1, tests: 3, executions: 1, units });
});
