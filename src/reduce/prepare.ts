/** From the oracle to the first question: the original is tested, and what is measured on it is fixed for the run. */
import { planCase, type CaseChoice } from "../pipelines/plan.ts";
import type { Identity } from "../runs/identity.ts";
import { checkPlaces } from "../runs/output.ts";
import { settled, type Pins } from "../runs/pins.ts";
import { newRecord, type Measured, type ReduceRecord } from "../runs/record.ts";
import type { TestBackend, OpenOracle } from "./backend.ts";
import type { ReduceNote } from "./events.ts";
import type { ReduceOptions } from "./options.ts";
import type { Original } from "./original.ts";
import type { Session } from "./session.ts";
import { testOriginal, type Start } from "./start.ts";
import { PARE_VERSION } from "./version.ts";

/** What names a run. */
export interface Naming {
  readonly hash: string;
  readonly request: string;
  readonly identity: Identity;
}

export interface PrepareOptions {
  readonly options: ReduceOptions;
  /** What the search goes by. */
  readonly choice: CaseChoice;
  readonly backend: TestBackend;
  readonly original: Original;
  readonly open: OpenOracle;
  readonly session: Session;
  /** What the test is made of. */
  readonly pins: Pins;
  readonly naming: Naming;
  /** What an earlier session has written down. */
  readonly earlier: ReduceRecord | undefined;
  readonly signal: AbortSignal;
  readonly emit: (note: ReduceNote) => void;
}

export interface Prepared {
  readonly record: ReduceRecord;
  /** How long the original took, each time. */
  readonly samples: readonly number[];
  /** What the journal had when it was opened. */
  readonly replayed: number;
  readonly dropped: number;
}

/** Begins the session. Throws SAME_FILE, NOT_FAILING, FLAKY and TEST_CHANGED, before anything is written. */
export const prepare = async (given: PrepareOptions): Promise<Prepared> => {
  const { backend, options, original, session, earlier, pins, emit } = given;
  checkPlaces(options);
  const start = await startOf(given);
  const again = { timeout: earlier?.measured.hardMs ?? backend.calibrationMs(options) };
  const left = await settled(pins, () => given.open.oracle.test(original.source, again, given.signal));
  const samples = start?.samples ?? [];
  if (start !== undefined) emit({ type: "original", runs: samples.length, slowestMs: Math.max(...samples) });
  const measured = earlier?.measured ?? {
    hardMs: backend.hardMs(options, samples),
    rate: (start as Start).rate,
  };
  const pinned = earlier?.pinned ?? { content: pins.mark().content, left };
  const record = { ...recordOf(given, measured), pinned };
  const journal = session.begin(record);
  const { replayed, dropped } = journal;
  if (journal.facts === undefined) journal.fix({ ...measured });
  if (start !== undefined) journal.record(original.source.key(), start.finding);
  // The journal's own header counts more than the record: outcomes were found under it.
  return { record: { ...record, measured: journal.facts as unknown as Measured }, samples, replayed, dropped };
};

/** A failure that shows now and then was measured by an earlier session; asking once more would tell nothing. */
const startOf = async (given: PrepareOptions): Promise<Start | undefined> => {
  const { options, backend, original, open, earlier, signal } = given;
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
    signal,
  });
};

const recordOf = ({ choice, original, open, naming, earlier }: PrepareOptions, measured: Measured): ReduceRecord => {
  const { format, strategy } = planCase(original.source, choice);
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
