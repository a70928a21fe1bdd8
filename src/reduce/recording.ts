/** Keeps progress.json of a run up to date, so that a report can be made of it at any time, whatever ends the run. */
import { join } from "node:path";
import { given } from "../core/maybe.ts";
import type { ReduceEvent } from "../core/notes.ts";
import { activeMs } from "../progress/pauses.ts";
import { progressed } from "../progress/progressed.ts";
import { beginning, type Progress } from "../progress/state.ts";
import {
  readRecorded,
  writeRecorded,
  type RecordedFile,
  type RecordedResult,
  type RecordedRun,
} from "../runs/progress-file.ts";
import { environmentOf, type NamedVersions } from "./environment.ts";
import type { ReduceOptions } from "./options.ts";
import type { Figures, ReduceResult } from "./result.ts";

/** So often while it runs. */
const WRITE_MS = 3000;
const FILE = "progress.json";

export interface Recording {
  see(event: ReduceEvent): void;
  /** The run has ended, with a result or without one. */
  end(result?: ReduceResult): void;
}

/** What cannot be written is not missed: the run matters more. */
export const recordingOf = (options: ReduceOptions): Recording => {
  const started = new Date().toISOString();
  const { budget, maxTests, untilSize, cwd = process.cwd() } = options;
  let progress = beginning({
    ...given({ ms: budget, tests: maxTests, size: untilSize }),
  });
  let path: string | undefined;
  let earlier: RecordedRun | undefined;
  let written = 0;
  let environment: (() => NamedVersions) | undefined;
  const write = (last: boolean, result?: ReduceResult): void => {
    if (path === undefined) return;
    written = progress.ms;
    const sessions = [...(earlier?.sessions ?? []), { started, ms: Math.round(activeMs(progress, progress.ms)) }];
    const recorded = {
      ...(options.commandLine !== undefined && { commandLine: options.commandLine }),
      directory: cwd,
      options: plainOptions(options),
      environment: environment?.() ?? [],
      sessions,
      progress: slim(progress),
      ...(result !== undefined && { result: resultOf(result) }),
    };
    try {
      writeRecorded(path, recorded, last);
    } catch {
      // It is only for reports, and is written again soon.
    }
  };
  return {
    see: (event) => {
      progress = progressed(progress, event);
      // A run that was finished before has been recorded then.
      if (event.type === "run" && event.finished !== true) {
        path = join(event.path, FILE);
        environment = environmentOf(options);
        earlier = event.resumed === undefined ? undefined : readRecorded(path);
        write(false);
      } else if (progress.ms - written > WRITE_MS) write(false);
    },
    end: (result) => write(true, result),
  };
};

/** What only matters while it runs is left out. */
const slim = (progress: Progress): unknown => ({ ...progress, samples: [], output: undefined });

const NOT_PLAIN: readonly string[] = [
  "signal",
  "controls",
  "onEvent",
  "onBest",
  "onLearnt",
  "oracle",
  "commandLine",
  "fresh",
];

const plainOptions = (options: ReduceOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !NOT_PLAIN.includes(name)));

const resultOf = (result: ReduceResult): RecordedResult => {
  const { status, reason, tests, committedTimeouts: timeouts, jobs, repeatLine, warnings } = result;
  return {
    status,
    ...(reason !== undefined && { reason }),
    input: fileOf(result.input),
    output: fileOf(result.output),
    tests: { ...tests },
    timeouts,
    jobs,
    repeatLine,
    warnings: warnings.map(({ message }) => message),
  };
};

const fileOf = (figures: Figures): RecordedFile => {
  const { sha256: _, ...file } = figures;
  return file;
};
