/** The directory of a reduction of a suite: one journal a test, what was found out before its search, and what became of it. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Journal } from "../../core/journal.ts";
import { openJournal, type FileJournal } from "../../journals/file.ts";
import { removeLeftoversIn, replaceFile } from "../../runs/atomic.ts";
import { lockOutput, makeRunDirectory, pathsOfRun, type RunPaths } from "../../runs/directory.ts";
import { canonical, sha256, type Identity } from "../../runs/identity.ts";
import { takeLock, type Lock } from "../../runs/lock.ts";
import type { Pins } from "../../runs/pins.ts";
import { makePrivateDirectory } from "../../runs/private.ts";
import { newRecord, writeRecord, type SuiteRecord } from "../../runs/record.ts";
import { Watch } from "../../runs/watch.ts";
import type { KnownSeed } from "./one.ts";

/** How far a test has come. */
export interface Progress {
  readonly seed?: KnownSeed;
  readonly done?: DoneTest;
}

interface DoneTest {
  /** The units that are left, and the runs that took. */
  readonly units: number;
  readonly runs: { readonly alone: number; readonly seed: number; readonly search: number };
}

export interface SessionOptions {
  readonly runs: string;
  readonly name: string;
  readonly identity: unknown;
  readonly version: string;
  readonly fresh: boolean;
  readonly output: string;
  readonly description: string;
  readonly bytes: number;
  /** What decides what a test covers, besides the test. */
  readonly pins: Pins;
}

const SUITE_FILE = "suite.json";

export class SuiteSession {
  readonly paths: RunPaths;
  readonly storage: string;
  readonly #tests: string;
  readonly #locks: Lock[];
  readonly #journals = new Set<FileJournal>();
  readonly #watch: Watch;
  #record: SuiteRecord;
  #isGone = false;

  /** Throws LOCKED when another process works on the run, and OUTPUT_LOCKED when one writes to its output. `onBroken`: the program has changed. */
  constructor({ pins, ...order }: SessionOptions, onBroken: () => void) {
    // Where results go decides nothing: another directory gets those of an earlier run.
    const { name, identity: measured, version, description: words, bytes } = order;
    const hash = sha256(canonical({ name, identity: measured, version, words, bytes }));
    this.paths = pathsOfRun(order.runs, { name: `suite-${order.name}`, hash });
    makeRunDirectory(order.runs, this.paths);
    this.#locks = [takeLock(this.paths.lock)];
    try {
      this.#locks.push(lockOutput(order.runs, order.output));
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#watch = new Watch({ pins, content: hash, journals: () => this.#journals, onBroken });
    this.#tests = join(this.paths.directory, "tests");
    this.storage = join(this.paths.directory, "storage");
    if (order.fresh) rmSync(this.#tests, { recursive: true, force: true });
    for (const directory of [this.#tests, this.storage]) makePrivateDirectory(directory);
    removeLeftoversIn(this.#tests);
    const identity: Identity = {
      name: order.name,
      input: hash,
      oracle: order.identity,
      beside: [],
      options: {},
      version: order.version,
    };
    this.#record = newRecord<SuiteRecord>({
      command: "suite",
      pare: order.version,
      hash,
      request: hash,
      identity,
      input: { path: order.name, bytes: order.bytes },
      output: order.output,
      description: order.description,
    });
    writeRecord(this.paths.record, this.#record);
  }

  journal(test: number): Journal {
    const journal = openJournal(join(this.#tests, `${number(test)}.jsonl`));
    journal.check(this.#watch.mark);
    this.#journals.add(journal);
    const close = (): Promise<void> => {
      this.#journals.delete(journal);
      return journal.close();
    };
    return { ...journal, close };
  }

  /** Looks now and then whether what was run is what it was. */
  watch(): void {
    this.#watch.begin();
  }

  /** Everything that was learnt was learnt of the program as it was. Throws TEST_CHANGED or `Touched`. */
  vouch(): void {
    this.#watch.vouch();
  }

  progress(test: number): Progress {
    return (this.#read(number(test)) as Progress | undefined) ?? {};
  }

  /** The bytes of a test that is done. */
  result(test: number): Uint8Array | undefined {
    try {
      return readFileSync(this.resultPath(test));
    } catch {
      return undefined;
    }
  }

  note(test: number, progress: Progress, result?: Uint8Array): void {
    this.vouch();
    if (result !== undefined) replaceFile(this.resultPath(test), result);
    replaceFile(join(this.#tests, `${number(test)}.json`), JSON.stringify(progress));
  }

  /** What is decided once for the whole suite. */
  fixed<T>(decide: () => Promise<T>): Promise<T> {
    const known = this.#read("suite") as { readonly value: T } | undefined;
    if (known !== undefined) return Promise.resolve(known.value);
    return decide().then((value) => {
      this.vouch();
      replaceFile(join(this.#tests, SUITE_FILE), JSON.stringify({ value }));
      return value;
    });
  }

  finish(status: "stopped" | "complete"): void {
    this.#record = { ...this.#record, status };
    writeRecord(this.paths.record, this.#record);
  }

  /** A run that ended with an error before anything was found out about a test leaves nothing that it could go on with. */
  forgetIfEmpty(): void {
    this.#isGone = this.isEmpty();
  }

  /** How many of so many tests are done, in this session or before. */
  doneOf(tests: number): { readonly done: number; readonly tests: number } {
    const numbers = Array.from({ length: tests }, (_, test) => test);
    return { done: numbers.filter((test) => this.progress(test).done !== undefined).length, tests };
  }

  /** Nothing is known of any test. */
  isEmpty(): boolean {
    return readdirSync(this.#tests).every((name) => name === SUITE_FILE);
  }

  close(): void {
    this.#watch.close();
    // While it is locked, so that nobody else has begun to work on it; the lock goes with it.
    if (this.#isGone) rmSync(this.paths.directory, { recursive: true, force: true });
    this.#release();
  }

  #release(): void {
    for (const lock of this.#locks) lock.release();
  }

  /** Where the bytes of a test lie when it is done. */
  resultPath(test: number): string {
    return join(this.#tests, `${number(test)}.result`);
  }

  #read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(join(this.#tests, `${name}.json`), "utf8"));
    } catch {
      return undefined;
    }
  }
}

const number = (test: number): string => String(test).padStart(6, "0");
