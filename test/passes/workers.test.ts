/** The answer of a single worker for the default pipeline, whatever the number of workers and their speed. */
import { expect, test } from "vitest";
import { claimText, digest } from "../../src/core/index.ts";
import type { TestCase } from "../../src/core/test-case.ts";
import { drive } from "../../src/driver/search.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { languageNamed, sampleText, textCase, textOf } from "./support.ts";

test.each([
  ["javascript/sample.js", "javascript", ["class", "return"]],
  ["json/sample.json", "json", ["people", "Ben"]],
  ["python/sample.py", "plain", ["def", "return"]],
] as const)("%s as %s ends the same, by the same tests, with 1, 2 and 8 workers", async (path, name, words) => {
  const language = await languageNamed(name);
  const run = async (capacity: number, seed: number) => {
    const source = textCase(sampleText(path));
    const executor = simulated<TestCase>({
      capacity,
      latency: (key) => 1 + (Number.parseInt(digest(`${seed}${key}`).slice(0, 6), 16) % 100),
      oracle: (candidate) => words.every((word) => textOf(candidate).includes(word)),
    });
    const committed: string[] = [];
    const { best, claims, status } = await drive({
      search: auto({ language, rename: true, valid: false })(source),
      source,
      executor,
      journal: memoryJournal(),
      check: false,
      onEvent: (event) => event.type === "test" && committed.push(`${event.key} ${event.verdict.outcome}`),
    });
    return { text: textOf(best), claims, status, committed };
  };
  const alone = await run(1, 1);
  expect(alone.status).toBe("complete");
  expect(alone.claims.map(claimText)).toContain("1-minimal by tokens");
  for (const [capacity, seed] of [
    [2, 2],
    [8, 3],
    [8, 4],
  ] as const)
    expect(await run(capacity, seed)).toEqual(alone);
});
