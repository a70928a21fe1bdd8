/** How good the estimate is, on recorded runs: inputs of the benchmark and of the examples, reduced with one job. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { estimateOf, estimateTexts } from "../../src/progress/estimate.ts";
import { progressed } from "../../src/progress/progressed.ts";
import { beginning, type Progress } from "../../src/progress/state.ts";

interface Recorded {
  readonly of: string;
  readonly from: number;
  /** A letter for each committed test: "r" was run, "k" was known. */
  readonly kinds: string;
  /** After so many tests, the best had this size. */
  readonly bests: readonly (readonly [tests: number, size: number])[];
}

const RUNS = JSON.parse(readFileSync(new URL("recorded-runs.json", import.meta.url), "utf8")) as readonly Recorded[];
const MS = 100;

/** The state after each committed test; every one takes as long. */
const statesOf = ({ from, kinds, bests }: Recorded): readonly Progress[] => {
  const found = new Map(bests);
  let state = progressed(beginning(), { type: "start", size: from, version: 1, ms: 0 });
  return Array.from(kinds, (kind, index) => {
    const [number, ms] = [index + 1, (index + 1) * MS];
    const size = found.get(number);
    state = progressed(state, {
      type: "test",
      number,
      step: { phase: "a", pass: "p" },
      verdict: { outcome: size === undefined ? "pass" : "fail" },
      provenance: kind === "r" ? "run" : "recalled",
      size: size ?? 0,
      key: String(number),
      version: 1,
      ms,
    });
    if (size !== undefined)
      state = progressed(state, { type: "best", number, size, key: String(number), version: 1, ms });
    return state;
  });
};

const runsIn = (state: Progress | undefined): number => state?.tests.provenances.run ?? 0;

/** By which factor the estimate is wrong when this share of the tests was run. */
const errorsAt = (share: number): readonly number[] =>
  RUNS.map((run) => {
    const states = statesOf(run);
    const all = runsIn(states.at(-1));
    const state = states.find((each) => runsIn(each) >= share * all) as Progress;
    const left = Math.max(1, all - runsIn(state));
    const estimated = estimateOf(state)?.tests ?? Number.NaN;
    return Math.max(estimated / left, left / estimated);
  });

const withinTwo = (errors: readonly number[]): number => errors.filter((error) => error <= 2).length / errors.length;

describe("the estimate of what is left", () => {
  test("at half time 80 % of the estimates are within a factor of two", () => {
    expect(RUNS.length).toBeGreaterThanOrEqual(9);
    expect(withinTwo(errorsAt(0.5))).toBeGreaterThanOrEqual(0.8);
  });

  test("at three quarters too; at a quarter the median is within three, and in the last tenth it is too high, by less than ten", () => {
    expect(withinTwo(errorsAt(0.75))).toBeGreaterThanOrEqual(0.8);
    expect(errorsAt(0.25).toSorted((a, b) => a - b)[Math.floor(RUNS.length / 2)]).toBeLessThan(3);
    for (const error of errorsAt(0.9)) expect(error).toBeLessThan(10);
  });

  test("says no more digits than it is worth, and nothing before there is anything to go by", () => {
    const states = statesOf(RUNS[0] as Recorded);
    expect(estimateTexts(states[5] as Progress)).toEqual([]);
    for (const state of states.slice(60)) {
      const [about = "", tests = ""] = estimateTexts(state);
      expect(about).toMatch(/^about (?:\d0?|[1-9]0*|1\d0*) (?:s|min)$/);
      expect(tests).toMatch(/^(?:\d|[1-9]0*|1\d0*) more tests?$/);
    }
    expect(estimateTexts({ ...(states.at(-1) as Progress), stage: "ended" })).toEqual([]);
  });
});
