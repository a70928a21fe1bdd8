/** The end of a reduction: its result is published, written down and handed back; a finished run is answered again. */
import { given } from "../core/maybe.ts";
import type { ReduceNote } from "../core/notes.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import { driftOf } from "../oracles/drift.ts";
import { sha256 } from "../runs/identity.ts";
import type { ReduceEnding } from "../runs/record.ts";
import { contentOf } from "../runs/steps/content.ts";
import type { OpenRun, ReduceJob } from "./job.ts";
import { changedNote, hasChanged, keepOriginal, putText } from "./original.ts";
import { reproduction } from "./reproduction.ts";
import { bytesOf, figuresOf, recalledTests, type How, type ReduceResult } from "./result.ts";
import { outputOf } from "./session.ts";
import type { Start } from "./start/start.ts";
import type { SearchOutcome } from "./walk.ts";

type RunNote = Extract<ReduceNote, { readonly type: "run" }>;

/** The run has begun, goes on, or was finished before. */
export const announce = (
  { input, context }: ReduceJob,
  { session, record }: OpenRun,
  more: Pick<RunNote, "jobs" | "resumed" | "finished" | "turns">,
): void => {
  const { description: words, format, strategy, aim } = record;
  context.emit({
    type: "run",
    path: session.paths.directory,
    input,
    words,
    format,
    strategy,
    ...more,
    ...given({ aim }),
  });
};

export interface ReduceOutcome extends SearchOutcome {
  /** The test of the original. */
  readonly start: Start | undefined;
  readonly resumed: boolean;
  readonly jobs: number;
}

export const finish = (job: ReduceJob, run: OpenRun, outcome: ReduceOutcome): ReduceResult => {
  const { original, context } = job;
  const { session, record } = run;
  const { status, claims, skipped, best } = outcome.reduction;
  const { tests, reason, rate, committedTimeouts, evidence, resumed, jobs } = outcome;
  session.publish(best, dressed(job, run, best, evidence));
  putText(original, best);
  if (hasChanged(original)) context.warn("INPUT_CHANGED", changedNote(original));
  const { evidence: said } = (evidence ?? {}) as Partial<Finding>;
  const drift = driftOf(outcome.start, said, original.source);
  if (drift !== undefined) context.emit({ type: "drift", drift });
  const ending = { ...endingOf(outcome, job, run), ...(drift !== undefined && { drift }) };
  if (evidence !== undefined) session.writeEvidence({ ...evidence, sha256: ending.sha256 });
  session.write({ ...record, status, ...(status === "complete" && { ending }) });
  const more = given({ skipped, reason, rate, drift });
  return resultOf(job, run, best, { status, claims, tests, committedTimeouts, resumed, jobs, ...more });
};

/** What is written down about a finished run, so that it can be asked again. */
const endingOf = (outcome: SearchOutcome, { original, context }: ReduceJob, { session }: OpenRun): ReduceEnding => {
  const { best, claims, skipped } = outcome.reduction;
  return {
    step: session.step,
    sha256: sha256(contentOf(best, original.shape)),
    bytes: best.size,
    claims,
    ...(skipped !== undefined && { skipped }),
    tests: outcome.tests,
    timeouts: outcome.committedTimeouts,
    wallMs: performance.now() - context.startedAt,
    ...(outcome.rate !== undefined && { rate: outcome.rate }),
  };
};

/** A finished run is asked once more. */
export const answerAgain = (job: ReduceJob, run: OpenRun, best: TestCase): ReduceResult => {
  const { options, backend, original, context } = job;
  const jobs = options.jobs ?? backend.defaultJobs();
  announce(job, run, { jobs, finished: true });
  keepOriginal(original);
  outputOf(original, run.session.paths).put(dressed(job, run, best, run.session.evidence()));
  putText(original, best);
  context.emit({ type: "published", path: original.output, bytes: best.size });
  const { claims, skipped, tests, timeouts, rate, drift } = run.record.ending as ReduceEnding;
  if (drift !== undefined) context.emit({ type: "drift", drift });
  return resultOf(job, run, best, {
    status: "complete",
    claims,
    ...(skipped !== undefined && { skipped }),
    tests: recalledTests(tests),
    committedTimeouts: timeouts,
    resumed: true,
    jobs,
    ...given({ rate, drift }),
  });
};

/** The result as it is handed on. */
const dressed = (
  { original, options }: ReduceJob,
  { record }: OpenRun,
  best: TestCase,
  last: object | undefined,
): TestCase => {
  const { evidence } = (last ?? {}) as Partial<Finding>;
  return reproduction(best, { original, options, description: record.description, evidence });
};

const resultOf = (
  { original, input, context }: ReduceJob,
  { open, session, record }: OpenRun,
  best: TestCase,
  how: How,
): ReduceResult => ({
  best: bytesOf(best),
  case: best,
  ...how,
  wallMs: performance.now() - context.startedAt,
  run: session.paths.directory,
  input,
  output: figuresOf(original.output, best, original),
  format: record.format,
  strategy: record.strategy,
  description: record.description,
  repeatLine: open.oracle.repeatLine(original.output, best),
  ...((record.trivial ?? []).length > 0 && { trivial: record.trivial }),
  warnings: context.warnings,
});
