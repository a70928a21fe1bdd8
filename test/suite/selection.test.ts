import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverOf, isSuperset, unionOf } from "../../src/suite/covers.ts";
import { cutToBudget, timeOf } from "../../src/suite/selection/budget.ts";
import { exact } from "../../src/suite/selection/exact.ts";
import { ge, greedy } from "../../src/suite/selection/greedy.ts";
import { additionalOrder, orderBy, orderSigns, randomOrder } from "../../src/suite/selection/orders.ts";
import type { OrderName } from "../../src/settings/suite.ts";
import type { SuiteTest } from "../../src/suite/selection/suite-test.ts";
import { randomFrom, shuffled } from "../../src/suite/statistics/random.ts";

const made = (name: string, entities: readonly number[], ms = 1): SuiteTest => ({ name, cover: coverOf(entities), ms });
const names = (tests: readonly SuiteTest[]): string => tests.map(({ name }) => name).join(" ");
const range = (from: number, end: number): readonly number[] =>
  Array.from({ length: end - from }, (_, at) => from + at);
const weight = (tests: readonly SuiteTest[]): number => tests.reduce((sum, { ms }) => sum + ms, 0);
const coverOfAll = (tests: readonly SuiteTest[]): ReturnType<typeof unionOf> =>
  unionOf(tests.map(({ cover }) => cover));

/** Few entities and times, so that ties are frequent; names can be equal. */
const suites = fc.array(
  fc
    .record({
      name: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
      entities: fc.uniqueArray(fc.nat(40), { maxLength: 12 }),
      ms: fc.constantFrom(0, 1, 2, 5, 7.5),
    })
    .map(({ name, entities, ms }) => made(name, entities, ms)),
  { maxLength: 14 },
);

describe("selection on matrices with known answers", () => {
  // Greedy falls for the big test; the two essential ones cover it.
  const trap = [made("big", [0, 1, 2, 3]), made("left", [0, 1, 4]), made("right", [2, 3, 5])];

  test("GE takes the essential tests first", () => {
    expect(names(ge(trap))).toBe("left right");
    expect(names(greedy(trap))).toBe("big left right");
    expect(exact(trap)).toMatchObject({ tests: [{ name: "left" }, { name: "right" }], optimal: true });
  });

  test("what greedy adds is what covers most that is new, then the quickest, then the first by name", () => {
    const suite = [
      made("essential", [0, 1, 2], 9),
      made("d", [1, 2, 3, 4], 5),
      made("c", [3, 4], 4),
      made("b", [3, 5], 4),
      made("a", [4, 5], 4),
    ];
    // 0 is covered by the essential test alone; then d, c, b and a all add two: a is among the quickest and first by name; then b and c add 3.
    expect(names(ge(suite))).toBe("essential a b");
  });

  test("GE is a heuristic: here it needs one more than greedy", () => {
    const suite = [
      made("a", [3, 4]),
      made("b", [2, 5, 6]),
      made("c", [2, 4, 6, 7]),
      made("d", [6, 7]),
      made("e", [0, 4, 5, 6]),
      made("f", [0, 2, 5]),
    ];
    expect(names(ge(suite))).toBe("a b c e");
    expect(names(greedy(suite))).toBe("c e a");
    expect(exact(suite, { weigh: "tests" }).tests).toHaveLength(3);
  });

  test("the optimum is that of time, not of the number of tests", () => {
    const suite = [made("all", [0, 1, 2, 3], 10), made("x", [0, 1], 2), made("y", [1, 2], 2), made("z", [2, 3], 2)];
    expect(names(exact(suite).tests)).toBe("x z");
    expect(names(exact(suite, { weigh: "tests" }).tests)).toBe("all");
    expect(names(ge(suite))).toBe("all");
    expect(names(greedy(suite, { weigh: "time" }))).toBe("x z");
  });

  test("only the goal counts", () => {
    const suite = [made("few", [0, 1]), made("many", [2, 3, 4, 5])];
    const goal = coverOf([0, 1]);
    for (const found of [ge(suite, { goal }), greedy(suite, { goal }), exact(suite, { goal }).tests])
      expect(names(found)).toBe("few");
  });

  test("nothing is made of nothing", () => {
    expect(ge([])).toEqual([]);
    expect(greedy([made("empty", [])])).toEqual([]);
    expect(exact([made("empty", [])])).toEqual({ tests: [], optimal: true, nodes: 0 });
  });
});

