/** The run directory of a suite: a session with one journal a test, what was found out before its search, and what became of it. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import type { Journal } from "../../core/journal.ts";
import { removeLeftoversIn, replaceFile } from "../../runs/atomic.ts";
import { pathsOfRun } from "../../runs/directory.ts";
import { canonical, sha256 } from "../../runs/identity.ts";
import type { Pins } from "../../runs/pins.ts";
import { makePrivateDirectory } from "../../runs/private.ts";
import { newRecord, type SuiteRecord } from "../../runs/record.ts";
import { RunSession } from "../../runs/session.ts";
import type { KnownSeed } from "./one.ts";

/** How far a test has come. */
export interface TestProgress {
  readonly seed?: KnownSeed;
  readonly done?: DoneTest;
}

interface DoneTest {
  /** The units that are left, and the runs that took. */
  readonly units: number;
  readonly runs: { readonly alone: number; readonly seed: number; readonly search: number };
}

export interface SuiteSessionOptions {
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
  readonly signal: AbortSignal;
}

const SUITE_FILE = "suite.json";

export class SuiteSession extends RunSession<"suite"> {
  readonly storage: string;
  readonly #tests: string;
  readonly #record: SuiteRecord;

  constructor(given: SuiteSessionOptions) {
    const { runs, name, version, description, bytes, output, fresh, pins, signal } = given;
    // Where results go decides nothing: another directory gets those of an earlier run.
    const hash = sha256(canonical({ name, identity: given.identity, version, words: description, bytes }));
    const paths = pathsOfRun(runs, { name: `suite-${name}`, hash });
    super("suite", { runs, paths, output, fresh, signal });
    this.#tests = join(paths.directory, "tests");
    this.storage = join(paths.directory, "storage");
    if (fresh) rmSync(this.#tests, { recursive: true, force: true });
    for (const directory of [this.#tests, this.storage]) makePrivateDirectory(directory);
    removeLeftoversIn(this.#tests);
    const identity = { name, input: hash, oracle: given.identity, beside: [], options: {}, version };
    const input = { path: name, bytes };
    const facts = { command: "suite", pare: version, hash, request: hash, identity } as const;
    this.#record = newRecord<SuiteRecord>({ ...facts, input, output, description });
    this.write(this.#record);
    // Last: nobody ends the watch of a session that could not be opened.
    this.watch({ pins, content: hash });
  }

  journal(test: number): Journal {
    const journal = this.openJournal(join(this.#tests, `${number(test)}.jsonl`));
    return { ...journal, close: () => this.closeJournal(journal) };
  }

  progress(test: number): TestProgress {
    return (this.#read(number(test)) as TestProgress | undefined) ?? {};
  }

  /** The bytes of a test that is done. */
  result(test: number): Uint8Array | undefined {
    return attempt(() => readFileSync(this.resultPath(test)));
  }

  note(test: number, progress: TestProgress, result?: Uint8Array): void {
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
    this.write({ ...this.#record, status });
  }

  /** A run that ended with an error before anything was found out about a test leaves nothing that it could go on with. */
  forgetIfEmpty(): void {
    if (this.isEmpty()) this.forget();
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

  /** Where the bytes of a test lie when it is done. */
  resultPath(test: number): string {
    return join(this.#tests, `${number(test)}.result`);
  }

  #read(name: string): unknown {
    return attempt(() => JSON.parse(readFileSync(join(this.#tests, `${name}.json`), "utf8")));
  }
}

const number = (test: number): string => String(test).padStart(6, "0");
