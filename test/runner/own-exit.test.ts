import { describe, expect, test } from "vitest";
import { openRunner } from "../../src/runner/index.ts";
import type { ProcessExit } from "../../src/runner/runner.ts";
import { never, shell, text } from "./support.ts";

/** Long enough for short jobs to end meanwhile. */
const blockFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe.each(["native", "spawn"] as const)("jobs that end before anybody looks at them, %s", (backend) => {
  test("each has its own exit and its own output", async () => {
    const runner = openRunner({ backend });
    for (let round = 0; round < 10; round++) {
      const jobs = [1, 0, 3, 0].map((code) => runner.run(shell(`echo ${round} ${code}; exit ${code}`), never));
      blockFor(60);
      const exits = await Promise.all(jobs);
      expect(exits.map(({ code }) => code)).toEqual([1, 0, 3, 0]);
      expect(exits.map(({ stdout }) => text(stdout))).toEqual([1, 0, 3, 0].map((code) => `${round} ${code}\n`));
    }
    await runner.close();
  });

  test("whenever the second is started while the first is looked at", async () => {
    const runner = openRunner({ backend });
    const startedAndEnded = (code: number): Promise<ProcessExit> => {
      const job = runner.run(shell(`exit ${code}`), never);
      blockFor(30);
      return job;
    };
    for (let steps = 0; steps < 16; steps++) {
      const first = startedAndEnded(1);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const second = startedAndEnded(0);
      expect([(await first).code, (await second).code]).toEqual([1, 0]);
    }
    await runner.close();
  });
});
