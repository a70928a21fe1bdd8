/** run.json: what a run is, and how it stands. Each command has its own form; what all have in common is written once. */
import * as v from "valibot";
import type { Aim, Claim } from "../core/claim.ts";
import type { Drift } from "../core/verdict.ts";
import type { TestCounts } from "../core/events.ts";
import type { Rate } from "../core/rate.ts";
import { readRegular } from "../journals/regular-file.ts";
import { replaceFile } from "./atomic.ts";
import type { Identity } from "./identity.ts";

/** Raised with every change of its shape; `upgraded` reads what earlier versions have written. */
const RUN_VERSION = 2;

interface BaseRecord {
  readonly version: typeof RUN_VERSION;
  /** The version of pare. */
  readonly pare: string;
  readonly hash: string;
  /** The hash of what was asked for, without what was learnt: finds the run before anything is learnt again. */
  readonly request: string;
  readonly identity: Identity;
  readonly pinned?: Pinned;
  /** What counts, in words. */
  readonly description: string;
  readonly status: "running" | "stopped" | "complete";
  /** ISO 8601; for people: nothing is decided by them. */
  readonly started: string;
  readonly changed: string;
}

/** What decides the test's answers besides the candidate: its content, and what of it the test writes itself. */
export interface Pinned {
  readonly content: string;
  readonly left: readonly string[];
}

export interface ReduceRecord extends BaseRecord {
  readonly command: "reduce";
  readonly input: NamedSize;
  readonly output: string;
  /** The digest of what lay at the output when the run began. */
  readonly found?: string;
  readonly format: string;
  readonly strategy: string;
  readonly measured: Measured;
  /** A failure unless given. */
  readonly aim?: Aim;
  /** Inputs with nothing of the original in them that fail, too, in words; what an earlier version has not asked is missing. */
  readonly trivial?: readonly string[];
  readonly ending?: ReduceEnding;
}

interface NamedSize {
  readonly path: string;
  readonly bytes: number;
}

/** What was measured on the original when the run began, and decides outcomes ever after. */
export interface Measured {
  /** The limit that decides, in milliseconds. */
  readonly hardMs: number;
  /** How often the original shows the failure. */
  readonly rate: Rate;
}

/** How a finished reduction ended. */
export interface ReduceEnding {
  /** The step that is the result; 0 is the original. */
  readonly step: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly claims: readonly Claim[];
  readonly skipped?: readonly string[];
  readonly tests: TestCounts;
  readonly timeouts: number;
  readonly wallMs: number;
  readonly rate?: Rate;
  readonly drift?: Drift;
}

export interface IsolateRecord extends BaseRecord {
  readonly command: "isolate";
  /** The kind of change: "git", say. */
  readonly kind: string;
  /** What people call the two ends. */
  readonly titles: { readonly good: string; readonly bad: string };
  readonly measured: Pick<Measured, "hardMs">;
  /** How many changes are to blame, and what it took to know that. */
  readonly ending?: { readonly changes: number; readonly tests: TestCounts; readonly wallMs: number };
}

export interface SuiteRecord extends BaseRecord {
  readonly command: "suite";
  /** The tests before they were reduced, taken together. */
  readonly input: NamedSize;
  readonly output: string;
}

export interface TriageRecord extends BaseRecord {
  readonly command: "triage";
  /** What people call the program, without a size. */
  readonly input: NamedSize;
  /** The folder of the results. */
  readonly output: string;
}

export type RunRecord = ReduceRecord | IsolateRecord | SuiteRecord | TriageRecord;
export type Command = RunRecord["command"];
export type RecordOf<C extends Command> = Extract<RunRecord, { readonly command: C }>;

/** What a record says that depends on neither the moment nor the version. */
export type RecordFacts<R extends RunRecord> = Omit<R, "version" | "status" | "started" | "changed">;

export const newRecord = <R extends RunRecord>(facts: RecordFacts<R>): R => {
  const now = new Date().toISOString();
  return { version: RUN_VERSION, ...facts, status: "running", started: now, changed: now } as unknown as R;
};

