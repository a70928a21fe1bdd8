/** The built command, started in a directory of its own, and what came of it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const MAIN: string = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From its start to its end, in milliseconds. */
  readonly ms: number;
}

export interface Started {
  readonly child: ChildProcess;
  /** What it has said on standard error so far. */
  said(): string;
  readonly ended: Promise<Ended>;
}

export interface Ground {
  readonly path: string;
  /** Files that start with `#!` can be run. */
  write(name: string, text: string | Uint8Array): string;
  has(name: string): boolean;
  start(typed: readonly string[], environment?: Readonly<Record<string, string>>): Started;
  remove(): void;
}

/** What this process was given must not be read as settings. */
const cleanEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARE_") && name !== "NO_COLOR"));

export const ground = (): Ground => {
  const path = mkdtempSync(join(tmpdir(), "pare-storm-"));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      if (Buffer.from(content.slice(0, 2)).toString() === "#!") chmodSync(file, 0o755);
      return file;
    },
    has: (name) => existsSync(join(path, name)),
    start: (typed, environment = {}) => startIn(path, [process.execPath, MAIN, ...typed], environment),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};

/** Starts any program there. */
export const startIn = (
  cwd: string,
  [program = "", ...words]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Started => {
  const startedAt = performance.now();
  const child = spawn(program, words, { cwd, env: { ...cleanEnvironment(), ...environment } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, "exit").then(() => performance.now() - startedAt);
  const ended = once(child, "close").then(async ([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
    ms: await exited,
  }));
  return { child, said: () => stderr, ended };
};

/** Until something is so; never by the clock alone. Throws when it has ended without that. */
export const until = async (isSo: () => boolean, { child }: Started): Promise<void> => {
  while (!isSo()) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("it has ended before that");
    await sleep(10);
  }
};

/** So many at once, all in their order. */
export const inTurns = async <T, R>(all: readonly T[], atOnce: number, work: (each: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    results.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return results;
};
