/** What the report of a reduction tells, as plain data. */
import type { Proof } from "../../core/claim.ts";
import type { Drift } from "../../core/verdict.ts";
import type { PassProgress } from "../../progress/state.ts";
import type { ReportedFile, Tests } from "./closing.ts";

/** The bytes `from` to `to` (exclusive) go; what comes in their place, if anything, in base64. */
export type StepEdit = readonly [from: number, to: number, inserted?: string];

/** An accepted step: edits of the one before. */
export interface BookStep {
  readonly number: number;
  readonly key: string;
  readonly size: number;
  readonly edits: readonly StepEdit[];
  /** When it was accepted, in milliseconds of all sessions. */
  readonly at?: number;
  /** The pass that found it, and how many tests had been committed. */
  readonly pass?: string;
  readonly tests?: number;
  /** What the oracle printed. */
  readonly output?: string;
}

export interface StepLog {
  /** Contents are the bytes of one file; else of an archive. */
  readonly plain: boolean;
  /** The steps go on where somebody has stopped reading: there is no start. */
  readonly goesOn: boolean;
  /** The number of steps before the start that are too large to be shown. */
  readonly leftOut?: number;
  /** `size` as steps have one: of an archive it is not its length. */
  readonly start?: { readonly number: number; readonly size: number; readonly content: Uint8Array };
  readonly steps: readonly BookStep[];
}

/** What is left when a part of the result is taken away. */
export type Fate =
  /** It still fails in the same way: the part is not needed. */
  | "needless"
  /** The test passes: nothing is wrong any more. */
  | "works"
  /** It fails in another way. */
  | "other"
  /** The tested program cannot even read it. */
  | "syntax"
  | "hang"
  | "unresolved"
  /** Between the parts: nobody has tried it. */
  | "untried";

export interface NecessityPart {
  readonly text: string;
  readonly fate: Fate;
  /** What the test said, in words. */
  readonly reason?: string;
  /** The answer was known from the run. */
  readonly recalled?: boolean;
}

export interface Necessity {
  /** "tokens", "lines", "bytes" */
  readonly unit: string;
  readonly files: readonly { readonly path: string; readonly parts: readonly NecessityPart[] }[];
  readonly recalled: number;
  readonly tested: number;
  /** The smallest change after which nothing is wrong. */
  readonly neighbour?: {
    readonly path: string;
    readonly line: number;
    readonly removed: string;
    readonly reason?: string;
    readonly before: string;
    readonly after: string;
  };
}

export interface ReportData {
  /** The base name of the input. */
  readonly name: string;
  readonly status: "complete" | "stopped" | "running" | "interrupted";
  /** Why it was stopped, in words. */
  readonly reason?: string;
  /** How the failure is recognised, in words. */
  readonly oracle: string;
  readonly input: ReportedFile;
  readonly output: ReportedFile & { readonly sha256: string };
  /** The reduced input; missing when it could not be rebuilt. */
  readonly result?: { readonly path: string; readonly text: string; readonly binary: boolean; readonly cut: boolean }[];
  /** How the original begins; missing for what is no text. */
  readonly before?: { readonly text: string; readonly more: number };
  readonly proof: Proof;
  /** The tests of the last session. */
  readonly tests?: Tests;
  /** The time of all sessions. */
  readonly wallMs: number;
  /** How many there were, and how long the last one took: a run that was stopped goes on in another. */
  readonly sessions: { readonly count: number; readonly lastMs: number };
  readonly format: string;
  readonly strategy: string;
  readonly jobs?: number;
  /** Size over committed tests, and over time. */
  readonly overTests: readonly (readonly [at: number, size: number])[];
  readonly overTime: readonly (readonly [at: number, size: number])[];
  readonly passes: readonly PassProgress[];
  /** Accepted steps. */
  readonly accepted: number;
  /** All of them, without what they have changed. */
  readonly steps: readonly Pick<BookStep, "number" | "size" | "at" | "pass" | "tests">[];
  readonly book?: StepLog;
  /** The line that repeats the failure on the result. */
  readonly show?: string;
  /** What was typed. */
  readonly commandLine?: string;
  /** The last test of the result. */
  readonly evidence?: { readonly output?: string; readonly exit?: number; readonly signal?: string };
  /** The result says something else than the original. */
  readonly drift?: Drift;
  readonly notes: readonly string[];
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** The directory of the run, as people would type it. */
  readonly run: string;
  /** ISO 8601. */
  readonly started: string;
  readonly changed: string;
  readonly necessity?: Necessity;
}

/** "c" for the fence of a block, by the name of a file. */
export const fenceLanguage = (path: string): string => /\.([A-Za-z0-9+]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? "";
