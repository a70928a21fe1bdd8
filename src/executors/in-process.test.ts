import { describe, expect, test } from "vitest";
import { listCase } from "../formats/values.ts";
import { inProcess } from "./in-process.ts";
import type { Predicate, PredicateAnswer } from "./value-tester.ts";

const signal = new AbortController().signal;
const run = (predicate: Predicate<readonly number[]>, timeout?: number) =>
  inProcess(predicate, timeout === undefined ? {} : { timeout }).run(listCase([1, 2]), signal);

describe("what the predicate says is the outcome", () => {
  test.each([
    [true, "fail"],
    [false, "pass"],
    ["fail", "fail"],
    ["pass", "pass"],
    ["unresolved", "unresolved"],
  ] as const)("%s, now or later", async (said, outcome) => {
    expect(await run(() => said)).toMatchObject({ outcome });
    expect(await run(async () => said)).toMatchObject({ outcome });
  });

  test("it is given the value and a signal", async () => {
    const seen: unknown[] = [];
    await run((value, context) => seen.push(value, context.signal) > 0);
    expect(seen).toEqual([[1, 2], signal]);
  });
});

test("a throw is unresolved, with the message in one line, and remembered", async () => {
  const error = new Error("line 1\n\n  line 2");
  const executor = inProcess(() => {
    throw error;
  });
  expect(await executor.run(listCase([]), signal)).toMatchObject({ outcome: "unresolved", reason: "line 1 line 2" });
  expect(executor.thrown).toEqual({ error });
  expect(await run(() => Promise.reject(new TypeError("")))).toMatchObject({ reason: "TypeError" });
  expect(await run(() => Promise.reject("just text"))).toMatchObject({ reason: "just text" });
});

test.each([undefined, null, 1, "failed", {}, () => true])("anything else is refused: %s", async (said) => {
  const predicate = (() => said) as unknown as () => PredicateAnswer;
  await expect(run(predicate)).rejects.toMatchObject({ name: "UserError", code: "BAD_PREDICATE" });
  await expect(run(async () => predicate())).rejects.toMatchObject({ code: "BAD_PREDICATE" });
});

test("a forgotten return is named", async () => {
  const forgotten = (() => undefined) as unknown as () => PredicateAnswer;
  await expect(run(forgotten)).rejects.toMatchObject({ advice: expect.stringContaining("Is a return missing?") });
});

test("a promise that never settles times out", async () => {
  const finding = await run(() => new Promise<boolean>(() => undefined), 5);
  expect(finding).toMatchObject({ outcome: "unresolved", reason: "timeout", evidence: { timedOut: true } });
});

test("several tests run at once only when the predicate has returned a promise", async () => {
  const sync = inProcess(() => true, { jobs: 8 });
  await sync.run(listCase([]), signal);
  expect(sync.capacity).toBe(1);

  const async = inProcess(async () => true, { jobs: 8 });
  const seen: number[] = [];
  async.onCapacity(() => seen.push(async.capacity));
  expect(async.capacity).toBe(1);
  await async.run(listCase([]), signal);
  await async.run(listCase([]), signal);
  expect(seen).toEqual([8]);
});

test("synchronous tests let timers have their turn", async () => {
  const timer = AbortSignal.timeout(1);
  const executor = inProcess(() => true);
  while (!timer.aborted) await executor.run(listCase([]), signal);
  expect(timer.aborted).toBe(true);
});
