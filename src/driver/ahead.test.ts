import { describe, expect, it } from "vitest";
import { numbered } from "../core/candidates.ts";
import type { Case } from "../core/case.ts";
import { simulated } from "../executors/simulated.ts";
import { memoryJournal } from "../journals/memory.ts";
import { AheadPace } from "./ahead.ts";
import { Flights } from "./flights.ts";
import { standalone, type AskNode } from "./nodes.ts";

const named = (name: string): Case => ({ size: 1, key: () => name });
const flightsOf = () => {
  const executor = simulated<Case>({ capacity: 1000, oracle: () => true });
  return new Flights<Case>({ executor, journal: memoryJournal(), onTested: () => undefined, onNews: () => undefined });
};
function* questions(count: number, onTaken: () => void = () => undefined): Generator<AskNode<Case>, void, void> {
  for (let at = 0; at < count; at++) {
    onTaken();
    yield standalone(
      numbered(1, () => named(`question ${at}`)),
      { phase: "ask" },
    );
  }
}

describe("the pace of look-ahead", () => {
  it("starts as many tests as are wanted, and looks for no more", () => {
    const flights = flightsOf();
    let taken = 0;
    expect(
      new AheadPace(true).start(
        flights,
        questions(100, () => void taken++),
        7,
      ),
    ).toBe(true);
    expect(flights.started).toBe(7);
    expect(taken).toBe(7);
  });

  it("gives up where hardly anything that is foreseen needs a test", () => {
    const flights = flightsOf();
    function* same(): Generator<AskNode<Case>, void, void> {
      const [only] = [...questions(1)];
      for (;;) yield only as AskNode<Case>;
    }
    expect(new AheadPace(true).start(flights, same(), 3)).toBe(true);
    expect(flights.started).toBe(1);
  });

  it("asks for more probable questions where finding them takes long against tests", () => {
    const paces = [1e-9, 1e9].map((ms) => {
      const pace = new AheadPace(false);
      const before = pace.least;
      pace.start(flightsOf(), questions(20), 20);
      pace.tested(ms);
      return { before, least: pace.least };
    });
    const [hasty, patient] = paces as [(typeof paces)[0], (typeof paces)[0]];
    expect(hasty.before).toBe(patient.before);
    expect(patient.least).toBe(patient.before);
    expect(hasty.least).toBeGreaterThan(10 * hasty.before);
    expect(hasty.least).toBeLessThan(0.5);
  });

  it("forgets slowly: tests that take long again are trusted again", () => {
    const pace = new AheadPace(false);
    pace.start(flightsOf(), questions(20), 20);
    pace.tested(1e-9);
    const hasty = pace.least;
    pace.tested(1e9);
    expect(pace.least).toBeLessThan(hasty);
  });

  it("is never in a hurry where tests take none of our time", () => {
    const pace = new AheadPace(true);
    const before = pace.least;
    pace.start(flightsOf(), questions(20), 20);
    pace.tested(1e-9);
    expect(pace.least).toBe(before);
  });
});
