import * as fc from "fast-check";
import { claimText, minimize, UserError, type Json, type MinimizeOptions } from "pare";
import { threads } from "pare/executors";
import { describe, expect, test, vi } from "vitest";

const predicates = new URL("./fixtures/predicates/threads.mjs", import.meta.url);
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const needs =
  (...needed: readonly number[]) =>
  (kept: readonly number[]): boolean =>
    needed.every((item) => kept.includes(item));
const never = () => new Promise<boolean>(() => undefined);

describe("minimize makes small", () => {
  test("an array, by a predicate that answers at once or later", async () => {
    expect(await minimize(upTo(100), needs(3, 50, 99))).toEqual([3, 50, 99]);
    expect(await minimize(upTo(100), async (kept) => needs(3, 50, 99)(kept), { jobs: 8 })).toEqual([3, 50, 99]);
  });

  test("a string, by lines and then by characters", async () => {
    const text = Array.from({ length: 50 }, (_, i) => `line ${i} of this text`).join("\n");
    expect(await minimize(text, (s) => s.includes("17"))).toBe("17");
    expect(await minimize(text, (s) => s.includes("17"), { format: "lines" })).toBe("line 17 of this text\n");
    const { claims } = await minimize.withDetails("añb👩‍👩‍👧c", (s) => s.includes("👧"));
    expect(claims.map(claimText)).toEqual(["1-minimal by characters"]);
  });

  test("bytes", async () => {
    const bytes = Uint8Array.from(upTo(256));
    const kept = await minimize(bytes, (some) => some.includes(0) && some.includes(200));
    expect(kept).toEqual(Uint8Array.of(0, 200));
    const buffer = await minimize(Buffer.from("hello world"), (some) => some.toString("latin1").includes("wor"));
    expect(buffer).toEqual(Buffer.from("wor"));
  });

  test("JSON data", async () => {
    const value = { meta: { version: 3 }, rows: upTo(30).map((id) => ({ id, name: `row ${id}`, ok: true })) };
    const fails = (json: Json): boolean => JSON.stringify(json).includes('ow 17"');
    const { value: small, claims } = await minimize.withDetails(value, fails);
    expect(small).toBe("ow 17");
    expect(claims.map(claimText)).toEqual(["1-minimal by members"]);
  });

  test("JSON inside an array, where items are kept whole otherwise", async () => {
    const value = [{ a: 1, b: [1234] }, { c: 1 }];
    const fails = (json: Json): boolean => /[1-9]\d{2}/.test(JSON.stringify(json));
    expect(await minimize(value, (kept) => fails(kept))).toEqual([{ a: 1, b: [1234] }]);
    expect(await minimize(value, fails, { format: "json" })).toBe(100);
  });

  test("with any strategy and any minimality, and says what is proved", async () => {
    const even = (kept: readonly number[]): boolean => kept.length > 0 && kept.length % 2 === 0;
    const one = await minimize.withDetails(upTo(8), even, { strategy: "gbs" });
    expect(even(one.value)).toBe(true);
    expect(one.claims.map(claimText)).toEqual(["1-minimal by elements"]);
    const two = await minimize.withDetails(upTo(8), even, { strategy: "gbs", minimality: 2 });
    expect(two.value).toHaveLength(2);
    expect(two.claims.map(claimText)).toEqual(["2-minimal by elements"]);
  });
});

