/** Oracles that show the failure sometimes, and oracles that lie: in this process, with a seeded generator. */
import { describe, expect, test } from "vitest";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { barOf, decide, ORIGINAL_RUNS, RESULT_RUNS, withFlaky, withRepeats } from "../../src/oracles/flaky.ts";
import type { ProcessOracle } from "../../src/oracles/oracle.ts";
import { measureRate, rateOf, rateWords } from "../../src/oracles/rate.ts";
import { minimize } from "../../src/index.ts";
import { randomFrom } from "../../src/suite/statistics/random.ts";

const NEVER = new AbortController().signal;

const linesCase = (lines: readonly number[]): TestCase => {
  const bytes = Buffer.from(lines.join("\n"));
  return fileCase({ path: "in", mode: 0o644, bytes: () => bytes }, bytes.length);
};
const linesIn = (candidate: TestCase): ReadonlySet<number> =>
  new Set(Buffer.from(onlyFile(candidate).bytes()).toString().split("\n").map(Number));

const oracleOf = (shows: (candidate: TestCase) => boolean): ProcessOracle => ({
  description: "shows",
  identity: "simulated",
  repeatLine: () => "",
  test: (candidate) => Promise.resolve({ outcome: shows(candidate) ? "fail" : "pass", ms: 1 }),
  close: () => Promise.resolve(),
});

const SIZE = 200;
const NEEDED = [17, 60, 61, 140, 199];
const ALL = Array.from({ length: SIZE }, (_, line) => line);

interface Liar {
  /** The chance that the failure is seen where it is, and where it is not. */
  readonly there: number;
  readonly elsewhere: number;
}

const flakyRun = async ({ there, elsewhere }: Liar, seed: number) => {
  const random = randomFrom(seed).next;
  let runs = 0;
  const raw = oracleOf((candidate) => {
    runs += 1;
    const lines = linesIn(candidate);
    return random() < (NEEDED.every((line) => lines.has(line)) ? there : elsewhere);
  });
  const shows = (lines: readonly number[]) => async () =>
    (await raw.test(linesCase(lines), { timeout: 1 }, NEVER)).outcome === "fail";
  const oracle = withFlaky(raw, barOf(await measureRate(shows(ALL), ORIGINAL_RUNS)));
  const result = await minimize(
    ALL,
    async (kept) => (await oracle.test(linesCase(kept), { timeout: 1 }, NEVER)).outcome === "fail",
  );
  return { result, rate: await measureRate(shows(result), RESULT_RUNS), runs };
};

describe.each([
  ["shows the failure with probability 0.3", { there: 0.3, elsewhere: 0 }],
  ["lies in 2 % of the runs, both ways", { there: 0.98, elsewhere: 0.02 }],
  ["shows the failure with probability 0.3 and lies in 2 %", { there: 0.3, elsewhere: 0.02 }],
])("an oracle that %s", (_, liar) => {
  test.each(ALL.slice(1, 21))("seed %i: small, and the true rate is in the interval", async (seed) => {
    const { result, rate } = await flakyRun(liar, seed);
    expect(result).toEqual(expect.arrayContaining(NEEDED));
    expect(result.length).toBeLessThanOrEqual(2 * NEEDED.length);
    expect(rate.low).toBeLessThanOrEqual(liar.there);
    expect(rate.high).toBeGreaterThanOrEqual(liar.there);
  });
});

describe("the sequential test", () => {
  const bar = barOf({ rate: 1 });

  test("accepts what always shows and rejects what never does, both early", () => {
    const until = (shows: boolean): number =>
      1 + ALL.findIndex((run) => decide(bar, shows ? run + 1 : 0, run + 1) !== "go on");
    expect(until(true)).toBeLessThanOrEqual(9);
    expect(until(false)).toBeLessThanOrEqual(6);
    expect(decide(bar, 9, 9)).toBe("accept");
    expect(decide(bar, 0, 6)).toBe("reject");
  });

  test("keeps its promises at both rates, and always ends", () => {
    const random = randomFrom(1).next;
    const accepted = (rate: number): number => {
      let count = 0;
      for (let trial = 0; trial < 5000; trial++) {
        let shows = 0;
        for (let runs = 1; ; runs++) {
          if (random() < rate) shows += 1;
          const decision = decide(barOf({ rate: 0.5 }), shows, runs);
          if (decision === "accept") count += 1;
          if (decision !== "go on") break;
        }
      }
      return count / 5000;
    };
    expect(accepted(0.35)).toBeGreaterThan(0.99);
    expect(accepted(0.1)).toBeLessThan(0.002);
    expect(accepted(0.25)).toBeLessThan(1);
  });
});

describe("rates", () => {
  test("intervals are those of Clopper and Pearson", () => {
    const { low, high } = rateOf(3, 10, 0.95);
    expect(low).toBeCloseTo(0.0667, 4);
    expect(high).toBeCloseTo(0.6525, 4);
    expect(rateOf(0, 20, 0.95)).toMatchObject({ low: 0, high: expect.closeTo(0.1684, 4) });
    expect(rateOf(20, 20, 0.95)).toMatchObject({ low: expect.closeTo(0.8316, 4), high: 1 });
    expect(rateOf(500, 1000)).toMatchObject({ low: expect.closeTo(0.4478, 3), high: expect.closeTo(0.5522, 3) });
  });

  test("measuring stops when enough was seen", async () => {
    expect(await measureRate(() => Promise.resolve(true), { atMost: 50, enough: 5 })).toMatchObject({
      runs: 5,
      rate: 1,
    });
    expect(await measureRate(() => Promise.resolve(false), { atMost: 50, enough: 5 })).toMatchObject({
      runs: 50,
      rate: 0,
    });
  });

  test("in words", () => {
    expect(rateWords(rateOf(31, 100))).toMatch(
      /^shows in 31 of 100 runs \(31\.0 %; with 99\.9 % confidence between 1\d\.\d % and 4\d\.\d %\)$/,
    );
  });
});

describe("repeats", () => {
  const saying = (...said: readonly boolean[]) => {
    const asked: boolean[] = [];
    const oracle = oracleOf(() => {
      const next = said[asked.length] ?? true;
      asked.push(next);
      return next;
    });
    return { asked, oracle: withRepeats(oracle, 3) };
  };

  test("all runs must show it", async () => {
    const { oracle, asked } = saying(true, true, true);
    expect(await oracle.test(linesCase([1]), { timeout: 1 }, NEVER)).toMatchObject({ outcome: "fail" });
    expect(asked.length).toBe(3);
  });

  test("the first run that does not decides", async () => {
    const { oracle, asked } = saying(true, false);
    expect(await oracle.test(linesCase([1]), { timeout: 1 }, NEVER)).toMatchObject({ outcome: "pass" });
    expect(asked.length).toBe(2);
  });
});
