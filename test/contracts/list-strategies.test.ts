/** The laws of a strategy, over the whole registry of list strategies and all their options. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, indexAt, keeps, keyOf, slice, whole, type Configuration } from "../../src/core/index.ts";
import { enter, after, begin, joined, member, type AskNode, type Node } from "../../src/driver/nodes.ts";
import { play } from "../../src/driver/play.ts";
import { Walk } from "../../src/driver/walk.ts";
import type { Outcome } from "../../src/core/verdict.ts";
import { list, type ListOptions, type ListStrategy } from "../../src/strategies/index.ts";

const OPTIONS: Required<{ [Key in keyof ListOptions]: readonly NonNullable<ListOptions[Key]>[] }> = {
  splitFactor: [2, 3, 5],
  order: ["forward", "backward"],
  cases: ["subsets-first", "complements-first", "complements-only"],
};

/** Every strategy with every combination of the options it reads. */
const all = Object.entries(list).flatMap(([name, entry]) => {
  const combinations = entry.reads.reduce<ListOptions[]>(
    (before, option) => before.flatMap((options) => OPTIONS[option].map((value) => ({ ...options, [option]: value }))),
    [{}],
  );
  return combinations.map((options) => ({
    title: [name, ...Object.values(options)].join(" "),
    promises: entry.promises,
    strategy: entry.build(options),
  }));
});

/** Oracles of all shapes, as a table over subsets of up to seven deltas: anything may happen but the whole list fails. */
const oracles = fc.record({
  n: fc.integer({ min: 1, max: 7 }),
  table: fc.uint8Array({ minLength: 128, maxLength: 128 }),
  /** How many of 16 outcomes are "fail". */
  density: fc.integer({ min: 0, max: 16 }),
});
type Table = typeof oracles extends fc.Arbitrary<infer T> ? T : never;

const mask = (c: Configuration<number>): number => elements(c).reduce((bits, i) => bits | (1 << i), 0);
const outcomeOf = ({ n, table, density }: Table, bits: number): Outcome => {
  if (bits === (1 << n) - 1) return "fail";
  const value = (table[bits] as number) % 16;
  return value < density ? "fail" : value % 2 === 0 ? "pass" : "unresolved";
};
const start = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));
const playTable = (strategy: ListStrategy, oracle: Table) => {
  const questions: string[] = [];
  const played = play(
    strategy(start(oracle.n)),
    (c) => {
      questions.push(keyOf(c));
      return outcomeOf(oracle, mask(c));
    },
    20_000,
  );
  return { ...played, questions };
};

