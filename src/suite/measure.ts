/** Measures a suite as it is: what each test covers, how it ends, how long it takes. */
import { basename, join } from "node:path";
import { UserError } from "../core/errors.ts";
import { defaultJobs } from "../runner/index.ts";
import { checkPins } from "../runs/pins.ts";
import { runsDirectoryOf } from "../runs/place.ts";
import type { Cover, Universe } from "./coverage.ts";
import { isFailing } from "./hints.ts";
import type { MeasureOptions } from "./options.ts";
import { settledBy, withPins } from "./pinned.ts";
import { calibrate, type Calibration } from "./reduce/calibrate.ts";
import { FIRST_LIMIT_MS } from "./reduce/suite.ts";
import { type OpenMeasurer, openMeasurer } from "./run/open.ts";
import { inParallel } from "./run/workers.ts";
import type { SuiteTest } from "./selection/suite-test.ts";
import { readTests, type TestFile } from "./tests.ts";

export interface MeasuredFile extends SuiteTest {
  readonly file: TestFile;
  /** What counts of `all`. */
  readonly cover: Cover;
  /** All that it covers every time. */
  readonly all: Cover;
  readonly ending: string;
  readonly failing: boolean;
}

export interface MeasuredFiles {
  readonly universe: Universe;
  readonly tests: readonly MeasuredFile[];
  /** Tests without coverage, and why: they are in no answer. */
  readonly troubles: readonly (readonly [name: string, why: string])[];
  readonly counts: RunCounts;
}

/** One of several suites. Its counts are those of all suites together: a test that several have is run once. */
export type NamedSuite = MeasuredFiles & { readonly name: string };

/** Runs, by how the test ends that was run: it fails, it passes, or it cannot be measured. */
export interface RunCounts {
  readonly run: number;
  readonly fail: number;
  readonly pass: number;
  readonly unresolved: number;
  /** How many of the unresolved ones ran out of time. */
  readonly timeouts: number;
}

export interface MeasuringOptions {
  /** How often each test is run: its time is the median. */
  readonly times: number;
  /** One behind the other, for times that hold. */
  readonly alone?: boolean;
  /** Only tests with these names. */
  readonly names?: ReadonlySet<string>;
}

/** Opens what is needed, measures, and closes it again. */
export const measureSuite = async (options: MeasureOptions, measuring: MeasuringOptions): Promise<MeasuredFiles> => {
  const { cwd = process.cwd() } = options;
  const files = readTests(options.tests, cwd).filter(({ name }) => measuring.names?.has(name) ?? true);
  const runs = runsDirectoryOf(cwd, options.runsDirectory);
  return await withPins(options, async (pins) => {
    const opened = await openMeasurer(options, files, join(runs, "readers"));
    try {
      const { timeout = FIRST_LIMIT_MS, signal = new AbortController().signal } = options;
      await settledBy(pins, files, opened.measurer, { timeout, signal });
      const measured = await measureFiles(files, opened, options, measuring);
      checkPins(pins);
      return measured;
    } finally {
      await opened.close();
    }
  });
};

/** Throws a `UserError` when no test can be measured. */
export const measureFiles = async (
  files: readonly TestFile[],
  { measurer, filter }: OpenMeasurer,
  options: MeasureOptions,
  { times, alone = false }: MeasuringOptions,
): Promise<MeasuredFiles> => {
  const { signal = new AbortController().signal, timeout = FIRST_LIMIT_MS } = options;
  let done = 0;
  const measured = await inParallel(files, alone ? 1 : (options.jobs ?? defaultJobs()), async (file) => {
    signal.throwIfAborted();
    const candidate = { name: basename(file.name), mode: file.mode, bytes: file.bytes() };
    const seen = await calibrate({
      measurer,
      candidate,
      limits: { timeout, signal },
      filter,
      anyVerdict: true,
      runs: times,
    });
    options.onEvent?.({ type: "measured", done: ++done, tests: files.length });
    return { file, seen };
  });
  const tests = measured.flatMap(({ file, seen }): MeasuredFile[] =>
    seen.trouble !== undefined
      ? []
      : [
          {
            file,
            name: file.name,
            cover: seen.steady,
            all: seen.all,
            ms: seen.ms,
            ending: seen.ending,
            failing: isFailing(seen.ending),
          },
        ],
  );
  const [first] = measured;
  if (tests.length === 0 && first !== undefined) {
    if (first.seen.error !== undefined) throw first.seen.error;
    throw new UserError("NO_EFFECT", `No test can be measured. The first, ${first.file.name}: ${first.seen.trouble}.`, {
      advice: "Run one test by hand with the command as typed.",
    });
  }
  const troubles = measured.flatMap(({ file, seen }) =>
    seen.trouble === undefined ? [] : [[file.name, seen.trouble] as const],
  );
  return { universe: measurer.universe, tests, troubles, counts: countsOf(measured.map(({ seen }) => seen)) };
};

const countsOf = (calibrations: readonly Calibration[]): RunCounts => {
  const [counts, timeouts] = [{ fail: 0, pass: 0, unresolved: 0 }, calibrations.filter(({ timedOut }) => timedOut)];
  for (const { trouble, ending, durations } of calibrations)
    counts[trouble !== undefined ? "unresolved" : isFailing(ending) ? "fail" : "pass"] += durations.length;
  return { run: counts.fail + counts.pass + counts.unresolved, ...counts, timeouts: timeouts.length };
};