/** `undefined` for what is missing, damaged, or of a version that is not known. */
export const readRecord = (path: string): RunRecord | undefined => {
  try {
    const read = v.safeParse(runRecord, upgraded(JSON.parse(readRegular(path))));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
};

/** The record of a run of that command. */
export const readRecordOf = <C extends Command>(command: C, path: string): RecordOf<C> | undefined => {
  const record = readRecord(path);
  return record?.command === command ? (record as RecordOf<C>) : undefined;
};

export const writeRecord = (path: string, record: RunRecord): void =>
  replaceFile(path, `${JSON.stringify({ ...record, changed: new Date().toISOString() }, undefined, 2)}\n`);

const text = v.string();
const number = v.number();
const list = <T>(item: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, readonly T[]> => v.array(item);
const tests = v.object({
  run: number,
  recalled: number,
  wasted: number,
  answered: v.exactOptional(number),
  fail: number,
  pass: number,
  unresolved: number,
});
const rate = v.object({ shows: number, runs: number, rate: number, low: number, high: number, confidence: number });
const namedSize = v.object({ path: text, bytes: number });

const base = {
  version: v.literal(RUN_VERSION),
  pare: text,
  hash: text,
  request: text,
  identity: v.object({
    name: text,
    input: text,
    oracle: v.exactOptional(v.unknown()),
    beside: list(v.tuple([text, text])),
    options: v.record(text, v.unknown()),
    version: text,
  }),
  pinned: v.exactOptional(v.object({ content: text, left: list(text) })),
  description: text,
  status: v.picklist(["running", "stopped", "complete"]),
  started: text,
  changed: text,
};

const runRecord: v.GenericSchema<unknown, RunRecord> = v.variant("command", [
  v.object({
    ...base,
    command: v.literal("reduce"),
    input: namedSize,
    output: text,
    found: v.exactOptional(text),
    format: text,
    strategy: text,
    measured: v.object({ hardMs: number, rate }),
    aim: v.exactOptional(v.picklist(["failure", "success", "effect"])),
    trivial: v.exactOptional(list(text)),
    ending: v.exactOptional(
      v.object({
        step: number,
        sha256: text,
        bytes: number,
        claims: list(
          v.object({ property: text, by: text, pass: v.exactOptional(text), except: v.exactOptional(text) }),
        ),
        skipped: v.exactOptional(list(text)),
        tests,
        timeouts: number,
        wallMs: number,
        rate: v.exactOptional(rate),
        drift: v.exactOptional(v.object({ original: list(text), result: list(text), flags: v.exactOptional(text) })),
      }),
    ),
  }),
  v.object({
    ...base,
    command: v.literal("isolate"),
    kind: text,
    titles: v.object({ good: text, bad: text }),
    measured: v.object({ hardMs: number }),
    ending: v.exactOptional(v.object({ changes: number, tests, wallMs: number })),
  }),
  v.object({ ...base, command: v.literal("suite"), input: namedSize, output: text }),
  v.object({ ...base, command: v.literal("triage"), input: namedSize, output: text }),
]);

/** Version 1 had the form of a reduction for all commands, told apart by their strategy. */
const firstVersion = v.looseObject({
  version: v.literal(1),
  words: text,
  format: text,
  strategy: text,
  input: namedSize,
  ending: v.exactOptional(v.looseObject({ bytes: number })),
});

const upgraded = (read: unknown): unknown => {
  const first = v.safeParse(firstVersion, read);
  if (!first.success) return read;
  const { words: description, format, strategy, input, ending, ...rest } = first.output;
  const known = { ...rest, version: RUN_VERSION, description };
  if (strategy === "suite") return { ...known, command: "suite", input };
  if (strategy !== "isolate")
    return { ...known, command: "reduce", input, format, strategy, ...(ending !== undefined && { ending }) };
  const [good = "", bad = ""] = input.path.split(" … ");
  const changes = ending?.bytes;
  return {
    ...known,
    command: "isolate",
    kind: format,
    titles: { good, bad },
    ...(ending !== undefined && { ending: { ...ending, changes } }),
  };
};