describe("what is found", () => {
  test("fails, keeps the order of the items and is 1-minimal, whatever the predicate", async () => {
    const oracle = fc.record({
      n: fc.integer({ min: 0, max: 7 }),
      table: fc.array(fc.boolean(), { minLength: 128, maxLength: 128 }),
    });
    const check = fc.asyncProperty(oracle, fc.constantFrom(1, 4), async ({ n, table }, jobs) => {
      const fails = (kept: readonly number[]): boolean =>
        kept.length === n || table[kept.reduce((mask, item) => mask | (1 << item), 0)] === true;
      const small = await minimize(upTo(n), async (kept) => fails(kept), { jobs });
      expect(fails(small)).toBe(true);
      expect(small).toEqual(small.toSorted((a, b) => a - b));
      for (const item of small) expect(fails(small.filter((other) => other !== item))).toBe(false);
    });
    await fc.assert(check);
  });

  test("is the same for any number of jobs, and so is the trace", async () => {
    const run = (jobs: number) =>
      minimize.withDetails(upTo(300), async (kept) => needs(5, 77, 150, 299)(kept), { jobs, trace: true });
    const [alone, many] = [await run(1), await run(16)];
    const steps = ({ trace }: typeof alone) => trace?.map(({ key, verdict }) => [key, verdict]);
    expect(many.value).toEqual(alone.value);
    expect(steps(many)).toEqual(steps(alone));
    expect(alone.tests.wasted).toBe(0);
  });

  test("is the same for any number of jobs for texts and JSON too", async () => {
    const text = upTo(200)
      .map((i) => `${i}: ${i * i}\n`)
      .join("");
    const json = { rows: upTo(40).map((i) => ({ id: i, text: `row ${i * i}`, at: [[i]] })) };
    const run = async (jobs: number) => [
      await minimize(text, async (some) => /7[^]*9.*6/.test(some), { jobs }),
      await minimize(json, async (some) => /1.*44.*"at".*31/.test(JSON.stringify(some)), { jobs }),
    ];
    expect(await run(9)).toEqual(await run(1));
  });
});

test("false timers of a test runner do not hold a run up", async () => {
  vi.useFakeTimers();
  try {
    expect(await minimize(upTo(50), needs(7))).toEqual([7]);
  } finally {
    vi.useRealTimers();
  }
});

describe("the details", () => {
  test("count, claim, time, and trace on demand", async () => {
    const details = await minimize.withDetails(upTo(20), needs(7), { trace: true });
    expect(details).toMatchObject({ value: [7], status: "complete" });
    expect(details.reason).toBeUndefined();
    expect(details.wallMs).toBeGreaterThanOrEqual(0);
    const { tests, trace } = details;
    expect(trace?.length).toBe(tests.fail + tests.pass + tests.unresolved);
    expect(trace?.every((event) => event.type === "test")).toBe(true);
    expect((await minimize.withDetails(upTo(20), needs(7))).trace).toBeUndefined();
  });

  test("events tell of the start, of every test and of the end", async () => {
    const types: string[] = [];
    await minimize(upTo(9), needs(7), { onEvent: (event) => types.push(event.type) });
    expect(types[0]).toBe("start");
    expect(types.at(-1)).toBe("end");
    expect(types).toContain("test");
  });
});

describe("a predicate that never fails", () => {
  test("is an error of its own", async () => {
    await expect(minimize([1, 2], () => false)).rejects.toMatchObject({ name: "UserError", code: "NOT_FAILING" });
    await expect(minimize("", async () => "unresolved" as const)).rejects.toMatchObject({ code: "NOT_FAILING" });
  });
});

describe("a predicate that always fails", () => {
  test.each([
    [[1, 2, 3], []],
    ["some text\nin lines", ""],
    [Uint8Array.of(1, 2), new Uint8Array(0)],
    [{ a: [1, { b: "x" }] }, {}],
    [17, 0],
    [true, false],
    [null, null],
  ])("%j", async (value, simplest) => {
    const details = await minimize.withDetails(value as Json, () => true);
    expect(details.value).toEqual(simplest);
    expect(details.status).toBe("complete");
    expect(details.claims).toHaveLength(1);
    expect(details.tests.run).toBeLessThanOrEqual(4);
  });

  test("leaves the empty array as it is", async () => {
    expect(await minimize([], () => true)).toEqual([]);
    expect(await minimize("", () => true)).toBe("");
  });
});

