import { describe, expect, it } from "vitest";
import { onemin } from "../../src/strategies/onemin.ts";
import { ddmin } from "../../src/strategies/ddmin.ts";
import { opdd } from "../../src/strategies/opdd.ts";
import { trace } from "../../src/study/trace.ts";
import { opddFigures } from "./figures.ts";
import { lettersOf, phi1, phi2, phi3, word } from "./letters.ts";
import {
  figure2Run,
  figure5OnePass,
  figure5Revisiting,
  figure9Run,
  granularitiesOf,
  missingRows,
  onePassRowsOf,
  removedBy,
  rowsOf,
} from "./replay.ts";

const { figure2, figure4, figure5, figure9 } = opddFigures;

describe("OPDD, Fig. 2: ddmin revisits after every success", () => {
  it("has the printed trials, in the printed order", () => {
    expect(missingRows(figure2.rows, rowsOf(figure2Run()))).toEqual([]);
  });

  it("removes h, f, d, b at the printed granularities and ends with aceg", () => {
    const run = figure2Run();
    expect(removedBy(run)).toEqual(figure2.removed);
    expect(granularitiesOf(run)).toEqual(figure2.granularities);
    expect(lettersOf(run.result)).toBe(figure2.result);
  });

  it("takes 42 tests as printed, 16 backward with complements only, 13 in one pass backward", () => {
    const input = word(figure2.input);
    const test = { test: (candidate: typeof input) => phi1(lettersOf(candidate)) };
    const options = { cases: "complements-only", order: "backward" } as const;
    const runs = [figure2Run(), trace(input, ddmin(input, options), test), trace(input, opdd(input, options), test)];
    expect(runs.map(({ evaluated }) => evaluated)).toEqual([42, 16, 13]);
    expect(runs.map(({ result }) => lettersOf(result))).toEqual(["aceg", "aceg", "aceg"]);
  });

  it("stops one pass forward at abcdefg, which is not 1-minimal", () => {
    const input = word(figure2.input);
    const test = { test: (candidate: typeof input) => phi1(lettersOf(candidate)) };
    const once = trace(input, opdd(input, { cases: "complements-only" }), test).result;
    expect(lettersOf(once)).toBe("abcdefg");
    expect(lettersOf(trace(once, onemin(once), test).result)).toBe("aceg");
  });
});

describe("OPDD, Figs. 3 and 4: φ2 is unambiguous, φ3 is not", () => {
  it.each(figure4)("$candidate", ({ candidate, ...printed }) => {
    expect({ phi2: phi2(candidate), phi3: phi3(candidate) }).toEqual(printed);
  });
});

describe("OPDD, Fig. 5: deferred removal", () => {
  it("(a) removes ij when it is visited again", () => {
    const run = figure5Revisiting();
    expect(missingRows(figure5.revisiting.rows, rowsOf(run))).toEqual([]);
    expect(removedBy(run)).toEqual(figure5.revisiting.removed);
  });

  it("(b) removes i and j at the next granularity, 10", () => {
    const run = figure5OnePass();
    expect(missingRows(figure5.onePass.rows, onePassRowsOf(run))).toEqual([]);
    expect(removedBy(run)).toEqual(figure5.onePass.removed);
    expect(run.trials.find(({ level }) => level === 1)?.step.granularity).toBe(figure5.onePass.finer);
  });

  it("ends the same either way", () => {
    expect([figure5Revisiting(), figure5OnePass()].map(({ result }) => lettersOf(result))).toEqual([
      "abcdefgh",
      "abcdefgh",
    ]);
  });
});

describe("OPDD, Fig. 9: dd of 1999 on an ambiguous failure", () => {
  it("makes the printed tests in the printed order, the failed combination last", () => {
    const tests = figure9Run().trials.map(({ candidate, fails }) => [lettersOf(candidate), fails]);
    expect(tests).toEqual(figure9.rows);
  });

  it("does not return the combination, which does not fail", () => {
    const { result } = figure9Run();
    expect([lettersOf(result), phi3(lettersOf(result))]).toEqual(["cefgh", true]);
  });
});
