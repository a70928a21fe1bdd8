/** The run directory of an isolation: a session with storage for its kind and places for its workers. */
import { join } from "node:path";
import type { FileJournal } from "../journals/file.ts";
import { discard } from "../runner/index.ts";
import { pathsOfRun } from "../runs/directory.ts";
import { canonical } from "../runs/identity.ts";
import type { Pins } from "../runs/pins.ts";
import { makePrivateDirectory } from "../runs/private.ts";
import { newRecord, type IsolateRecord, type Pinned, type RecordFacts } from "../runs/record.ts";
import { RunSession } from "../runs/session.ts";

export interface IsolateSessionOptions {
  /** Where runs live. */
  readonly runs: string;
  /** "isolate-git", say. */
  readonly name: string;
  /** The hash of what was asked for. */
  readonly request: string;
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

export class IsolateSession extends RunSession<"isolate"> {
  /** For the kind: kept until the run is complete. */
  readonly storage: string;
  /** For the workers' directories: gone when the session is closed. */
  readonly places: string;
  readonly #request: string;
  #record: IsolateRecord | undefined;

  constructor({ name, request, ...options }: IsolateSessionOptions) {
    const paths = pathsOfRun(options.runs, { name, hash: request });
    super("isolate", { ...options, paths });
    this.#request = request;
    this.storage = join(paths.directory, "storage");
    this.places = join(paths.directory, "places");
    // What a killed process has left.
    discard(this.places);
    for (const directory of [this.storage, this.places]) makePrivateDirectory(directory);
  }

  /** Opens the journal and writes the record. Outcomes of another test are forgotten. */
  begin(
    facts: Omit<RecordFacts<IsolateRecord>, "command" | "request"> & { readonly pinned: Pinned },
    pins: Pins,
  ): FileJournal {
    const known = this.record();
    if (known !== undefined && canonical(known.identity) !== canonical(facts.identity)) this.forget();
    this.watch({ pins, content: facts.pinned.content });
    const journal = this.openJournal();
    if (journal.facts === undefined) journal.fix({ ...facts.measured });
    // Outcomes were found under what the journal's own header says.
    const measured = { hardMs: journal.facts?.["hardMs"] as number };
    this.#record = newRecord<IsolateRecord>({ ...facts, command: "isolate", request: this.#request, measured });
    this.write(this.#record);
    return journal;
  }

  /** The limit that decides, measured when the run began. */
  get hardMs(): number {
    return (this.#record as IsolateRecord).measured.hardMs;
  }

  finish(status: "stopped" | "complete", ending: NonNullable<IsolateRecord["ending"]>): void {
    if (this.#record !== undefined) this.write({ ...this.#record, status, ending });
    if (status === "complete") discard(this.storage);
  }

  override async close(): Promise<void> {
    discard(this.places);
    await super.close();
  }
}
