/** Searches over many changes: what an unresolved run says must not cost more than the run. */
import { expect, test } from "vitest";
import {
  elements,
  forEachIndex,
  keeps,
  minus,
  select,
  whole,
  type Configuration,
} from "../../src/core/configuration.ts";
import type { Verdict } from "../../src/core/verdict.ts";
import { play } from "../../src/driver/play.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import { findPatch } from "../../src/isolate/search/patch.ts";
import { hasOneOf } from "../../src/isolate/search/sets.ts";
import { findTrigger } from "../../src/isolate/search/trigger.ts";

/** A quarter of them has a name that runs complain about; one of these does it. */
const MANY = 40_000;
const GUILTY = 16_000;
const isNamed = (place: number): boolean => place % 4 === 0;
const all: readonly Change[] = Array.from({ length: MANY }, (_, i) => ({
  id: `f:${i}`,
  new: isNamed(i) ? `helperName(${i})` : `other${i}()`,
}));
const changes: Changes = {
  all,
  levels: [{ name: "hunks", groups: Int32Array.from(all, (_, i) => i) }],
  mix: () => {
    throw new Error("nothing is mixed here");
  },
};
const COMPLAINT: Verdict = { outcome: "unresolved", reason: "ReferenceError: helperName is not defined" };
const everything = whole(all);

/** It does not load unless it has all changes with the name, or none. */
const allOrNone = (chosen: Configuration<Change>): Verdict => {
  let named = 0;
  forEachIndex(chosen, (place) => {
    if (isNamed(place)) named++;
  });
  if (named !== 0 && named !== MANY / 4) return COMPLAINT;
  return { outcome: named > 0 ? "fail" : "pass" };
};

test("a name that a quarter of 40,000 changes has joins them in one go", () => {
  const start = { passing: select(everything, []), failing: everything };
  const { result } = play(findTrigger({ changes, start, finest: "hunks" }), allOrNone, 300);
  expect(minus(result.failing, result.passing).length).toBe(MANY / 4);
  expect(allOrNone(result.failing).outcome).toBe("fail");
  expect(allOrNone(result.passing).outcome).toBe("pass");
});

test("the patch follows the same word, and only what is needed stays", () => {
  const needsHelper = (chosen: Configuration<Change>): Verdict => (keeps(chosen, 8) ? { outcome: "fail" } : COMPLAINT);
  const passing = select(everything, [
    { from: 0, to: GUILTY },
    { from: GUILTY + 1, to: MANY },
  ]);
  const pair = { passing, failing: everything };
  const { result } = play(findPatch({ changes, pair, finest: "hunks" }), needsHelper, 100);
  expect(elements(result).map(({ id }) => id)).toEqual(["f:8", `f:${GUILTY}`]);
});

test("a selection has one of some places, or none", () => {
  const some = select(whole(Array.from("abcdefgh")), [
    { from: 1, to: 3 },
    { from: 5, to: 6 },
  ]);
  expect([[0], [1], [2], [3, 4], [5], [6, 7], [0, 7], [0, 5], []].map((places) => hasOneOf(some, places))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
});
