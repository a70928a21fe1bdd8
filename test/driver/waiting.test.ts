import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTurns, listed, numbered } from "../../src/core/candidates.ts";
import type { Case } from "../../src/core/case.ts";
import type { Executor } from "../../src/core/executor.ts";
import type { Search } from "../../src/core/search.ts";
import { done, labelled, later, one, together } from "../../src/core/words.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import { drive } from "../../src/driver/search.ts";
import { play } from "../../src/driver/play.ts";

const named = (key: string): Case => ({ key: () => key, size: 1 });
const source = named("source");

/** Answers at once: what begins with "f" fails. */
const executorOf = (capacity: number, seen: string[] = []): Executor<Case> => ({
  capacity,
  onCapacity: () => () => undefined,
  run: (candidate) => {
    seen.push(candidate.key());
    return Promise.resolve({ outcome: candidate.key().startsWith("f") ? "fail" : "pass", ms: 1 });
  },
  close: () => Promise.resolve(),
});

const asking = (key: string): Search<Case, boolean> =>
  one(
    () => named(key),
    { phase: "ask" },
    (fails) => done(fails),
  );
/** After some time. */
const waited = (key: string, ms = 5): Search<Case, boolean> =>
  later(async () => {
    await sleep(ms);
    return asking(key);
  });

const run = (search: Search<Case, unknown>, executor: Executor<Case>, signal?: AbortSignal) =>
  drive({
    search,
    source,
    executor,
    journal: memoryJournal(),
    check: false,
    ...(signal !== undefined && { signal }),
  });

describe("a candidate that takes more than a turn to build", () => {
  /** Built at the second time, after some turns; `built` notes each time. */
  const slowly = (key: string, built: string[]): Search<Case, boolean> => {
    let isReady = false;
    const build = (): Case => {
      built.push(key);
      if (!isReady)
        inTurns(async () => {
          await sleep(5);
          isReady = true;
        });
      return named(key);
    };
    return one(build, { phase: "slow" }, (fails) => done(fails));
  };
  const three = (built: string[]): Search<Case, readonly boolean[]> =>
    together(
      numbered(3, (i) => slowly(`${i === 1 ? "f" : "p"}${i}`, built)),
      (results: readonly boolean[]) => done(results),
    );

  it.each([1, 4])(
    "is built again when it is ready, and nothing else is tested in its place, with %i workers",
    async (capacity) => {
      const [seen, built, committed]: string[][] = [[], [], []];
      const { result, tests } = await drive({
        search: three(built as string[]),
        source,
        executor: executorOf(capacity, seen),
        journal: memoryJournal(),
        check: false,
        onEvent: (event) => void (event.type === "test" && committed?.push(event.key)),
      });
      expect(result).toEqual([false, true, false]);
      expect(committed).toEqual(["p0", "f1", "p2"]);
      expect(tests.wasted).toBe(0);
      if (capacity === 1) expect([seen, built]).toEqual([committed, committed?.flatMap((key) => [key, key])]);
    },
  );

  it("is built at once where nobody can come back for it", () => {
    const built: string[] = [];
    expect(play(three(built), ({ key }) => key().startsWith("f")).result).toEqual([false, true, false]);
    expect(built).toEqual(["p0", "f1", "p2"]);
  });

  it("breaks the run with what broke the work, when the walk comes there", async () => {
    const search = one(
      (): Case => {
        inTurns(() => Promise.reject(new Error("no more")));
        return named("f");
      },
      { phase: "slow" },
      (fails) => done(fails),
    );
    await expect(run(search, executorOf(1))).rejects.toThrow("no more");
  });
});

describe("a search that has to be waited for", () => {
  it("is begun once and walked when it is there", async () => {
    let begun = 0;
    const search = later<Case, boolean>(async () => {
      begun++;
      await sleep(5);
      return asking("fails");
    });
    expect(await run(labelled("pass", search), executorOf(4))).toMatchObject({ result: true, status: "complete" });
    expect(begun).toBe(1);
  });

  it("commits the same tests in the same order for any number of workers, whoever arrives first", async () => {
    const members = (): Search<Case, readonly boolean[]> =>
      together(
        numbered(6, (i) => waited(`${i % 2 === 0 ? "f" : "p"}${i}`, 20 - 3 * i)),
        (results: readonly boolean[]) => done(results),
      );
    for (const capacity of [1, 4]) {
      const committed: string[] = [];
      const { result } = await drive({
        search: members(),
        source,
        executor: executorOf(capacity),
        journal: memoryJournal(),
        check: false,
        onEvent: (event) => void (event.type === "test" && committed.push(event.key)),
      });
      expect(result).toEqual([true, false, true, false, true, false]);
      expect(committed).toEqual(["f0", "p1", "f2", "p3", "f4", "p5"]);
    }
  });

  it("lets the tests of its neighbours run meanwhile", async () => {
    const seen: string[] = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = later<Case, boolean>(async () => {
      await gate;
      return asking("fast enough");
    });
    const executor = executorOf(2, seen);
    const other: Executor<Case> = {
      ...executor,
      run: async (candidate, signal) => {
        const finding = await executor.run(candidate, signal);
        release();
        return finding;
      },
    };
    const search = together(listed([slow, asking("other")]), (results: readonly boolean[]) => done(results));
    expect((await run(search, other)).result).toEqual([true, false]);
    expect(seen).toEqual(["other", "fast enough"]);
  });

  it("is not begun on speculation", async () => {
    const begun: string[] = [];
    const branch = (name: string): Search<Case, string> =>
      later(() => {
        begun.push(name);
        return Promise.resolve(done(name));
      });
    const search = one(
      () => named("passes"),
      { phase: "fork" },
      (fails) => branch(fails ? "left" : "right"),
    );
    expect((await run(search, executorOf(8))).result).toBe("right");
    expect(begun).toEqual(["right"]);
  });

  it("makes the drive reject when it cannot be had", async () => {
    const broken = later<Case, boolean>(() => Promise.reject(new Error("no such thing")));
    await expect(run(broken, executorOf(1))).rejects.toThrow("no such thing");
    const later2 = later<Case, boolean>(async () => {
      await sleep(1);
      return {
        kind: "then",
        search: done(1),
        next: () => {
          throw new Error("broken behind it");
        },
      };
    });
    await expect(run(later2, executorOf(1))).rejects.toThrow("broken behind it");
  });

  it("does not hold up a run that is stopped", async () => {
    const controller = new AbortController();
    const search = later<Case, boolean>(() => {
      setTimeout(() => controller.abort(), 5);
      return new Promise(() => undefined);
    });
    expect(await run(search, executorOf(2), controller.signal)).toMatchObject({ status: "stopped", reason: "signal" });
  });

  it("cannot be played at once", () => {
    expect(() => play(waited("x"), () => true)).toThrow("has to be waited for");
  });
});
