/** Oracles that are processes. */
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";

/** Where and with what a candidate is tested. */
export interface Subject {
  /** The base name of the input. */
  readonly name: string;
  /** The input as the user typed it: an argument equal to it stands for the candidate too. */
  readonly typed: string;
  /** The directory pare was started in; `PARE_ORIGIN` for the test. */
  readonly origin: string;
  /** Absolute paths of what lies beside the candidate: linked, never copied, never reduced. */
  readonly beside: readonly string[];
  /** Feed the candidate on standard input. */
  readonly stdin: boolean;
}

/** How a single test is to be run. */
export interface TestTerms {
  /** In milliseconds. */
  readonly timeout: number;
}

/** The interestingness test as a process. */
export interface ProcessOracle {
  /** What counts, in words: "exits with 1 and says …". */
  readonly words: string;
  /** Everything that decides its answers (script content, command, learnt signature), as plain data: part of a run's identity. */
  readonly identity: unknown;
  /** The line that repeats the test by hand on a file. */
  repeatLine(path: string): string;
  /** A test that ran out of time is unresolved, with `evidence.timedOut`. */
  test(candidate: TestCase, terms: TestTerms, signal: AbortSignal): Promise<Finding>;
  close(): Promise<void>;
}
