/** Oracles that are processes. */
import type { Case } from "../core/case.ts";
import type { CaseLink, TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";

/** An input as the user typed it, and where it lies below the candidate's place. */
export interface NamedInput {
  readonly typed: string;
  readonly path: string;
}

/** Where and with what a candidate is tested. */
export interface Subject {
  /** The base name of the input. */
  readonly name: string;
  /** The input as the user typed it: an argument equal to it stands for the candidate too. */
  readonly typed: string;
  /** The directory pare was started in; `PARE_ORIGIN` for the test. */
  readonly origin: string;
  /** Absolute paths of what lies beside the candidate: linked, never copied, never reduced. */
  readonly extraFiles: readonly string[];
  /** Feed the candidate on standard input. */
  readonly stdin: boolean;
  /** The candidate is a directory, in which tests run, or several files, in whose directory they run; a file unless given. */
  readonly kind?: "file" | "directory" | "files";
  /** The inputs, where there are several files. */
  readonly inputs?: readonly NamedInput[];
  /** Where a directory lay: its links that lead out of it are meant from there. */
  readonly root?: string;
  /** What a directory finds besides what it is made of, by absolute targets: the packages its files ask for. */
  readonly provided?: (candidate: TestCase) => readonly CaseLink[];
  /** Commands that install the same. */
  readonly setUp?: (candidate: TestCase) => readonly string[];
}

/** How a single test is to be run. */
export interface TestTerms {
  /** In milliseconds. */
  readonly timeout: number;
}

/** The interestingness test as a process. */
export interface ProcessOracle<C extends Case = TestCase> {
  /** The failure in words: "exits with 1 and prints …". */
  readonly description: string;
  /** Everything that decides its answers (script content, command, learnt signature), as plain data: part of a run's identity. */
  readonly identity: unknown;
  /** The commands for a shell that repeat the test by hand on what lies at a path, which is the candidate if there is one. */
  repeatLine(path: string, candidate?: C): string;
  /** A test that ran out of time is unresolved, with `evidence.timedOut`. */
  test(candidate: C, terms: TestTerms, signal: AbortSignal): Promise<Finding>;
  close(): Promise<void>;
}
