/** A run directory at work: lock, journal, steps and output, until it is closed. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Journal } from "../core/journal.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import { openJournal, type FileJournal } from "../journals/file.ts";
import { replaceFile } from "../runs/atomic.ts";
import { emptyRun, lockOutput, makeRunDirectory, type RunPaths } from "../runs/directory.ts";
import { guardedOutput, notedIn, outputChanged, resultDigest } from "../runs/guarded-output.ts";
import { NOTHING } from "../runs/held.ts";
import { sha256 } from "../runs/identity.ts";
import { takeLock, type Lock } from "../runs/lock.ts";
import { knownDigests, settleLeftovers } from "../runs/leftovers.ts";
import { isRegularFile } from "../runs/output.ts";
import type { Pins } from "../runs/pins.ts";
import { Publisher, type Output } from "../runs/publisher.ts";
import { readRecordOf, writeRecord, type ReduceEnding, type ReduceRecord } from "../runs/record.ts";
import { readSteps, StepWriter } from "../runs/steps.ts";
import { digestOfTree, treeDigest } from "../runs/tree-output.ts";
import { LOOK_SHARE, Watch } from "../runs/watch.ts";
import { WitnessWriter } from "../runs/witnesses.ts";
import type { ReduceNote } from "./events.ts";
import { isInPlace, keepOriginal, type Original } from "./original.ts";

export interface SessionOptions {
  readonly runs: string;
  readonly paths: RunPaths;
  readonly original: Original;
  /** What the test is made of. */
  readonly pins: Pins;
  readonly fresh: boolean;
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
  readonly emit: (note: ReduceNote) => void;
}

interface Open {
  readonly journal: FileJournal;
  readonly steps: StepWriter;
  readonly witnesses: WitnessWriter;
  readonly publisher: Publisher;
  readonly watch: Watch;
}

/** What breaks while nobody waits for it stops the run; `failure` is thrown when it has stopped. */
export class Session {
  readonly paths: RunPaths;
  /** Aborted by whatever ends the run early. */
  readonly halt: AbortController = new AbortController();
  readonly #options: SessionOptions;
  readonly #locks: Lock[];
  #open: Open | undefined;
  /** The last best that may be published, and the last one that the test as it was has answered for. */
  #best: TestCase | undefined;
  #good: TestCase | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** An earlier session has published something as small as that. */
  #floor = Number.POSITIVE_INFINITY;

