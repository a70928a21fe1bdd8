/** A run directory at work, the same for every command: its locks, its record, its journals, and the watch over the test, until it is closed. */
import { existsSync } from "node:fs";
import { openJournal, type FileJournal } from "../journals/file.ts";
import { discard } from "../runner/index.ts";
import { emptyRun, lockOutput, makeRunDirectory, type RunPaths } from "./directory.ts";
import { takeLock, type Lock } from "./lock.ts";
import { isSameTest, type Pins } from "./pins.ts";
import { readRecordOf, writeRecord, type Command, type RecordOf } from "./record.ts";
import { Watch, type WatchOptions } from "./watch.ts";

export interface SessionOptions {
  readonly runs: string;
  readonly paths: RunPaths;
  /** What no other run may write to meanwhile. */
  readonly output?: string;
  readonly fresh: boolean;
  /** Stops the run. */
  readonly signal: AbortSignal;
}

/** An error that nobody waits for stops the run; `throwFailure` throws it then. */
export class RunSession<C extends Command> {
  readonly paths: RunPaths;
  /** Aborted by whatever ends the run early. */
  readonly halt: AbortController = new AbortController();
  readonly #command: C;
  readonly #locks: Lock[];
  readonly #journals = new Set<FileJournal>();
  readonly #unsubscribe: () => void;
  #watch: Watch | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Throws LOCKED when another process works on the run, and OUTPUT_LOCKED when one writes to its output. */
  constructor(command: C, { runs, paths, output, fresh, signal }: SessionOptions) {
    this.#command = command;
    this.paths = paths;
    const stop = (): void => this.halt.abort(signal.reason);
    this.#unsubscribe = () => signal.removeEventListener("abort", stop);
    makeRunDirectory(runs, paths);
    this.#locks = [takeLock(paths.lock)];
    try {
      if (output !== undefined) this.#locks.push(lockOutput(runs, output));
      if (fresh) emptyRun(paths);
    } catch (error) {
      this.#leave();
      throw error;
    }
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  }

  /** The record of an earlier session about the same input and the same test; what is known of others is forgotten. */
  earlier(input: string, pins: Pins, onForgotten?: () => void): RecordOf<C> | undefined {
    const record = this.record();
    if (record === undefined) return undefined;
    if (record.identity.input === input && isSameTest(pins, record)) {
      pins.leave(record.pinned?.left ?? []);
      return record;
    }
    this.forget();
    onForgotten?.();
    return undefined;
  }

  /** The record as it was last written. */
  record(): RecordOf<C> | undefined {
    return readRecordOf(this.#command, this.paths.record);
  }

  /** From now on there is something to go on with. */
  write(record: RecordOf<C>): void {
    writeRecord(this.paths.record, record);
  }

  /** What an earlier session has learnt is of no use. */
  forget(): void {
    emptyRun(this.paths);
  }

  /** Looks now and then whether the test is what it was, until it is closed; a test that has changed stops the run. */
  watch(options: Omit<WatchOptions, "journals" | "onBroken">): void {
    this.#watch = new Watch({ ...options, journals: () => this.#journals, onBroken: (error) => this.fail(error) });
    this.#watch.begin();
  }

  /** Outcomes of another test are forgotten. The test is watched already. */
  openJournal(path: string = this.paths.journal): FileJournal {
    const journal = openJournal(path);
    this.#journals.add(journal);
    journal.check(this.#watched().mark);
    return journal;
  }

  async closeJournal(journal: FileJournal): Promise<void> {
    this.#journals.delete(journal);
    await journal.close();
  }

  /** The test is what it was when the run began: what was learnt so far counts. Throws TEST_CHANGED or `Touched`. */
  vouch(): void {
    this.#watched().vouch();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.halt.abort();
  }

  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#watch?.close();
    try {
      for (const journal of this.#journals) await journal.close();
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    // A run that has not begun has nothing to go on with. It is still locked, so that nobody else has begun to work on it.
    if (!existsSync(this.paths.record)) discard(this.paths.directory);
    for (const lock of this.#locks) lock.release();
  }

  #watched(): Watch {
    if (this.#watch === undefined) throw new Error("the test is not watched yet");
    return this.#watch;
  }
}
