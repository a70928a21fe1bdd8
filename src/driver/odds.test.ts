import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Odds, traitsOf } from "./odds.ts";

const UNKNOWN = { share: undefined, chance: undefined, likely: undefined, quiet: 0 };
const step = { phase: "edit", pass: "names", removes: 4 };
const facts = fc.record({
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  chance: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  likely: fc.option(fc.double({ min: 0.01, max: 0.98, noNaN: true }), { nil: undefined }),
  quiet: fc.nat(1000),
});

describe("the odds of a question", () => {
  it("rise with every failure of its kind, fall with every pass, and are never certain", () => {
    fc.assert(
      fc.property(facts, fc.boolean(), (known, fails) => {
        const odds = new Odds();
        const traits = traitsOf(step, known);
        let before = odds.of(traits);
        for (let answer = 0; answer < 200; answer++) {
          odds.learn(traits, fails);
          const now = odds.of(traits);
          if (fails) expect(now).toBeGreaterThanOrEqual(before);
          else expect(now).toBeLessThanOrEqual(before);
          before = now;
        }
        expect(before).toBeGreaterThan(0);
        expect(before).toBeLessThan(1);
        expect(Math.abs(before - (fails ? 1 : 0))).toBeLessThan(0.05);
      }),
    );
  });

  it("come near to the share of failures", () => {
    for (const share of [0.1, 0.5, 0.9]) {
      const odds = new Odds();
      const traits = traitsOf(step, UNKNOWN);
      let fails = 0;
      for (let answer = 1; answer <= 500; answer++) {
        const isFailure = fails < Math.round(share * answer);
        if (isFailure) fails++;
        odds.learn(traits, isFailure);
      }
      expect(Math.abs(odds.of(traits) - share)).toBeLessThan(0.25);
    }
  });

  it("are those that are known by other means, until there are answers", () => {
    for (const chance of [0.02, 0.3, 0.5, 0.9]) {
      expect(new Odds().of(traitsOf(step, { ...UNKNOWN, likely: chance }))).toBeCloseTo(chance);
      expect(new Odds().of(traitsOf(step, { ...UNKNOWN, chance }))).toBeCloseTo(chance);
      expect(new Odds().of(traitsOf(step, { ...UNKNOWN, chance, likely: 0.7 }))).toBeCloseTo(chance);
    }
    for (const chance of [0, 1]) {
      const certain = new Odds().of(traitsOf(step, { ...UNKNOWN, chance }));
      expect(Math.abs(certain - chance)).toBeGreaterThan(0);
      expect(Math.abs(certain - chance)).toBeLessThan(0.05);
    }
    expect(new Odds().of(traitsOf(step, UNKNOWN))).toBeLessThan(0.5);
  });

  it("learn from questions of the same pass, phase, size, share or silence", () => {
    const base = { ...UNKNOWN, share: 0.6 };
    const odds = new Odds();
    for (let answer = 0; answer < 20; answer++) odds.learn(traitsOf(step, base), true);
    const fresh = new Odds();
    const gain = (other: typeof step, known: typeof base): number =>
      odds.of(traitsOf(other, known)) - fresh.of(traitsOf(other, known));
    const same = gain(step, base);
    const further = [
      gain({ ...step, pass: "types" }, base),
      gain({ ...step, phase: "sweep" }, base),
      gain({ ...step, removes: 400 }, base),
      gain(step, { ...base, share: 0.99 }),
      gain(step, { ...base, quiet: 500 }),
    ];
    for (const less of further) {
      expect(less).toBeGreaterThan(0);
      expect(less).toBeLessThan(same);
    }
  });

  it("do not tell sizes apart within a power of two, nor long silences", () => {
    const names = (removes: number, quiet: number): readonly string[] =>
      traitsOf({ ...step, removes }, { ...UNKNOWN, quiet }).names;
    expect(names(4, 0)).toEqual(names(5, 0));
    expect(names(4, 0)).not.toEqual(names(9, 0));
    expect(names(4, 10)).not.toEqual(names(4, 1));
    expect(names(4, 1000)).toEqual(names(4, 100_000));
    const { names: known } = traitsOf({ ...step, removes: 4 }, { ...UNKNOWN, share: 0.5 });
    expect(known).toEqual([...names(4, 0), known.at(-1)]);
  });

  it("of a list are learnt apart from others", () => {
    const odds = new Odds();
    const other = traitsOf({ phase: "edit", pass: "types" }, UNKNOWN);
    const before = odds.of(other);
    for (let answer = 0; answer < 20; answer++) odds.learn(traitsOf(step, { ...UNKNOWN, chance: 0.5, quiet: 9 }), true);
    expect(odds.of(other)).toBe(before);
  });
});
