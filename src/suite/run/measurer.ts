/** Runs a test of a suite and tells what it covered: in a process, or in a thread. */
import type { UserError } from "../../core/errors.ts";
import type { Cover, Universe } from "../coverage.ts";

/** The content of a test, under the name that the command sees. */
export interface Candidate {
  /** Its base name. */
  readonly name: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

export interface MeasureLimits {
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

export interface Measurement {
  /** How it ended, in words that repeat: "exits with 0", "is ended by SIGSEGV", "throws TypeError". */
  readonly ending: string;
  readonly timedOut: boolean;
  /** Missing when there were no data; then `trouble` says why. */
  readonly cover?: Cover;
  readonly trouble?: UserError;
  readonly ms: number;
}

export interface Measurer {
  readonly universe: Universe;
  /** Everything that decides what is measured, as plain data. */
  readonly identity: unknown;
  /** Throws only what ends the whole suite: stale data, a command that cannot be started, an abort. */
  measure(candidate: Candidate, limits: MeasureLimits): Promise<Measurement>;
  close(): Promise<void>;
}
