import { describe, expect, test } from "vitest";
import { isLate, type Attempt, type Flight } from "./flight.ts";
import { SILENCE_MS, type Participation, type WorkerReport } from "../protocol.ts";
import { Roster } from "./roster.ts";
import type { ClusterNote } from "../run.ts";

const report = (worker: string, part: Partial<Participation>, more: Partial<WorkerReport> = {}): WorkerReport => ({
  type: "worker",
  worker,
  name: `name of ${worker}`,
  pare: "1",
  slots: 4,
  os: "linux",
  arch: "x64",
  load: 0,
  cacheBytes: 0,
  draining: false,
  runs: [{ run: "here", state: "ready", running: 0, done: 0, ...part }],
  ...more,
});

const opened = (): { roster: Roster; told: string[]; changes: () => number } => {
  const told: string[] = [];
  let changes = 0;
  const words = (note: ClusterNote): string => ("name" in note ? `${note.name} ${note.type}` : note.reason);
  const roster = new Roster("here", { note: (note) => told.push(words(note)), change: () => void changes++ });
  return { roster, told, changes: () => changes };
};

describe("the workers of a run", () => {
  test("count from when they are ready until they fall silent, and again when they are back", () => {
    const { roster, told, changes } = opened();
    roster.see(report("a", { state: "opening" }), 0);
    expect([roster.slots, roster.ready]).toEqual([0, 0]);
    roster.see(report("a", {}), 1);
    roster.see(report("b", {}, { slots: 2 }), 2);
    expect([roster.slots, roster.ready]).toEqual([6, 2]);
    roster.see(report("b", {}, { slots: 2 }), SILENCE_MS);
    roster.tick(SILENCE_MS + 1);
    expect([roster.slots, roster.ready]).toEqual([2, 1]);
    expect(roster.isAtWork("a", SILENCE_MS, SILENCE_MS + 1)).toBe(false);
    roster.see(report("a", {}), SILENCE_MS + 2);
    expect(roster.slots).toBe(6);
    expect(told).toEqual(["name of a joined", "name of b joined", "name of a left", "name of a joined"]);
    expect(changes()).toBe(4);
  });

  test("one that is there and has no job is not at work on what it claimed a while ago", () => {
    const { roster } = opened();
    const claimedAt = 100;
    roster.see(report("a", { running: 0 }), claimedAt + 500);
    // It may have been sent before.
    expect(roster.isAtWork("a", claimedAt, claimedAt + 600)).toBe(true);
    roster.see(report("a", { running: 2 }), claimedAt + 2000);
    expect(roster.isAtWork("a", claimedAt, claimedAt + 2100)).toBe(true);
    roster.see(report("a", { running: 0 }), claimedAt + 3000);
    expect(roster.isAtWork("a", claimedAt, claimedAt + 3100)).toBe(false);
    roster.see(report("a", { run: "elsewhere", running: 1 }), claimedAt + 4000);
    expect(roster.isAtWork("a", claimedAt, claimedAt + 4100)).toBe(false);
    expect(roster.isAtWork("nobody", claimedAt, claimedAt)).toBe(false);
  });

  test("a report that is repeated by somebody else changes nothing", () => {
    const { roster } = opened();
    const old = { ...report("a", { state: "opening" }), at: 5000 };
    roster.see(old, 0);
    roster.see({ ...report("a", {}), at: 6000 }, 1000);
    roster.see(old, 1001);
    expect(roster.slots).toBe(4);
    roster.see(old, 1000 + SILENCE_MS);
    expect([roster.slots, roster.list(1000 + SILENCE_MS)[0]?.state]).toEqual([0, "silent"]);
    // A clock that was set back: what is that old would have expired if it were not new.
    roster.see({ ...report("a", {}), at: 6000 - 3_600_000 }, 1001 + SILENCE_MS);
    expect(roster.slots).toBe(4);
  });

  test("one that takes part in another run only does not count", () => {
    const { roster } = opened();
    roster.see(report("a", { run: "elsewhere" }), 0);
    expect(roster.slots).toBe(0);
    expect(roster.list(0)[0]?.state).toBe("opening");
  });

  test("those that are unfit, drain or break are out, and it is said once", () => {
    const { roster, told } = opened();
    for (const now of [0, 1]) roster.see(report("a", { state: "unfit", reason: "no gcc" }), now);
    roster.see(report("b", {}), 2);
    roster.see(report("b", {}, { draining: true }), 3);
    roster.see(report("c", {}), 4);
    for (const now of [5, 6]) roster.setAside("c", "the disk is full", now);
    expect(roster.slots).toBe(0);
    expect(roster.isAside("c")).toBe(true);
    expect(told).toEqual([
      "name of a set aside",
      "name of b joined",
      "name of b left",
      "name of c joined",
      "name of c set aside",
    ]);
    expect(roster.list(7).map(({ state, reason }) => [state, reason])).toEqual([
      ["unfit", "no gcc"],
      ["draining", undefined],
      ["unfit", "the disk is full"],
    ]);
  });

  test("rates and latencies come from what was answered", () => {
    const { roster } = opened();
    roster.see(report("a", {}), 0);
    for (let now = 100; now <= 1000; now += 100) roster.answered("a", 50, now);
    const [worker] = roster.list(1100);
    expect(worker).toMatchObject({ done: 10, latencyMs: 50, rate: 10 });
    expect(roster.latencyMs).toBe(50);
  });
});

const flightOf = (...attempts: readonly Pick<Attempt, "givenAt" | "claim">[]): Flight =>
  ({ job: {}, attempts: attempts.map((each) => ({ ...each })) }) as unknown as Flight;

describe("giving a job out once more", () => {
  const at = (now: number, held = true): Parameters<typeof isLate>[1] => ({ now, usualMs: 500, isHeld: () => held });

  test("when it takes several times as long as usual", () => {
    const flight = flightOf({ givenAt: 0, claim: { worker: "a", at: 100 } });
    expect(isLate(flight, at(2000))).toBe(false);
    expect(isLate(flight, at(2200))).toBe(true);
  });

  test("later each time, and not for ever", () => {
    const claim = { worker: "a", at: 0 };
    expect(isLate(flightOf({ givenAt: 0, claim }, { givenAt: 0, claim }), at(3000))).toBe(false);
    expect(isLate(flightOf({ givenAt: 0, claim }, { givenAt: 0, claim }), at(4100))).toBe(true);
    expect(isLate(flightOf({ givenAt: 0, claim }, { givenAt: 0, claim }, { givenAt: 0, claim }), at(1e6))).toBe(false);
  });

  test("at once when its worker has gone, however often that happens", () => {
    const claim = { worker: "a", at: 0 };
    const flight = flightOf(...Array.from({ length: 9 }, () => ({ givenAt: 0, claim })));
    expect(isLate(flight, at(1, false))).toBe(true);
  });

  test("when nobody takes it", () => {
    expect(isLate(flightOf({ givenAt: 0, claim: undefined }), at(1900))).toBe(false);
    expect(isLate(flightOf({ givenAt: 0, claim: undefined }), at(2100))).toBe(true);
  });
});
