/** A run as its directory tells it: found by name, path, or as the latest. */
import { basename, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import type { Progress } from "../progress/state.ts";
import { pathsOfDirectory, runsIn, type RunPaths } from "../runs/directory.ts";
import { listRuns } from "../runs/list.ts";
import { readRecorded, type RecordedRun } from "../runs/progress-file.ts";
import { readRecordOf, type ReduceRecord } from "../runs/record.ts";

export interface StoredRun {
  /** NAME-HASH */
  readonly name: string;
  readonly paths: RunPaths;
  readonly record: ReduceRecord;
  /** Missing for runs of older versions. */
  readonly recorded: RecordedRun | undefined;
}

/**
 * `wanted` is NAME-HASH, the beginning of it, the path of the run's directory, or the path of the input or output; the latest run
 * unless given. Throws a `UserError` when there is none, or more than one begins so.
 */
export const findRun = (runs: string, wanted: string | undefined, cwd: string): StoredRun => {
  const order = listRuns(runs).map(({ name }) => name);
  const readable = runsIn(runs)
    // Isolations and suites write reports of their own, when they end.
    .flatMap(({ paths, record }) =>
      record?.command === "reduce" ? [{ name: basename(paths.directory), paths, record } as const] : [],
    )
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const [latest] = readable;
  if (latest === undefined)
    throw new UserError("NO_RUN", `There is no run in ${runs}.`, {
      advice: "A run is made by pare reduce, in .pare of the directory where it is started.",
    });
  const chosen = wanted === undefined ? latest : one(readable, wanted, cwd);
  return { ...chosen, recorded: readRecorded(chosen.paths.progress) };
};

type Readable = Omit<StoredRun, "recorded">;

const one = (readable: readonly Readable[], wanted: string, cwd: string): Readable => {
  const path = resolve(cwd, wanted);
  const exact = readable.find(({ name, paths }) => name === wanted || paths.directory === path);
  const byFile = readable.find(({ record }) => record.input.path === path || record.output === path);
  const begun = readable.filter(({ name }) => name.startsWith(wanted));
  const found = exact ?? byFile ?? (begun.length === 1 ? begun[0] : undefined);
  if (found !== undefined) return found;
  const names = readable.map(({ name }) => name).join(", ");
  const message =
    begun.length > 1 ? `${begun.length} runs begin with ${wanted}: ${begun.map(({ name }) => name).join(", ")}.` : "";
  throw new UserError("NO_RUN", message || `There is no run ${wanted}.`, { advice: `There are: ${names}.` });
};

/** The run in a directory; `undefined` when there is none. */
export const storedRun = (directory: string): StoredRun | undefined => {
  const paths = pathsOfDirectory(directory);
  const record = readRecordOf("reduce", paths.record);
  return record && { name: basename(directory), paths, record, recorded: readRecorded(paths.progress) };
};

/** The state of the progress model when it was last written down. */
export const progressOf = ({ recorded }: StoredRun): Progress | undefined => recorded?.progress as Progress | undefined;
