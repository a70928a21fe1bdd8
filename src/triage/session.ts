/** The run directory of a triage: what every file showed, and what was found while bugs were reduced. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Log } from "../journals/log.ts";
import type { FileJournal } from "../journals/file.ts";
import { pathsOfRun } from "../runs/directory.ts";
import { canonical, sha256 } from "../runs/identity.ts";
import type { Pins } from "../runs/pins.ts";
import { makePrivateDirectory } from "../runs/private.ts";
import { newRecord, type TriageRecord } from "../runs/record.ts";
import { RunSession } from "../runs/session.ts";
import { PARE_VERSION } from "../runs/version.ts";
import type { Symptom, Unsorted } from "./symptom.ts";

export interface TriageSessionOptions {
  readonly runs: string;
  readonly name: string;
  /** What decides what a file shows. */
  readonly identity: unknown;
  readonly output: string;
  readonly description: string;
  readonly fresh: boolean;
  readonly pins: Pins;
  readonly signal: AbortSignal;
}

/** What is known of a file; `rate` if it does not show it every time. */
export type FileSymptom =
  | { readonly symptom: Symptom; readonly rate?: { readonly shows: number; readonly runs: number } }
  | { readonly unsorted: Unsorted };

/** A candidate of a reduction that shows another bug. */
export interface ByCatch {
  /** The key of the candidate. */
  readonly key: string;
  readonly symptom: Symptom;
  readonly bytes: Uint8Array;
}

export class TriageSession extends RunSession<"triage"> {
  readonly #record: TriageRecord;
  readonly #journal: FileJournal;
  readonly #finds: Log;
  readonly #found = new Map<string, ByCatch>();
  /** Where the runs of reductions lie, and the inputs that they begin with. */
  readonly reductions: string;
  readonly inputs: string;

  constructor(given: TriageSessionOptions) {
    const { runs, name, identity, output, description, fresh, pins, signal } = given;
    const hash = sha256(canonical({ identity, version: PARE_VERSION }));
    const paths = pathsOfRun(runs, { name: `triage-${name}`, hash });
    super("triage", { runs, paths, output, fresh, signal });
    this.reductions = join(paths.directory, "runs");
    this.inputs = join(paths.directory, "inputs");
    const finds = join(paths.directory, "finds.jsonl");
    if (fresh) for (const path of [finds, this.reductions, this.inputs]) rmSync(path, { recursive: true, force: true });
    for (const directory of [this.reductions, this.inputs]) makePrivateDirectory(directory);
    const about = { name, input: hash, oracle: identity, beside: [], options: {}, version: PARE_VERSION };
    const facts = { command: "triage", pare: PARE_VERSION, hash, request: hash, identity: about } as const;
    this.#record = newRecord<TriageRecord>({ ...facts, input: { path: name, bytes: 0 }, output, description });
    this.write(this.#record);
    this.watch({ pins });
    this.#journal = this.openJournal();
    this.#finds = Log.open(finds, (record) => this.#recallFind(record, pins)).log;
    this.#finds.append({ kind: "test", content: pins.mark().content });
  }

  /** What a file showed when it was run before. */
  recall(key: string): FileSymptom | undefined {
    const reason = this.#journal.recall(key)?.reason;
    return reason === undefined ? undefined : (JSON.parse(reason) as FileSymptom);
  }

  note(key: string, known: FileSymptom, ms: number): void {
    const outcome = "symptom" in known ? "fail" : "pass";
    this.#journal.record(key, { outcome, reason: JSON.stringify(known), ms });
  }

  /** Kept before the answer is: whoever goes on knows of the find when the answer is recalled. */
  keepFind(find: ByCatch): void {
    if (this.#found.has(find.key)) return;
    this.#found.set(find.key, find);
    const { key, symptom, bytes } = find;
    this.#finds.append({ kind: "find", key, symptom, bytes: Buffer.from(bytes).toString("base64") });
  }

  findOf(key: string): ByCatch | undefined {
    return this.#found.get(key);
  }

  finish(status: "stopped" | "complete"): void {
    this.write({ ...this.#record, status });
  }

  override async close(): Promise<void> {
    this.#finds.close();
    await super.close();
  }

  /** Finds of another program are none of this one. */
  #recallFind(record: Record<string, unknown>, pins: Pins): void {
    if (record["kind"] === "test" && record["content"] !== pins.mark().content) this.#found.clear();
    if (record["kind"] !== "find") return;
    const { key, symptom, bytes } = record as { key: string; symptom: Symptom; bytes: string };
    this.#found.set(key, { key, symptom, bytes: Buffer.from(bytes, "base64") });
  }
}
