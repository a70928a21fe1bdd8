/** What tests do with the program itself: what mutants are compared with. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { MeasureLimits } from "../run/measurer.ts";
import { inParallel } from "../run/workers.ts";
import type { TestFile } from "../tests.ts";
import { plainRuns, type PlainOutcome } from "./plain-runs.ts";
import type { RunSetting } from "../run/laid-run.ts";

/** A mutant is stopped after this many times what the program took, or the least time, if that is more: machines are busy at times. */
const SLOWER = 10;
const MIN_LIMIT_MS = 1000;
/** To learn what is the same every time. */
const LOOKS = 3;

export interface NamedTests {
  readonly name: string;
  readonly tests: readonly TestFile[];
}

export interface DistinctTest {
  readonly file: TestFile;
  /** Suites share tests: one that is the same is run once. */
  readonly places: readonly { readonly suite: string; readonly name: string }[];
}

export interface KnownTest extends DistinctTest {
  readonly outcome: PlainOutcome;
  /** It prints something else every time. */
  readonly anyOutput: boolean;
  readonly anyEnding: boolean;
  /** The limit for its runs on mutants, in milliseconds. */
  readonly timeout: number;
}

export const distinctTests = (suites: readonly NamedTests[]): readonly DistinctTest[] => {
  const found = new Map<string, { file: TestFile; places: { suite: string; name: string }[] }>();
  for (const { name: suite, tests } of suites)
    for (const file of tests) {
      const digest = createHash("sha256").update(file.bytes()).digest("hex");
      const key = `${basename(file.name)}\0${file.mode}\0${digest}`;
      const place = { suite, name: file.name };
      const known = found.get(key);
      if (known === undefined) found.set(key, { file, places: [place] });
      else known.places.push(place);
    }
  return [...found.values()];
};

/** Each test is run in different copies: what depends on where the program lies is not steady either. */
export const learn = (
  tests: readonly DistinctTest[],
  order: RunSetting & MeasureLimits & { readonly jobs: number },
  copies: readonly { readonly path: string }[],
): Promise<readonly KnownTest[]> => {
  const { run } = plainRuns(order);
  return inParallel(tests, order.jobs, async (test, index): Promise<KnownTest> => {
    const outcomes: PlainOutcome[] = [];
    for (let look = 0; look < LOOKS; look++) {
      order.signal.throwIfAborted();
      const { path } = copies[(index + look) % copies.length] as { readonly path: string };
      outcomes.push(await run(test.file, { root: path }, order));
    }
    const [outcome] = outcomes as [PlainOutcome];
    return {
      ...test,
      outcome,
      anyOutput: outcomes.some(({ output }) => output !== outcome.output),
      anyEnding: outcomes.some(({ ending }) => ending !== outcome.ending),
      timeout: Math.max(MIN_LIMIT_MS, SLOWER * Math.max(...outcomes.map(({ ms }) => ms))),
    };
  });
};

/** The names that people are shown: suite and name. */
export const namesOf = (tests: readonly DistinctTest[]): readonly string[] =>
  tests.flatMap(({ places }) => places.map(({ suite, name }) => `${suite}: ${name}`));
