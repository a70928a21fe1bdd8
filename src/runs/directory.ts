/** Where runs live: `.pare/NAME-HASH/`. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, onDisk } from "../journals/disk-errors.ts";
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
  readonly lock: string;
}

/** What runs that were cleaned away have put in the place of outputs that are directories. */
export const publishedIn = (runs: string): string => join(runs, "published");

/** No runs: packages that isolations have installed, what readers of coverage keep. */
const SHARED: ReadonlySet<string> = new Set(["installed", "readers"]);

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
  lock: join(directory, "lock"),
});

/** Names are kept readable: what could trouble a shell becomes an underscore. */
export const pathsOfRun = (runs: string, about: { readonly name: string; readonly hash: string }): RunPaths => {
  const name = about.name.replaceAll(/[^\p{L}\p{N}._+-]/gu, "_").slice(0, 100);
  return pathsOfDirectory(join(runs, `${name}-${about.hash.slice(0, HASH_DIGITS)}`));
};

/** Makes the directory of a run, and `.gitignore` for all of them: runs are nobody's commit. */
export const makeRunDirectory = (runs: string, { directory }: RunPaths): void =>
  onDisk(`cannot make ${directory}`, () => {
    makeDirectory(directory);
    const ignore = join(runs, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  });

/** With those above it. (With `recursive`, a read-only file system is reported as a missing directory.) */
const makeDirectory = (path: string): void => {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    mkdirSync(path);
  }
};

/** Forgets all but the lock. */
export const emptyRun = (paths: RunPaths): void => {
  const { record, journal, steps, evidence, witnesses, progress, necessity } = paths;
  // The record goes first: without it, what is left of the others is not taken for a run.
  // What was published stays known.
  for (const path of [record, journal, steps, evidence, witnesses, progress, necessity])
    onDisk(`cannot remove ${path}`, () => rmSync(path, { force: true }));
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
