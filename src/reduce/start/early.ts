/** The first questions, while the original is tested: what they take to be made is made by then, and with many jobs they are tested, too. */
import type { Executor } from "../../core/executor.ts";
import type { Search } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import { drive } from "../../driver/search.ts";
import { memoryJournal } from "../../journals/memory.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";

export interface EarlyOptions {
  readonly search: Search<TestCase, TestCase>;
  readonly source: TestCase;
  readonly oracle: ProcessOracle;
  /** How many tests the search will run at once, and how many of them have room beside the original's. */
  readonly jobs: number;
  readonly room: number;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

export interface Early {
  /** Goes no further. What is under way goes on, for whoever asks for it. */
  stop(): Promise<void>;
  /** The same executor, which is not asked again about what was tested early. */
  known(executor: Executor<TestCase>): Executor<TestCase>;
  /** Ends what nobody has asked for, and tells how many tests that are. */
  end(): number;
}

interface EarlyTest {
  readonly finding: Promise<Finding | undefined>;
  readonly ending: AbortController;
}

/** Nothing that it finds counts before the search has asked for it. */
export const beginEarly = (options: EarlyOptions): Early => {
  const { search, source, jobs, room, signal } = options;
  const stopping = new AbortController();
  const tests = new Map<string, EarlyTest>();
  const run = async (candidate: TestCase): Promise<Finding> => {
    if (tests.size >= room) return await NEVER;
    const test = testEarly(options, candidate);
    tests.set(candidate.key(), test);
    return (await test.finding) ?? (await NEVER);
  };
  const executor: Executor<TestCase> = { capacity: jobs, onCapacity: () => () => {}, run, close: async () => {} };
  const both = AbortSignal.any([signal, stopping.signal]);
  // Whatever breaks here breaks again in the search.
  const driving = drive({ search, source, executor, journal: memoryJournal(), check: false, signal: both }).catch(
    () => {},
  );
  return {
    async stop() {
      stopping.abort();
      await driving;
    },
    known: (inner) => ({
      ...inner,
      get capacity() {
        return inner.capacity;
      },
      run: async (candidate, aborted) => (await taken(tests, candidate, aborted)) ?? inner.run(candidate, aborted),
    }),
    end() {
      stopping.abort();
      const unasked = [...tests.values()];
      tests.clear();
      for (const { ending } of unasked) ending.abort();
      return unasked.length;
    },
  };
};

const NEVER = new Promise<never>(() => {});

/** What runs out of time is asked again: the limit that decides is not known yet. */
const testEarly = ({ oracle, timeout, signal }: EarlyOptions, candidate: TestCase): EarlyTest => {
  const ending = new AbortController();
  const finding = oracle.test(candidate, { timeout }, AbortSignal.any([signal, ending.signal])).then(
    (found) => (found.evidence?.timedOut === true ? undefined : found),
    () => undefined,
  );
  return { finding, ending };
};

/** The early test of a candidate, once; it ends when nobody wants it any more. */
const taken = async (
  tests: Map<string, EarlyTest>,
  candidate: TestCase,
  aborted: AbortSignal,
): Promise<Finding | undefined> => {
  const test = tests.get(candidate.key());
  if (test === undefined) return undefined;
  tests.delete(candidate.key());
  const end = (): void => test.ending.abort();
  aborted.addEventListener("abort", end, { once: true });
  try {
    return await test.finding;
  } finally {
    aborted.removeEventListener("abort", end);
  }
};
