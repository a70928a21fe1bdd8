import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onlyFile, type TestCase } from "../../src/core/test-case.ts";
import type { Finding } from "../../src/core/verdict.ts";
import { rateOf } from "../../src/oracles/rate.ts";
import type { TestBackend } from "../../src/reduce/backend.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { newDirectory } from "./support.ts";

const textOf = (candidate: TestCase): string => Buffer.from(onlyFile(candidate).bytes()).toString();
const answer = (fails: boolean): Promise<Finding> => Promise.resolve({ outcome: fails ? "fail" : "pass", ms: 1 });

/** Needs "a" and "b"; but once upon a time "a" alone failed, by luck. */
const lucky = (asked: string[]): TestBackend => ({
  defaultJobs: () => 1,
  calibrationMs: () => 1000,
  hardMs: () => 1000,
  openOracle: ({ options }) =>
    Promise.resolve({
      oracle: {
        description: "luck",
        identity: options.oracle?.identity,
        repeatLine: () => "",
        test: (candidate) => answer(textOf(candidate).includes("a")),
        close: () => Promise.resolve(),
      },
      learnt: false,
      runs: 0,
      close: () => Promise.resolve(),
    }),
  openExecutor: () => ({
    executor: {
      capacity: 1,
      onCapacity: () => () => undefined,
      run: (candidate) => {
        const text = textOf(candidate);
        asked.push(text);
        return answer(text.includes("a") && (text.includes("b") || text === "a\n"));
      },
      close: () => Promise.resolve(),
    },
    verify: (candidate) => {
      const holds = textOf(candidate).includes("b");
      return Promise.resolve({ holds, rate: rateOf(holds ? 30 : 2, 100) });
    },
  }),
});

test("a best that was luck is revised, and the same tree is walked again over the same journal", async () => {
  const directory = newDirectory();
  writeFileSync(join(directory, "in.txt"), "x\na\ny\nb\nz\n");
  const asked: string[] = [];
  const events: ReduceEvent[] = [];
  const options = { cwd: directory, input: "in.txt", test: "luck", format: "lines", flaky: true } as const;
  const result = await reduce({ ...options, onEvent: (event) => events.push(event) }, lucky(asked)).result;
  expect(Buffer.from(result.best).toString()).toBe("a\nb\n");
  expect(result.rate).toMatchObject({ shows: 30, runs: 100 });
  expect(events.filter(({ type }) => type === "revised")).toMatchObject([{ size: 2, rate: { shows: 2 } }]);
  expect(new Set(asked).size).toBe(asked.length);
  expect(readFileSync(join(directory, "in.reduced.txt"), "utf8")).toBe("a\nb\n");
  expect(readFileSync(join(result.run, "journal.jsonl"), "utf8")).toContain('"reason":"luck"');
  const again = await reduce(options, lucky(asked)).result;
  expect(again).toMatchObject({ rate: result.rate, tests: { run: 0 } });
});
