/** The searches of isolation with scripted oracles: the lecture's options, interacting changes, and what cannot be told. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elements, keeps, minus, select, whole, type Configuration } from "../../src/core/configuration.ts";
import type { Outcome, Verdict } from "../../src/core/verdict.ts";
import { play } from "../../src/driver/play.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import { bisectHistory } from "../../src/isolate/search/history.ts";
import { findPatch } from "../../src/isolate/search/patch.ts";
import type { Gap } from "../../src/isolate/search/sets.ts";
import { findTrigger } from "../../src/isolate/search/trigger.ts";
import { mixture } from "../../src/isolate/mixture.ts";

type Chosen = Configuration<Change>;

const never = (): never => {
  throw new Error("these changes are not mixed");
};

/** `count` changes, `perFile` in each file. */
const changesOf = (count: number, perFile = count): Changes => {
  const all = Array.from({ length: count }, (_, i): Change => ({ id: `change ${i}`, new: `name${i} = 1` }));
  return {
    all,
    levels: [
      { name: "files", groups: Int32Array.from(all, (_, i) => Math.floor(i / perFile)) },
      { name: "hunks", groups: Int32Array.from(all, (_, i) => i) },
    ],
    mix: never,
  };
};

const pairOf = ({ all }: Changes): Gap => ({ passing: select(whole(all), []), failing: whole(all) });
const numbersOf = (c: Chosen): readonly number[] => elements(c).map((change) => c.base.indexOf(change));
const has = (c: Chosen, ...numbers: readonly number[]): boolean => numbers.every((number) => keeps(c, number));

interface Found {
  readonly trigger: readonly number[];
  readonly patch: readonly number[];
  readonly pair: Gap;
  readonly tests: { readonly trigger: number; readonly patch: number };
}

/** Plays both searches; a question that was asked before costs nothing. */
const found = (changes: Changes, says: (c: Chosen) => Outcome | Verdict): Found => {
  const asked = new Map<string, Outcome | Verdict>();
  const remembered = (c: Chosen): Outcome | Verdict => {
    const key = c.bounds.join();
    const known = asked.get(key) ?? says(c);
    asked.set(key, known);
    return known;
  };
  const { result } = play(findTrigger({ changes, start: pairOf(changes), finest: "hunks" }), remembered);
  const forTrigger = asked.size;
  const { result: patch } = play(findPatch({ changes, pair: result, finest: "hunks" }), remembered);
  return {
    pair: result,
    trigger: numbersOf(minus(result.failing, result.passing)),
    patch: numbersOf(patch),
    tests: { trigger: forTrigger, patch: asked.size - forTrigger },
  };
};

describe("the lecture's options", () => {
  test("one of 31 options prevents the crash: at most 8 tests; asked again without it, the next in at most 8", () => {
    for (let culprit = 0; culprit < 31; culprit++) {
      const { trigger, tests } = found(changesOf(31), (c) => (has(c, culprit) ? "fail" : "pass"));
      expect(trigger).toEqual([culprit]);
      expect(tests.trigger).toBeLessThanOrEqual(8);
    }
    for (let second = 0; second < 30; second++) {
      const { trigger, tests } = found(changesOf(30), (c) => (has(c, second) ? "fail" : "pass"));
      expect(trigger).toEqual([second]);
      expect(tests.trigger + tests.patch).toBeLessThanOrEqual(8);
    }
  });
});

test("three interacting changes among 40,000 in 4,000 files: the whole set in at most 60 tests", () => {
  const random = fc.sample(fc.uniqueArray(fc.nat(39_999), { minLength: 3, maxLength: 3 }), { numRuns: 15, seed: 7 });
  for (const needed of random) {
    const { patch, tests } = found(changesOf(40_000, 10), (c) => (has(c, ...needed) ? "fail" : "pass"));
    expect(patch).toEqual(needed.toSorted((a, b) => a - b));
    expect(tests.trigger + tests.patch).toBeLessThanOrEqual(60);
  }
});

test("whatever the oracle says, the trigger tells a passing from a failing mixture and the patch fails", () => {
  const outcomes = fc.func(fc.constantFrom<Outcome>("pass", "fail", "unresolved"));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 5 }), outcomes, (count, perFile, says) => {
      const changes = changesOf(count, perFile);
      const outcome = (c: Chosen): Outcome =>
        c.length === 0 ? "pass" : c.length === count ? "fail" : says(numbersOf(c).join());
      const { pair, trigger, patch } = found(changes, outcome);
      expect(outcome(pair.passing)).toBe("pass");
      expect(outcome(pair.failing)).toBe("fail");
      expect(trigger.length).toBeGreaterThan(0);
      const chosen = select(
        whole(changes.all),
        patch.map((number) => ({ from: number, to: number + 1 })),
      );
      expect(outcome(chosen)).toBe("fail");
      for (const number of trigger) expect(patch).toContain(number);
    }),
    { numRuns: 100 },
  );
});

