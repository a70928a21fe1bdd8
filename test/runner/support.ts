/** Helpers to look at jobs from outside. */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessJob } from "../../src/runner/index.ts";

export const environment: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

export const never: AbortSignal = new AbortController().signal;

export const job = (command: readonly string[], more: Partial<ProcessJob> = {}): ProcessJob => ({
  command,
  cwd: tmpdir(),
  env: environment,
  timeout: 60_000,
  keep: 10_000,
  ...more,
});

export const shell = (script: string, more: Partial<ProcessJob> = {}): ProcessJob => job(["sh", "-c", script], more);

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

export const temporary = (): string => mkdtempSync(join(tmpdir(), "runner test "));

export const writeScript = (path: string, content: string): string => {
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
};

/** Living processes whose command line holds the text; zombies have none. */
export const processesWith = (needle: string): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => readProc(`/proc/${pid}/cmdline`).includes(needle))
    .map(Number);

export const zombies = (): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => new RegExp(`\\) Z ${process.pid} `).test(readProc(`/proc/${pid}/stat`)))
    .map(Number);

export const openFiles = (): number => readdirSync("/proc/self/fd").length;

export const eventually = async (holds: () => boolean, longest: number): Promise<boolean> => {
  for (const limit = Date.now() + longest; Date.now() < limit; await sleep(20)) if (holds()) return true;
  return holds();
};

/** Whether all of them stand in a list that the watchdog would read. */
export const isNoted = (scratch: string, pids: readonly number[]): boolean => {
  const lists = readdirSync(scratch).filter((name) => name.startsWith("jobs-"));
  const noted = lists.flatMap((name) => readFileSync(join(scratch, name), "latin1").split("\n"));
  return pids.every((pid) => noted.some((line) => line.trim().split(" ")[0] === String(pid)));
};

const readProc = (path: string): string => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
};

let count = 0;

/** A number of seconds to sleep that nobody else sleeps: the mark by which the sleeper is found. */
export const unique = (): string => {
  count += 1;
  return `${4000 + count}.${process.pid}${String(Date.now()).slice(-6)}`;
};
