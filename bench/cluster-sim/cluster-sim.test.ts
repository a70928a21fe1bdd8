import { describe, expect, test } from "vitest";
import type { Case } from "../../src/core/case.ts";
import { done, each, numbered } from "../../src/core/index.ts";
import { gains, worthHaving } from "./advice.ts";
import { simulatedCluster, type ClusterModel } from "./executor.ts";
import { lockFile, planted, type SimulatedInput } from "./inputs.ts";
import { attempt, modelOf } from "./trial.ts";

const even = { spread: 0, latencyMs: 0, dispatchMs: 0, duplicates: "never" } as const;

/** So many questions that have nothing to do with each other. */
const questions = (count: number): SimulatedInput => {
  const named = (i: number): Case => ({ size: count, key: () => `case ${i}` });
  return {
    name: "questions",
    source: named(-1),
    search: () => each(numbered(count, named), { phase: "test" }, (verdicts) => done(verdicts.length)),
    fails: () => false,
  };
};

const seconds = async (input: SimulatedInput, model: ClusterModel): Promise<number> =>
  (await attempt(input, model)).seconds;

describe("a simulated cluster", () => {
  test("does independent tests side by side", async () => {
    expect(await seconds(questions(40), modelOf({ workers: 1, oracleMs: 1000, ...even }))).toBe(40);
    expect(await seconds(questions(40), modelOf({ workers: 8, oracleMs: 1000, ...even }))).toBe(5);
    expect(await seconds(questions(40), modelOf({ workers: 64, oracleMs: 1000, ...even }))).toBe(1);
  });

  test("adds the way there and back, and what the coordinator takes for each job", async () => {
    const far = modelOf({ workers: 8, oracleMs: 1000, ...even, latencyMs: 100 });
    expect(await seconds(questions(40), far)).toBeCloseTo(5.5);
    const slow = modelOf({ workers: 8, oracleMs: 1, ...even, dispatchMs: 10 });
    expect(await seconds(questions(40), slow)).toBeCloseTo(0.401);
  });

  test("has tests that take 1 on average, and as long again when they are asked for again", async () => {
    const one = modelOf({ workers: 1, oracleMs: 1000, ...even, spread: 0.5 });
    const mean = (await seconds(questions(2000), one)) / 2000;
    expect(mean).toBeGreaterThan(0.95);
    expect(mean).toBeLessThan(1.05);
    expect((await seconds(questions(2000), one)) / 2000).toBe(mean);
  });

  test("gives the job of a dead worker to another one after the wait", async () => {
    // Each life is about a minute: with tests of 50 s many are interrupted.
    const model = modelOf({ workers: 4, oracleMs: 50_000, ...even, lifeMs: 60_000 });
    const { counts, seconds: taken, run } = await attempt(questions(20), model);
    expect(counts.deaths).toBeGreaterThan(0);
    expect(counts.redelivered).toBeGreaterThan(0);
    expect(counts.attempts).toBe(run + counts.redelivered);
    expect(taken).toBeGreaterThan(250 + model.ackWaitMs / 1000);
  });

  test("gives slow attempts out twice", async () => {
    const slow = { workers: 8, oracleMs: 1000, ...even, slow: { share: 0.05, times: 100 } } as const;
    const left = await attempt(questions(400), modelOf({ ...slow, duplicates: "never" }));
    const helped = await attempt(questions(400), modelOf({ ...slow, duplicates: "to the next" }));
    expect(left.counts.duplicated).toBe(0);
    expect(helped.counts.duplicated).toBeGreaterThan(5);
    expect(helped.seconds).toBeLessThan(left.seconds / 2);
  });

  test("frees the worker of an aborted test", async () => {
    const executor = simulatedCluster<Case>(modelOf({ workers: 1, oracleMs: 1000, ...even }), () => true);
    const aborted = new AbortController();
    void executor.run({ size: 1, key: () => "a" }, aborted.signal);
    const second = executor.run({ size: 1, key: () => "b" }, new AbortController().signal);
    aborted.abort();
    expect(await second).toEqual({ outcome: "fail", ms: 1000 });
    expect(executor.now).toBe(1000);
  });

  test.each([planted("scattered-32", 300), planted("c-like", 100), lockFile()] as unknown as SimulatedInput[])(
    "comes to the same result however many workers there are and whatever befalls them: $name",
    async (input) => {
      const alone = await attempt(input, modelOf({ workers: 1, oracleMs: 1000, ...even }));
      const harms = { lifeMs: 20_000, slow: { share: 0.05, times: 20 }, duplicates: "to the next" } as const;
      for (const workers of [2, 13]) {
        const trial = await attempt(input, modelOf({ workers, oracleMs: 1000, latencyMs: 50, ...harms }));
        expect(trial.result).toBe(alone.result);
        expect(trial.run - trial.wasted).toBe(alone.run);
      }
    },
  );
});

describe("advice", () => {
  const points = [
    { workers: 1, seconds: 100 },
    { workers: 4, seconds: 25 },
    { workers: 8, seconds: 20 },
    { workers: 16, seconds: 19 },
    { workers: 32, seconds: 9 },
  ];

  test("counts gains for twice the workers", () => {
    expect(gains(points).slice(0, 3)).toEqual([undefined, 2, 1.25]);
  });

  test("stops before the first doubling that is not worth it", () => {
    expect(worthHaving(points)).toBe(8);
    expect(worthHaving(points.slice(0, 2))).toBe(4);
  });
});
