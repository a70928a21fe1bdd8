/** Look-ahead over the ends of passes, and soundings beside the tree: fewer rounds, the same tests in the same order. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digest } from "../../src/core/digest.ts";
import { whole, elements, type Configuration } from "../../src/core/configuration.ts";
import { mayWait, numbered } from "../../src/core/candidates.ts";
import type { Case } from "../../src/core/case.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Search } from "../../src/core/search.ts";
import type { Outcome } from "../../src/core/verdict.ts";
import { chain, done, each, first, later, over, together } from "../../src/core/words.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { gbs } from "../../src/strategies/gbs.ts";
import { drive } from "../../src/driver/search.ts";

interface Named extends Case {
  readonly name: string;
}

const named = (name: string): Named => ({ name, size: 1, key: () => digest(name) });

/** Rounds, tests, and what was committed, when every test takes 1. */
const played = async <C extends Case>(
  search: Search<C, unknown>,
  source: C,
  fails: (candidate: C) => boolean,
  capacity: number,
) => {
  const executor = simulated<C>({ capacity, oracle: fails });
  const committed: string[] = [];
  await drive({
    search,
    source,
    executor,
    journal: memoryJournal(),
    check: false,
    onEvent: (event) => void (event.type === "test" && committed.push(`${event.key} ${event.verdict.outcome}`)),
  });
  return { rounds: executor.now, tests: executor.started, committed };
};

describe("passes that find nothing", () => {
  const PASSES = 12;
  const passes = (effort: (() => number) | undefined, onBegin: (pass: number) => void = () => {}) => {
    const from = (pass: number): Search<Named, Named> =>
      pass === PASSES
        ? done(named("end"))
        : later(() => {
            onBegin(pass);
            const candidates = numbered(3, (index) => named(`${pass}.${index}`));
            return chain(
              first(candidates, { phase: "edit", pass: `${pass}` }, () => done(undefined)),
              () => from(pass + 1),
            );
          }, effort);
    return from(0);
  };
  const nothing = (): boolean => false;

  it("are asked about in a few rounds where their lists are made with little effort", async () => {
    const alone = await played(
      passes(() => 10),
      named("source"),
      nothing,
      1,
    );
    const many = await played(
      passes(() => 10),
      named("source"),
      nothing,
      64,
    );
    expect(alone).toMatchObject({ rounds: 3 * PASSES, tests: 3 * PASSES });
    expect(many.committed).toEqual(alone.committed);
    expect(many.rounds).toBeLessThanOrEqual(4);
  });

  it("are not begun ahead where nobody knows the effort", async () => {
    const { rounds } = await played(passes(undefined), named("source"), nothing, 64);
    expect(rounds).toBe(PASSES);
  });

  it("are not begun ahead by a single worker", async () => {
    const begun: number[] = [];
    await played(
      passes(
        () => 10,
        (pass) => begun.push(pass),
      ),
      named("source"),
      (candidate) => {
        expect(begun.at(-1)).toBe(Number(candidate.name.split(".")[0]));
        return false;
      },
      1,
    );
    expect(begun).toHaveLength(PASSES);
  });

  it("may have to be waited for: look-ahead goes on when they are there", async () => {
    const promised = (pass: number): Search<Named, Named> =>
      pass === PASSES
        ? done(named("end"))
        : later(
            async () =>
              first(
                numbered(1, () => named(`${pass}`)),
                { phase: "edit" },
                () => promised(pass + 1),
              ),
            () => 10,
          );
    const alone = await played(promised(0), named("source"), nothing, 1);
    const many = await played(promised(0), named("source"), nothing, 64);
    expect(many.committed).toEqual(alone.committed);
    expect(many.rounds).toBeLessThan(alone.rounds);
  });
});