describe("a predicate that throws", () => {
  const thrown = new TypeError("oops");
  const throws = (kept: readonly number[]): boolean => {
    if (!kept.includes(7)) throw thrown;
    return true;
  };

  test("on the original is an error with its cause", async () => {
    const expected = { name: "UserError", code: "BAD_PREDICATE", cause: thrown };
    await expect(minimize([1], throws)).rejects.toMatchObject(expected);
    await expect(minimize([1], async (kept) => throws(kept))).rejects.toMatchObject(expected);
    const inThread = minimize([7], threads<number[]>(predicates, { export: "throwsError" }));
    await expect(inThread).rejects.toMatchObject({ code: "BAD_PREDICATE", cause: expect.any(RangeError) });
  });

  test("on a candidate is unresolved", async () => {
    const { value, tests, trace } = await minimize.withDetails(upTo(20), throws, { trace: true });
    expect(value).toEqual([7]);
    expect(tests.unresolved).toBeGreaterThan(0);
    expect(trace?.find(({ verdict }) => verdict.outcome === "unresolved")?.verdict.reason).toBe("oops");
  });
});

describe("a predicate that returns garbage", () => {
  test.each([undefined, null, 0, "yes", {}])("%s", async (said) => {
    const predicate = (kept: readonly number[]) => (kept.length === 3 ? true : said) as boolean;
    await expect(minimize([1, 2, 3], predicate)).rejects.toMatchObject({ code: "BAD_PREDICATE" });
    await expect(minimize([1, 2], predicate)).rejects.toMatchObject({ code: "BAD_PREDICATE" });
  });

  test("or is none", async () => {
    await expect(minimize([1], "not a function" as never)).rejects.toMatchObject({ code: "BAD_PREDICATE" });
  });
});

describe("a predicate that never settles", () => {
  test("is stopped by the budget, on the original and on a candidate", async () => {
    expect(await minimize.withDetails([1, 2], never, { budget: 20 })).toMatchObject({
      value: [1, 2],
      status: "stopped",
      reason: "budget",
    });
    const hangs = (kept: readonly number[]) => (kept.length > 2 ? Promise.resolve(needs(1)(kept)) : never());
    const details = await minimize.withDetails(upTo(64), hangs, { budget: "100ms", jobs: 4 });
    expect(details).toMatchObject({ status: "stopped", reason: "budget", claims: [] });
  });

  test("is unresolved after its timeout", async () => {
    const hangs = (kept: readonly number[]) => (kept.includes(7) ? Promise.resolve(true) : never());
    expect(await minimize(upTo(8), hangs, { timeout: "20ms", jobs: 2 })).toEqual([7]);
    await expect(minimize(upTo(8), never, { timeout: 20 })).rejects.toMatchObject({
      code: "NOT_FAILING",
      message: expect.stringContaining("timeout"),
    });
  });
});

describe("endless synchronous code in threads", () => {
  test("is unresolved after its timeout", async () => {
    const endless = threads<number[]>(predicates, { export: "endless", timeout: 1000, jobs: 2 });
    const { value, tests } = await minimize.withDetails([1, 7, 2], endless);
    expect(value).toEqual([7]);
    expect(tests.unresolved).toBeGreaterThan(0);
  });

  test("is stopped by the budget and by the signal", async () => {
    const endless = threads<number[]>(predicates, { export: "endless" });
    const budget = await minimize.withDetails([1, 2], endless, { budget: 300, jobs: 1 });
    expect(budget).toMatchObject({ value: [1, 2], status: "stopped", reason: "budget" });
    const signal = AbortSignal.timeout(300);
    expect(await minimize.withDetails([1, 2], endless, { signal })).toMatchObject({
      status: "stopped",
      reason: "signal",
    });
  });
});

