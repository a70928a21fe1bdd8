import { describe, expect, test } from "vitest";
import { localExecutor } from "../../src/executors/local.ts";
import type { ProcessOracle } from "../../src/oracles/oracle.ts";
import { adaptiveLimit, hardLimit, percentile, Timeouts } from "../../src/oracles/timeouts.ts";
import { NEVER, textCase } from "./workshop.ts";

describe("the hard limit", () => {
  test.each([
    ["fast tests get ten seconds", [3, 5], 10_000],
    ["others twenty times the slowest run", [900, 1000], 20_000],
    ["slow ones are bounded", [30_000], 300_000],
    ["but never below a few times the slowest run", [100_000], 400_000],
    ["nothing seen", [], 10_000],
  ] as const)("%s", (_, durations, limit) => {
    expect(hardLimit(durations)).toBe(limit);
  });
});

describe("the adaptive limit", () => {
  const many = (ms: number) => Array.from({ length: 20 }, () => ms);

  test("follows the 90th percentile and the slowest failing run, whichever is more", () => {
    expect(adaptiveLimit({ all: many(500), failing: [100] }, 60_000)).toBe(5000);
    expect(adaptiveLimit({ all: many(500), failing: [100, 2000] }, 60_000)).toBe(10_000);
  });

  test("stays between a second and the hard limit", () => {
    expect(adaptiveLimit({ all: many(1), failing: [1] }, 60_000)).toBe(1000);
    expect(adaptiveLimit({ all: many(50_000), failing: [1] }, 60_000)).toBe(60_000);
  });

  test("is the hard limit as long as little was seen", () => {
    expect(adaptiveLimit({ all: [1, 1, 1], failing: [1] }, 60_000)).toBe(60_000);
    expect(adaptiveLimit({ all: many(1), failing: [] }, 60_000)).toBe(60_000);
  });

  test("a percentile is a value that was seen", () => {
    expect(percentile([5, 1, 4, 2, 3], 0.9)).toBe(5);
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([], 0.9)).toBe(0);
  });
});

test("limits adapt to what is seen; one that was asked for stays the hard one", () => {
  const timeouts = new Timeouts([2000]);
  expect([timeouts.hard, timeouts.soft]).toEqual([40_000, 40_000]);
  for (let run = 0; run < 10; run++) timeouts.note({ ms: 20, outcome: "pass" }, "postponed");
  expect(timeouts.soft).toBe(10_000);
  for (let run = 0; run < 60; run++) timeouts.note({ ms: 20, outcome: "fail" }, "postponed");
  expect(timeouts.soft).toBe(1000);
  expect(timeouts.hard).toBe(40_000);
  expect(new Timeouts([2000], 3000)).toMatchObject({ hard: 3000, soft: 3000 });
});

/** Takes as long as the candidate says, on a clock of its own. */
const sleeper: ProcessOracle = {
  description: "",
  identity: "",
  repeatLine: () => "",
  test: async (candidate, { timeout }) => {
    const needed = Number(Buffer.from(candidate.files[0]?.bytes() ?? []).toString());
    const late = needed > timeout;
    const ms = Math.min(needed, timeout);
    return late
      ? { outcome: "unresolved", reason: "timeout", ms, evidence: { timedOut: true } }
      : { outcome: "fail", ms };
  },
  close: () => Promise.resolve(),
};
const taking = (ms: number) => textCase("in", String(ms));

describe("the local executor", () => {
  const settled = async (jobs: number) => {
    const timeouts = new Timeouts([100], 50_000);
    const executor = localExecutor({ oracle: sleeper, jobs, timeouts });
    for (let run = 0; run < 20; run++) await executor.run(taking(100), NEVER);
    return { executor, timeouts };
  };

  test("what the adaptive limit ends is provisional, and the hard limit decides", async () => {
    const { executor, timeouts } = await settled(2);
    expect(await executor.run(taking(5000), NEVER)).toMatchObject({
      outcome: "unresolved",
      provisional: true,
      ms: 1000,
    });
    expect(await executor.settle?.(taking(5000), NEVER)).toEqual({ outcome: "fail", ms: 5000 });
    const late = await executor.settle?.(taking(60_000), NEVER);
    expect(late).toMatchObject({ outcome: "unresolved", ms: 50_000 });
    expect(late?.provisional).toBeUndefined();
    expect([timeouts.postponed, timeouts.decided]).toEqual([1, 1]);
  });

  test("the hard limit decides at once only for a test that runs alone", async () => {
    const alone = localExecutor({ oracle: sleeper, jobs: 1, timeouts: new Timeouts([100], 5000) });
    expect((await alone.run(taking(60_000), NEVER)).provisional).toBeUndefined();
    const crowd = localExecutor({ oracle: sleeper, jobs: 8, timeouts: new Timeouts([100], 5000) });
    expect((await crowd.run(taking(60_000), NEVER)).provisional).toBe(true);
    expect([alone.capacity, crowd.capacity]).toEqual([1, 8]);
  });

  test("closing ends the tests under way and the oracle", async () => {
    let closed = false;
    const oracle: ProcessOracle = {
      ...sleeper,
      test: (_, __, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      close: async () => {
        closed = true;
      },
    };
    const executor = localExecutor({ oracle, jobs: 2, timeouts: new Timeouts([]) });
    const running = executor.run(taking(1), NEVER);
    const [ended] = await Promise.allSettled([running, executor.close()]);
    expect(ended).toMatchObject({ status: "rejected", reason: { message: "the executor was closed" } });
    expect(closed).toBe(true);
  });
});
