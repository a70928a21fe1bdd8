/** From the directory of a run to what its report tells. */
import { basename } from "node:path";
import { given } from "../core/maybe.ts";
import { readRegular } from "../journals/regular-file.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Evidence } from "../core/verdict.ts";
import { hexRows } from "../formats/binary/hex.ts";
import { isBinary } from "../formats/encoding.ts";
import { wasted } from "../progress/selectors.ts";
import type { Progress } from "../progress/state.ts";
import { nearby } from "../reporters/nearby.ts";
import type { ReportedFile, Tests } from "../reporters/reduce/closing.ts";
import type { Necessity, ReportData } from "../reporters/reduce/report-data.ts";
import { reasonText } from "../reporters/stop-reasons.ts";
import { caseOf } from "../runs/steps/content.ts";
import { sha256 } from "../runs/identity.ts";
import { holderOf } from "../runs/lock.ts";
import { keptOutput } from "../runs/steps/witnesses.ts";
import { anonymousReport } from "./anonymous.ts";
import type { StepReader } from "./step-log.ts";
import { storedOriginal, type StoredOriginal } from "./original.ts";
import { progressOf, type StoredRun } from "./run.ts";
import { stepReader } from "./steps-of-run.ts";
import { fittingBook, annotated } from "./annotated-log.ts";

/** A result longer than that is cut in the text of a report. */
const MAX_TEXT = 100_000;
/** The same of rows of bytes. */
const MAX_ROWS = 625;

/** The steps and the result of a run; the result is that of the last step that is known. */
export interface Rebuilt {
  readonly original: StoredOriginal;
  readonly reader: StepReader;
  readonly tip: number;
  readonly content: Uint8Array;
  readonly result: TestCase;
}

/** `undefined` when the original is gone, or a record is damaged. */
export const rebuiltRun = (run: StoredRun): Rebuilt | undefined => {
  const original = storedOriginal(run);
  if (original === undefined) return undefined;
  const reader = stepReader(run.paths, original);
  const tip = run.record.ending?.step ?? reader.numberOf(progressOf(run)?.bestKey ?? "?") ?? reader.last;
  const content = reader.content(tip);
  if (content === undefined) return undefined;
  return { original, reader, tip, content, result: caseOf(content, original.shape, original.source) };
};

/** `directory`: paths are told as they are typed there. */
export const reportData = (run: StoredRun, directory: string, necessity?: Necessity): ReportData => {
  const data = allData(run, directory, necessity);
  return run.record.identity.options["anonymize"] === true ? anonymousReport(data) : data;
};

const allData = (run: StoredRun, directory: string, necessity?: Necessity): ReportData => {
  const { record, recorded, paths } = run;
  const { ending } = record;
  const rebuilt = rebuiltRun(run);
  const progress = progressOf(run);
  const ended = recorded?.result;
  const status = record.status === "running" && holderOf(paths.lock) === undefined ? "interrupted" : record.status;
  const tests = ending?.tests ?? ended?.tests ?? testsSoFar(progress);
  const input = ended?.input ?? {
    path: record.input.path,
    bytes: record.input.bytes,
    lines: progress?.run?.input.lines ?? 0,
  };
  const evidence = evidenceIn(paths.evidence);
  const book = rebuilt && fittingBook(rebuilt, progress?.steps ?? []);
  return {
    name: basename(record.input.path),
    status,
    ...(ended?.reason !== undefined && { reason: reasonText(ended.reason) }),
    oracle: record.description,
    input: near(input, directory),
    output: {
      ...near(outputOf(run, rebuilt), directory),
      sha256: rebuilt === undefined ? "" : sha256(rebuilt.content),
    },
    ...(rebuilt !== undefined && { result: rebuilt.result.files.map(shown) }),
    ...(rebuilt !== undefined && beforeIn(rebuilt.original.source)),
    proof: {
      complete: status === "complete",
      claims: ending?.claims ?? [],
      timeouts: ending?.timeouts ?? 0,
      ...(record.aim !== undefined && { aim: record.aim }),
      ...(ending?.skipped !== undefined && { skipped: ending.skipped }),
    },
    ...(tests !== undefined && {
      tests: { ...EMPTY, ...tests, timeouts: ending?.timeouts ?? ended?.timeouts ?? progress?.tests.timeouts ?? 0 },
    }),
    ...timeOf(run),
    format: record.format,
    strategy: record.strategy,
    ...(ended !== undefined && { jobs: ended.jobs }),
    ...curves(progress, rebuilt, record.input.bytes),
    passes: progress?.passes ?? [],
    accepted: rebuilt === undefined ? (progress?.accepted ?? 0) : rebuilt.reader.wayTo(rebuilt.tip).length - 1,
    steps: stepsOf(rebuilt, progress),
    ...(book !== undefined && { book }),
    ...(ended !== undefined && { show: ended.repeatLine }),
    ...(recorded?.commandLine !== undefined && { commandLine: recorded.commandLine }),
    ...(evidence !== undefined && { evidence }),
    ...(ending?.drift !== undefined && { drift: ending.drift }),
    notes: ended?.warnings ?? [],
    environment: recorded?.environment ?? [["pare", record.pare]],
    run: nearby(directory, paths.directory),
    started: record.started,
    changed: record.changed,
    ...(necessity !== undefined && { necessity }),
  };
};

