/** What a reduction came to, as plain data and as lines for people. */
import type { Drift } from "../../core/verdict.ts";
import type { TestCounts } from "../../core/events.ts";
import { provedText, untriedIn, untriedText, type Proof } from "../../core/claim.ts";
import { visible, visibleLine } from "../../core/visible.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { answersIn, answersText, outcomesText, runsText } from "../../progress/outcomes.ts";
import type { PassProgress } from "../../progress/state.ts";
import { clusterText, type ClusterClosing } from "../cluster-tally.ts";
import type { Paint } from "../paint.ts";
import { driftLines } from "./drift-lines.ts";

export interface Tests extends TestCounts {
  readonly timeouts: number;
}

/** A file or a directory, and how large it is. */
export interface ReportedFile {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  /** How many, where it can be more than one. */
  readonly files?: number;
  /** How many bytes of a binary file are not zero. */
  readonly nonzero?: number;
}

/** How often the result shows the failure, with an interval that holds the truth with this confidence. */
export interface MeasuredRate {
  readonly shows: number;
  readonly runs: number;
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

export interface Closing {
  readonly status: "complete" | "stopped";
  /** Why it was stopped, in words: "the time budget ran out". */
  readonly reason?: string;
  /** It was stopped by hand: the command that resumes it. */
  readonly resume?: string;
  readonly input: ReportedFile;
  readonly output: ReportedFile & { readonly tokens: number; readonly sha256: string };
  readonly tests: Tests;
  readonly wallMs: number;
  /** How much of it was a pause; none unless given. */
  readonly pausedMs?: number;
  readonly jobs: number;
  readonly format: string;
  readonly strategy: string;
  readonly proof: Proof;
  readonly run: string;
  readonly oracle: string;
  /** The line that shows the failure on the result. */
  readonly show: string;
  /** The bytes other than zero of a binary result that is mostly zeroes, as rows with offsets. */
  readonly sparse?: readonly string[];
  /** What makes the result depend on more than input, test and options. */
  readonly notes: readonly string[];
  /** For runs on a cluster. */
  readonly cluster?: ClusterClosing;
  /** Where it was asked for. */
  readonly passes?: readonly PassProgress[];
  /** For results that were measured (--flaky). */
  readonly rate?: MeasuredRate;
  /** The result says something else than the original. */
  readonly drift?: Drift;
  /** Inputs with nothing of the original in them that fail, too (--allow-trivial). */
  readonly trivial?: readonly string[];
  /** For --effect. */
  readonly effect?: { readonly effect: string; readonly original: number; readonly result: number };
  /** For --keep-passing: lines of the original by ranges, first and last. */
  readonly removedAlthoughCovered?: {
    readonly lines: number;
    readonly files: readonly { readonly path: string; readonly lines: readonly (readonly [number, number])[] }[];
  };
}

/** The format of a text without a grammar: its words are its smallest parts. */
const PLAIN_TEXT = "text (plain)";

export const closingLines = (closing: Closing, { bold, green }: Paint): readonly string[] => {
  const { input, output, tests, reason, resume, passes, pausedMs = 0 } = closing;
  return [
    ...(passes === undefined ? [] : [...passLines(passes), ""]),
    ...(reason === undefined ? [] : [`stopped: ${reason}`]),
    `size:       ${bold(`${count(input.bytes)} → ${counted(output.bytes, "byte")}`)} (${percent(output.bytes, input.bytes)})${unitsText(closing)}`,
    ...(isUnchanged(closing)
      ? [
          `            ${bold("nothing could be removed")}: the result is the original`,
          ...(closing.format === PLAIN_TEXT && !closing.proof.claims.some(({ by }) => by === "characters")
            ? ["            letters inside words were not tried: --format characters tries them"]
            : []),
        ]
      : []),
    `tests:      ${counted(answersIn(tests), "candidate")}: ${outcomesText(tests, closing.proof.aim)}`,
    `            ${answersText(tests)}`,
    `runs:       ${runsText(tests)}`,
    ...(closing.cluster === undefined ? [] : [`cluster:    ${clusterText(closing.cluster)}`]),
    `time:       ${time(closing.wallMs - pausedMs)}${pausedMs === 0 ? "" : `, and ${time(pausedMs)} paused`}`,
    `guaranteed: ${provedText(closing.proof)}`,
    ...untriedIn(closing.proof).map((each) => `not tried:  ${untriedText(each)}`),
    ...closing.notes.map((note) => `note:       ${visible(note)}`),
    ...(closing.drift === undefined ? [] : driftLines(closing.drift)).map(
      (line, at) => `${at === 0 ? "drift:      " : "            "}${visibleLine(line)}`,
    ),
    `result:     ${green(visibleLine(output.path))}`,
    ...(closing.sparse ?? []).map((row) => `            ${row}`),
    `reproduce:  (condition: ${visibleLine(closing.oracle)})`,
    visible(closing.show),
    ...(resume === undefined ? [] : [`resume with: ${visible(resume)}`]),
  ];
};

/** Bytes may have become others without becoming fewer. */
const isUnchanged = ({ input, output, tests }: Closing): boolean => input.bytes === output.bytes && tests.fail === 0;

interface Sizes {
  readonly input: ReportedFile;
  readonly output: ReportedFile;
}

/** What else there is less of: "120 → 3 lines, 12 → 3 files"; of a binary file, bytes that are not zero. */
export const unitsText = (sizes: Sizes): string => nonzeroText(sizes) || `${linesText(sizes)}${filesText(sizes)}`;

/** ", 12 → 3 lines"; empty for what is not text. */
const linesText = ({ input, output }: Sizes): string =>
  input.lines === 0 ? "" : `, ${count(input.lines)} → ${counted(output.lines, "line")}`;

/** ", 1,204 → 70 of them not zero"; empty for what is not binary. */
export const nonzeroText = ({ input, output }: Sizes): string =>
  input.nonzero === undefined || output.nonzero === undefined
    ? ""
    : `, ${count(input.nonzero)} → ${count(output.nonzero)} of them not zero`;

/** ", 12 → 3 files"; empty for one file. */
const filesText = ({ input, output }: Sizes): string =>
  input.files === undefined || output.files === undefined
    ? ""
    : `, ${count(input.files)} → ${counted(output.files, "file")}`;

export const PASS_HEADINGS = ["pass", "tests", "known", "successes", "bytes removed", "time"] as const;

/** A row under these headings. */
export const passCells = ({ pass, run, known, successes, removed, ms }: PassProgress): readonly string[] => [
  pass,
  ...[run, known, successes, removed].map(count),
  time(ms),
];

/** A table, one line for each pass. */
export const passLines = (passes: readonly PassProgress[]): readonly string[] => {
  if (passes.length === 0) return ["no pass has run"];
  const rows = [PASS_HEADINGS, ...passes.map(passCells)];
  const widths = PASS_HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
};