describe("stopping is a result", () => {
  test("by a signal that was aborted before: the input, untested", async () => {
    let called = 0;
    const details = await minimize.withDetails([1, 2], () => ++called > 0, { signal: AbortSignal.abort() });
    expect(details).toMatchObject({ value: [1, 2], status: "stopped", reason: "signal" });
    expect(called).toBe(0);
    expect(await minimize([1, 2], () => true, { signal: AbortSignal.abort() })).toEqual([1, 2]);
  });

  test("by a signal that is aborted meanwhile: the best so far", async () => {
    const stop = new AbortController();
    let tests = 0;
    const predicate = (kept: readonly number[]): boolean => {
      if (++tests === 8) stop.abort();
      return needs(3, 500)(kept);
    };
    const details = await minimize.withDetails(upTo(1000), predicate, { signal: stop.signal });
    expect(details).toMatchObject({ status: "stopped", reason: "signal", claims: [] });
    expect(needs(3, 500)(details.value)).toBe(true);
    expect(details.value.length).toBeLessThan(1000);
  });

  test("by a budget, for synchronous predicates too", async () => {
    const slow = (kept: readonly number[]): boolean => {
      for (const until = performance.now() + 5; performance.now() < until;);
      return needs(3, 500)(kept);
    };
    const details = await minimize.withDetails(upTo(1000), slow, { budget: 50, minimality: 2 });
    expect(details).toMatchObject({ status: "stopped", reason: "budget" });
    expect(needs(3, 500)(details.value)).toBe(true);
  });

  test("by a number of tests", async () => {
    const details = await minimize.withDetails(upTo(1000), needs(3, 500), { maxTests: 5, trace: true });
    expect(details).toMatchObject({ status: "stopped", reason: "max-tests" });
    expect(details.trace).toHaveLength(5);
  });
});

test("a predicate that changes its mind about the result is flaky", async () => {
  const seen = new Set<string>();
  const once = (kept: readonly number[]): boolean => {
    const again = seen.has(String(kept));
    seen.add(String(kept));
    return !again;
  };
  await expect(minimize([1, 2, 3], once)).rejects.toMatchObject({
    name: "UserError",
    code: "FLAKY",
    cause: expect.any(Array),
  });
});

test("no more than `jobs` predicates run at once, though nobody waits for some of them any more", async () => {
  let running = 0;
  let most = 0;
  const slow = async (kept: readonly number[]): Promise<boolean> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1 + (kept.length % 3)));
    running--;
    return needs(3, 50, 77)(kept);
  };
  expect(await minimize(upTo(100), slow, { jobs: 4 })).toEqual([3, 50, 77]);
  expect(most).toBe(4);
});

test("what runs out of time among others is tested once more alone before it counts", async () => {
  const tried = new Map<string, number>();
  const slowAtFirst = async (kept: readonly number[]): Promise<boolean> => {
    const times = (tried.get(String(kept)) ?? 0) + 1;
    tried.set(String(kept), times);
    if (times === 1 && kept.length === 1) await new Promise((resolve) => setTimeout(resolve, 400));
    return needs(5)(kept);
  };
  const options = { jobs: 8, timeout: 150, strategy: "onemin" } as const;
  expect(await minimize(upTo(6), slowAtFirst, options)).toEqual([5]);
});

test("a claim is about the units the result has, also where kept ones have fused", async () => {
  const fails = new Set(["!\ra\rb\n\n\na\r", "!\r\n\n", "\n"]);
  const small = await minimize.withDetails("!\ra\rb\n\n\na\r", (text) => fails.has(text) || text.length > 4, {
    format: "lines",
  });
  const lines = small.value.match(/\r\n|\n|\r|[^\r\n]+(\r\n|\n|\r)?/g) ?? [];
  const without = lines.map((_, i) => lines.toSpliced(i, 1).join(""));
  expect(without.filter((text) => text !== "" && fails.has(text))).toEqual([]);
});

test("a thread that dies of what an earlier test left behind costs no answer", async () => {
  const { value, tests } = await minimize.withDetails(upTo(40), threads(predicates, { export: "strays", jobs: 2 }));
  expect(value).toEqual([7]);
  expect(tests.unresolved).toBe(0);
});

