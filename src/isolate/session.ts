/** The run directory of an isolation: lock, journal, record, storage of its kind and places of its workers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openJournal, type FileJournal } from "../journals/file.ts";
import { discard } from "../runner/index.ts";
import { emptyRun, makeRunDirectory, pathsOfRun, type RunPaths } from "../runs/directory.ts";
import { canonical, sha256, type Identity } from "../runs/identity.ts";
import { takeLock, type Lock } from "../runs/lock.ts";
import type { Pins } from "../runs/pins.ts";
import { makePrivateDirectory } from "../runs/private.ts";
import { newRecord, readRecordOf, writeRecord, type Pinned, type IsolateRecord } from "../runs/record.ts";
import { Watch } from "../runs/watch.ts";

export interface SessionOptions {
  /** Where runs live. */
  readonly runs: string;
  /** "isolate-git", say. */
  readonly name: string;
  /** The hash of what was asked for. */
  readonly request: string;
  readonly fresh: boolean;
}

/** What is written down of a run that has begun. */
export interface Begun {
  readonly identity: Identity;
  readonly titles: { readonly good: string; readonly bad: string };
  readonly description: string;
  readonly kind: string;
  readonly measured: IsolateRecord["measured"];
  readonly version: string;
  /** What the test is made of, and how a run is known to be about the same. */
  readonly pins: Pins;
  readonly pinned: Pinned;
}

export class IsolateSession {
  readonly paths: RunPaths;
  /** For the kind: kept until the run is complete. */
  readonly storage: string;
  /** For the workers' directories: gone when the session is closed. */
  readonly places: string;
  readonly #options: SessionOptions;
  readonly #lock: Lock;
  #journal: FileJournal | undefined;
  #watch: Watch | undefined;
  #record: IsolateRecord | undefined;

  /** Throws LOCKED when another process works on the run. */
  constructor(options: SessionOptions) {
    this.#options = options;
    this.paths = pathsOfRun(options.runs, { name: options.name, hash: options.request });
    makeRunDirectory(options.runs, this.paths);
    this.#lock = takeLock(this.paths.lock);
    if (options.fresh) emptyRun(this.paths);
    this.storage = join(this.paths.directory, "storage");
    this.places = join(this.paths.directory, "places");
    // What a killed process has left.
    discard(this.places);
    for (const directory of [this.storage, this.places]) makePrivateDirectory(directory);
  }

  /** The record of an earlier session about the same ends and the same test; one about others is forgotten. */
  earlier(input: string, isSameTest: (record: IsolateRecord) => boolean): IsolateRecord | undefined {
    const record = readRecordOf("isolate", this.paths.record);
    if (record === undefined) return undefined;
    if (record.identity.input === input && isSameTest(record)) return record;
    emptyRun(this.paths);
    return undefined;
  }

  /** Opens the journal. Outcomes of another test are forgotten. `onBroken`: the test has changed since. */
  begin(begun: Begun, onBroken: (error: unknown) => void): FileJournal {
    const { identity, titles, measured, kind, description, version, pins, pinned } = begun;
    const known = readRecordOf("isolate", this.paths.record);
    if (known !== undefined && canonical(known.identity) !== canonical(identity)) emptyRun(this.paths);
    const journal = openJournal(this.paths.journal);
    this.#journal = journal;
    this.#watch = new Watch({ pins, content: pinned.content, journals: () => [journal], onBroken });
    journal.check(this.#watch.mark);
    this.#watch.begin();
    if (journal.facts === undefined) journal.fix({ ...measured });
    this.#record = newRecord<IsolateRecord>({
      command: "isolate",
      pare: version,
      hash: sha256(canonical(identity)),
      request: this.#options.request,
      identity,
      kind,
      titles,
      pinned,
      description,
      measured: { hardMs: journal.facts?.["hardMs"] as number },
    });
    writeRecord(this.paths.record, this.#record);
    return journal;
  }

  /** The test is what it was when the run began. Throws TEST_CHANGED or `Touched`. */
  vouch(): void {
    this.#watch?.vouch();
  }

  /** What was measured when the run began. */
  get measured(): IsolateRecord["measured"] {
    return (this.#record as IsolateRecord).measured;
  }

  finish(status: "stopped" | "complete", ending: NonNullable<IsolateRecord["ending"]>): void {
    if (this.#record !== undefined) writeRecord(this.paths.record, { ...this.#record, status, ending });
    if (status === "complete") discard(this.storage);
  }

  async close(): Promise<void> {
    this.#watch?.close();
    try {
      await this.#journal?.close();
      discard(this.places);
      // A run that has never begun has nothing to go on with; what an earlier session has learnt stays.
      if (!existsSync(this.paths.record)) discard(this.paths.directory);
    } finally {
      this.#lock.release();
    }
  }
}
