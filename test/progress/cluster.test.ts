import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ClusterFigures, ClusterWorkerFigures } from "../../src/core/cluster-figures.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { allWorkers, wasteTexts, workerRow, workerTexts } from "../../src/progress/cluster-selectors.ts";
import type { ClusterProgress } from "../../src/progress/cluster.ts";
import { bounded } from "../../src/core/visible.ts";
import { progressedBy } from "../../src/progress/progressed.ts";
import { beginning } from "../../src/progress/state.ts";
import { clusterEvents, stateAfter } from "../tui/support.ts";

const clusterOf = (events: readonly ReduceEvent[]): ClusterProgress => {
  const { cluster } = stateAfter(events);
  if (cluster === undefined) throw new Error("there is no cluster");
  return cluster;
};

const worker = (more: Partial<ClusterWorkerFigures>): ClusterWorkerFigures => ({
  name: "w",
  slots: 2,
  running: 1,
  done: 3,
  verified: 1,
  rate: 1.25,
  latencyMs: 1400,
  load: 0.5,
  state: "ready",
  ...more,
});

const figuresOf = (workers: readonly ClusterWorkerFigures[], more: Partial<ClusterFigures> = {}): ClusterFigures => ({
  workers,
  slots: 0,
  queued: 0,
  running: 0,
  done: 0,
  recalled: 0,
  redelivered: 0,
  duplicated: 0,
  cancelled: 0,
  refused: 0,
  verified: 0,
  wrong: 0,
  ...more,
});

const event = (figures: ClusterFigures, ms = 0): ReduceEvent => ({ type: "cluster", figures, version: 1, ms });

test("a run on this machine has no cluster", () => {
  expect("cluster" in beginning()).toBe(false);
});

test("the last figures count, those that have done most come first, and reasons are told", () => {
  const cluster = clusterOf([
    event(figuresOf([worker({})], { queued: 9 }), 1000),
    event(
      figuresOf(
        [
          worker({ name: "unfit", state: "unfit", reason: "no gcc" }),
          worker({ name: "opening", state: "opening" }),
          worker({ name: "slow", done: 2 }),
          worker({ name: "fast", done: 50 }),
        ],
        { queued: 4, slots: 4, cancelled: 3, duplicated: 1 },
      ),
      2000,
    ),
  ]);
  expect(cluster.listed.map(({ name }) => name)).toEqual(["fast", "slow", "opening", "unfit"]);
  expect(cluster.aside).toEqual([{ name: "unfit", reason: "no gcc" }]);
  expect(cluster.queue.points).toEqual([
    [1000, 9],
    [2000, 4],
  ]);
  expect(workerTexts(cluster)).toEqual(["2 workers", "1 set aside", "1 opening"]);
  expect(wasteTexts(cluster.counts)).toEqual(["3 cancelled", "1 given out twice"]);
});

test("a worker as a row: one that does not work has no rate", () => {
  const [ready, silent] = clusterOf([
    event(figuresOf([worker({ name: "a" }), worker({ name: "b", state: "silent", latencyMs: 0 })])),
  ]).listed.map(workerRow);
  expect(ready).toMatchObject({
    state: "ready",
    slots: "1/2",
    rate: "1.3/s",
    latency: "1.4 s",
    load: "0.5",
    done: "3",
  });
  expect(silent).toMatchObject({ state: "silent", slots: "2", rate: "–", latency: "–", works: false });
});

test("a thousand workers for hours: what is kept stays small, what is counted stays exact", () => {
  const reason = "it does not fail there ".repeat(2000);
  const workers = Array.from({ length: 1000 }, (_, at) =>
    worker({ name: `${at}${"x".repeat(60_000)}`, ...(at % 2 === 0 && { state: "unfit", reason }) }),
  );
  const changes = Array.from({ length: 3000 }, (_, ms): ReduceEvent[] => [
    { type: "worker", change: "joined", message: reason, version: 1, ms },
    event(figuresOf(ms === 2999 ? workers : [], { queued: ms }), ms),
  ]);
  const state = stateAfter(changes.flat());
  const cluster = state.cluster as ClusterProgress;
  expect(allWorkers(cluster)).toBe(1000);
  expect(cluster.workers).toMatchObject({ ready: 500, unfit: 500 });
  expect(cluster.listed).toHaveLength(64);
  expect(cluster.aside).toHaveLength(8);
  expect(cluster.queue.points.at(-1)).toEqual([2999, 2999]);
  expect(JSON.stringify(state).length).toBeLessThan(60_000);
});

test("names and reasons of others: one short line that no terminal obeys, whatever they are", () => {
  const anything = fc.oneof(fc.string({ unit: "binary", maxLength: 120 }), fc.string({ maxLength: 120 }));
  fc.assert(
    fc.property(anything, fc.integer({ min: 2, max: 80 }), (text, most) => {
      const line = bounded(text, most);
      expect(line.length).toBeLessThanOrEqual(most);
      expect(line).not.toMatch(/\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
  expect(bounded("a\tb\r\n c", 80)).toBe("a b c");
  expect(bounded("abcdef", 4)).toBe("abc…");
  const EVIL = "a\u001B[2J\u202Eb";
  const cluster = clusterOf([
    event(figuresOf([worker({ name: EVIL, state: "unfit", reason: EVIL })])),
    { type: "worker", change: "joined", name: EVIL, message: EVIL, version: 1, ms: 1 },
  ]);
  expect(JSON.stringify(cluster)).not.toMatch(/\\u001[bB]|\u202E/);
  expect(cluster.changes).toEqual([{ ms: 1, change: "joined", message: "a␛[2J\uFFFDb" }]);
});

test("a state with a cluster survives JSON, and goes on from there", () => {
  const [first, second] = [clusterEvents(20, 100), clusterEvents(30, 200)];
  const sent = JSON.parse(JSON.stringify(stateAfter(first))) as ReturnType<typeof beginning>;
  expect(progressedBy(sent, second)).toEqual(stateAfter([...first, ...second]));
});