describe("mistakes in the call are named", () => {
  const options: readonly (readonly [unknown, string])[] = [
    [{ jobs: 0 }, "BAD_OPTION"],
    [null, "BAD_OPTION"],
    [{ signal: { aborted: false } }, "BAD_OPTION"],
    [{ budget: Object.create(null) as unknown }, "BAD_OPTION"],
    [{ order: "forward" }, "BAD_OPTION"],
    [{ strategy: "onemin", splitFactor: 3 }, "BAD_OPTION"],
    [{ format: "json", minimality: 2 }, "BAD_OPTION"],
    [{ jobs: 1.5 }, "BAD_OPTION"],
    [{ budget: Number.NaN }, "BAD_OPTION"],
    [{ budget: "soon" }, "BAD_OPTION"],
    [{ timeout: -1 }, "BAD_OPTION"],
    [{ maxTests: 0 }, "BAD_OPTION"],
    [{ minimality: 4 }, "BAD_OPTION"],
    [{ format: "yaml" }, "BAD_OPTION"],
    [{ signal: {} }, "BAD_OPTION"],
    [{ splitFactor: 1 }, "BAD_OPTION"],
    [{ onevent: () => 1 }, "BAD_OPTION"],
    [{ strategy: "gbz" }, "UNKNOWN_STRATEGY"],
    [{ strategy: "toString" }, "UNKNOWN_STRATEGY"],
    [{ format: "lines" }, "BAD_VALUE"],
  ];
  test.each(options)("%j", async (given, code) => {
    const run = minimize([1], () => true, given as MinimizeOptions);
    await expect(run).rejects.toMatchObject({ name: "UserError", code, advice: expect.stringMatching(/\.$/) });
  });

  test("with a suggestion for what is nearly right", async () => {
    await expect(minimize([1], () => true, { strategy: "gbz" })).rejects.toThrow('did you mean "gbs"?');
    await expect(minimize([1], () => true, { onevent: 1 } as MinimizeOptions)).rejects.toThrow(
      'did you mean "onEvent"?',
    );
  });

  test("and values that cannot be minimised", async () => {
    for (const value of [undefined, () => 1, Symbol("s"), 10n, new Map(), { a: Number.NaN }])
      await expect(minimize(value as Json, () => true)).rejects.toMatchObject({ code: "BAD_VALUE" });
    expect(new UserError("X", "y", { advice: "z" })).toBeInstanceOf(Error);
  });
});

describe("100,000 nested levels of JSON", () => {
  const LEVELS = 100_000;
  const nested = (wrap: (inner: Json, level: number) => Json): Json => {
    let value: Json = "needle";
    for (let level = 0; level < LEVELS; level++) value = wrap(value, level);
    return value;
  };
  /** Is the text anywhere inside? Without recursion. */
  const holdsNeedle = (value: Json): boolean => {
    const open: Json[] = [value];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (typeof at === "string" && at.includes("needle")) return true;
      if (typeof at === "object" && at !== null) open.push(...Object.values(at));
    }
    return false;
  };
  const depth = (value: Json): number => {
    let levels = 0;
    for (let at: Json | undefined = value; typeof at === "object" && at !== null; levels++)
      at = Object.values(at).at(-1);
    return levels;
  };
  const shapes: readonly (readonly [string, Json])[] = [
    ["arrays in arrays", nested((inner) => [inner])],
    ["objects in objects", nested((inner) => ({ in: inner }))],
    [
      "mixed, with other things beside",
      nested((inner, level) => (level % 2 === 0 ? [level, inner] : { n: null, in: inner })),
    ],
  ];
  test.each(shapes)("%s", async (_, value) => {
    const { value: small, tests } = await minimize.withDetails(value, holdsNeedle, { format: "json" });
    expect(small).toBe("needle");
    expect(tests.run).toBeLessThan(150);
  });

  test("where the depth itself matters", async () => {
    const { value: small } = await minimize.withDetails(
      nested((inner) => [inner]),
      (json) => depth(json) >= 5,
      { format: "json" },
    );
    expect(small).toEqual([[[[[]]]]]);
  });
});
