/** run.json: what a run is, and how it stands. */
import { readRegular } from "../journals/regular-file.ts";
import type { Claim } from "../core/claim.ts";
import type { TestCounts } from "../core/events.ts";
import type { Rate } from "../core/rate.ts";
import type { Identity } from "./identity.ts";
import { replaceFile } from "./atomic.ts";

/** Raised with every change of its shape. */
const RUN_VERSION = 1;

/** How a finished run ended. */
export interface Ending {
  /** The step that is the result; 0 is the original. */
  readonly step: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly claims: readonly Claim[];
  readonly tests: TestCounts;
  readonly timeouts: number;
  readonly wallMs: number;
  readonly rate?: Rate;
}

/** What was measured on the original when the run began, and decides outcomes ever after. */
export interface Measured {
  /** The limit that decides, in milliseconds. */
  readonly hardMs: number;
  /** Of the original. */
  readonly rate: Rate;
}

export interface Pinned {
  readonly content: string;
  readonly left: readonly string[];
}

export interface RunRecord {
  readonly version: typeof RUN_VERSION;
  readonly pare: string;
  readonly hash: string;
  /** The hash of what was asked for, without what was learnt: finds the run before anything is learnt again. */
  readonly request: string;
  readonly identity: Identity;
  readonly input: { readonly path: string; readonly bytes: number };
  readonly output: string;
  /** The digest of what lay at the output when the run began. */
  readonly found?: string;
  /** The content of what decides the test's answers besides the candidate, and what of it the test writes itself. */
  readonly pinned?: Pinned;
  /** The learnt test in words. */
  readonly words: string;
  readonly format: string;
  readonly strategy: string;
  readonly measured: Measured;
  readonly status: "running" | "stopped" | "complete";
  /** ISO 8601; for people: nothing is decided by them. */
  readonly started: string;
  readonly changed: string;
  readonly ending?: Ending;
}

export const newRecord = (about: Omit<RunRecord, "version" | "status" | "started" | "changed">): RunRecord => {
  const now = new Date().toISOString();
  return { version: RUN_VERSION, ...about, status: "running", started: now, changed: now };
};

/** `undefined` for what is missing, damaged, or of another version. */
export const readRecord = (path: string): RunRecord | undefined => {
  try {
    const record = JSON.parse(readRegular(path)) as Partial<RunRecord>;
    return record.version === RUN_VERSION ? (record as RunRecord) : undefined;
  } catch {
    return undefined;
  }
};

export const writeRecord = (path: string, record: RunRecord): void =>
  replaceFile(path, `${JSON.stringify({ ...record, changed: new Date().toISOString() }, undefined, 2)}\n`);
