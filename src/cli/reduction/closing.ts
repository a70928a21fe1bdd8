/** From the result of a reduction to what is reported. */
import type { Aim } from "../../core/claim.ts";
import type { TestCase } from "../../core/test-case.ts";
import { hexRows } from "../../formats/binary/hex.ts";
import { isBinary } from "../../formats/encoding.ts";
import type { ReduceResult } from "../../reduce/result.ts";
import { nearby } from "../../reporters/nearby.ts";
import type { Closing } from "../../reporters/reduce/closing.ts";
import { reasonText } from "../../reporters/stop-reasons.ts";

/** What is passed over when a run is repeated elsewhere: named, because the bytes then depend on more than the input. */
const notesOf = ({ reason, rate, warnings }: ReduceResult): readonly string[] => [
  ...warnings.map(({ message }) => message),
  ...(reason === "budget" ? ["how far a run gets within a time budget depends on the machine"] : []),
  ...(rate === undefined
    ? []
    : [
        `the result shows the failure in ${percent(rate.rate)} of the runs (99.9 % interval: ${percent(rate.low)} to ${percent(rate.high)})`,
      ]),
];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export interface ReduceClosingOptions {
  /** As typed. */
  readonly input: string;
  readonly directory: string;
  /** The same command again; only when it was stopped by hand. */
  readonly resume?: string;
  /** How long it was paused. */
  readonly pausedMs?: number;
  readonly aim?: Aim | undefined;
}

export const closingOf = (
  result: ReduceResult,
  { input, directory, resume, pausedMs, aim }: ReduceClosingOptions,
): Closing => {
  const { status, reason, tests, committedTimeouts, wallMs, jobs, format, strategy, description, repeatLine } = result;
  const { path: _, sha256: _sum, ...before } = result.input;
  return {
    status,
    ...(reason !== undefined && { reason: reasonText(reason) }),
    ...(resume !== undefined && { resume }),
    input: { path: input, ...before },
    output: { ...result.output, path: nearby(directory, result.output.path), tokens: tokensOf(result.case) },
    tests: { ...tests, timeouts: committedTimeouts },
    wallMs,
    ...(pausedMs !== undefined && { pausedMs }),
    jobs,
    format,
    strategy,
    proof: {
      complete: status === "complete",
      claims: result.claims,
      timeouts: committedTimeouts,
      ...(result.skipped !== undefined && { skipped: result.skipped }),
      ...(aim !== undefined && { aim }),
    },
    run: nearby(directory, result.run),
    oracle: description,
    show: repeatLine,
    ...sparseOf(result),
    notes: notesOf(result),
    // For --json alone: people read it in the notes.
    ...(result.rate !== undefined && { rate: result.rate }),
    ...(result.drift !== undefined && { drift: result.drift }),
    ...(result.trivial !== undefined && { trivial: result.trivial }),
  };
};

/** Rows that the closing lines show; the report has them all. */
const MAX_ROWS = 16;
/** A result is sparse if at most this share of its bytes is not zero. */
const SPARSE = 1 / 8;

const sparseOf = ({ best, output }: ReduceResult): Pick<Closing, "sparse"> => {
  if (output.nonzero === undefined || output.nonzero > SPARSE * best.length) return {};
  const { rows, cut } = hexRows(best, MAX_ROWS);
  return { sparse: cut ? [...rows, "… (pare report shows all of them)"] : rows };
};

const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

/** Words, numbers and single signs; bytes for what is no text. */
const tokensOf = ({ files }: TestCase): number =>
  files
    .map((file) => file.bytes())
    .map((bytes) => (isBinary(bytes) ? bytes.length : (new TextDecoder().decode(bytes).match(TOKEN)?.length ?? 0)))
    .reduce((sum, tokens) => sum + tokens, 0);
