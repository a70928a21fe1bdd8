/** All passes over a text commit the tests of a single worker, whatever is looked at ahead and however long tests take. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { digest, fileCase, onlyFile, type TestCase } from "../../src/core/index.ts";
import { drive } from "../../src/driver/search.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal, type JournalRecord } from "../../src/journals/memory.ts";
import { planFile } from "../../src/pipelines/file.ts";

const WORDS = ["if", "x = 1;", "(a, b)", "{ y }", "call(1);", "\n", "# note\n", "12345", '"text"', "[z]"];

const situations = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 9 }),
  needed: fc.array(fc.constantFrom("x", "(", "y", "345", "z"), { maxLength: 3 }),
  seed: fc.integer(),
});

type Situation = typeof situations extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = (source: TestCase): string => Buffer.from(onlyFile(source).bytes()).toString();

const run = async ({ words, needed, seed }: Situation, capacity: number, earlier: readonly JournalRecord[] = []) => {
  const bytes = Buffer.from(words.join(" "));
  const source = fileCase({ path: "a.txt", mode: 0o644, bytes: () => bytes }, bytes.length);
  const wanted = needed.filter((part) => words.join(" ").includes(part));
  const executor = simulated<TestCase>({
    capacity,
    latency: (key) => 1 + (Number.parseInt(digest(`${seed}${key}`).slice(0, 6), 16) % 100),
    oracle: (candidate) => wanted.every((part) => textOf(candidate).includes(part)),
  });
  const journal = memoryJournal(earlier);
  const committed: string[] = [];
  const { best, claims, tests } = await drive({
    search: planFile(source, { rename: true }).search,
    source,
    executor,
    journal,
    check: false,
    onEvent: (event) => void (event.type === "test" && committed.push(`${event.key} ${event.verdict.outcome}`)),
  });
  return { answer: { text: textOf(best), claims, committed }, records: journal.records, tests };
};

it("is the same for any number of workers, and one of them starts nothing in vain", async () => {
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      const alone = await run(situation, 1);
      expect(alone.tests.wasted).toBe(0);
      for (const capacity of [3, 40]) expect((await run(situation, capacity)).answer).toEqual(alone.answer);
    }),
    { numRuns: 3 },
  );
});

it("is the same when it is continued from any prefix of its journal", async () => {
  await fc.assert(
    fc.asyncProperty(situations, fc.double({ min: 0, max: 1, noNaN: true }), async (situation, share) => {
      const undisturbed = await run(situation, 16);
      const prefix = undisturbed.records.slice(0, Math.floor(share * undisturbed.records.length));
      expect((await run(situation, 5, prefix)).answer).toEqual(undisturbed.answer);
    }),
    { numRuns: 3 },
  );
});
