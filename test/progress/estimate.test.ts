/** How good the estimate is, on recorded runs: each is judged by costs that were learnt from the runs of other cases. */
import { describe, expect, test } from "vitest";
import { judge, SHARES, within, withinThroughout } from "../../bench/estimate/judge.ts";
import { recordedRuns, statesOf, type Recorded } from "../../bench/estimate/recorded.ts";
import { estimateOf, estimateTexts } from "../../src/progress/estimate.ts";
import type { Progress } from "../../src/progress/state.ts";

const RUNS = recordedRuns();
const judged = judge(RUNS);
const at = (share: (typeof SHARES)[number]): readonly number[] =>
  judged.map(({ at: ratios }) => ratios[SHARES.indexOf(share)] ?? Number.NaN);

describe("the estimate of what is left", () => {
  test("is judged by many runs", () => {
    expect(new Set(RUNS.map(({ of }) => of)).size).toBeGreaterThanOrEqual(15);
  });

  test("at half time 80 % of the estimates are within a factor of two", () => {
    expect(within(at(0.5), 2)).toBeGreaterThanOrEqual(0.8);
  });

  test("80 % of the estimates are within the range that is shown, whenever they are made", () => {
    expect(withinThroughout(judged, 3)).toBeGreaterThanOrEqual(0.8);
  });

  test("it is better than to guess that a run is in its middle, which is right at half time alone", () => {
    const middle = judged.map(({ run, tests, ...rest }) => {
      const moments = rest.throughout.map((_, index) => (20 + index) / Math.max(1, tests - 20 - index));
      return { run, tests, at: [], throughout: moments };
    });
    expect(withinThroughout(judged, 2)).toBeGreaterThan(withinThroughout(middle, 2) + 0.1);
  });

  test("says no more digits than it is worth, and nothing before there is anything to go by", () => {
    const states = statesOf(RUNS[0] as Recorded);
    expect(estimateTexts(states[5] as Progress)).toEqual([]);
    for (const state of states.filter((each) => each.tests.provenances.run > 60)) {
      const [about = "", tests = "", range = "probably 1 to 3"] = estimateTexts(state);
      expect(about).toMatch(/^about (?:\d0?|[1-9]0*|1\d0*) (?:s|min)$/);
      expect(tests).toMatch(/^[\d,]+ more tests?$/);
      expect(range).toMatch(/^probably [\d,]+ to [\d,]+$/);
    }
    expect(estimateTexts({ ...(states.at(-1) as Progress), stage: "ended" })).toEqual([]);
  });

  test("where the passes are not known, too", () => {
    const { turns: _, ...unknown } = RUNS[0] as Recorded;
    const states = statesOf(unknown);
    expect(estimateOf(states[states.length >> 1] as Progress)?.tests).toBeGreaterThan(0);
  });
});
