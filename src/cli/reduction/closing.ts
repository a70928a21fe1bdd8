/** From the result of a reduction to what is reported. */
import type { TestCase } from "../../core/test-case.ts";
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

export interface About {
  /** As typed. */
  readonly input: string;
  readonly directory: string;
  /** The same command again; only when it was stopped by hand. */
  readonly resume?: string;
}

export const closingOf = (result: ReduceResult, { input, directory, resume }: About): Closing => {
  const { status, reason, tests, committedTimeouts, wallMs, jobs, format, strategy, description, repeatLine } = result;
  const { bytes, lines, files } = result.input;
  return {
    status,
    ...(reason !== undefined && { reason: reasonText(reason) }),
    ...(resume !== undefined && { resume }),
    input: { path: input, bytes, lines, ...(files !== undefined && { files }) },
    output: { ...result.output, path: nearby(directory, result.output.path), tokens: tokensOf(result.case) },
    tests: { ...tests, timeouts: committedTimeouts },
    wallMs,
    jobs,
    format,
    strategy,
    proof: {
      complete: status === "complete",
      claims: result.claims,
      timeouts: committedTimeouts,
      ...(result.skipped !== undefined && { skipped: result.skipped }),
    },
    run: nearby(directory, result.run),
    oracle: description,
    show: repeatLine,
    notes: notesOf(result),
    // For --json alone: people read it in the notes.
    ...(result.rate !== undefined && { rate: result.rate }),
    ...(result.drift !== undefined && { drift: result.drift }),
    ...(result.trivial !== undefined && { trivial: result.trivial }),
  };
};

const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

/** Words, numbers and single signs; bytes for what is no text. */
const tokensOf = ({ files }: TestCase): number =>
  files
    .map((file) => file.bytes())
    .map((bytes) => (isBinary(bytes) ? bytes.length : (new TextDecoder().decode(bytes).match(TOKEN)?.length ?? 0)))
    .reduce((sum, tokens) => sum + tokens, 0);
