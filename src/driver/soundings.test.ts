import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Stretch } from "../core/search.ts";
import { FAIL, PASS, type Verdict } from "../core/verdict.ts";
import type { AskNode } from "./nodes.ts";
import { Soundings } from "./soundings.ts";

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** A list of places of which some are needed: a stretch can go if none of them lies in it. */
const listOf = (length: number, needed: readonly number[], gap = length / 4) => {
  const list = {};
  const verdicts = new Map<AskNode<Cut>, Verdict>();
  const soundings = new Soundings<Cut>((node) => {
    const verdict = verdicts.get(node);
    return verdict && { verdict };
  });
  const stretch = (from: number, to: number, rest: Partial<Stretch<Cut>> = {}): Stretch<Cut> => ({
    list,
    from,
    to,
    open: { from: 0, to: length },
    gap,
    without: (start, end) => ({ from: start, to: end }),
    ...rest,
  });
  const goes = ({ from, to }: Cut): boolean => !needed.some((place) => from <= place && place < to);
  const whole = stretch(0, length);
  const cutOf = (node: AskNode<Cut>): Cut => node.ask.candidates.at(0);
  /** Makes all soundings that are wanted, until none is. */
  const sound = (of = whole): readonly Cut[] => {
    const made: Cut[] = [];
    for (;;) {
      const wanted = soundings.wanted(of);
      if (wanted.length === 0) return made;
      const free = made.filter(goes);
      for (const { node } of wanted) {
        const cut = cutOf(node);
        expect(free.some(({ from, to }) => from <= cut.from && cut.to <= to)).toBe(false);
        made.push(cut);
        verdicts.set(node, goes(cut) ? FAIL : PASS);
      }
    }
  };
  return { list, soundings, verdicts, stretch, whole, goes, cutOf, sound };
};

const lists = fc
  .integer({ min: 8, max: 200 })
  .chain((length) =>
    fc.record({ length: fc.constant(length), needed: fc.uniqueArray(fc.nat(length - 1), { maxLength: 6 }) }),
  );

describe("soundings", () => {
  it("end, ask each stretch once, and ask nothing about parts of what can go", () => {
    fc.assert(
      fc.property(lists, ({ length, needed }) => {
        const made = listOf(length, needed).sound();
        expect(new Set(made.map(({ from, to }) => `${from} ${to}`)).size).toBe(made.length);
        for (const { from, to } of made) expect(0 <= from && from < to && to <= length).toBe(true);
        expect(made.length).toBeLessThanOrEqual(2 * length);
      }),
    );
  });

  it("find every place that is needed", () => {
    fc.assert(
      fc.property(lists, ({ length, needed }) => {
        const { sound, soundings, stretch, goes } = listOf(length, needed);
        if (sound().length === 0) return;
        for (let place = 0; place < length; place++) {
          const chance = soundings.chance(stretch(place, place + 1));
          if (goes({ from: place, to: place + 1 })) expect(chance).toBeGreaterThan(0.5);
          else expect(chance).toBeLessThan(0.5);
        }
      }),
    );
  });

  it("say of a longer stretch that it can go if all of it can", () => {
    const { sound, soundings, stretch } = listOf(64, [40]);
    sound();
    expect(soundings.chance(stretch(0, 32))).toBeGreaterThan(0.8);
    expect(soundings.chance(stretch(41, 64))).toBeGreaterThan(0.8);
    expect(soundings.chance(stretch(30, 50))).toBeLessThan(0.1);
    expect(soundings.chance(stretch(0, 64))).toBeLessThan(0.1);
    // Something is needed in the second half, and it is not in the rest of it.
    expect(soundings.chance(stretch(36, 44, { within: { from: 32, to: 64 } }))).toBeLessThan(0.1);
    expect(soundings.chance(stretch(44, 64, { within: { from: 32, to: 64 } }))).toBeGreaterThan(0.8);
  });

  it("are worth up to 1, and not made where a list is one stretch", () => {
    const { soundings, whole } = listOf(64, []);
    const wanted = soundings.wanted(whole);
    expect(wanted.length).toBeGreaterThan(2);
    for (const { worth } of wanted) expect(worth > 0 && worth <= 1).toBe(true);
    const short = listOf(3, [1], 30);
    expect(short.soundings.wanted(short.whole)).toEqual([]);
  });

  it("are made first where the answer is most open: about every second of the longest can go", () => {
    const { soundings, whole, cutOf } = listOf(1000, []);
    const wanted = soundings.wanted(whole).toSorted((a, b) => b.worth - a.worth);
    const { from, to } = cutOf((wanted[0] as (typeof wanted)[number]).node);
    const longest = Math.max(...wanted.map(({ node }) => cutOf(node).to - cutOf(node).from));
    expect(to - from).toBe(longest);
    expect((1 - 4 / 1000) ** longest).toBeGreaterThan(0.3);
    expect((1 - 4 / 1000) ** longest).toBeLessThan(0.7);
  });

  it("are not wanted where everything is settled", () => {
    const { soundings, whole, cutOf } = listOf(64, []);
    soundings.wanted(whole);
    for (const { node } of soundings.wanted({ ...whole, open: { from: 0, to: 20 } }))
      expect(cutOf(node).from).toBeLessThan(20);
  });

  it("are kept by list: all that were wanted of what lies before a place", () => {
    const { soundings, whole, list, cutOf, sound } = listOf(64, [7, 40]);
    const made = sound(whole);
    const sorted = (cuts: readonly Cut[]): readonly Cut[] => cuts.toSorted((a, b) => a.from - b.from || a.to - b.to);
    const of = (before: number): readonly Cut[] => sorted([...soundings.of(list, before)].map(cutOf));
    expect(of(64)).toEqual(sorted(made));
    expect(of(20)).toEqual(sorted(made.filter(({ from }) => from < 20)));
    expect(of(0)).toEqual([]);
    expect([...soundings.of({}, 64)]).toEqual([]);
  });
});