/** The tests of a run that is under way or was killed, as its progress counts them. */
const testsSoFar = (progress: Progress | undefined): Omit<Tests, "timeouts"> | undefined => {
  if (progress === undefined || progress.stage === "opening") return undefined;
  const { outcomes, provenances } = progress.tests;
  const waste = wasted(progress).tests;
  const { run: answered, recalled } = provenances;
  return { run: answered + waste, recalled, wasted: waste, answered, ...outcomes };
};

const timeOf = ({ record: { ending }, recorded }: StoredRun): Pick<ReportData, "wallMs" | "sessions"> => {
  const all = recorded?.sessions.map(({ ms }) => ms) ?? [ending?.wallMs ?? 0];
  const wallMs = all.reduce((sum, ms) => sum + ms, 0);
  return { wallMs, sessions: { count: all.length, lastMs: all.at(-1) ?? 0 } };
};

const EMPTY = { run: 0, recalled: 0, wasted: 0, fail: 0, pass: 0, unresolved: 0, timeouts: 0 };

const near = ({ path, bytes, lines, files, nonzero }: ReportedFile, directory: string): ReportedFile => ({
  path: nearby(directory, path),
  bytes,
  lines,
  ...given({ files, nonzero }),
});

const outputOf = ({ record, recorded }: StoredRun, rebuilt: Rebuilt | undefined): ReportedFile => {
  if (recorded?.result !== undefined) return recorded.result.output;
  const contents = rebuilt?.result.files.map((file) => file.bytes()) ?? [];
  const lines = contents.reduce((sum, bytes) => sum + bytes.reduce((ends, byte) => ends + (byte === 10 ? 1 : 0), 0), 0);
  const bytes = contents.reduce((sum, each) => sum + each.length, 0);
  return { path: record.output, bytes: rebuilt === undefined ? (record.ending?.bytes ?? 0) : bytes, lines };
};

const shown = ({ path, bytes }: TestCase["files"][number]): NonNullable<ReportData["result"]>[number] => {
  const content = bytes();
  if (isBinary(content)) {
    const { rows, cut } = hexRows(content, MAX_ROWS);
    return { path, text: rows.join("\n"), binary: true, cut };
  }
  const part = content.subarray(0, MAX_TEXT);
  return { path, text: new TextDecoder().decode(part), binary: false, cut: part.length < content.length };
};

/** What is shown of the original: lines, and characters of each. */
const [MAX_BEFORE, MAX_LINE] = [1000, 200];

const beforeIn = ({ files: [file, ...others] }: TestCase): Pick<ReportData, "before"> =>
  file === undefined || others.length > 0 ? {} : beforeOf(file.bytes());

/** How an original begins, if it is a text. */
export const beforeOf = (content: Uint8Array): Pick<ReportData, "before"> => {
  if (content.length === 0 || isBinary(content)) return {};
  const lines = new TextDecoder().decode(content).replace(/\n$/, "").split("\n");
  const text = lines
    .slice(0, MAX_BEFORE)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  return { before: { text: text.join("\n"), more: Math.max(0, lines.length - MAX_BEFORE) } };
};

/** Over time as the steps were accepted, in all sessions; the model knows only the last one. */
const curves = (
  progress: Progress | undefined,
  rebuilt: Rebuilt | undefined,
  original: number,
): Pick<ReportData, "overTests" | "overTime"> => {
  const steps = rebuilt?.reader.book(rebuilt.tip, { after: 0 })?.steps ?? [];
  const timed = steps.flatMap(({ at, size }) => (at === undefined ? [] : [[at, size] as const]));
  const [, ...later] = progress?.overTime.points ?? [];
  const overTime = timed.length >= later.length && timed.length > 0 ? [[0, original] as const, ...timed] : undefined;
  return { overTests: progress?.overTests.points ?? [], overTime: overTime ?? progress?.overTime.points ?? [] };
};

const stepsOf = (rebuilt: Rebuilt | undefined, progress: Progress | undefined): ReportData["steps"] => {
  if (rebuilt === undefined) return [];
  const { reader, tip } = rebuilt;
  const book = reader.book(tip, { after: 0 });
  const steps = book === undefined ? [] : annotated(reader, book, progress?.steps ?? []).steps;
  return steps.map(({ number, size, at, pass, tests }) => ({
    number,
    size,
    ...given({ at, pass, tests }),
  }));
};

const evidenceIn = (path: string): ReportData["evidence"] => {
  try {
    const { evidence } = JSON.parse(readRegular(path)) as { readonly evidence?: Evidence };
    if (evidence === undefined) return undefined;
    const { output, exit, signal } = evidence;
    return {
      ...(output !== undefined && { output: keptOutput(output) }),
      ...given({ exit, signal }),
    };
  } catch {
    return undefined;
  }
};