  /** Throws LOCKED when another process works on the run, and OUTPUT_LOCKED when one writes to its output. */
  constructor(options: SessionOptions) {
    this.#options = options;
    this.paths = options.paths;
    makeRunDirectory(options.runs, options.paths);
    this.#locks = [takeLock(options.paths.lock)];
    try {
      this.#locks.push(lockOutput(options.runs, options.original.held.path));
      if (options.fresh) emptyRun(options.paths);
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** The record of an earlier session. */
  earlier(): ReduceRecord | undefined {
    return readRecordOf("reduce", this.paths.record);
  }

  /** What an earlier session has learnt is of no use. */
  forget(): void {
    emptyRun(this.paths);
  }

  /** Opens journal, steps and output, and writes the record. */
  begin(begun: ReduceRecord): FileJournal {
    const { original, pins, emit } = this.#options;
    const earlier = this.earlier();
    const record = { ...begun, found: earlier?.found ?? original.held.seen };
    const output = outputOf(original, this.paths);
    this.#settle(output, earlier);
    keepOriginal(original);
    const journal = openJournal(this.paths.journal);
    const steps = new StepWriter(this.paths.steps, original.source, original.shape);
    const publisher = new Publisher(output, {
      beforehand: () => {
        this.vouch();
        steps.sync();
        journal.sync();
      },
      rest: () => LOOK_SHARE * pins.ms,
      onPublished: (published) => emit({ type: "published", ...published }),
      onBroken: (error) => this.fail(error),
    });
    const witnesses = new WitnessWriter(this.paths.witnesses, this.#options.startedAt);
    const watch = new Watch({
      pins,
      ...(record.pinned !== undefined && { content: record.pinned.content }),
      journals: () => [journal],
      onDoubt: () => this.#putBack(publisher),
      onBroken: (error) => this.fail(error),
    });
    this.#open = { journal, steps, witnesses, publisher, watch };
    journal.check(watch.mark);
    writeRecord(this.paths.record, record);
    this.#floor = publishedSize(original, this.paths);
    watch.begin();
    return journal;
  }

  /** What a killed process has left: its own goes, the work of others stays. Throws OUTPUT_CHANGED. */
  #settle({ path }: Output, earlier: ReduceRecord | undefined): void {
    const { original, runs, emit } = this.#options;
    for (const kept of settleLeftovers(path, (at) => original.held.digestOf(at)))
      emit({
        type: "warning",
        code: "EDIT_KEPT",
        message: `${path} was changed by somebody else just when an earlier pare was killed; that content is now in ${kept}.`,
      });
    // In place, what lies there has been looked at before the original was read.
    if (isInPlace(original) || earlier?.status !== "running" || earlier.output !== original.output) return;
    const { seen } = original.held;
    if (seen !== NOTHING && !knownDigests(runs).has(seen)) throw outputChanged(path);
  }

  /** The test is what it was when the run began: what was learnt so far counts. Throws TEST_CHANGED or `Touched`. */
  vouch(): void {
    this.#opened().watch.vouch();
    this.#good = this.#best;
  }

  /** The output holds the last best that the test as it was has answered for. */
  #putBack(publisher: Publisher): void {
    publisher.cancel();
    if (this.#good !== undefined) publisher.putBack(this.#good);
  }

  /** The journal as the driver needs it: it never throws in the middle of a walk. */
  guarded(): Journal {
    const { journal, witnesses } = this.#opened();
    const guard = (write: () => void): void => {
      try {
        write();
      } catch (error) {
        this.fail(error);
      }
    };
    return {
      recall: (key) => journal.recall(key),
      record: (key, finding) =>
        guard(() => {
          journal.record(key, finding);
          witnesses.see(key, finding);
        }),
      marks: journal.marks,
      mark: (mark) => guard(() => journal.mark(mark)),
      close: () => Promise.resolve(),
    };
  }

  /** A new best. What is larger than what was published before is only passed through on the way back to it. */
  take(best: TestCase): void {
    const { steps, witnesses, publisher } = this.#opened();
    steps.take(best);
    // The original is no step.
    if (steps.at > 0) witnesses.take(best.key());
    if (best.size > this.#floor) return;
    this.#best = best;
    publisher.offer(best);
  }

  /** The best so far was luck: what was published with it does not count. */
  revise(key: string, finding: Finding): void {
    this.#opened().journal.record(key, finding);
    this.#goBack();
  }

  #goBack(): void {
    this.#opened().publisher.cancel();
    this.#best = this.#good = undefined;
    this.#floor = Number.POSITIVE_INFINITY;
  }

  /** The workers on whose word the outcome of a candidate rests; nobody where this machine has tested it. */
  vouchers(key: string): readonly string[] {
    return this.#opened().journal.vouchers(key);
  }

  /** Somebody else vouches for it now, too. */
  addVoucher(key: string, finding: Finding): void {
    this.guarded().record(key, finding);
  }

  /** Workers that were wrong. */
  get distrusted(): readonly string[] {
    return this.#opened().journal.distrusted;
  }

  /** What rests on its word alone is forgotten, what was published with it does not count. Tells how many outcomes that are. */
  distrust(worker: string): number {
    const forgotten = this.#opened().journal.distrust(worker);
    this.#goBack();
    return forgotten;
  }

  /** Publishes the result for good; `dressed` is what is put in its place, with what people want to find there. */
  publish(best: TestCase, dressed: TestCase = best): void {
    const { steps, publisher } = this.#opened();
    steps.take(best);
    publisher.offer(dressed);
    publisher.flush();
  }

  /** The number of the step the run has come to. */
  get step(): number {
    return this.#opened().steps.at;
  }

  writeEvidence(evidence: object): void {
    replaceFile(this.paths.evidence, `${JSON.stringify(evidence, undefined, 2)}\n`);
  }

  /** What an earlier session has seen in the last test of its result. */
  evidence(): object | undefined {
    try {
      return JSON.parse(readFileSync(this.paths.evidence, "utf8")) as object;
    } catch {
      return undefined;
    }
  }

  finish(record: ReduceRecord, how: { readonly status: "stopped" | "complete"; readonly ending?: ReduceEnding }): void {
    writeRecord(this.paths.record, { ...record, ...how });
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.halt.abort();
  }

  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Nothing is published any more. */
  async close(): Promise<void> {
    this.#open?.watch.close();
    try {
      this.#open?.publisher.cancel();
      this.#open?.steps.close();
      this.#open?.witnesses.close();
      await this.#open?.journal.close();
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    // A run that has not begun has nothing to go on with.
    if (!existsSync(this.paths.record)) rmSync(this.paths.directory, { recursive: true, force: true });
    for (const lock of this.#locks) lock.release();
  }

  #opened(): Open {
    if (this.#open === undefined) throw new Error("the session has not begun");
    return this.#open;
  }
}

/** Where the results of a run go. */
export const outputOf = ({ kind, name, held, shape }: Original, { published, best }: RunPaths): Output => {
  // What a plain file was is known from its steps.
  const note = shape.plain ? undefined : notedIn(published, kind === "file" ? resultDigest : treeDigest);
  return guardedOutput({ held, refuge: join(best, name), ...(note !== undefined && { note }) });
};

/** The size of what lies at the output, if a step of this run does. */
const publishedSize = ({ output, kind }: Original, paths: RunPaths): number => {
  if (kind === "file" ? !isRegularFile(output) : !existsSync(output)) return Number.POSITIVE_INFINITY;
  const there = kind === "file" ? sha256(readFileSync(output)) : digestOfTree(output);
  const step = [...readSteps(paths.steps).values()].find((each) => each.sha256 === there);
  return step?.size ?? Number.POSITIVE_INFINITY;
};
