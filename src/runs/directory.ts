/** Where runs live: `.pare/NAME-HASH/`. */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onDisk } from "../journals/disk-errors.ts";
import { removeLeftoversIn } from "./atomic.ts";
import { PRIVATE_FILE } from "./audience.ts";
import { sha256 } from "./identity.ts";
import { refuseForeignLinks } from "./links.ts";
import { takeLock, type Lock } from "./lock.ts";
import { placeOf } from "./output/place.ts";
import { IGNORE, makePrivateAmongRuns } from "./private.ts";
import { readRecord, type RunRecord } from "./record.ts";

/** The files of one run. */
export interface RunPaths {
  readonly directory: string;
  readonly record: string;
  readonly journal: string;
  readonly steps: string;
  readonly evidence: string;
  /** What the oracle has seen of each step. */
  readonly witnesses: string;
  /** How the run was started and how far it came, for reports. */
  readonly progress: string;
  /** What became of the result without each of its parts. */
  readonly necessity: string;
  /** The digests of directories that were put in the place of the output. */
  readonly published: string;
  /** Holds the best when the output was changed by somebody else. */
  readonly best: string;
  readonly lock: string;
}

/** What runs that were cleaned away have put in the place of outputs that are directories. */
export const publishedIn = (runs: string): string => join(runs, "published");

/** Locks of outputs that runs are writing to. */
const OUTPUTS = "outputs";

/** Inputs from standard input, and results for standard output. */
export const STREAMS = "streams";

/** No runs: packages that isolations have installed, what readers of coverage keep, locks, streams. */
const SHARED: ReadonlySet<string> = new Set(["installed", "readers", OUTPUTS, STREAMS]);

const HASH_DIGITS = 12;

/** The files of the run in a directory. */
export const pathsOfDirectory = (directory: string): RunPaths => ({
  directory,
  record: join(directory, "run.json"),
  journal: join(directory, "journal.jsonl"),
  steps: join(directory, "steps.jsonl"),
  evidence: join(directory, "evidence.json"),
  witnesses: join(directory, "witnesses.jsonl"),
  progress: join(directory, "progress.json"),
  necessity: join(directory, "necessity.json"),
  published: join(directory, "published"),
  best: join(directory, "best"),
  lock: join(directory, "lock"),
});

/** Names are kept readable: what could trouble a shell becomes an underscore. */
export const pathsOfRun = (runs: string, about: { readonly name: string; readonly hash: string }): RunPaths => {
  const name = about.name.replaceAll(/[^\p{L}\p{N}._+-]/gu, "_").slice(0, 100);
  return pathsOfDirectory(join(runs, `${name}-${about.hash.slice(0, HASH_DIGITS)}`));
};

/** Makes the directory of a run, for the user alone, and `.gitignore` for all of them: runs are nobody's commit. */
export const makeRunDirectory = (runs: string, { directory }: RunPaths): void =>
  onDisk(`cannot make ${directory}`, () => {
    refuseForeignLinks(directory);
    makePrivateAmongRuns(directory);
    removeLeftoversIn(directory);
    const ignore = join(runs, IGNORE.name);
    if (!existsSync(ignore)) writeFileSync(ignore, IGNORE.text, { mode: PRIVATE_FILE });
  });

/** Two runs never write to one output at the same time. Throws OUTPUT_LOCKED; the run directory has been made before. */
export const lockOutput = (runs: string, output: string): Lock => {
  const directory = join(runs, OUTPUTS);
  onDisk(`cannot make ${directory}`, () => makePrivateAmongRuns(directory));
  return takeLock(join(directory, `${sha256(placeOf(output)).slice(0, HASH_DIGITS)}.lock`), {
    code: "OUTPUT_LOCKED",
    doing: `is writing its result to ${output}`,
    advice: "or give another output: --output PATH",
  });
};

/** Forgets all but the lock. */
export const emptyRun = (paths: RunPaths): void => {
  const { record, journal, steps, evidence, witnesses, progress, necessity, best } = paths;
  // The record goes first: without it, what is left of the others is not taken for a run.
  // What was published stays known.
  for (const path of [record, journal, steps, evidence, witnesses, progress, necessity, best])
    onDisk(`cannot remove ${path}`, () => rmSync(path, { recursive: true, force: true }));
};

/** Every run there is, with its record where that can be read. */
export const runsIn = (runs: string): { readonly paths: RunPaths; readonly record: RunRecord | undefined }[] => {
  if (!existsSync(runs)) return [];
  return onDisk(`cannot read ${runs}`, () => readdirSync(runs, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
    .map((entry) => {
      const paths = pathsOfDirectory(join(runs, entry.name));
      return { paths, record: readRecord(paths.record) };
    });
};
