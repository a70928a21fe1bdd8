import { describe, expect, it } from "vitest";
import { valueCase, type ValueCase } from "../../src/core/case.ts";
import { elements, keyOf, type Configuration } from "../../src/core/configuration.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { combined, parallel, type Raced } from "../../src/study/racing.ts";
import { examples, type Example } from "./examples.ts";
import { improvements } from "./figures.ts";
import { exampleRun, restartRun } from "./replay.ts";

describe("Improvements, Tables 2 and 3(a)", () => {
  it.each(improvements.table3a)("$case, $cases: $evaluated (+$hits) [$iterations], size $size", (printed) => {
    const { evaluated, hits, iterations, result } = exampleRun(printed.case, printed.cases);
    const { case: name, cases } = printed;
    expect({ case: name, cases, evaluated, hits, iterations, size: result.length }).toEqual(printed);
  });

  it("has the three ways of Examples A-D", () => {
    expect(improvements.table3a).toHaveLength(12);
  });

  it("ends with what each condition asks for", () => {
    const results = Object.keys(examples).map((name) => elements(exampleRun(name, "complements-only").result));
    expect(results).toEqual([
      [5, 8],
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 2, 3, 4, 6, 8],
      Array.from({ length: 50 }, (_, x) => 2 * x),
    ]);
  });

  it("does not come from the pseudo-code as printed, which restarts after every success", () => {
    const tests = (["subsets-first", "complements-first", "complements-only"] as const).map(
      (cases) => restartRun("Example D", cases).evaluated,
    );
    expect(tests).toEqual([1668, 1618, 1472]);
  });
});

const lap = async (name: string, mode: "parallel" | "combined", capacity: number): Promise<Raced<number>> => {
  const { input, fails } = examples[name] as Example;
  const executor = simulated<ValueCase<Configuration<number>>>({
    capacity,
    oracle: (candidate) => fails(candidate.value()),
  });
  const render = (c: Configuration<number>): ValueCase<Configuration<number>> =>
    valueCase({ value: () => c, key: () => keyOf(c), size: c.length });
  return (mode === "parallel" ? parallel : combined)(input, { executor, render });
};

/** Of what the lock-step model is known to miss, the figures it gives instead. */
const KNOWN: Readonly<Record<string, { evaluated: [number, number]; hits: [number, number] }>> = {
  "Example D parallel": { evaluated: [472, 3376], hits: [3237, 3251] },
  "Example A combined": { evaluated: [22, 37], hits: [20, 22] },
  "Example C combined": { evaluated: [30, 40], hits: [14, 16] },
  "Example D combined": { evaluated: [472, 3370], hits: [3235, 3237] },
};

describe("Improvements, Table 3(b)", () => {
  it.each(improvements.table3b)("$case, $mode: intervals over all worker counts", async (printed) => {
    const runs: Raced<number>[] = [];
    for (const workers of improvements.workers) runs.push(await lap(printed.case, printed.mode, workers));
    const interval = (count: "evaluated" | "hits" | "iterations"): [number, number] => {
      const values = runs.map((run) => run[count]);
      return [Math.min(...values), Math.max(...values)];
    };
    const known = KNOWN[`${printed.case} ${printed.mode}`];
    expect(known === undefined).toBe(printed.reproducible);
    expect({ evaluated: interval("evaluated"), hits: interval("hits"), iterations: interval("iterations") }).toEqual({
      evaluated: printed.evaluated,
      hits: printed.hits,
      iterations: printed.iterations,
      ...known,
    });
  });
});
