/** What a reduction comes to. */
import type { Claim } from "../core/claim.ts";
import type { TestCounts } from "../core/events.ts";
import { onlyFile, type TestCase } from "../core/test-case.ts";
import { sha256 } from "../runs/identity.ts";
import type { Rate } from "../core/rate.ts";
import type { Ending, RunRecord } from "../runs/record.ts";
import { isLink, keptOriginal } from "../runs/output.ts";
import { readSteps, rebuild } from "../runs/steps.ts";
import type { Original } from "./original.ts";
import type { Session } from "./session.ts";
import type { Walked } from "./walk.ts";

export interface FileFigures {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

export interface ReduceResult {
  /** The bytes of the smallest file known to fail. */
  readonly best: Uint8Array;
  readonly status: "complete" | "stopped";
  /** Why it was stopped: "signal", "budget", "max-tests", "until-size", "stop". */
  readonly reason?: string;
  readonly claims: readonly Claim[];
  readonly tests: TestCounts;
  /** Committed tests that were unresolved because they ran out of time. */
  readonly committedTimeouts: number;
  readonly wallMs: number;
  /** The run directory. */
  readonly run: string;
  readonly input: FileFigures;
  readonly output: FileFigures;
  readonly format: string;
  readonly strategy: string;
  readonly jobs: number;
  /** What counts, in words. */
  readonly words: string;
  /** The line that repeats the test on the result by hand. */
  readonly repeatLine: string;
  /** What an earlier session of the run had left. */
  readonly resumed: boolean;
  /** How often the result shows the failure, for oracles that lie. */
  readonly rate?: Rate;
  /** What makes the result depend on more than input, oracle and options, or needs attention. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export const figuresOf = (path: string, bytes: Uint8Array): FileFigures => ({
  path,
  bytes: bytes.length,
  lines: countLines(bytes),
  sha256: sha256(bytes),
});

/** Line ends, and a last line that has none. */
const countLines = (bytes: Uint8Array): number => {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? lines + 1 : lines;
};

/** What is written down about a finished run, so that it can be asked again. */
export const endingOf = (walked: Walked, { session, wallMs }: { session: Session; wallMs: number }): Ending => {
  const { best, claims } = walked.reduction;
  return {
    step: session.step,
    sha256: sha256(onlyFile(best).bytes()),
    bytes: best.size,
    claims,
    tests: walked.tests,
    timeouts: walked.committedTimeouts,
    wallMs,
    ...(walked.rate !== undefined && { rate: walked.rate }),
  };
};

/** The result of a finished run, rebuilt from its steps; `undefined` when the run is not finished or its steps are damaged. */
export const finishedBest = (
  record: RunRecord | undefined,
  session: Session,
  original: Original,
): Uint8Array | undefined => {
  if (record?.status !== "complete" || record.ending === undefined) return undefined;
  // A link in place is left to the session, which follows it: the search ends at once, all its answers are known.
  if (original.path === keptOriginal(original.output) && isLink(original.output)) return undefined;
  const { step, sha256: wanted } = record.ending;
  const bytes = rebuild(onlyFile(original.source).bytes(), readSteps(session.paths.steps), step);
  return bytes !== undefined && sha256(bytes) === wanted ? bytes : undefined;
};

/** Nothing was run: every answer is one of the past. */
export const recalledTests = ({ fail, pass, unresolved }: TestCounts): TestCounts => ({
  run: 0,
  recalled: fail + pass + unresolved,
  wasted: 0,
  fail,
  pass,
  unresolved,
});

/** Best bytes of a case. */
export const bytesOf = (best: TestCase): Uint8Array => onlyFile(best).bytes();
