/** The laws of list strategies that only show in lists of hundreds: steps, orders, stretches, and how many tests they take. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, keyOf, whole, type Configuration } from "../../src/core/configuration.ts";
import type { Step, Stretch } from "../../src/core/search.ts";
import { Walk } from "../../src/driver/walk.ts";
import { list, type ListStrategy, type Order } from "../../src/strategies/index.ts";

type Numbers = Configuration<number>;
type Oracle = (kept: readonly number[]) => boolean;

interface Question {
  readonly kept: readonly number[];
  readonly step: Step;
  /** Its place in the list of candidates. */
  readonly index: number;
  readonly stretch: Stretch<Numbers> | undefined;
  readonly fails: boolean;
  /** The smallest that has failed before. */
  readonly best: readonly number[];
}

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

const playAll = (strategy: ListStrategy, n: number, oracle: Oracle) => {
  const walk = new Walk(strategy(whole(upTo(n))));
  const questions: Question[] = [];
  let best = upTo(n);
  for (;;) {
    const position = walk.currentSync();
    if (position.kind === "done") return { questions, result: elements(position.result), claims: position.claims };
    const kept = elements(position.ask.candidates.at(position.index));
    const fails = oracle(kept);
    const { step, stretch } = position.ask;
    questions.push({ kept, step, index: position.index, stretch, fails, best });
    if (fails && kept.length < best.length) best = kept;
    walk.answer({ outcome: fails ? "fail" : "pass" });
    expect(questions.length).toBeLessThan(100_000);
  }
};

const needing = (needed: readonly number[]): Oracle => {
  const all = new Set(needed);
  return (kept) => kept.reduce((met, delta) => met + (all.has(delta) ? 1 : 0), 0) === all.size;
};
/** Some are needed, and of the first half of the others, at most fifteen may go: many that can go alone cannot go together. */
const interfering = (n: number): Oracle => {
  const needed = needing(upTo(n).filter((delta) => delta % 17 === 5));
  return (kept) => needed(kept) && kept.filter((delta) => delta < n / 2).length >= n / 2 - 15;
};
const endOf = (walk: Walk<Numbers, Numbers>): Numbers => {
  const end = walk.currentSync();
  if (end.kind !== "done") throw new Error("the walk goes on");
  return end.result;
};

const lists = fc
  .integer({ min: 70, max: 160 })
  .chain((n) =>
    fc.record({ n: fc.constant(n), needed: fc.uniqueArray(fc.nat(n - 1), { minLength: 1, maxLength: n >> 3 }) }),
  );
/** Some of them ask about every pair of deltas. */
const RUNS = 8;
const named = Object.entries(list).map(([name, entry]) => ({ name, ...entry, strategy: entry.build({}) }));

