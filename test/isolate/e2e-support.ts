/** What the end-to-end tests of isolations share: ends on the disk, isolations in this process and in one that is killed, what is left behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import type { UserError } from "../../src/core/errors.ts";
import type { IsolateEvent } from "../../src/isolate/events.ts";
import { isolate } from "../../src/isolate/isolate.ts";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import type { IsolateResult } from "../../src/isolate/result.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "pare-e2e-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

/** A directory that is there, with these files; scripts may be executed. */
export const directoryWith = (files: Readonly<Record<string, string>> = {}): string => {
  const directory = join(root, String(made++));
  mkdirSync(directory);
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  return directory;
};

/** A path at which there is nothing. */
export const free = (): string => join(root, String(made++));

export type Asked = IsolateOptions & { readonly cwd: string };

/** With two jobs unless the test says otherwise. */
export const found = async (options: Asked): Promise<IsolateResult> => await isolate({ jobs: 2, ...options }).result;

/** The complaint, with the number of tests that were run for it. */
export const complaint = async (options: Asked): Promise<UserError & { readonly events: readonly IsolateEvent[] }> => {
  const events: IsolateEvent[] = [];
  const { result } = isolate({ jobs: 2, ...options, onEvent: (event) => events.push(event) });
  const error = await result.then(
    () => undefined,
    (reason: unknown) => reason as UserError,
  );
  expect(error).toMatchObject({ name: "UserError" });
  return Object.assign(error as UserError, { events });
};

/** What makes answers the same. */
export const answerOf = ({ status, trigger, patch, proof, searchTests }: Told): unknown => ({
  status,
  trigger: trigger.map(({ id }) => id),
  patch: patch?.map(({ id }) => id),
  proof: [proof.goodPlusPatchFails, proof.badMinusTriggerPasses],
  searchTests,
});

export const idsOf = (changes: IsolateResult["patch"]): readonly string[] => (changes ?? []).map(({ id }) => id);

/** Runs of a directory. */
export const runsIn = (cwd: string): readonly string[] => {
  const runs = join(cwd, ".pare");
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(runs, name));
};

/** The places of workers that are there. */
export const placesIn = (cwd: string): readonly string[] =>
  runsIn(cwd)
    .map((run) => join(run, "places"))
    .filter((path) => existsSync(path));

/** Processes that work in a directory or have it in their command line. */
const processesAt = (cwd: string): readonly string[] =>
  readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return words.includes(`${cwd}/`) || realpathSync(`/proc/${pid}/cwd`).startsWith(`${cwd}/`);
    } catch {
      return false;
    }
  });

/** Neither places nor processes; these may take a moment to be gone. */
export const nothingLeft = async (cwd: string): Promise<void> => {
  expect(placesIn(cwd)).toEqual([]);
  await nothingRuns(cwd);
};

export const nothingRuns = async (cwd: string): Promise<void> => {
  for (let turn = 0; turn < 500 && processesAt(cwd).length > 0; turn++) await pause(20);
  expect(processesAt(cwd)).toEqual([]);
};

/** By its address: pare runs elsewhere. */
const TSX = import.meta.resolve("tsx");
const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** Of SPEC's JSON, what the tests look at. */
export type Told = Pick<
  IsolateResult,
  "status" | "trigger" | "patch" | "proof" | "searchTests" | "tests" | "wallMs" | "run"
>;

export interface Ended {
  /** The last line with --json; nothing when it was killed. */
  readonly json: Told | undefined;
  readonly stderr: string;
  /** The most memory that pare has had, in bytes. */
  readonly memory: number;
}

/** `ru_maxrss` would be that of the process which started it, if that was larger. */
const TELL_MEMORY = `data:text/javascript,import { readFileSync, writeSync } from "node:fs"; process.on("exit", () => { if (process.argv.includes("isolate")) writeSync(2, readFileSync("/proc/self/status", "utf8").match(/VmHWM.*/)[0] + "\\n"); });`;

/** `pare isolate … --json` in a process of its own, which is killed once `kill` says so. */
export const pareIsolate = async (cwd: string, words: readonly string[], kill?: () => boolean): Promise<Ended> => {
  const child = spawn(
    process.execPath,
    ["--import", TSX, "--import", TELL_MEMORY, MAIN, "isolate", "--json", ...words],
    { cwd, stdio: ["ignore", "pipe", "pipe"] },
  );
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => (stdout += String(data)));
  child.stderr.on("data", (data) => (stderr += String(data)));
  const closed = once(child, "close");
  if (kill !== undefined) {
    while (!kill() && child.exitCode === null) await pause(2);
    child.kill("SIGKILL");
  }
  await closed;
  const last = stdout.trimEnd().split("\n").at(-1) ?? "";
  const memory = Number(/VmHWM:\s*(\d+) kB/.exec(stderr)?.[1] ?? Number.NaN) * 1024;
  return { json: last.startsWith("{") ? (JSON.parse(last) as Told) : undefined, stderr, memory };
};

/** The same, to its end. */
export const told = async (cwd: string, words: readonly string[]): Promise<Told & Ended> => {
  const ended = await pareIsolate(cwd, words);
  if (ended.json === undefined) throw new Error(ended.stderr);
  return { ...ended.json, ...ended };
};

/** Answers that journals of a directory hold. */
export const answersIn = (cwd: string): number =>
  runsIn(cwd)
    .map((run) => join(run, "journal.jsonl"))
    .filter((path) => existsSync(path))
    .reduce(
      (sum, path) =>
        sum +
        readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line.includes('"key"')).length,
      0,
    );
