/** The answer of a single worker, whatever the number of workers, their speed, and where a run was interrupted. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digest, whole, type Configuration } from "../../src/core/index.ts";
import { drive } from "../../src/driver/search.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal, type JournalRecord } from "../../src/journals/memory.ts";
import { list, type ListStrategy } from "../../src/strategies/index.ts";
import { asCase, overCases, type ListCase } from "../support/cases.ts";
import { sampled } from "../support/whole.ts";

const WORKERS = [1, 2, 3, 8, 64];

interface Situation {
  readonly n: number;
  readonly needed: readonly number[];
  /** Deltas that can go only after the next one has gone. */
  readonly chained: readonly number[];
  readonly seed: number;
}

const situations: fc.Arbitrary<Situation> = fc.integer({ min: 1, max: 90 }).chain((n) => {
  const place = fc.integer({ min: 0, max: n - 1 });
  return fc.record({
    n: fc.constant(n),
    needed: fc.array(place, { maxLength: 6 }),
    chained: fc.array(place, { maxLength: 6 }),
    seed: fc.integer(),
  });
});

const base = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));

const run = async (
  strategy: ListStrategy,
  situation: Situation,
  capacity: number,
  earlier: readonly JournalRecord[] = [],
) => {
  const { n, needed, chained, seed } = situation;
  const fails = (kept: ReadonlySet<number>): boolean =>
    needed.every((i) => kept.has(i)) && chained.every((i) => kept.has(i) || i + 1 >= n || !kept.has(i + 1));
  const executor = simulated<ListCase<number>>({
    capacity,
    latency: (key) => 1 + (Number.parseInt(digest(`${seed}${key}`).slice(0, 6), 16) % 100),
    oracle: (candidate) => fails(new Set(candidate.value())),
  });
  const journal = memoryJournal(earlier);
  const committed: string[] = [];
  const { best, claims, tests } = await drive({
    search: overCases(strategy(base(n))),
    source: asCase(base(n)),
    executor,
    journal,
    check: false,
    onEvent: (event) => event.type === "test" && committed.push(`${event.key} ${event.verdict.outcome}`),
  });
  return { answer: { best: best.value(), claims, committed }, records: journal.records, tests };
};

/** Each strategy as it is by default, and the ddmin family in its other forms. */
const variants = Object.entries(list).flatMap(([name, entry]) => [
  { title: name, strategy: entry.build({}) },
  ...(entry.reads.includes("order")
    ? [{ title: `${name} backward`, strategy: entry.build({ order: "backward" }) }]
    : []),
  ...(entry.reads.includes("cases")
    ? [{ title: `${name} complements only`, strategy: entry.build({ cases: "complements-only" }) }]
    : []),
]);

describe.each(variants)("$title", ({ strategy }) => {
  it("gives the same result and commits the same tests in the same order for any number of workers", async () => {
    await fc.assert(
      fc.asyncProperty(situations, async (situation) => {
        const runs = await Promise.all(WORKERS.map((capacity) => run(strategy, situation, capacity)));
        for (const { answer } of runs) expect(answer).toEqual(runs[0]?.answer);
        for (const { tests } of runs) expect(tests.run).toBe(new Set(runs[0]?.answer.committed).size + tests.wasted);
        expect(runs[0]?.tests.wasted).toBe(0);
      }),
      { numRuns: sampled(5, 12) },
    );
  });

  it("ends the same when it is continued from any prefix of its journal", async () => {
    await fc.assert(
      fc.asyncProperty(situations, fc.double({ min: 0, max: 1, noNaN: true }), async (situation, share) => {
        const undisturbed = await run(strategy, situation, 3);
        const prefix = undisturbed.records.slice(0, Math.floor(share * undisturbed.records.length));
        const continued = await run(strategy, situation, 2, prefix);
        expect(continued.answer).toEqual(undisturbed.answer);
        const known = new Set(prefix.flatMap((record) => (record.kind === "outcome" ? [record.key] : [])));
        const again = continued.records.slice(prefix.length).filter((r) => r.kind === "outcome" && known.has(r.key));
        expect(again).toEqual([]);
      }),
      { numRuns: sampled(5, 12) },
    );
  });
});