describe.each(named)("$name", ({ strategy, promises }) => {
  it("finds what is needed in lists of any density, and asks neither about all nor about nothing", () => {
    fc.assert(
      fc.property(lists, ({ n, needed }) => {
        const { questions, result } = playAll(strategy, n, needing(needed));
        const sorted = needed.toSorted((a, b) => a - b);
        expect(needing(needed)(result)).toBe(true);
        if (promises > 0) expect(result).toEqual(sorted);
        for (const { kept } of questions) expect(kept.length > 0 && kept.length < n).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("says in each step what a success would remove", () => {
    const { questions } = playAll(strategy, 96, () => false);
    for (const { kept, step, index } of questions) {
      expect(step.phase).toMatch(/^[a-z]+$/);
      // The last of equal chunks may be shorter.
      if (step.removes !== undefined && index === 0)
        expect(Math.abs(96 - kept.length - step.removes)).toBeLessThanOrEqual(1);
      if (step.granularity !== undefined)
        expect(Number.isInteger(step.granularity) && step.granularity >= 1 && step.granularity <= 96).toBe(true);
    }
    expect(questions.some(({ step }) => step.removes !== undefined)).toBe(true);
  });

  it("lists different candidates in each question, each the same whenever it is built", () => {
    const N = 80;
    const walk = new Walk(strategy(whole(upTo(N))));
    const interferes = interfering(N);
    for (let position = walk.currentSync(); position.kind === "ask"; position = walk.currentSync()) {
      const { candidates, step } = position.ask;
      const keys = upTo(Math.min(8, candidates.length)).map((index) => keyOf(candidates.at(index)));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keyOf(candidates.at(0))).toBe(keys[0]);
      expect(step.phase).toMatch(/^[a-z]+$/);
      walk.answer({ outcome: interferes(elements(candidates.at(position.index))) ? "fail" : "pass" });
    }
    if (promises === 0) return;
    const result = elements(endOf(walk));
    expect(interferes(result)).toBe(true);
    for (const delta of result) expect(interferes(result.filter((other) => other !== delta))).toBe(false);
  });

  it("never says that more would go than has gone in a candidate", () => {
    fc.assert(
      fc.property(lists, ({ n, needed }) => {
        for (const { step, kept, index } of playAll(strategy, n, needing(needed)).questions)
          if (step.removes !== undefined && index === 0) {
            expect(step.removes).toBeGreaterThan(0);
            expect(step.removes).toBeLessThanOrEqual(n - kept.length + 1);
          }
      }),
      { numRuns: RUNS },
    );
  });
});

describe.each(named.filter(({ reads }) => reads.includes("order")))("$name", ({ build }) => {
  it("asks backward what it asks forward of the list read from its end", () => {
    // Sizes that halve evenly: where they do not, a list and its mirror image are cut at different places.
    const N = 128;
    const trace = (order: Order, oracle: Oracle): readonly (readonly number[])[] => {
      const { questions } = playAll(build({ order }), N, oracle);
      const own = questions.findIndex(({ step, best }) => step.phase === "verify" || best.length < N);
      return questions.slice(0, own < 0 ? questions.length : own + 1).map(({ kept }) => kept);
    };
    const mirrored = (kept: readonly number[]): readonly number[] => kept.map((delta) => N - 1 - delta).toReversed();
    for (const needed of [[100], [3, 90], [0, 127], [64], [5, 6, 7, 60, 110]]) {
      const backward = trace("backward", needing(needed));
      expect(trace("forward", needing(mirrored(needed))).map(mirrored)).toEqual(backward);
      expect(backward.length).toBeGreaterThan(0);
    }
  });
});

describe.each(["gbs", "segments", "adaptive"])("the stretches of %s", (name) => {
  const strategy = (list[name] as (typeof list)[string]).build({});

  it("are what their questions take away, and lie in what is open", () => {
    let bisected = 0;
    fc.assert(
      fc.property(lists, ({ n, needed }) => {
        const { questions } = playAll(strategy, n, needing(needed));
        const told = questions.filter(({ stretch }) => stretch !== undefined);
        expect(told.length).toBeGreaterThan(0);
        for (const { kept, stretch } of told) {
          const { from, to, open, within, without, gap } = stretch as Stretch<Numbers>;
          expect(elements(without(from, to))).toEqual(kept);
          expect(open.from <= from && from < to && to <= open.to).toBe(true);
          expect(gap).toBeGreaterThan(0);
          if (within === undefined) continue;
          bisected++;
          expect(within.from <= from && to <= within.to && to - from < within.to - within.from).toBe(true);
          expect(needing(needed)(elements(without(within.from, within.to)))).toBe(false);
        }
      }),
      { examples: [[{ n: 900, needed: [5, 300, 301, 888] }]] },
    );
    expect(bisected).toBeGreaterThan(0);
  });

  it("count places that stay the same as long as a list is swept", () => {
    fc.assert(
      fc.property(lists, ({ n, needed }) => {
        const places = new Map<object, Map<number, string>>();
        for (const { stretch } of playAll(strategy, n, needing(needed)).questions) {
          if (stretch === undefined) continue;
          const known = places.get(stretch.list) ?? new Map<number, string>();
          places.set(stretch.list, known);
          const all = elements(stretch.without(stretch.open.from, stretch.open.from));
          for (const place of [stretch.open.from, (stretch.open.from + stretch.open.to) >> 1]) {
            const kept = new Set(elements(stretch.without(place, place + 1)));
            const gone = all.filter((delta) => !kept.has(delta)).join();
            expect(known.get(place) ?? gone).toBe(gone);
            known.set(place, gone);
          }
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe.each(["backward", "forward"] as const)("generalised binary splitting, %s", (order) => {
  const strategy = (list["gbs"] as (typeof list)["gbs"]).build({ order });

  it("takes about as many tests as information theory asks for, and one more for each needed delta", () => {
    fc.assert(
      fc.property(lists, ({ n, needed }) => {
        const { questions } = playAll(strategy, n, needing(needed));
        const d = needed.length;
        // Hwang: d log2(n/d) + O(d); a verification follows.
        expect(questions.length).toBeLessThan(d * Math.log2(n / d) + 4 * d + 2 * Math.log2(n));
      }),
    );
  });

  it("meets what is needed in its order", () => {
    const needed = [20, 70, 110];
    const { questions } = playAll(strategy, 128, needing(needed));
    const swept = questions.filter(({ step, fails }) => step.phase !== "verify" && fails);
    const gone = swept.map(({ kept, best }) => best.find((delta) => !kept.includes(delta)) as number);
    const first = order === "backward" ? gone.toSorted((a, b) => b - a) : gone.toSorted((a, b) => a - b);
    expect(gone).toEqual(first);
  });
});

describe("adaptive", () => {
  const { strategy } = named.find(({ name }) => name === "adaptive") as (typeof named)[number];
  const gbs = (list["gbs"] as (typeof list)["gbs"]).build({});
  const scattered = (n: number, d: number): readonly number[] => [...new Set(upTo(d).map((i) => (i * 619 + 37) % n))];
  const tests = (of: ListStrategy, n: number, oracle: Oracle): number => playAll(of, n, oracle).questions.length;

  it("takes hardly more tests than a sweep in order", () => {
    for (const [n, d] of [
      [400, 20],
      [400, 60],
      [1000, 12],
      [1000, 40],
      [2000, 100],
    ] as const) {
      const oracle = needing(scattered(n, d));
      expect(tests(strategy, n, oracle)).toBeLessThan(1.3 * tests(gbs, n, oracle) + 20);
    }
  });

  it("finds out that deltas use later ones, and sweeps the other way", () => {
    // Whoever stays needs all that come after it up to the next multiple of 50.
    const closed: Oracle = (kept) => {
      const all = new Set(kept);
      return needing([349])(kept) && kept.every((delta) => (delta + 1) % 50 === 0 || all.has(delta + 1));
    };
    const backward = tests(gbs, 400, closed);
    expect(tests(strategy, 400, closed)).toBeLessThan(backward / 2);
    expect(playAll(strategy, 400, closed).result).toEqual([349]);
  });

  /** Whoever stays needs its neighbour on one side, in groups of 40 from a delta on. */
  const inGroups = (first: number, side: 1 | -1, needed: readonly number[]): Oracle => {
    const isLast = (delta: number): boolean => delta < first || (delta - first + (side === 1 ? 1 : 0)) % 40 === 0;
    return (kept) =>
      needing(needed)(kept) &&
      kept.every((delta, place) => delta + side === 400 || isLast(delta) || kept[place + side] === delta + side);
  };

  it("finds out on its way that deltas use others than it thought, and turns", () => {
    // The ends do not tell: there, something is needed, or nobody uses anything.
    for (const [oracle, order] of [
      [inGroups(0, 1, [20, 399]), "forward"],
      [inGroups(25, -1, [379]), "backward"],
    ] as const) {
      const knowing = (list["gbs"] as (typeof list)["gbs"]).build({ order });
      expect(tests(strategy, 400, oracle)).toBeLessThan(2 * tests(knowing, 400, oracle));
    }
  });

  it("takes away as much in each candidate of a probe, whichever way it goes", () => {
    for (const needed of [scattered(600, 30), [...scattered(600, 30).filter((delta) => delta >= 60), 599]]) {
      const { questions } = playAll(strategy, 600, needing(needed));
      const probes = questions.filter(({ step }) => step.phase === "probe");
      for (const [place, { kept, index }] of probes.entries())
        if (index > 0) expect(kept.length).toBe(probes[place - 1]?.kept.length);
      expect(probes.length).toBeGreaterThan(8);
    }
  });

  it("keeps what cannot go together", () => {
    for (const n of [300, 600]) {
      const { result } = playAll(strategy, n, interfering(n));
      expect(interfering(n)(result)).toBe(true);
      expect(result.filter((delta) => delta < n / 2)).toHaveLength(n / 2 - 15);
    }
  });

  it("asks about independent stretches side by side", () => {
    const { questions } = playAll(strategy, 600, needing(scattered(600, 30)));
    const swept = new Set(questions.flatMap(({ stretch }) => stretch?.list ?? []));
    expect(swept.size).toBeGreaterThan(10);
    // What all stretches could do without went together: one question.
    expect(questions.filter(({ step }) => step.phase === "merge")).toHaveLength(1);
  });

  it("goes on in order where stretches that can go alone cannot go together", () => {
    const needed = new Set(scattered(600, 30));
    // One of each five neighbours that are not needed must stay.
    const groups = upTo(120).map((group) =>
      upTo(5)
        .map((i) => 5 * group + i)
        .filter((delta) => !needed.has(delta)),
    );
    const oracle: Oracle = (kept) => {
      const all = new Set(kept);
      return (
        [...needed].every((delta) => all.has(delta)) && groups.every((group) => group.some((delta) => all.has(delta)))
      );
    };
    const { result, claims } = playAll(strategy, 600, oracle);
    expect(result.length).toBe(needed.size + groups.length);
    expect(claims.map(({ property }) => property)).toEqual(["1-minimal"]);
  });
});

it("strategies without options have the order that their papers have", () => {
  const FORWARD = ["ddmin", "onemin", "opdd"];
  const oracle = needing([3, 70, 71]);
  for (const { name, reads, build, strategy } of named) {
    if (!reads.includes("order")) continue;
    const trace = (of: ListStrategy): readonly string[] =>
      playAll(of, 100, oracle).questions.map(({ kept }) => keyOf(whole(kept)) + kept.join());
    expect(trace(strategy)).toEqual(trace(build({ order: FORWARD.includes(name) ? "forward" : "backward" })));
  }
});