describe("questions that do not need each other's answers", () => {
  const asked = fc.record({
    outcomes: fc.array(fc.constantFrom("fail" as const, "pass" as const, "unresolved" as const), {
      minLength: 1,
      maxLength: 40,
    }),
    latencies: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 40 }),
    capacity: fc.integer({ min: 1, max: 40 }),
  });
  const run = async ({ outcomes, latencies, capacity }: typeof asked extends fc.Arbitrary<infer T> ? T : never) => {
    const executor = simulated<Named>({
      capacity,
      oracle: ({ name }) => outcomes[Number(name)] as Outcome,
      latency: (key) => latencies[keys.indexOf(key)] as number,
    });
    const keys = outcomes.map((_, index) => named(`${index}`).key());
    const search = each(
      numbered(outcomes.length, (index) => named(`${index}`)),
      { phase: "all" },
      (verdicts) => done(verdicts.map(({ outcome }) => outcome)),
    );
    const { result } = await drive({
      search,
      source: named("source"),
      executor,
      journal: memoryJournal(),
      check: false,
    });
    const times = latencies.slice(0, outcomes.length);
    return { result, executor, longest: Math.max(...times), sum: times.reduce((sum, time) => sum + time, 0) };
  };

  it("are each tested once, and no worker waits, whatever they answer and however long each takes", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (drawn) => {
        const { result, executor, longest, sum } = await run(drawn);
        expect(result).toEqual(drawn.outcomes);
        expect(executor.started).toBe(drawn.outcomes.length);
        // Whoever is free takes the next one (Graham 1966).
        expect(executor.now).toBeLessThanOrEqual(sum / drawn.capacity + longest);
      }),
    );
  });

  it("go on being tested when the one before them tells nothing", async () => {
    const executor = simulated<Named>({
      capacity: 4,
      oracle: () => "unresolved",
      latency: (key) => 1 + (key.charCodeAt(0) % 3),
    });
    const candidates = numbered(30, (index) => named(`${index}`));
    const search = first(candidates, { phase: "first" }, (hit) => done(hit?.index));
    await drive({ search, source: named("source"), executor, journal: memoryJournal(), check: false });
    expect(executor.started).toBe(30);
  });
});

describe("soundings", () => {
  const N = 1024;
  const list = whole(Array.from({ length: N }, (_, place) => place));
  interface Kept extends Case {
    readonly kept: ReadonlySet<number>;
  }
  const asCase = (c: Configuration<number>): Kept => {
    const kept = elements(c);
    return { kept: new Set(kept), size: kept.length, key: () => digest(kept.join(" ")) };
  };
  const needs =
    (needed: readonly number[]) =>
    ({ kept }: Kept): boolean =>
      needed.every((place) => kept.has(place));
  const scattered = Array.from({ length: 24 }, (_, i) => (i * 619 + 37) % N);
  const run = (fails: (candidate: Kept) => boolean, capacity: number) =>
    played(over(gbs(list), asCase), asCase(list), fails, capacity);

  it("tell a sweep's way, so that more workers gain more than the logarithm of their number", async () => {
    const alone = await run(needs(scattered), 1);
    const many = await run(needs(scattered), 256);
    expect(many.committed).toEqual(alone.committed);
    expect(alone.tests).toBe(new Set(alone.committed).size);
    expect(many.rounds).toBeLessThan(alone.rounds / Math.log2(256));
  });

  it("that turn out wrong cost time, and change no answer", async () => {
    // Any of them may go alone, and most of them, but some must stay.
    const enough = ({ kept }: Kept): boolean => kept.size >= 100;
    const alone = await run(enough, 1);
    const many = await run(enough, 64);
    expect(many.committed).toEqual(alone.committed);
    expect(many.rounds).toBeLessThan(alone.rounds);
  });
});

describe("checks that are put off", () => {
  /** Twelve questions, eight of them in two lists beside each other; the candidates 2, 5, 8 and 11 are none, and nobody knows before they are checked. */
  const questions = (check: (index: number) => void) => {
    const candidates = (from: number) =>
      numbered(4, (at) => {
        const index = from + at;
        if (!mayWait()) check(index);
        if (!mayWait() && index % 3 === 2) throw new Unrenderable("it does not parse");
        return named(`candidate ${index}`);
      });
    const list = (from: number) => each(candidates(from), { phase: "list" }, (verdicts) => done(verdicts));
    return chain(
      together(
        numbered(2, (index) => list(4 * index)),
        (found) => done(found),
      ),
      (found) => first(candidates(8), { phase: "after" }, () => done(named(JSON.stringify(found)))),
    );
  };
  const run = async (capacity: number, fails: (candidate: Named) => boolean) => {
    const checked: number[] = [];
    const result = await played(
      questions((index) => checked.push(index)),
      named("source"),
      fails,
      capacity,
    );
    return { ...result, checked };
  };

  it.each([true, false])("are made where the walk is, whatever a test has said before (%s)", async (said) => {
    const alone = await run(1, () => said);
    const many = await run(8, () => said);
    expect(alone.committed.filter((answer) => answer.endsWith("unresolved"))).toHaveLength(said ? 3 : 4);
    expect(many.committed).toEqual(alone.committed);
    expect(many.rounds).toBeLessThan(alone.rounds);
    expect(new Set(many.checked)).toEqual(new Set(alone.checked));
  });
});
