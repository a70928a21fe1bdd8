import { describe, expect, it } from "vitest";
import { asCase, overCases, type ListCase } from "../../test/support/cases.ts";
import { listed, numbered } from "../core/candidates.ts";
import { chain, done, each, first, labelled, later, one, over, together } from "../core/words.ts";
import { drop, elements, whole, type Configuration } from "../core/configuration.ts";
import { Unrenderable } from "../core/errors.ts";
import type { Stamped } from "../core/events.ts";
import type { Executor } from "../core/executor.ts";
import type { Search } from "../core/search.ts";
import { simulated } from "../executors/simulated.ts";
import { memoryJournal } from "../journals/memory.ts";
import { verify } from "../strategies/verify.ts";
import { Controls } from "./controls.ts";
import { drive, type DriveOptions } from "./search.ts";

type Case = ListCase<number>;

const numbers = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));
const source = asCase(numbers(20));
const singles = numbered(20, (i) => asCase(drop(numbers(20), [{ from: i, to: i + 1 }])));
const containing =
  (...needed: readonly number[]) =>
  (candidate: Case): boolean =>
    needed.every((number) => candidate.value().includes(number));

const run = <Result>(
  search: Search<Case, Result>,
  options: Partial<DriveOptions<Case, Result>> & {
    readonly capacity?: number;
    readonly needed?: readonly number[];
  } = {},
) => {
  const { capacity = 1, needed = [3, 11], ...rest } = options;
  const executor = simulated<Case>({ capacity, oracle: containing(...needed) });
  const reduction = drive({ search, source, executor, journal: memoryJournal(), check: false, ...rest });
  return { executor, reduction };
};

