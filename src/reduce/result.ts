/** What a reduction comes to. */
import type { Claim } from "../core/claim.ts";
import type { Drift } from "../core/verdict.ts";
import type { TestCounts } from "../core/events.ts";
import type { TestCase } from "../core/test-case.ts";
import { nonzeroIn } from "../formats/binary/hex.ts";
import { isBinary } from "../formats/encoding.ts";
import { caseOf, contentOf } from "../runs/steps/content.ts";
import { sha256 } from "../runs/identity.ts";
import type { Rate } from "../core/rate.ts";
import type { ReduceRecord } from "../runs/record.ts";
import { isLink, keptOriginal } from "../runs/output/place.ts";
import { readSteps, rebuild } from "../runs/steps/steps.ts";
import type { Original } from "./original.ts";
import type { ReduceSession } from "./session.ts";

export interface Figures {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
  /** How many there are, where it is more than one file. */
  readonly files?: number;
  /** How many bytes are not zero, where it is one file that was binary in the beginning. */
  readonly nonzero?: number;
}

/** What a reduction has found, and what it cost. */
export interface ReduceResult {
  /** The bytes of the smallest file known to fail; of all files, one behind the other, where there are several. */
  readonly best: Uint8Array;
  /** What it is made of. */
  readonly case: TestCase;
  readonly status: "complete" | "stopped";
  /** Why it was stopped: "signal", "budget", "max-tests", "until-size", "memory", "stop". */
  readonly reason?: string;
  readonly claims: readonly Claim[];
  /** Passes that were skipped, so that nothing is claimed of them. */
  readonly skipped?: readonly string[];
  readonly tests: TestCounts;
  /** Committed tests that were unresolved because they ran out of time. */
  readonly committedTimeouts: number;
  readonly wallMs: number;
  /** The run directory. */
  readonly run: string;
  readonly input: Figures;
  readonly output: Figures;
  readonly format: string;
  readonly strategy: string;
  readonly jobs: number;
  /** What counts, in words. */
  readonly description: string;
  /** The line that repeats the test on the result by hand. */
  readonly repeatLine: string;
  /** What an earlier session of the run had left. */
  readonly resumed: boolean;
  /** How often the result shows the failure, for oracles that lie. */
  readonly rate?: Rate;
  /** How its message differs from that of the original, where it does. */
  readonly drift?: Drift;
  /** Inputs with nothing of the original in them that fail, too, in words (`allowTrivial`). */
  readonly trivial?: readonly string[];
  /** What makes the result depend on more than input, oracle and options, or needs attention. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** What is known when a run has ended; the rest is known before. */
export type How = Pick<
  ReduceResult,
  "status" | "reason" | "claims" | "skipped" | "tests" | "committedTimeouts" | "resumed" | "rate" | "drift" | "jobs"
>;

export const figuresOf = (
  path: string,
  of: TestCase,
  original: Pick<Original, "kind" | "shape" | "source" | "sha256">,
): Figures => {
  const { kind, shape, source } = original;
  const contents = of.files.map((file) => file.bytes());
  const binary = kind === "file" && source.files.every((file) => isBinary(file.bytes()));
  return {
    path,
    bytes: contents.reduce((sum, bytes) => sum + bytes.length, 0),
    lines: contents.reduce((sum, bytes) => sum + countLines(bytes), 0),
    sha256: of === source ? original.sha256 : sha256(contentOf(of, shape)),
    ...(kind !== "file" && { files: of.files.length }),
    ...(binary && { nonzero: contents.reduce((sum, bytes) => sum + nonzeroIn(bytes), 0) }),
  };
};

/** Line ends, and a last line that has none; what is not text has no lines. */
const countLines = (bytes: Uint8Array): number => {
  if (isBinary(bytes)) return 0;
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? lines + 1 : lines;
};

/** The result of a finished run, rebuilt from its steps; `undefined` when the run is not finished or its steps are damaged. */
export const finishedBest = (
  record: ReduceRecord | undefined,
  session: ReduceSession,
  original: Original,
): TestCase | undefined => {
  if (record?.status !== "complete" || record.ending === undefined) return undefined;
  // A link in place is left to the session, which follows it: the search ends at once, all its answers are known.
  if (original.path === keptOriginal(original.output) && isLink(original.output)) return undefined;
  const { step, sha256: wanted } = record.ending;
  const { source, shape } = original;
  const content = rebuild(contentOf(source, shape), readSteps(session.paths.steps), step);
  return content !== undefined && sha256(content) === wanted ? caseOf(content, shape, source) : undefined;
};

/** Nothing was run: every answer is one of the past. */
export const recalledTests = ({ fail, pass, unresolved }: TestCounts): TestCounts => ({
  run: 0,
  recalled: fail + pass + unresolved,
  wasted: 0,
  answered: 0,
  fail,
  pass,
  unresolved,
});

/** All bytes of a case. */
export const bytesOf = ({ files }: TestCase): Uint8Array => {
  const [file] = files;
  return files.length === 1 && file !== undefined ? file.bytes() : Buffer.concat(files.map(({ bytes }) => bytes()));
};
