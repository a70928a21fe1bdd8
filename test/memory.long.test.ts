import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const N = 1_000_000;
const NEEDED = [17, 4_242, 99_999, 250_000, 333_333, 500_001, 654_321, 777_777, 900_000, 999_998];

/** Runs in a process of its own, on the built package, so that only the run itself is measured. */
const script = (jobs: number): string => `
  import { minimize } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
  const needed = ${JSON.stringify(NEEDED)};
  const has = (kept, item) => {
    let low = 0;
    for (let high = kept.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (kept[middle] < item) low = middle + 1;
      else high = middle;
    }
    return kept[low] === item;
  };
  const fails = (kept) => needed.every((item) => has(kept, item));
  const items = Array.from({ length: ${N} }, (_, i) => i);
  const test = ${jobs} > 1 ? async (kept) => (await null, fails(kept)) : fails;
  const { value, tests } = await minimize.withDetails(items, test, { jobs: ${jobs} });
  console.log(JSON.stringify({ value, tests, maxRss: process.resourceUsage().maxRSS / 1024 }));`;

interface Measured {
  readonly value: readonly number[];
  readonly tests: { readonly run: number; readonly wasted: number };
  /** In MiB. */
  readonly maxRss: number;
}

const run = (code: string): string => {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  return execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8", cwd });
};

const measure = (jobs: number): Measured => JSON.parse(run(script(jobs))) as Measured;

const log2Choose = (n: number, k: number): number =>
  Array.from({ length: k }, (_, i) => Math.log2((n - i) / (i + 1))).reduce((sum, bits) => sum + bits, 0);

/** What a million items with ten needed may cost: the information in the answer, the proof of it, and a little. */
const MAX_TESTS = 1.3 * log2Choose(N, NEEDED.length) + 2 * NEEDED.length + 10;

test("ten thousand needed of twenty thousand: what was tested is not kept", () => {
  const code = `
    import { minimize } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
    const items = Array.from({ length: 20_000 }, (_, i) => i);
    const fails = (kept) => {
      let even = 0;
      for (const item of kept) if (item % 2 === 0) even++;
      return even === 10_000;
    };
    const { value } = await minimize.withDetails(items, fails);
    console.log(JSON.stringify({ value: value.length, maxRss: process.resourceUsage().maxRSS / 1024 }));`;
  const { value, maxRss } = JSON.parse(run(code)) as { value: number; maxRss: number };
  expect(value).toBe(10_000);
  expect(maxRss).toBeLessThan(500);
});

describe("a million items, ten needed", () => {
  test("one by one: below 500 MB", () => {
    const { value, tests, maxRss } = measure(1);
    expect(value).toEqual(NEEDED);
    expect(tests.run).toBeLessThanOrEqual(MAX_TESTS);
    expect(maxRss).toBeLessThan(500);
  });

  test("sixteen at once: below 1 GB, and no more tests that count", () => {
    const { value, tests, maxRss } = measure(16);
    expect(value).toEqual(NEEDED);
    expect(tests.run - tests.wasted).toBeLessThanOrEqual(MAX_TESTS);
    expect(maxRss).toBeLessThan(1024);
  });
});