test("a needed set that is unambiguous is found exactly, and nothing in it can go", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(199), { minLength: 1, maxLength: 6 }), (needed) => {
      const { patch, trigger } = found(changesOf(200, 7), (c) => (has(c, ...needed) ? "fail" : "pass"));
      expect(patch).toEqual(needed.toSorted((a, b) => a - b));
      expect(needed).toEqual(expect.arrayContaining([...trigger]));
      expect(trigger).toHaveLength(1);
    }),
  );
});

describe("what cannot be told speaks", () => {
  /** Change 150 uses what change 20 defines: without it, the run dies of another error. */
  const dependent: Changes = {
    ...changesOf(200, 10),
    all: changesOf(200).all.map((change, i) =>
      i === 20 ? { ...change, new: "const helper = 1" } : i === 150 ? { ...change, new: "helper(x)" } : change,
    ),
  };
  const test1 = (c: Chosen): Outcome | Verdict => {
    if (has(c, 150) && !has(c, 20)) return { outcome: "unresolved", reason: "ReferenceError: helper is not defined" };
    return has(c, 150) ? "fail" : "pass";
  };

  test("its words lead to what belongs together", () => {
    const { trigger, patch, tests } = found(dependent, test1);
    expect(trigger).toEqual([150]);
    expect(patch).toEqual([20, 150]);
    expect(tests.trigger).toBeLessThanOrEqual(14);
    expect(tests.patch).toBeLessThanOrEqual(4);
  });

  test("without words it takes longer, and is the same", () => {
    const silent = (c: Chosen): Outcome => {
      const said = test1(c);
      return typeof said === "string" ? said : said.outcome;
    };
    const { trigger, patch } = found(dependent, silent);
    expect(trigger).toEqual([150]);
    expect(patch).toEqual([20, 150]);
  });
});

test("a hopeless range is given up, with the pair so far", () => {
  const changes = changesOf(5000, 50);
  const { result, asked } = play(findTrigger({ changes, start: pairOf(changes), finest: "hunks" }), (): Verdict => ({
    outcome: "unresolved",
    reason: "does not build",
  }));
  expect(result.hopeless).toBe(true);
  expect(asked).toBeLessThanOrEqual(201);
});

describe("the history is bisected", () => {
  const states = (count: number) => ({
    steps: Array.from({ length: count }, (_, i) => ({ id: String(i + 1), title: "" })),
    at: (place: number) => mixture(place, { fills: { at: [String(place)] } }),
  });
  const narrow = async (count: number, says: (place: number) => Outcome) => {
    const asked: number[] = [];
    let search = bisectHistory(states(count));
    for (;;) {
      if (search.kind === "done") return { ...search.result, asked };
      if (search.kind === "later") search = await search.search();
      else if (search.kind === "ask") {
        const place = search.candidates.at(0).size;
        asked.push(place);
        const verdict = { outcome: says(place) };
        search = search.next({ length: 1, last: verdict, list: () => [verdict] });
      } else throw new Error(search.kind);
    }
  };

  test("in as many tests as the logarithm says", async () => {
    for (const culprit of [1, 2, 1999, 2700, 4000]) {
      const { from, to, asked } = await narrow(4000, (place) => (place >= culprit ? "fail" : "pass"));
      expect([from, to]).toEqual([culprit - 1, culprit]);
      expect(asked.length).toBeLessThanOrEqual(12);
    }
  });

  test("past commits that do not build, to the range that is left", async () => {
    const { from, to, asked } = await narrow(200, (place) =>
      place >= 90 && place <= 110 ? "unresolved" : place > 100 ? "fail" : "pass",
    );
    expect(from).toBeLessThanOrEqual(89);
    expect(to).toBeGreaterThanOrEqual(111);
    expect(to - from).toBeLessThanOrEqual(40);
    expect(asked.length).toBeLessThanOrEqual(40);
  });

  test("a single commit that does not build costs one test", async () => {
    const { from, to } = await narrow(64, (place) => (place === 32 ? "unresolved" : place >= 40 ? "fail" : "pass"));
    expect([from, to]).toEqual([39, 40]);
  });
});