describe("before soundings are made", () => {
  it("longer stretches are less likely to go, and the more so the smaller the gap", () => {
    const { soundings, stretch } = listOf(1000, []);
    const chances = [1, 10, 100, 1000].map((length) => soundings.chance(stretch(0, length)));
    for (const [index, chance] of chances.entries()) {
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThan(chances[index - 1] ?? 1);
    }
    const near = soundings.chance(stretch(0, 10, { gap: 5 }));
    const far = soundings.chance(stretch(0, 10, { gap: 500 }));
    expect(near).toBeLessThan(far);
    expect(near).toBeGreaterThan(0);
  });

  it("the halves of what is needed are about as likely, and all but one place of it is sure to be held", () => {
    const { soundings, stretch } = listOf(1000, []);
    const within = { from: 100, to: 200 };
    const first = soundings.chance(stretch(100, 150, { within }));
    const second = soundings.chance(stretch(150, 200, { within }));
    expect(first).toBeCloseTo(second);
    expect(first).toBeGreaterThan(0.3);
    expect(first).toBeLessThan(0.5);
    expect(soundings.chance(stretch(100, 199, { within }))).toBeLessThan(0.05);
    expect(soundings.chance(stretch(100, 200, { within }))).toBeLessThan(0.01);
  });
});

describe("an answer of the walk", () => {
  const answered = (goes: boolean) => {
    const list = listOf(64, [40]);
    list.sound();
    // The opposite of what the soundings have said.
    const [from, to] = goes ? [32, 48] : [0, 16];
    const asked = list.stretch(from, to);
    const before = list.soundings.chance(asked);
    list.soundings.learn(asked, goes);
    return { ...list, before, now: list.soundings.chance(asked), said: [...list.soundings.of(list.list, 64)] };
  };

  it("that soundings have foreseen leaves them", () => {
    const { soundings, stretch, sound, list } = listOf(64, [40]);
    const made = sound();
    soundings.learn(stretch(0, 16), true);
    soundings.learn(stretch(32, 48), false);
    expect([...soundings.of(list, 64)]).toHaveLength(made.length);
  });

  it("that they have not makes them forget all that said so, and nothing else", () => {
    const went = answered(true);
    expect(went.before).toBeLessThan(0.1);
    expect(went.now).toBeGreaterThan(went.before);
    expect(went.said.every((node) => went.goes(went.cutOf(node)))).toBe(true);
    expect(went.said.length).toBeGreaterThan(0);
    const stayed = answered(false);
    expect(stayed.before).toBeGreaterThan(0.8);
    expect(stayed.now).toBeLessThan(stayed.before);
    expect(stayed.said.some((node) => stayed.goes(stayed.cutOf(node)))).toBe(false);
    expect(stayed.said.length).toBeGreaterThan(0);
  });
});
