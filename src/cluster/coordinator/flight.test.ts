import { expect, test } from "vitest";
import { isLate, type Flight } from "./flight.ts";

const flight = (long: boolean, claimed: boolean): Flight => {
  const made: Flight = {
    job: { key: "k", terms: {}, shared: false, long },
    packed: { carried: { sha256: "", bytes: 0 }, payload: new Uint8Array() },
    startedAt: 0,
    attempts: [],
    broken: new Set(),
    settled: false,
    resolve: () => undefined,
    reject: () => undefined,
  };
  made.attempts.push({
    id: "a",
    flight: made,
    givenAt: 0,
    except: undefined,
    sequence: Promise.resolve(1),
    claim: claimed ? { worker: "w", at: 0 } : undefined,
  });
  return made;
};

const after = (now: number, isHeld = true) => ({ now, usualMs: 100, isHeld: () => isHeld });

test("what takes several times as long as usual is late, unless it takes as long as it takes", () => {
  expect(isLate(flight(false, true), after(900))).toBe(false);
  expect(isLate(flight(false, true), after(1100))).toBe(true);
  expect(isLate(flight(true, true), after(1e9))).toBe(false);
});

test("what nobody has taken, and whose worker has gone, is late whatever it is", () => {
  for (const long of [false, true]) {
    expect(isLate(flight(long, false), after(1100))).toBe(true);
    expect(isLate(flight(long, true), after(10, false))).toBe(true);
  }
});
