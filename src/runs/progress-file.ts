/** progress.json: how a run was started, where, and how far it came; for reports, nothing is decided by it. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { readRegular } from "../journals/regular-file.ts";
import { nameBeside, replaceFile } from "./atomic.ts";
import { PRIVATE_FILE } from "./audience.ts";

/** Raised with every change of its shape; `upgraded` reads what earlier versions have written. */
const PROGRESS_VERSION = 2;

export interface RecordedRun {
  readonly version: typeof PROGRESS_VERSION;
  /** As it was typed, where it was. */
  readonly commandLine?: string;
  readonly directory: string;
  /** What `reduce` was told, less what is no plain data. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What it ran with and on: names and values, for people. */
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** Each began at a time (ISO 8601) and lasted so many milliseconds. */
  readonly sessions: readonly { readonly started: string; readonly ms: number }[];
  /** The state of the progress model: plain data. */
  readonly progress: unknown;
  /** How it ended; missing while it runs, and when it was killed. */
  readonly result?: RecordedResult;
}

export interface RecordedResult {
  readonly status: "complete" | "stopped";
  readonly reason?: string;
  readonly input: RecordedFile;
  readonly output: RecordedFile;
  readonly tests: Readonly<Record<string, number>>;
  readonly timeouts: number;
  readonly jobs: number;
  /** The line that repeats the test on the result by hand. */
  readonly repeatLine: string;
  readonly warnings: readonly string[];
}

export interface RecordedFile {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly nonzero?: number;
  readonly files?: number;
}

/** `undefined` for what is missing, damaged, or of another version. */
export const readRecorded = (path: string): RecordedRun | undefined => {
  try {
    const recorded = upgraded(JSON.parse(readRegular(path)) as Readonly<Record<string, unknown>>);
    return recorded.version === PROGRESS_VERSION ? (recorded as RecordedRun) : undefined;
  } catch {
    return undefined;
  }
};

/** In version 1, the option `extraFiles` was called `beside`. */
const upgraded = (recorded: Readonly<Record<string, unknown>>): Partial<RecordedRun> => {
  if (recorded["version"] !== 1) return recorded;
  const { beside: extraFiles, ...options } = (recorded["options"] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...recorded,
    version: PROGRESS_VERSION,
    options: { ...options, ...(extraFiles !== undefined && { extraFiles }) },
  };
};

/** Readers see the old content or the new one. It is not waited for the disk unless it is the last. */
export const writeRecorded = (path: string, recorded: Omit<RecordedRun, "version">, last: boolean): void => {
  const text = `${JSON.stringify({ version: PROGRESS_VERSION, ...recorded })}\n`;
  if (last) return replaceFile(path, text);
  const beside = nameBeside(path);
  try {
    writeFileSync(beside, text, { mode: PRIVATE_FILE });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
};
