/** Findings that only postpone, what is known already, and what is told of a run. */
import { describe, expect, it } from "vitest";
import { listed, numbered } from "../../src/core/candidates.ts";
import type { Case } from "../../src/core/case.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Stamped } from "../../src/core/events.ts";
import type { Executor } from "../../src/core/executor.ts";
import type { Search } from "../../src/core/search.ts";
import type { Finding } from "../../src/core/verdict.ts";
import { done, each, first, one, together } from "../../src/core/words.ts";
import { Controls } from "../../src/driver/controls.ts";
import { LimitReached, play } from "../../src/driver/play.ts";
import { drive } from "../../src/driver/search.ts";
import { memoryJournal } from "../../src/journals/memory.ts";

const named = (key: string, size = 1): Case => ({ key: () => key, size });
const source = named("source", 100);

/** Runs end in the order of their start, each in a turn of its own; `slow` ones are postponed unless they are alone. */
const executorOf = (capacity: number, slow: (key: string) => boolean) => {
  const log: string[] = [];
  let running = 0;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const answer = async (how: string, key: string, provisional: boolean): Promise<Finding> => {
    running++;
    log.push(`${how} ${key}${how === "settle" && running > 1 ? " among others" : ""}`);
    await turn();
    running--;
    return {
      outcome: key.startsWith("f") || key === "source" ? "fail" : "pass",
      ms: 1,
      ...(provisional && { provisional }),
    };
  };
  const executor: Executor<Case> = {
    capacity,
    // However slow this machine is, look-ahead takes its time.
    isVirtual: true,
    onCapacity: () => () => undefined,
    run: (candidate) => answer("run", candidate.key(), slow(candidate.key())),
    settle: (candidate) => answer("settle", candidate.key(), false),
    close: () => Promise.resolve(),
  };
  return { executor, log };
};

const names = ["f1", "p2", "f3", "p4"];
const all = (): Search<Case, readonly string[]> =>
  each(listed(names.map((name) => named(name))), { phase: "all" }, (verdicts) =>
    done(verdicts.map(({ outcome }) => outcome)),
  );

describe("a finding that only postpones", () => {
  it.each([1, 2, 8])("is settled alone when the walk comes to it, with %s workers", async (capacity) => {
    const { executor, log } = executorOf(capacity, (key) => key.endsWith("2") || key.endsWith("3"));
    const journal = memoryJournal();
    const { result, tests } = await drive({ search: all(), source, executor, journal, check: false });
    expect(result).toEqual(["fail", "pass", "fail", "pass"]);
    expect(log.filter((line) => line.startsWith("settle"))).toEqual(["settle p2", "settle f3"]);
    expect(log.filter((line) => line.startsWith("run")).toSorted()).toEqual(
      names.map((name) => `run ${name}`).toSorted(),
    );
    expect(tests).toMatchObject({ run: 6, fail: 2, pass: 2, wasted: 2 });
  });

  it("is not settled where the walk never comes", async () => {
    const { executor, log } = executorOf(8, (key) => key !== "f1");
    const search = first(listed(names.map((name) => named(name))), { phase: "first" }, (hit) => done(hit?.index));
    const { result } = await drive({ search, source, executor, journal: memoryJournal(), check: false });
    expect(result).toBe(0);
    expect(log.filter((line) => line.startsWith("settle"))).toEqual([]);
  });

  it("is run once more by an executor that cannot settle, and then counts whatever it says", async () => {
    const { executor, log } = executorOf(1, () => true);
    const { settle: _, ...plain } = executor;
    const { result } = await drive({ search: all(), source, executor: plain, journal: memoryJournal(), check: false });
    expect(result).toEqual(["fail", "pass", "fail", "pass"]);
    expect(log).toEqual(names.flatMap((name) => [`run ${name}`, `run ${name}`]));
  });
});

describe("what the journal knows", () => {
  it("is not run again, and counts as recalled; a second commit of the same content does, too", async () => {
    const journal = memoryJournal();
    journal.record("p2", { outcome: "fail", ms: 1 });
    const { executor, log } = executorOf(4, () => false);
    const search = together(listed([all(), all()]), (results: readonly unknown[]) => done(results));
    const { result, tests } = await drive({ search, source, executor, journal, check: false });
    const expected = ["fail", "fail", "fail", "pass"];
    expect(result).toEqual([expected, expected]);
    expect(log.toSorted()).toEqual(["run f1", "run f3", "run p4"]);
    expect(tests).toEqual({ run: 3, answered: 3, recalled: 5, wasted: 0, fail: 6, pass: 2, unresolved: 0 });
  });

  it("has the outcome of a best before anybody hears of it, and of every test before it is told", async () => {
    const journal = memoryJournal();
    const heard: string[] = [];
    const { executor } = executorOf(1, () => false);
    const sizes = [50, 60, 40, 40, 70];
    const search = each(
      numbered(5, (i) => named(`f${i}`, sizes[i] as number)),
      { phase: "all" },
      () => done(named("f3", 40)),
    );
    const { best } = await drive({
      search,
      source,
      executor,
      journal,
      check: false,
      onBest: (found) => {
        expect(journal.recall(found.key())?.outcome).toBe("fail");
        heard.push(found.key());
      },
    });
    // None that is larger than the best; of equal ones, the later.
    expect(heard).toEqual(["f0", "f2", "f3"]);
    expect(best.key()).toBe("f3");
  });
});

