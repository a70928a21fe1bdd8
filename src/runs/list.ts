/** Old runs: listing them and taking them away. */
import { existsSync, readdirSync, readFileSync, rmSync, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { appendRegular, readRegular } from "../journals/regular-file.ts";
import { onDisk } from "../journals/disk-errors.ts";
import { publishedIn, runsIn, type RunPaths } from "./directory.ts";
import { sha256 } from "./identity.ts";
import { holderOf } from "./lock.ts";
import { isRegularFile, keptOriginal } from "./output/place.ts";
import { readRecordOf, type Command, type RunRecord } from "./record.ts";
import { readSteps } from "./steps/steps.ts";

export interface RunSummary {
  /** NAME-HASH */
  readonly name: string;
  readonly directory: string;
  /** `interrupted`: said to be running by nobody who lives; `damaged`: without a record that can be read. */
  readonly status: "complete" | "stopped" | "running" | "interrupted" | "damaged";
  /** The process that works on it. */
  readonly pid?: number;
  readonly command?: Command;
  /** What was to become small; an isolation has two ends instead, which `path` names together. */
  readonly input?: { readonly path: string; readonly bytes?: number };
  readonly output?: string;
  /** The size of the result, once there is one. */
  readonly bytes?: number;
  /** How many changes an isolation has found, once it is done. */
  readonly changes?: number;
  /** On the disk. */
  readonly diskBytes: number;
  /** When anything of it was last changed, in milliseconds of the clock. */
  readonly changed: number;
}

/** The latest first. */
export const listRuns = (runs: string): RunSummary[] =>
  runsIn(runs)
    .map(({ paths, record }): RunSummary => {
      const holder = holderOf(paths.lock);
      const { bytes, changed } = measured(paths);
      const stale = record?.status === "running" ? "interrupted" : record?.status;
      return {
        name: basename(paths.directory),
        directory: paths.directory,
        status: holder === undefined ? (stale ?? "damaged") : "running",
        ...(holder !== undefined && { pid: holder.pid }),
        ...(record !== undefined && summaryOf(record)),
        diskBytes: bytes,
        changed,
      };
    })
    .toSorted((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1));

const summaryOf = (record: RunRecord): Partial<RunSummary> => {
  const { command } = record;
  if (command === "isolate") {
    const { titles, ending } = record;
    return { command, input: { path: `${titles.good} … ${titles.bad}` }, ...(ending && { changes: ending.changes }) };
  }
  const { input, output } = record;
  if (command === "suite" || command === "triage" || record.ending === undefined) return { command, input, output };
  return { command, input, output, bytes: record.ending.bytes };
};

export interface Cleaning {
  /** Only those that have not changed for so many milliseconds. */
  readonly olderThan?: number;
  /** Only these, by NAME-HASH. */
  readonly names?: readonly string[];
}

/** Removes runs that nobody works on; returns those removed. Results and kept originals lie elsewhere and stay. */
export const cleanRuns = (runs: string, { olderThan = 0, names }: Cleaning = {}): RunSummary[] => {
  const before = Date.now() - olderThan;
  const old = listRuns(runs).filter(
    ({ name, status, changed }) =>
      status !== "running" && (olderThan === 0 || changed <= before) && (names === undefined || names.includes(name)),
  );
  for (const { paths } of runsIn(runs).filter((run) => old.some((each) => each.directory === run.paths.directory))) {
    rememberPublished(runs, paths);
    rememberTrees(runs, paths);
  }
  for (const { directory } of old)
    onDisk(`cannot remove ${directory}`, () => rmSync(directory, { recursive: true, force: true }));
  return old;
};

const measured = ({ directory }: RunPaths): { readonly bytes: number; readonly changed: number } => {
  let bytes = 0;
  let changed = 0;
  for (const name of readdirSync(directory)) {
    const stats = lstatSync(join(directory, name), { throwIfNoEntry: false });
    bytes += stats?.size ?? 0;
    changed = Math.max(changed, stats?.mtimeMs ?? 0);
  }
  return { bytes, changed };
};

/** Beside the runs, so that it outlives them: a line "ORIGINAL CONTENT" of digests for what runs in place have left at its place. */
const inPlaceIn = (runs: string): string => join(runs, "in-place");

/** Directories are known by what was noted of them. */
const rememberTrees = (runs: string, { published }: RunPaths): void => {
  if (!existsSync(published)) return;
  onDisk(`cannot write ${publishedIn(runs)}`, () => appendRegular(publishedIn(runs), readRegular(published)));
};

/** Without its steps nobody could tell a result of pare from work by hand, which is never overwritten. */
const rememberPublished = (runs: string, paths: RunPaths): void => {
  const record = readRecordOf("reduce", paths.record);
  if (record === undefined || record.input.path !== keptOriginal(record.output) || !isRegularFile(record.output))
    return;
  const there = sha256(readFileSync(record.output));
  if (![...readSteps(paths.steps).values()].some((step) => step.sha256 === there)) return;
  onDisk(`cannot write ${inPlaceIn(runs)}`, () =>
    appendRegular(inPlaceIn(runs), `${record.identity.input} ${there}\n`),
  );
};

/** Was this content left by a run in place of that original which has been cleaned away since? */
export const wasPublished = (runs: string, original: string, content: string): boolean =>
  existsSync(inPlaceIn(runs)) && readRegular(inPlaceIn(runs)).split("\n").includes(`${original} ${content}`);
