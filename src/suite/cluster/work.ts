/** The work on every test of a suite, on the slots of a cluster. */
import { basename } from "node:path";
import { nobodyLeft } from "../../cluster/verification.ts";
import type { ClusterRun } from "../../cluster/run.ts";
import { digest } from "../../core/digest.ts";
import type { ReduceSuiteOptions, SuiteJobs } from "../options.ts";
import { work, type TestRecords, type Worked } from "../reduce/work.ts";
import type { WorkshopOptions } from "../reduce/workshop.ts";
import type { TestFile } from "../tests.ts";
import { splitUnits } from "../units.ts";
import type { SuiteAnswer } from "./bench.ts";
import type { CoverCodec } from "./covers.ts";
import { remoteMeasurer } from "./measurements.ts";
import { Schedule } from "./schedule.ts";
import type { SuiteTerms } from "./terms.ts";
import { objectionToWork } from "./proof.ts";
import { memoryRecords, workIn } from "./worked.ts";

export interface ClusterWorkOptions extends WorkshopOptions {
  readonly options: ReduceSuiteOptions;
  readonly run: ClusterRun;
  readonly codec: CoverCodec;
  /** What comes back is measured on this machine, too. */
  readonly isProved: boolean;
  readonly onWorked: (worked: Worked, index: number) => void;
  readonly onJobs: (jobs: SuiteJobs) => void;
}

export const clusterWork = async (given: ClusterWorkOptions): Promise<readonly Worked[]> => {
  const { tests, opened, session, options, run, codec, limits, seeded } = given;
  let single = 0;
  const onJob = (): void => {
    single++;
    given.onJobs({ ...schedule.counts, single });
  };
  const remote = { ...opened, measurer: remoteMeasurer({ run, here: opened.measurer, codec, onJob }) };
  const schedule: Schedule = new Schedule({
    run,
    tests: largestFirst(tests),
    isBegun: (index) => Object.keys(session.progress(index)).length > 0,
    whole: (index, signal) => wholeWork(given, index, signal),
    search: async (index, shares, signal) => {
      const one = { test: tests[index] as TestFile, index, options, shares, seeded, limits: { ...limits, signal } };
      const worked = await work({ ...one, opened: remote, session: whileWanted(session, signal) });
      if ((await objectionTo(given, index, worked, signal)) === undefined) return worked;
      // Nobody knows who was wrong: it is done on this machine, and what is known of it does not count.
      const records = memoryRecords();
      const own = await work({ ...one, opened, session: records });
      if (records.kept !== undefined)
        whileWanted(session, signal).note(index, records.kept.progress, records.kept.result);
      return own;
    },
    onWorked: (worked, index) => {
      given.onJobs({ ...schedule.counts, single });
      given.onWorked(worked, index);
    },
    signal: limits.signal,
  });
  const worked = await schedule.all();
  return tests.map((_, index) => worked.get(index) as Worked);
};

/** What takes longest should not come last. */
const largestFirst = (tests: readonly TestFile[]): readonly number[] =>
  [...tests.keys()].toSorted((a, b) => (tests[b] as TestFile).size - (tests[a] as TestFile).size || a - b);

/** A search that was overtaken has nothing to say any more. */
const whileWanted = (session: TestRecords, signal: AbortSignal): TestRecords => ({
  journal: (test) => session.journal(test),
  progress: (test) => session.progress(test),
  result: (test) => session.result(test),
  note: (test, progress, result) => {
    if (!signal.aborted) session.note(test, progress, result);
  },
});

const objectionTo = async (
  { tests, opened, options, limits, seeded, isProved }: ClusterWorkOptions,
  index: number,
  worked: Worked,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const proof = { opened, limits: { ...limits, signal }, anyVerdict: options.verdict === "any", seeded };
  return isProved ? await objectionToWork(proof, tests[index] as TestFile, worked) : undefined;
};

/** Words where it is not. */
const readable = <T>(read: () => T): T | string => {
  try {
    return read();
  } catch (error) {
    return `it cannot be read: ${String(error)}`;
  }
};

/** What a session of this machine would have kept is kept when the answer is taken. */
const wholeWork = async (
  given: ClusterWorkOptions,
  index: number,
  signal: AbortSignal,
): Promise<(() => Worked) | undefined> => {
  const { tests, session, options, run, codec, limits } = given;
  const { name, mode, ...file } = tests[index] as TestFile;
  const test = file.bytes();
  // A test that has no units is everybody's mistake, not that of a worker.
  splitUnits(test, options.unit ?? "lines", name);
  const terms: SuiteTerms = { ask: "whole", name: basename(name), mode, timeout: limits.timeout };
  const job = { key: digest(test), content: () => test, terms, shared: false, family: basename(name), long: true };
  const { body, payload, worker } = await run.submit(job, signal);
  if ((body as SuiteAnswer).tooLarge === true) return undefined;
  const whole = readable(() => workIn(payload, { name, test }, codec));
  const objection = typeof whole === "string" ? whole : await objectionTo(given, index, whole.worked, signal);
  run.verified(worker, objection === undefined);
  if (objection !== undefined || typeof whole === "string") {
    const reason = `it gave a wrong answer: ${objection}`;
    run.distrust(worker, reason);
    if (!run.isManned) throw nobodyLeft(reason);
    return undefined;
  }
  const { worked, kept } = whole;
  return () => {
    if (kept !== undefined) session.note(index, kept.progress, kept.result);
    for (let count = 0; count < worked.runs.search; count++) options.onEvent?.({ type: "run" });
    return worked;
  };
};