describe.each(all)("$title", ({ strategy, promises }) => {
  it("is honest: the result fails and keeps the order, and the empty configuration is never asked about", () => {
    fc.assert(
      fc.property(oracles, (oracle) => {
        const asked: number[] = [];
        const { result } = play(strategy(start(oracle.n)), (c) => {
          asked.push(c.length);
          return outcomeOf(oracle, mask(c));
        });
        expect(outcomeOf(oracle, mask(result))).toBe("fail");
        expect(elements(result)).toEqual(elements(result).toSorted((a, b) => a - b));
        expect(asked).not.toContain(0);
      }),
    );
  });

  it("keeps its promise of minimality, against brute force", () => {
    fc.assert(
      fc.property(oracles, (oracle) => {
        const { result, claims } = playTable(strategy, oracle);
        const bits = mask(result);
        const claimed = Math.max(promises, ...claims.map(({ property }) => Number.parseInt(property, 10)));
        if (promises > 0) expect(claims.map(({ property }) => property)).toContain(`${promises}-minimal`);
        if (claimed < 1 || result.length < 2) return;
        const singles = elements(result).map((i) => outcomeOf(oracle, bits & ~(1 << i)));
        expect(singles).not.toContain("fail");
      }),
    );
  });

  it("is pure: the same answers give the same questions, and a fork continues the same", () => {
    fc.assert(
      fc.property(oracles, (oracle) => {
        expect(playTable(strategy, oracle).questions).toEqual(playTable(strategy, oracle).questions);
        expect(disturbed(strategy, oracle)).toEqual(playTable(strategy, oracle).questions);
      }),
    );
  });

  it("is ordered: a question lists different candidates, the same ones from whichever end they are built", () => {
    fc.assert(
      fc.property(oracles, (oracle) => {
        const walk = new Walk(strategy(start(oracle.n)));
        for (let position = walk.currentSync(); position.kind === "ask"; position = walk.currentSync()) {
          const { candidates } = position.ask;
          const places = Array.from({ length: candidates.length }, (_, i) => i);
          const backwards = places.toReversed().map((i) => keyOf(candidates.at(i)));
          const forwards = places.map((i) => keyOf(candidates.at(i)));
          expect(forwards).toEqual(backwards.toReversed());
          expect(new Set(forwards).size).toBe(forwards.length);
          walk.answer({ outcome: outcomeOf(oracle, mask(candidates.at(position.index))) });
        }
      }),
    );
  });

  it("is lazy: a question about a million deltas builds no more than the candidates that are looked at", () => {
    const million = start(1_000_000);
    const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = used();
    const walk = new Walk(strategy(million));
    let looked = 0;
    for (let at = walk.currentSync(); at.kind === "ask" && looked < 5; at = walk.currentSync(), looked++) {
      expect(at.ask.candidates.at(at.index).length).toBeGreaterThan(0);
      walk.answer({ outcome: "pass" });
    }
    // binary-search needs no more than two such answers.
    expect(looked).toBeGreaterThanOrEqual(2);
    // A million candidates of a few hundred bytes each would be several times as much.
    expect(used() - before).toBeLessThan(150_000_000);
  });

  it("finds what is needed in a list of 2,000", () => {
    const needed = [17, 600, 601, 1999];
    const { result } = play(strategy(start(2000)), (c) => needed.every((i) => keeps(c, i)));
    for (const i of needed) expect(keeps(result, i)).toBe(true);
    if (promises > 0) expect(elements(result)).toEqual(needed);
  });

  it("works on a part of a list as on a list of its own", () => {
    const part = slice(start(40), 10, 30);
    const { result } = play(strategy(part), (c) => keeps(c, 12) && keeps(c, 25));
    expect(keeps(result, 12) && keeps(result, 25)).toBe(true);
    if (promises > 0) expect([indexAt(result, 0), indexAt(result, 1), result.length]).toEqual([12, 25, 2]);
  });
});

/** Plays by hand, taking every wrong turn first: a continuation must not notice. */
const disturbed = (strategy: ListStrategy, oracle: Table): string[] => {
  const questions: string[] = [];
  const walk = (from: Node<Configuration<number>>): unknown => {
    for (let node = from; ;) {
      if (node.kind === "end") return node.done.result;
      if (node.kind === "postponed") node = begin(node);
      else if (node.kind === "join") {
        for (let i = 0; i < node.together.searches.length; i++) node.results.set(i, walk(member(node, i)));
        node = joined(node, [...node.results.values()]);
      } else node = turn(node);
    }
  };
  const turn = (node: AskNode<Configuration<number>>): Node<Configuration<number>> => {
    const candidate = node.ask.candidates.at(node.index);
    const outcome = outcomeOf(oracle, mask(candidate));
    for (const wrong of ["fail", "unresolved", "pass"] as const)
      if (wrong !== outcome) glance(after(node, { outcome: wrong }));
    questions.push(keyOf(node.ask.candidates.at(node.index)));
    return after(node, { outcome });
  };
  const glance = (node: Node<Configuration<number>>): void => {
    if (node.kind === "ask") node.ask.candidates.at(node.ask.candidates.length - 1);
  };
  walk(enter(strategy(start(oracle.n))));
  return questions;
};