describe("what is told of a run", () => {
  const eventsOf = async (search: Search<Case, unknown>, maxTests?: number): Promise<readonly Stamped[]> => {
    const events: Stamped[] = [];
    const { executor } = executorOf(1, () => false);
    const journal = memoryJournal();
    const limit = maxTests === undefined ? {} : { maxTests };
    await drive({ search, source, executor, journal, onEvent: (event) => void events.push(event), ...limit });
    return events;
  };
  const small = one(
    () => named("f1", 30),
    { phase: "only", pass: "lines" },
    () => done(named("f1", 30), [{ property: "1-minimal", by: "lines" }]),
  );

  it("begins with the size of the source, numbers tests and bests, and ends with claims and counts", async () => {
    const events = await eventsOf(small);
    expect(events).toMatchObject([
      { type: "start", size: 100 },
      { type: "test", number: 1, size: 30, key: "f1", provenance: "run", step: { pass: "lines" } },
      { type: "best", number: 1, size: 30, key: "f1" },
      { type: "end", status: "complete", size: 30, claims: [{ property: "1-minimal", by: "lines" }] },
    ]);
    // The source first and the result last: two runs that answer no question.
    expect(events.at(-1)).toMatchObject({ tests: { run: 3, answered: 1, wasted: 0 } });
    const times = events.map(({ ms }) => ms);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(events.map(({ version }) => version)).size).toBe(1);
  });

  it("says why it was stopped, and claims nothing then", async () => {
    const events = await eventsOf(small, 0);
    expect(events.at(-1)).toMatchObject({ type: "end", status: "stopped", reason: "max-tests", claims: [], size: 100 });
    expect(events.map(({ type }) => type)).toEqual(["start", "end"]);
  });
});

describe("what people and signals do to a run", () => {
  const questions = (): Search<Case, unknown> =>
    each(
      numbered(6, (i) => named(`p${i}`)),
      { phase: "all" },
      () => done(0),
    );

  it("is told: a pause before the start and one in the middle, during which nothing starts", async () => {
    const controls = new Controls();
    const { executor, log } = executorOf(1, () => false);
    const told: string[] = [];
    controls.pause();
    let startedAtPause = 0;
    const onEvent = (event: Stamped): void => {
      if (event.type === "control") told.push(event.control);
      if (event.type !== "test" || event.number !== 3) return;
      controls.pause();
      startedAtPause = log.length;
      setTimeout(() => {
        expect(log).toHaveLength(startedAtPause);
        controls.resume();
      }, 20);
    };
    setTimeout(() => {
      expect(log).toEqual([]);
      controls.resume();
    }, 20);
    await drive({ search: questions(), source, executor, journal: memoryJournal(), controls, check: false, onEvent });
    expect(told).toEqual(["pause", "resume", "pause", "resume"]);
    expect(startedAtPause).toBe(3);
    expect(log).toHaveLength(6);
  });

  it("is heard though all answers are known and there is no end of them", async () => {
    const controller = new AbortController();
    const journal = memoryJournal();
    journal.record("f", { outcome: "fail", ms: 1 });
    const forever = (): Search<Case, unknown> => one(() => named("f"), { phase: "on" }, forever);
    setTimeout(() => controller.abort(), 1);
    const { executor } = executorOf(1, () => false);
    const { signal } = controller;
    expect(await drive({ search: forever(), source, executor, journal, check: false, signal })).toMatchObject({
      status: "stopped",
      reason: "signal",
    });
  });

  it("ends the last check of a result, which is complete all the same", async () => {
    const controller = new AbortController();
    const { executor } = executorOf(1, () => false);
    const hanging: Executor<Case> = {
      ...executor,
      settle: (candidate, signal) => {
        if (candidate.key() === "source")
          return (executor.settle as NonNullable<typeof executor.settle>)(candidate, signal);
        setTimeout(() => controller.abort(), 1);
        return new Promise(() => undefined);
      },
    };
    const { signal } = controller;
    const reduction = drive({
      search: done(named("f", 7)),
      source,
      executor: hanging,
      journal: memoryJournal(),
      signal,
    });
    expect(await reduction).toMatchObject({ status: "complete", best: { size: 7 } });
  });
});

describe("a run", () => {
  const plain = (search: Search<Case, unknown>) => {
    const events: Stamped[] = [];
    const { executor } = executorOf(4, () => false);
    const onEvent = (event: Stamped): void => void events.push(event);
    return { events, reduction: drive({ search, source, executor, journal: memoryJournal(), onEvent }) };
  };

  it("says of what cannot be built that it was not run", async () => {
    const { events, reduction } = plain(
      each(
        numbered(1, (): Case => {
          throw new Unrenderable("no such thing");
        }),
        { phase: "all" },
        () => done(0),
      ),
    );
    await reduction;
    expect(events[1]).toMatchObject({ type: "test", provenance: "unrenderable", size: 0, key: "" });
  });

  it("has the result as its best, though nobody asked about it, and refuses one that does not fail, with its answer", async () => {
    expect(await plain(done(named("f", 5))).reduction).toMatchObject({ best: { size: 5 } });
    await expect(plain(done(named("p", 5))).reduction).rejects.toMatchObject({
      code: "FLAKY",
      message: expect.stringContaining('"pass"'),
    });
  });

  it("goes past searches side by side of which there are none, and lists without candidates", async () => {
    const search = together(listed<Search<Case, unknown>>([]), (results: readonly unknown[]) =>
      each(listed<Case>([]), { phase: "none" }, (verdicts) => done([results.length, verdicts.length])),
    );
    expect((await plain(search).reduction).result).toEqual([0, 0]);
  });

  it("that is played asks as many questions as it may, and no more", () => {
    const asked = (limit: number) => play(all(), () => true, limit).asked;
    expect(asked(4)).toBe(4);
    expect(() => asked(3)).toThrow(LimitReached);
  });
});
