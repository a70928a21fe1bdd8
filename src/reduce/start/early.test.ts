import { describe, expect, it } from "vitest";
import type { Executor } from "../../core/executor.ts";
import { fileCase, onlyFile, type TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import { one, done } from "../../core/words.ts";
import type { Search } from "../../core/search.ts";
import { drive } from "../../driver/search.ts";
import { memoryJournal } from "../../journals/memory.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { beginEarly, type EarlyOptions } from "./early.ts";

const textCase = (text: string): TestCase => {
  const bytes = new TextEncoder().encode(text);
  return fileCase({ path: "a.txt", mode: 0o644, bytes: () => bytes }, bytes.length);
};

const textOf = (candidate: TestCase): string => new TextDecoder().decode(onlyFile(candidate).bytes());

/** One letter after the other goes; what still has an x fails. */
const search = (text: string, at = 0): Search<TestCase, TestCase> =>
  at === text.length
    ? done(textCase(text))
    : one(
        () => textCase(text.slice(0, at) + text.slice(at + 1)),
        { phase: "letters" },
        (fails) => (fails ? search(text.slice(0, at) + text.slice(at + 1), at) : search(text, at + 1)),
      );

const judge = (text: string): Finding => ({ outcome: text.includes("x") ? "fail" : "pass", ms: 1 });

interface Recorded extends EarlyOptions {
  readonly asked: string[];
  readonly aborted: string[];
}

const optionsFor = (text: string, more: Partial<EarlyOptions> & { readonly answers?: boolean } = {}): Recorded => {
  const asked: string[] = [];
  const aborted: string[] = [];
  const { answers = true } = more;
  const test = (candidate: TestCase, _: unknown, signal: AbortSignal): Promise<Finding> => {
    const tested = textOf(candidate);
    asked.push(tested);
    signal.addEventListener("abort", () => aborted.push(tested));
    return answers ? Promise.resolve(judge(tested)) : new Promise(() => {});
  };
  const oracle: ProcessOracle = {
    description: "has an x",
    identity: "x",
    repeatLine: () => "",
    test,
    close: () => Promise.resolve(),
  };
  const { signal } = new AbortController();
  const around = { search: search(text), source: textCase(text), oracle, timeout: 1000, signal };
  return { ...around, jobs: 8, room: 3, asked, aborted, ...more };
};

const counting = (): Executor<TestCase> & { readonly asked: string[] } => {
  const asked: string[] = [];
  const run = (candidate: TestCase): Promise<Finding> => {
    asked.push(textOf(candidate));
    return Promise.resolve(judge(textOf(candidate)));
  };
  return { asked, capacity: 1, onCapacity: () => () => {}, run, close: () => Promise.resolve() };
};

const reduce = async (text: string, executor: Executor<TestCase>): Promise<string> => {
  const around = { search: search(text), source: textCase(text), journal: memoryJournal(), check: false };
  const { best } = await drive({ ...around, executor });
  return textOf(best);
};

const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

describe("the first questions, beside the original", () => {
  it("are tested as far as there is room, and not again by the search", async () => {
    const options = optionsFor("abxcd");
    const early = beginEarly(options);
    await expect.poll(() => options.asked.length).toBe(3);
    await early.stop();
    const executor = counting();
    expect(await reduce("abxcd", early.known(executor))).toBe("x");
    const again = options.asked.filter((text) => executor.asked.includes(text));
    expect(again).toEqual([]);
    const alone = counting();
    await reduce("abxcd", alone);
    expect(new Set([...options.asked, ...executor.asked])).toEqual(new Set([...alone.asked, ...options.asked]));
  });

  it("are only made where there is no room", async () => {
    const options = optionsFor("abxcd", { room: 0 });
    const early = beginEarly(options);
    await settled();
    expect(options.asked).toEqual([]);
    await early.stop();
    const executor = counting();
    expect(await reduce("abxcd", early.known(executor))).toBe("x");
    expect(early.end()).toBe(0);
  });

  it("end where nobody asks for them, and are counted", async () => {
    const options = optionsFor("abxcd", { answers: false });
    const early = beginEarly(options);
    await expect.poll(() => options.asked.length).toBe(3);
    await early.stop();
    expect(options.aborted).toEqual([]);
    expect(early.end()).toBe(3);
    expect(options.aborted.toSorted()).toEqual(options.asked.toSorted());
    expect(early.end()).toBe(0);
  });

  it("that ran out of time are asked again", async () => {
    const options = optionsFor("x1");
    const late: ProcessOracle["test"] = () =>
      Promise.resolve({ outcome: "unresolved", ms: 1000, evidence: { timedOut: true } });
    const early = beginEarly({ ...options, oracle: { ...options.oracle, test: late } });
    await settled();
    await early.stop();
    const executor = counting();
    expect(await reduce("x1", early.known(executor))).toBe("x");
  });
});