describe("looking ahead", () => {
  it("asks independent questions at once and commits them in order", async () => {
    const events: Stamped[] = [];
    const { executor, reduction } = run(
      each(singles, { phase: "all" }, (verdicts) => done(verdicts.map(({ outcome }) => outcome))),
      { capacity: 20, onEvent: (event) => events.push(event) },
    );
    const { result } = await reduction;
    expect(result?.flatMap((outcome, i) => (outcome === "fail" ? [] : [i]))).toEqual([3, 11]);
    expect(executor.now).toBe(1);
    expect(events.filter(({ type }) => type === "test").map((event) => "number" in event && event.number)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  it("follows both outcomes of a question that is being tested", async () => {
    const ask = (i: number): Search<Case, number> =>
      one(
        () => singles.at(i),
        { phase: "walk" },
        (fails) => (i >= 8 ? done(i) : ask(fails ? i + 1 : i + 2)),
      );
    const alone = run(ask(0));
    const many = run(ask(0), { capacity: 64 });
    expect((await many.reduction).result).toEqual((await alone.reduction).result);
    expect(many.executor.now).toBeLessThan(alone.executor.now / 3);
  });

  it("builds no candidate before it is about to run", async () => {
    const built: number[] = [];
    const lazy = numbered(1000, (i) => {
      built.push(i);
      return singles.at(i % 20);
    });
    const { reduction } = run(
      first(lazy, { phase: "lazy" }, (hit) => done(hit?.index)),
      { capacity: 4 },
    );
    expect((await reduction).result).toBe(0);
    expect(Math.max(...built)).toBeLessThan(4);
  });

  it("cancels tests whose path has died and starts nothing on it", async () => {
    const aborted: string[] = [];
    const executor: Executor<Case> = {
      capacity: 2,
      onCapacity: () => () => undefined,
      run: (candidate, signal) =>
        candidate.size === 1
          ? new Promise(() => signal.addEventListener("abort", () => aborted.push(candidate.key())))
          : Promise.resolve({ outcome: "fail", ms: 0 }),
      close: () => Promise.resolve(),
    };
    const dead = asCase(numbers(1));
    const search = one(
      () => source,
      { phase: "fork" },
      (fails) =>
        fails
          ? done("alive")
          : one(
              () => dead,
              { phase: "dead" },
              () => done("dead"),
            ),
    );
    const { result, tests } = await drive({ search, source, executor, journal: memoryJournal(), check: false });
    expect(result).toBe("alive");
    expect(tests).toMatchObject({ run: 2, wasted: 1, fail: 1 });
    expect(aborted).toEqual([dead.key()]);
  });

  it("is not disturbed by a cancelled test that ends when the same content is under way again", async () => {
    const dead = asCase(numbers(1));
    const late: ((error: Error) => void)[] = [];
    const executor: Executor<Case> = {
      capacity: 2,
      onCapacity: () => () => undefined,
      run: (candidate, signal) => {
        if (candidate.size > 1) return Promise.resolve({ outcome: "fail", ms: 0 });
        if (late.length === 0)
          return new Promise((_, reject) => signal.addEventListener("abort", () => late.push(reject)));
        return new Promise((resolve) => {
          late[0]?.(new Error("aborted long ago"));
          setTimeout(() => resolve({ outcome: "pass", ms: 0 }), 1);
        });
      },
      close: () => Promise.resolve(),
    };
    const again = (): Search<Case, boolean> =>
      one(
        () => dead,
        { phase: "again" },
        (fails) => done(fails),
      );
    const between = (): Search<Case, boolean> =>
      one(
        () => singles.at(0),
        { phase: "between" },
        () => later(again),
      );
    const search = one(
      () => source,
      { phase: "fork" },
      (fails) => (fails ? later(between) : again()),
    );
    expect(await drive({ search, source, executor, journal: memoryJournal(), check: false })).toMatchObject({
      result: false,
      tests: { pass: 1 },
    });
  });

  it("does not begin a postponed search on speculation", async () => {
    const begun: string[] = [];
    const branch = (name: string): Search<Case, string> =>
      later(() => {
        begun.push(name);
        return one(
          () => singles.at(5),
          { phase: name },
          () => done(name),
        );
      });
    const { reduction } = run(
      one(
        () => singles.at(3),
        { phase: "fork" },
        (fails) => branch(fails ? "fails" : "passes"),
      ),
      { capacity: 8 },
    );
    expect((await reduction).result).toBe("passes");
    expect(begun).toEqual(["passes"]);
  });

  it("begins postponed members of a join at once", async () => {
    const members = numbered(8, (i) =>
      later(() =>
        one(
          () => singles.at(i),
          { phase: "m" },
          (fails) => done(fails),
        ),
      ),
    );
    const { executor, reduction } = run(
      together(members, (results: readonly boolean[]) => done(results)),
      { capacity: 8 },
    );
    expect((await reduction).result).toEqual([true, true, true, false, true, true, true, true]);
    expect(executor.now).toBe(1);
  });

  it("walks joins inside joins, and goes on after them", async () => {
    const leaf = (i: number) =>
      one(
        () => singles.at(i),
        { phase: "leaf" },
        (fails) => done(fails ? 1 : 0),
      );
    const pair = (i: number) =>
      together(listed([leaf(i), leaf(i + 1)]), (sums: readonly number[]) => done(sums.reduce((a, b) => a + b, 0)));
    const search = chain(
      together(listed([pair(2), pair(4), leaf(11)]), (sums: readonly number[]) => done(sums)),
      (sums) =>
        one(
          () => singles.at(0),
          { phase: "after" },
          (fails) => done([...sums, fails ? 1 : 0]),
        ),
    );
    const results = await Promise.all([1, 2, 8].map((capacity) => run(search, { capacity }).reduction));
    expect(results.map(({ result }) => result)).toEqual(Array.from({ length: 3 }, () => [1, 2, 0, 1]));
  });

  it("follows workers that come and go", async () => {
    const { executor, reduction } = run(
      each(singles, { phase: "all" }, () => done("end")),
      { capacity: 0 },
    );
    executor.setCapacity(10);
    expect((await reduction).result).toBe("end");
    expect(executor.now).toBe(2);
  });

  it("does not mind what a strategy would throw on a path not taken", async () => {
    const bug = (): never => {
      throw new Error("a bug of the strategy");
    };
    const onPath = (wanted: boolean, trap: () => Search<Case, string>) =>
      one(
        () => singles.at(0),
        { phase: "fork" },
        (fails) => (fails === wanted ? trap() : done("around it")),
      );
    const traps: readonly (() => Search<Case, string>)[] = [
      bug,
      () => one(bug, { phase: "at" }, () => done("over it")),
      () => together(numbered(2, bug), () => done("over it")),
      () => later(bug),
    ];
    for (const trap of traps) {
      expect((await run(onPath(false, trap), { capacity: 4 }).reduction).result).toBe("around it");
      await expect(run(onPath(true, trap), { capacity: 4 }).reduction).rejects.toThrow("a bug of the strategy");
    }
  });

  it("leaves no listener behind", async () => {
    let listening = 0;
    const executor: Executor<Case> = {
      ...simulated<Case>({ capacity: 1, oracle: () => true }),
      capacity: 1,
      onCapacity: () => {
        listening++;
        return () => void listening--;
      },
    };
    await drive({ search: done(0), source, executor, journal: memoryJournal() });
    expect(listening).toBe(0);
  });

  it("keeps no candidate that is committed", async () => {
    const alive: WeakRef<object>[] = [];
    const many = numbered(2000, (i) => {
      const candidate = { ...singles.at(i % 20), key: () => `key ${i}`, ballast: new Uint8Array(100_000) };
      alive.push(new WeakRef(candidate));
      return candidate;
    });
    const { reduction } = run(
      each(many, { phase: "many" }, () => done(0)),
      { capacity: 2 },
    );
    await reduction;
    expect(alive.length).toBeGreaterThanOrEqual(2000);
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(150_000_000);
  });

  it("tests the same content once", async () => {
    const same = numbered(6, () => singles.at(3));
    const { reduction } = run(
      each(same, { phase: "same" }, () => done(0)),
      { capacity: 6 },
    );
    expect((await reduction).tests).toMatchObject({ run: 1, recalled: 5, wasted: 0, pass: 6 });
  });
});

describe("depth", () => {
  const DEEP = 100_000;

  it("100,000 chained steps cost no stack when they nest to the left", async () => {
    let search: Search<Case, number> = done(0);
    for (let i = 0; i < DEEP; i++) search = chain(search, (n: number) => done(n + 1));
    expect((await run(over(labelled("deep", search), (c) => c)).reduction).result).toBe(DEEP);
  });

  it("100,000 chained steps cost no stack when they nest to the right", async () => {
    const go = (n: number): Search<Case, number> => (n === DEEP ? done(n) : chain(done(n + 1), go));
    expect((await run(over(go(0), (c) => c)).reduction).result).toBe(DEEP);
  });

  it("100,000 joins inside each other cost no stack", async () => {
    const nest = (n: number): Search<Case, number> =>
      n === 0
        ? one(
            () => singles.at(0),
            { phase: "bottom" },
            () => done(0),
          )
        : together(
            numbered(1, () => nest(n - 1)),
            ([below]: readonly number[]) => done((below as number) + 1),
          );
    expect((await run(nest(DEEP), { capacity: 2 }).reduction).result).toBe(DEEP);
  });

  it("100,000 questions in a row cost no stack", async () => {
    const go = (n: number): Search<Case, number> =>
      n === DEEP
        ? done(n)
        : one(
            () => singles.at(0),
            { phase: "row" },
            () => go(n + 1),
          );
    expect((await run(go(0)).reduction).result).toBe(DEEP);
  });
});

describe("checks", () => {
  it("refuses a source that does not fail, and says what the test said", async () => {
    const { reduction } = run(done(source), { needed: [99], check: true });
    await expect(reduction).rejects.toMatchObject({ code: "NOT_FAILING", message: expect.stringContaining('"pass"') });
  });

  it("refuses a result that does not fail again, and keeps it", async () => {
    let calls = 0;
    const executor = simulated<Case>({ capacity: 1, oracle: () => ++calls < 3 });
    const search = overCases(verify(numbers(2)));
    const reduction = drive({ search, source: asCase(numbers(2)), executor, journal: memoryJournal() });
    await expect(reduction).rejects.toMatchObject({ code: "FLAKY", best: { size: 1 } });
  });

  it("counts its checks as runs, not as committed tests", async () => {
    const { reduction } = run(overCases(verify(numbers(20))), { check: true });
    const { tests, best } = await reduction;
    expect(best.value()).toEqual([3, 11]);
    expect(tests).toEqual({ run: 24, recalled: 0, wasted: 0, answered: 22, fail: 18, pass: 4, unresolved: 0 });
  });

  it("takes a candidate that cannot be rendered as unresolved without running it", async () => {
    const search = first(
      numbered(2, (i) => {
        if (i === 0) throw new Unrenderable("no such thing");
        return singles.at(0);
      }),
      { phase: "render" },
      (hit) => done(hit?.index),
    );
    const { result, tests } = await run(search, { capacity: 4 }).reduction;
    expect(result).toBe(1);
    expect(tests).toMatchObject({ run: 1, unresolved: 1, fail: 1 });
  });

  it("breaks where the machinery breaks, but only if the walk comes there", async () => {
    const broken = new Error("the machine is on fire");
    const executor: Executor<Case> = {
      capacity: 4,
      onCapacity: () => () => undefined,
      run: (candidate) =>
        candidate.size === 19 ? Promise.reject(broken) : Promise.resolve({ outcome: "fail", ms: 0 }),
      close: () => Promise.resolve(),
    };
    const fork = (wanted: boolean): Search<Case, string> =>
      one(
        () => source,
        { phase: "fork" },
        (fails) =>
          fails === wanted
            ? one(
                () => singles.at(0),
                { phase: "broken" },
                () => done("over it"),
              )
            : done("around it"),
      );
    const go = (search: Search<Case, string>) =>
      drive({ search, source, executor, journal: memoryJournal(), check: false });
    await expect(go(fork(false))).resolves.toMatchObject({ result: "around it" });
    await expect(go(fork(true))).rejects.toBe(broken);
  });
});

describe("controls", () => {
  const search = overCases(verify(numbers(20)));

  it("stops at a number of committed tests, with the same best for any number of workers", async () => {
    const stopped = await Promise.all([1, 3, 64].map((capacity) => run(search, { capacity, maxTests: 7 }).reduction));
    expect(stopped.map(({ status, reason }) => [status, reason])).toEqual(stopped.map(() => ["stopped", "max-tests"]));
    expect(stopped.map(({ best }) => best.size)).toEqual([13, 13, 13]);
    expect(stopped[0]).not.toHaveProperty("result");
  });

  it("stops when its signal aborts, with the best so far, and starts nothing more", async () => {
    const controller = new AbortController();
    const { executor, reduction } = run(search, {
      signal: controller.signal,
      onEvent: (event) => event.type === "test" && event.number === 5 && controller.abort(),
    });
    expect(await reduction).toMatchObject({ status: "stopped", reason: "signal", best: { size: 15 }, claims: [] });
    expect(executor.started).toBe(5);
  });

  it("stops at once when its signal has aborted before, without a single test", async () => {
    const { executor, reduction } = run(search, { signal: AbortSignal.abort(), check: true });
    expect(await reduction).toMatchObject({ status: "stopped", reason: "signal", best: { size: 20 } });
    expect(executor.started).toBe(0);
  });

  it("stops at its budget though a test never ends", async () => {
    const executor: Executor<Case> = {
      capacity: 1,
      onCapacity: () => () => undefined,
      run: () => new Promise(() => undefined),
      close: () => Promise.resolve(),
    };
    const common = { search, source, executor, journal: memoryJournal(), budget: 20 };
    expect(await drive(common)).toMatchObject({ status: "stopped", reason: "budget" });
    expect(await drive({ ...common, check: false })).toMatchObject({ status: "stopped", reason: "budget" });
  });

  it("starts nothing while paused, and ends the same after it", async () => {
    const controls = new Controls();
    controls.pause();
    const { executor, reduction } = run(search, { controls, capacity: 4 });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(executor.started).toBe(0);
    controls.resume();
    expect((await reduction).best.value()).toEqual([3, 11]);
  });

  it("skips the rest of a pass, claims nothing, and takes the skip again when it resumes", async () => {
    const two = chain(labelled("slow", overCases(verify(numbers(20)))), (slow) =>
      labelled("quick", overCases(verify(whole(elements(whole(slow.value())))))),
    );
    const controls = new Controls();
    const journal = memoryJournal();
    const events: Stamped[] = [];
    const { reduction } = run(two, {
      controls,
      journal,
      onEvent: (event) => {
        events.push(event);
        if (event.type === "test" && event.number === 4) controls.skip();
      },
    });
    const skipped = await reduction;
    expect(skipped).toMatchObject({ status: "complete", claims: [], best: { size: 2 } });
    expect(journal.marks).toEqual([{ kind: "skip", pass: "slow", committed: 4 }]);
    const committed = (stream: readonly Stamped[]) =>
      stream.flatMap((event) => (event.type === "test" ? [[event.step.pass, event.verdict.outcome]] : []));
    const again: Stamped[] = [];
    const resumed = await run(two, { journal: memoryJournal(journal.records), onEvent: (event) => again.push(event) })
      .reduction;
    expect(resumed.best.key()).toBe(skipped.best.key());
    expect(committed(again)).toEqual(committed(events));
    expect(resumed.tests.run).toBe(0);
  });

  describe.each([1, 4, 8])("skipping inside a join with %s workers", (capacity) => {
    const ask = (pass: string, i: number) =>
      labelled(
        pass,
        one(
          () => singles.at(i),
          { phase: pass },
          (fails) => done(fails),
        ),
      );
    const skipAtFirst = (controls: Controls) => (event: Stamped) =>
      event.type === "test" && event.number === 1 && controls.skip();

    it("goes on with the members' other passes", async () => {
      const members = numbered(3, (i) =>
        chain(ask("A", i), (a) => chain(ask("A", i + 5), (b) => chain(ask("B", i + 8), (c) => done([a, b, c])))),
      );
      const controls = new Controls();
      const { reduction } = run(
        together(members, (results: readonly boolean[][]) => done(results)),
        { capacity, controls, onEvent: skipAtFirst(controls) },
      );
      expect((await reduction).result).toEqual([
        [true, false, true],
        [true, true, true],
        [true, true, true],
      ]);
    });

    it("gives the result that was committed, not the one that was foreseen", async () => {
      const members = numbered(2, (i) => chain(ask("A", i), (a) => chain(ask("A", i + 5), (b) => done(a && b))));
      const controls = new Controls();
      const both = together(members, (results: readonly boolean[]) => done(results));
      const { reduction } = run(both, { capacity, controls, onEvent: skipAtFirst(controls) });
      expect(await reduction).toMatchObject({ result: [false, false], tests: { fail: 1, unresolved: 3 } });
    });
  });

  it("a skip that comes too late to skip anything takes no claim away", async () => {
    const controls = new Controls();
    const late = chain(
      labelled(
        "a",
        one(
          () => singles.at(0),
          { phase: "a" },
          () => done(0),
        ),
      ),
      () => labelled("b", overCases(verify(numbers(20)))),
    );
    const { reduction } = run(late, {
      controls,
      onEvent: (event) => event.type === "test" && event.number === 1 && controls.skip(),
    });
    expect((await reduction).claims).toEqual([{ property: "1-minimal", by: "elements" }]);
  });

  it("checks nothing while paused", async () => {
    const controls = new Controls();
    controls.pause();
    const { executor, reduction } = run(search, { controls, check: true });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(executor.started).toBe(0);
    controls.stop();
    expect(await reduction).toMatchObject({ status: "stopped", reason: "stop" });
    expect(executor.started).toBe(0);
  });

  it("stops by hand", async () => {
    const controls = new Controls();
    const { reduction } = run(search, {
      controls,
      onEvent: (event) => event.type === "best" && event.number === 3 && controls.stop(),
    });
    expect(await reduction).toMatchObject({ status: "stopped", reason: "stop", best: { size: 17 } });
  });
});

describe("limits that only postpone", () => {
  /** Three workers; what `slow` names runs out of its first limit, and is answered by `settle` alone. */
  const postponing = (slow: number, settled: "fail" | "pass") => {
    const under = new Set<string>();
    const alone: boolean[] = [];
    const executor: Executor<Case> = {
      capacity: 3,
      onCapacity: () => () => undefined,
      run: async (candidate) => {
        under.add(candidate.key());
        await new Promise((resolve) => setTimeout(resolve, 1));
        under.delete(candidate.key());
        const timedOut = candidate.key() === singles.at(slow).key();
        return timedOut ? { outcome: "unresolved", ms: 1, provisional: true } : { outcome: "pass", ms: 1 };
      },
      settle: async () => {
        alone.push(under.size === 0);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { outcome: settled, ms: 9 };
      },
      close: () => Promise.resolve(),
    };
    return { executor, alone };
  };
  const search = first(singles, { phase: "limits" }, (hit) => done(hit?.index));

  it.each(["fail", "pass"] as const)(
    "a postponed candidate is settled alone before it is committed (%s)",
    async (settled) => {
      const { executor, alone } = postponing(5, settled);
      const journal = memoryJournal();
      const { result, tests } = await drive({ search, source, executor, journal, check: false });
      expect(result).toBe(settled === "fail" ? 5 : undefined);
      expect(alone).toEqual([true]);
      expect(tests.unresolved).toBe(0);
      expect(journal.recall(singles.at(5).key())).toEqual({ outcome: settled });
    },
  );

  it("a postponed candidate that the walk never comes to is never settled", async () => {
    const { executor, alone } = postponing(5, "fail");
    const two = one(
      () => singles.at(0),
      { phase: "a" },
      () => done(0),
    );
    await drive({ search: two, source, executor, journal: memoryJournal(), check: false });
    expect(alone).toEqual([]);
  });
});
