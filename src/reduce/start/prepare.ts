/** From the oracle to the first question: the original is tested, and what is measured on it is fixed for the run. */
import type { Finding } from "../../core/verdict.ts";
import { barOf } from "../../oracles/flaky.ts";
import type { FilePlan } from "../../pipelines/file.ts";
import { settled, type Pins } from "../../runs/pins.ts";
import { newRecord, type Measured, type ReduceRecord } from "../../runs/record.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import type { OpenOracle } from "../backend.ts";
import { beginEarly, type Early } from "./early.ts";
import type { ReduceJob } from "../job.ts";
import type { Naming } from "../naming.ts";
import { measuredBy } from "../process-test.ts";
import type { ReduceSession } from "../session.ts";
import { testOriginal, type Start } from "./start.ts";
import { probesOf } from "../trivial/probes.ts";
import { probing } from "../trivial/probing.ts";
import { NOTHING_TRIED, trivialTest, trivialText, tryProbes, type Tried } from "../trivial/trivial.ts";

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
  /** How many runs inputs with nothing of the original in them took. */
  readonly probes: number;
  /** What the journal had when it was opened. */
  readonly replayed: number;
  readonly dropped: number;
  /** The first questions, which were tested beside the original. */
  readonly early: Early | undefined;
}

/** Begins the session. Throws NOT_FAILING, FLAKY, TRIVIAL and TEST_CHANGED, before anything is written. */
export const prepare = async (job: ReduceJob, given: PrepareOptions): Promise<Prepared> => {
  const early = earlyOf(job, given);
  try {
    const prepared = await measuredFirst(job, given);
    await early?.stop();
    return { ...prepared, early };
  } catch (error) {
    early?.end();
    throw error;
  }
};

/** Runs of the original and of probes that may be under way at once. */
const BESIDE = 5;
/** Larger inputs are not held twice, and questions about smaller ones are made in no time. */
const MAX_EARLY_BYTES = 2 ** 23;
const MIN_EARLY_BYTES = 20_000;

/** None where the journal has the answers, where making questions starts other programs, and where nothing is gained by it. */
const earlyOf = (job: ReduceJob, { open, earlier, plan, pins }: PrepareOptions): Early | undefined => {
  const { options, backend, original, context } = job;
  const { source } = original;
  if (earlier !== undefined || options.passes !== undefined || options.oracle !== undefined) return undefined;
  const jobs = options.jobs ?? backend.defaultJobs();
  const isTested = backend.testsHere === true && options.flaky !== true && !pins.hasLoose;
  const room = isTested ? Math.max(0, jobs - BESIDE) : 0;
  if (source.size > MAX_EARLY_BYTES || (room === 0 && source.size < MIN_EARLY_BYTES)) return undefined;
  const timeout = backend.calibrationMs(options);
  const { oracle } = open;
  const { signal } = context;
  return beginEarly({ search: plan.search, source, oracle, jobs, room, timeout, signal });
};

const measuredFirst = async (job: ReduceJob, given: PrepareOptions): Promise<Omit<Prepared, "early">> => {
  const { options, backend, original, context } = job;
  const { open, session, earlier, pins, plan } = given;
  const { signal, emit } = context;
  const { start, tried } = await startOf(job, given);
  const trivial = earlier?.trivial ?? tried.trivial;
  if (earlier === undefined) checkTrivial(job, open.oracle.description, trivial);
  const again = { timeout: earlier?.measured.hardMs ?? backend.calibrationMs(options) };
  const left = await settled(pins, () => open.oracle.test(original.source, again, signal));
  const samples = start?.samples ?? [];
  if (start !== undefined) emit({ type: "original", runs: samples.length, slowestMs: Math.max(...samples) });
  const measured = earlier?.measured ?? {
    hardMs: backend.hardMs(options, samples),
    rate: (start as Start).rate,
  };
  const pinned = earlier?.pinned ?? { content: pins.mark().content, left };
  const record = { ...recordOf(job, given, measured), pinned, trivial };
  const journal = session.begin(record);
  const { replayed, dropped } = journal;
  if (journal.facts === undefined) journal.fix({ ...measured });
  if (start !== undefined) journal.record(original.source.key(), start.finding);
  for (const { probe, finding } of tried.asked) journal.record(probe.candidate.key(), finding);
  // The journal's own header counts more than the record: outcomes were found under it.
  const known = { ...record, measured: journal.facts as unknown as Measured };
  return { record: known, samples, start, probes: tried.runs, replayed, dropped, plan };
};

/** Throws TRIVIAL for a test that tells nothing, unless that is wanted: then it is said. */
export const checkTrivial = ({ options, context }: ReduceJob, words: string, trivial: readonly string[]): void => {
  if (trivial.length === 0) return;
  if (options.allowTrivial !== true) throw trivialTest(trivial, words);
  context.warn("TRIVIAL", `${trivialText(trivial)} (--allow-trivial): the result says nothing about the original.`);
};

interface Started {
  /** A failure that shows now and then was measured by an earlier session; asking once more would tell nothing. */
  readonly start?: Start;
  readonly tried: Tried;
}

/** The original, and beside its first run what has nothing of it: an earlier session has tested that. */
const startOf = async (job: ReduceJob, { open, earlier }: PrepareOptions): Promise<Started> => {
  const { options, backend, original, context } = job;
  const { oracle } = open;
  const { source, path } = original;
  const flaky = options.flaky === true;
  if (earlier !== undefined && flaky) return { tried: NOTHING_TRIED };
  const timeout = earlier?.measured.hardMs ?? backend.calibrationMs(options);
  const jobs = options.jobs ?? backend.defaultJobs();
  const { signal } = context;
  const isAssembled = original.disassembled !== undefined;
  const about = { oracle, source, path, isAssembled, timeout, thorough: earlier === undefined, flaky, jobs, signal };
  // Whoever brings an oracle of their own knows what it accepts.
  if (earlier !== undefined || options.oracle !== undefined)
    return { start: await testOriginal(about), tried: NOTHING_TRIED };
  const probes = probesOf({ source, kind: original.kind, language: options.language });
  if (flaky) {
    const start = await testOriginal(about);
    const measured = measuredBy(oracle, barOf(start.rate));
    return { start, tried: await tryProbes(probes, (each) => measured.test(each, { timeout }, signal)) };
  }
  const beside = probing({ probes, oracle, timeout, signal, jobs });
  const wait = async (first: Finding): Promise<void> => {
    // Nobody asks what else fails where the original does not.
    if (first.outcome === "fail") await beside.wait(backend.hardMs(options, [first.ms]));
    else await beside.end();
  };
  try {
    const start = await testOriginal({ ...about, ...(jobs > 1 && { beside: wait }) });
    if (jobs === 1) await beside.wait(backend.hardMs(options, start.samples));
    return { start, tried: await beside.end() };
  } finally {
    await beside.end();
  }
};

const recordOf = ({ original, options }: ReduceJob, given: PrepareOptions, measured: Measured): ReduceRecord => {
  const { open, naming, earlier, plan } = given;
  const { format, strategy } = plan;
  const record = newRecord<ReduceRecord>({
    command: "reduce",
    pare: PARE_VERSION,
    ...naming,
    input: { path: original.path, bytes: original.source.size },
    output: original.output,
    description: open.oracle.description,
    format,
    strategy,
    measured,
    ...(options.aim !== undefined && { aim: options.aim }),
  });
  return earlier === undefined ? record : { ...record, started: earlier.started };
};
