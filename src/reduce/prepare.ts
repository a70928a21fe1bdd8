/** From the oracle to the first question: the original is tested, and what is measured on it is fixed for the run. */
import type { FilePlan } from "../pipelines/file.ts";
import { settled, type Pins } from "../runs/pins.ts";
import { newRecord, type Measured, type ReduceRecord } from "../runs/record.ts";
import { PARE_VERSION } from "../runs/version.ts";
import type { OpenOracle } from "./backend.ts";
import type { ReduceJob } from "./job.ts";
import type { Naming } from "./naming.ts";
import type { Original } from "./original.ts";
import type { ReduceSession } from "./session.ts";
import { testOriginal, type Start } from "./start.ts";

export interface PrepareOptions {
  readonly open: OpenOracle;
  readonly session: ReduceSession;
  /** What the test is made of. */
  readonly pins: Pins;
  readonly naming: Naming;
  /** What an earlier session has written down. */
  readonly earlier: ReduceRecord | undefined;
  readonly plan: FilePlan;
}

export interface Prepared {
  readonly plan: FilePlan;
  readonly record: ReduceRecord;
  /** How long the original took, each time. */
  readonly samples: readonly number[];
  /** Its test; missing where an earlier session has measured a failure that shows now and then. */
  readonly start: Start | undefined;
  /** What the journal had when it was opened. */
  readonly replayed: number;
  readonly dropped: number;
}

/** Begins the session. Throws NOT_FAILING, FLAKY and TEST_CHANGED, before anything is written. */
export const prepare = async (job: ReduceJob, given: PrepareOptions): Promise<Prepared> => {
  const { options, backend, original, context } = job;
  const { open, session, earlier, pins, plan } = given;
  const { signal, emit } = context;
  const start = await startOf(job, given);
  const again = { timeout: earlier?.measured.hardMs ?? backend.calibrationMs(options) };
  const left = await settled(pins, () => open.oracle.test(original.source, again, signal));
  const samples = start?.samples ?? [];
  if (start !== undefined) emit({ type: "original", runs: samples.length, slowestMs: Math.max(...samples) });
  const measured = earlier?.measured ?? {
    hardMs: backend.hardMs(options, samples),
    rate: (start as Start).rate,
  };
  const pinned = earlier?.pinned ?? { content: pins.mark().content, left };
  const record = { ...recordOf(original, given, measured), pinned };
  const journal = session.begin(record);
  const { replayed, dropped } = journal;
  if (journal.facts === undefined) journal.fix({ ...measured });
  if (start !== undefined) journal.record(original.source.key(), start.finding);
  // The journal's own header counts more than the record: outcomes were found under it.
  const known = { ...record, measured: journal.facts as unknown as Measured };
  return { record: known, samples, start, replayed, dropped, plan };
};

/** A failure that shows now and then was measured by an earlier session; asking once more would tell nothing. */
const startOf = async (job: ReduceJob, { open, earlier }: PrepareOptions): Promise<Start | undefined> => {
  const { options, backend, original, context } = job;
  const flaky = options.flaky === true;
  if (earlier !== undefined && flaky) return undefined;
  return await testOriginal({
    oracle: open.oracle,
    source: original.source,
    path: original.path,
    timeout: earlier?.measured.hardMs ?? backend.calibrationMs(options),
    thorough: earlier === undefined,
    flaky,
    jobs: options.jobs ?? backend.defaultJobs(),
    signal: context.signal,
  });
};

const recordOf = (original: Original, given: PrepareOptions, measured: Measured): ReduceRecord => {
  const { open, naming, earlier, plan } = given;
  const { format, strategy } = plan;
  const record = newRecord<ReduceRecord>({
    command: "reduce",
    pare: PARE_VERSION,
    ...naming,
    input: { path: original.path, bytes: original.source.size },
    output: original.output,
    description: open.oracle.words,
    format,
    strategy,
    measured,
  });
  return earlier === undefined ? record : { ...record, started: earlier.started };
};