describe("selection of any suite", () => {
  test("covers what the suite covers, and the optimum is never dearer than the heuristics", () => {
    fc.assert(
      fc.property(suites, (suite) => {
        const all = coverOfAll(suite);
        const best = exact(suite);
        const fewest = exact(suite, { weigh: "tests" });
        expect(best.optimal && fewest.optimal).toBe(true);
        for (const found of [
          ge(suite),
          greedy(suite),
          ge(suite, { weigh: "time" }),
          greedy(suite, { weigh: "time" }),
        ]) {
          expect(isSuperset(coverOfAll(found), all)).toBe(true);
          expect(new Set(found).size).toBe(found.length);
          expect(weight(best.tests)).toBeLessThanOrEqual(weight(found) + 0.02);
          expect(fewest.tests.length).toBeLessThanOrEqual(found.length);
        }
        expect(isSuperset(coverOfAll(best.tests), all)).toBe(true);
        expect(isSuperset(coverOfAll(fewest.tests), all)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test("the optimum is that of trying all subsets", () => {
    fc.assert(
      fc.property(suites, (all) => {
        const suite = all.slice(0, 9).filter(({ ms }) => ms > 0);
        const goal = coverOfAll(suite);
        const subsets = range(0, 1 << suite.length).map((bits) => suite.filter((_, at) => ((bits >> at) & 1) === 1));
        const least = Math.min(
          ...subsets.filter((subset) => isSuperset(coverOfAll(subset), goal)).map((subset) => weight(subset)),
        );
        expect(weight(exact(suite).tests)).toBeCloseTo(least, 9);
      }),
      { numRuns: 60 },
    );
  });

  test("takes every test that alone covers something", () => {
    fc.assert(
      fc.property(suites, (suite) => {
        const found = new Set(ge(suite));
        const isEssential = (one: SuiteTest): boolean =>
          !isSuperset(coverOfAll(suite.filter((other) => other !== one)), one.cover);
        expect(suite.filter((one) => isEssential(one) && !found.has(one))).toEqual([]);
      }),
    );
  });

  test("a search that is cut short says so and still covers everything", () => {
    const random = randomFrom(3);
    const suite = range(0, 60).map((at) =>
      made(
        `t${at}`,
        range(0, 150).filter(() => random.next() < 0.08),
        1 + random.below(20),
      ),
    );
    const [short, again, long] = [
      exact(suite, { nodes: 20 }),
      exact(suite, { nodes: 20 }),
      exact(suite, { nodes: 200_000 }),
    ];
    expect(short.optimal).toBe(false);
    expect(short.nodes).toBe(20);
    expect(again).toEqual(short);
    expect(isSuperset(coverOfAll(short.tests), coverOfAll(suite))).toBe(true);
    expect(weight(short.tests)).toBeLessThanOrEqual(weight(ge(suite, { weigh: "time" })));
    expect(long.optimal).toBe(true);
    expect(weight(long.tests)).toBeLessThan(weight(short.tests));
  });

  test("a problem that is too large to be searched is answered by the best of the heuristics, which is said", () => {
    const random = randomFrom(5);
    const common = range(0, 1200);
    const suite = range(0, 1000).map((at) =>
      made(`t${String(at).padStart(4, "0")}`, [...common, 1200 + (at % 300)], 1 + random.below(20)),
    );
    const { tests, optimal, nodes } = exact(suite);
    expect({ optimal, nodes }).toEqual({ optimal: false, nodes: 0 });
    expect(isSuperset(coverOfAll(tests), coverOfAll(suite))).toBe(true);
    expect(weight(tests)).toBeLessThanOrEqual(weight(greedy(suite, { weigh: "time" })));
  });

  test("does not depend on the order of the tests nor on the numbers of the entities", () => {
    const renumbered = (suite: readonly SuiteTest[]): readonly SuiteTest[] =>
      suite.map(({ name, cover, ms }) =>
        made(
          name,
          range(0, 41).filter((n) => isSuperset(cover, coverOf([40 - n]))),
          ms,
        ),
      );
    fc.assert(
      fc.property(suites, fc.integer(), (suite, seed) => {
        const other = shuffled(randomFrom(seed), suite);
        const unique = suite.filter(({ name }, at) => suite.findIndex((one) => one.name === name) === at);
        for (const select of [ge, greedy, (tests: readonly SuiteTest[]) => exact(tests).tests]) {
          expect(select(other)).toEqual(select(suite));
          expect(names(select(renumbered(unique)))).toBe(names(select(unique)));
        }
      }),
    );
  });
});

describe("orders on a matrix with known answers", () => {
  // Statements are 0 to 9, branches 10 to 19.
  const goals = { statements: coverOf(range(0, 10)), branches: coverOf(range(10, 20)) };
  const suite = [
    made("one", [0, 1, 2, 3, 4, 10], 10),
    made("two", [0, 1, 2, 3, 10, 11, 12], 4),
    made("three", [5, 6, 13], 1),
    made("four", [5, 11, 12, 13, 14], 2),
    made("none", [], 1),
  ];

  test.each([
    // five, then the two new ones of three; nothing is left: from the start again, two (4), four (1); none covers nothing.
    ["dst", "one three two four none"],
    ["st", "one two three four none"],
    // four has four branches; two and one add 10: two is quicker; again: two is gone, one adds 10, three adds 13: three is quicker.
    ["dbr", "four two three one none"],
    ["br", "four two three one none"],
    // By millisecond: three 2/1; two 4/4; one adds 4: 1/10; again: four 1/2.
    ["dst/s", "three two one four none"],
  ] as const)("%s", (name, expected) => {
    expect(names(orderBy(name, suite, goals))).toBe(expected);
  });

  test("the first of ΔST and |ST| is the test with the most statements", () => {
    expect(orderBy("dst", suite, goals)[0]).toBe(orderBy("st", suite, goals)[0]);
  });

  test("many equal tests are ordered by time and name", () => {
    const equal = range(0, 20_000).map((at) => made(`t${String(at).padStart(5, "0")}`, [1, 2, 3], at % 2));
    const order = additionalOrder(shuffled(randomFrom(1), equal));
    expect(order).toEqual([...equal.filter(({ ms }) => ms === 0), ...equal.filter(({ ms }) => ms === 1)]);
  });
});

describe("orders of any suite", () => {
  const goals = { statements: coverOf(range(0, 25)), branches: coverOf(range(25, 41)) };

  test.each(Object.keys(orderSigns) as OrderName[])(
    "%s is a permutation that does not depend on the order of the tests",
    (name) => {
      fc.assert(
        fc.property(suites, fc.integer(), (suite, seed) => {
          const order = orderBy(name, suite, goals);
          expect(order).toHaveLength(suite.length);
          expect(new Set(order)).toEqual(new Set(suite));
          expect(orderBy(name, shuffled(randomFrom(seed), suite), goals)).toEqual(order);
        }),
      );
    },
  );

  test("ΔST takes the test that adds most at every step, and its first round covers everything", () => {
    fc.assert(
      fc.property(suites, (suite) => {
        const order = additionalOrder(suite);
        const sizes = (tests: readonly SuiteTest[]): number =>
          coverOfAll(tests).bits.reduce((sum, word) => sum + ones(word), 0);
        const all = sizes(suite);
        for (let at = 0; sizes(order.slice(0, at)) < all; at++) {
          const before = order.slice(0, at);
          const best = Math.max(...order.slice(at).map((one) => sizes([...before, one])));
          expect(sizes(order.slice(0, at + 1))).toBe(best);
        }
        const first = greedy(suite);
        expect(order.slice(0, first.length)).toEqual(first);
      }),
    );
  });

  test("ΔST ends with what each covers in all when there is too much to look at, after a whole round", () => {
    fc.assert(
      fc.property(suites, (suite) => {
        const order = additionalOrder(suite, undefined, undefined, 0);
        const first = greedy(suite);
        expect(order.slice(0, first.length)).toEqual(first);
        const rest = new Set(order.slice(first.length));
        expect(order.slice(first.length)).toEqual(
          orderBy("st", suite, { statements: coverOf(range(0, 41)), branches: coverOf([]) }).filter((one) =>
            rest.has(one),
          ),
        );
        expect(new Set(order)).toEqual(new Set(suite));
      }),
    );
  });

  test("a random order is that of its seed, whatever the order of the tests", () => {
    const suite = range(0, 20).map((at) => made(`t${at}`, [at]));
    expect(randomOrder(suite.toReversed(), 5)).toEqual(randomOrder(suite, 5));
    expect(randomOrder(suite, 6)).not.toEqual(randomOrder(suite, 5));
    expect(new Set(randomOrder(suite, 6))).toEqual(new Set(suite));
  });
});

const ones = (word: number): number => word.toString(2).replaceAll("0", "").length;

describe("budgets", () => {
  const suite = [
    made("a", [], 40),
    made("b", [], 30),
    made("c", [], 25),
    made("d", [], 15),
    made("e", [], 5),
    made("f", [], 1),
  ];

  test("the longest prefix with head-room, then what still fits", () => {
    // 90 ms: a and b take 70; c does not fit, d does (85), e does (90), f does not.
    expect(cutToBudget(suite, 100)).toMatchObject({ prefix: 2, ms: 90, limitMs: 90 });
    expect(names(cutToBudget(suite, 100).kept)).toBe("a b d e");
    expect(names(cutToBudget(suite, 100).left)).toBe("c f");
  });

  test("the paper's: the prefix alone, without head-room", () => {
    expect(cutToBudget(suite, 100, { headRoom: 0, fill: false })).toMatchObject({ prefix: 3, ms: 95 });
    expect(names(cutToBudget(suite, 95, { headRoom: 0, fill: false }).kept)).toBe("a b c");
    expect(names(cutToBudget(suite, 94, { headRoom: 0, fill: false }).kept)).toBe("a b");
  });

  test("everything fits, or nothing", () => {
    expect(cutToBudget(suite, 1000)).toMatchObject({ prefix: 6, ms: 116, left: [] });
    expect(cutToBudget(suite, 1)).toMatchObject({ kept: [], prefix: 0, ms: 0 });
    expect(cutToBudget(suite.slice(0, 1), 20)).toMatchObject({ kept: [], prefix: 0, left: [suite[0]] });
  });

  test("never more than the limit, never a test twice; a larger budget has no shorter prefix, and no test left fits", () => {
    fc.assert(
      fc.property(suites, fc.nat(40), fc.nat(20), (order, budget, more) => {
        const cut = cutToBudget(order, budget);
        expect(weight(cut.kept)).toBeLessThanOrEqual(cut.limitMs);
        expect(cut.kept.slice(0, cut.prefix)).toEqual(order.slice(0, cut.prefix));
        expect(cut.kept.length + cut.left.length).toBe(order.length);
        for (const one of cut.left) expect(cut.ms + one.ms).toBeGreaterThan(cut.limitMs);
        expect(cutToBudget(order, budget + more).prefix).toBeGreaterThanOrEqual(cut.prefix);
      }),
    );
  });

  test("the time of a test is the median of its timings", () => {
    expect(timeOf([10, 90, 11])).toBe(11);
  });
});
