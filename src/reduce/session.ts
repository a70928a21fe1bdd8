/** A run directory at work: lock, journal, steps and output, until it is closed. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Journal } from "../core/journal.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import { openJournal, type FileJournal } from "../journals/file.ts";
import { removeLeftovers, replaceFile } from "../runs/atomic.ts";
import { emptyRun, makeRunDirectory, type RunPaths } from "../runs/directory.ts";
import { sha256 } from "../runs/identity.ts";
import { takeLock, type Lock } from "../runs/lock.ts";
import { fileBehind, isRegularFile, keptOriginal } from "../runs/output.ts";
import { directoryOutput, fileOutput, Publisher, type Output } from "../runs/publisher.ts";
import { readRecord, writeRecord, type Ending, type RunRecord } from "../runs/record.ts";
import { readSteps, StepWriter } from "../runs/steps.ts";
import { checkResult, digestOfTree } from "../runs/tree-output.ts";
import { WitnessWriter } from "../runs/witnesses.ts";
import type { ReduceNote } from "./events.ts";
import { keepOriginal, outputMode, type Original } from "./original.ts";

export interface SessionOrder {
  readonly runs: string;
  readonly paths: RunPaths;
  readonly original: Original;
  readonly fresh: boolean;
  /** When it began, by `performance.now()`. */
  readonly begun: number;
  readonly emit: (note: ReduceNote) => void;
}

interface Open {
  readonly journal: FileJournal;
  readonly steps: StepWriter;
  readonly witnesses: WitnessWriter;
  readonly publisher: Publisher;
}

/** What breaks while nobody waits for it stops the run; `failure` is thrown when it has stopped. */
export class Session {
  readonly paths: RunPaths;
  /** Aborted by whatever ends the run early. */
  readonly halt: AbortController = new AbortController();
  readonly #order: SessionOrder;
  readonly #lock: Lock;
  #open: Open | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** An earlier session has published something as small as that. */
  #floor = Number.POSITIVE_INFINITY;

  /** Throws LOCKED when another process works on the run. */
  constructor(order: SessionOrder) {
    this.#order = order;
    this.paths = order.paths;
    makeRunDirectory(order.runs, order.paths);
    this.#lock = takeLock(order.paths.lock);
    if (order.fresh) emptyRun(order.paths);
  }

  /** The record of an earlier session. */
  earlier(): RunRecord | undefined {
    return readRecord(this.paths.record);
  }

  /** Opens journal, steps and output, and writes the record. */
  begin(record: RunRecord): FileJournal {
    const { original, emit } = this.#order;
    const output = outputOf(original, this.paths);
    keepOriginal(original);
    removeLeftovers(output.path);
    const journal = openJournal(this.paths.journal);
    const steps = new StepWriter(this.paths.steps, original.source, original.shape);
    const publisher = new Publisher(output, {
      beforehand: () => {
        steps.sync();
        journal.sync();
      },
      onPublished: (published) => emit({ type: "published", ...published }),
      onBroken: (error) => this.fail(error),
    });
    const witnesses = new WitnessWriter(this.paths.witnesses, this.#order.begun);
    this.#open = { journal, steps, witnesses, publisher };
    writeRecord(this.paths.record, record);
    this.#floor = publishedSize(original, this.paths);
    return journal;
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
    publisher.offer(best);
  }

  /** The best so far was luck: what was published with it does not count. */
  revise(key: string, finding: Finding): void {
    this.#opened().journal.record(key, finding);
    this.#goBack();
  }

  #goBack(): void {
    this.#opened().publisher.cancel();
    this.#floor = Number.POSITIVE_INFINITY;
  }

  /** The workers on whose word the outcome of a candidate rests; nobody where this machine has tested it. */
  vouchers(key: string): readonly string[] {
    return this.#opened().journal.vouchers(key);
  }

  /** Somebody else vouches for it now, too. */
  vouch(key: string, finding: Finding): void {
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

  finish(record: RunRecord, how: { readonly status: "stopped" | "complete"; readonly ending?: Ending }): void {
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
    try {
      this.#open?.publisher.cancel();
      this.#open?.steps.close();
      this.#open?.witnesses.close();
      await this.#open?.journal.close();
    } finally {
      // A run that has not begun has nothing to go on with.
      if (!existsSync(this.paths.record)) rmSync(this.paths.directory, { recursive: true, force: true });
      this.#lock.release();
    }
  }

  #opened(): Open {
    if (this.#open === undefined) throw new Error("the session has not begun");
    return this.#open;
  }
}

/** In place, a link stays one: what it leads to is replaced. */
const placeOf = ({ path, output }: Original): string => (path === keptOriginal(output) ? fileBehind(output) : output);

/** Where the results of a run go. */
export const outputOf = (original: Original, { published }: RunPaths): Output =>
  original.kind === "file"
    ? fileOutput(placeOf(original), outputMode(original))
    : directoryOutput(original.output, published, {
        mode: outputMode(original),
        check: () => checkResult(original.output, dirname(dirname(published))),
      });

/** The size of what lies at the output, if a step of this run does. */
const publishedSize = ({ output, kind }: Original, paths: RunPaths): number => {
  if (kind === "file" ? !isRegularFile(output) : !existsSync(output)) return Number.POSITIVE_INFINITY;
  const there = kind === "file" ? sha256(readFileSync(output)) : digestOfTree(output);
  const step = [...readSteps(paths.steps).values()].find((each) => each.sha256 === there);
  return step?.size ?? Number.POSITIVE_INFINITY;
};
