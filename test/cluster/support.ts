/** Workers and runs as processes of their own, in directories of their own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentOf } from "../../src/runs/steps/content.ts";
import { readTree } from "../../src/runs/output/tree.ts";
import { buildIfMissing } from "../cli/support.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist", "cli", "main.js");

const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARE_") && name !== "NO_COLOR"));

export interface Process {
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  readonly said: () => string;
  /** Resolves with the exit code, or the signal. */
  readonly ended: Promise<number | string>;
  readonly isOver: () => boolean;
}

export const startPare = (cwd: string, typed: readonly string[], prefix: readonly string[] = []): Process => {
  buildIfMissing();
  const [program, ...rest] = [...prefix, process.execPath, main, ...typed];
  const child = spawn(program as string, rest, { cwd, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (said += String(data)));
  let isOver = false;
  const ended = once(child, "close").then(([code, signal]) => {
    isOver = true;
    return (code as number | null) ?? String(signal);
  });
  return { child, said: () => said, ended, isOver: () => isOver };
};

/** Rejects with what it has said when it did not end well. */
export const endOf = async ({ ended, said }: Process): Promise<void> => {
  const how = await ended;
  if (how !== 0) throw new Error(`ended with ${how}: ${said()}`);
};

interface WorkerProcess extends Process {
  /** As a power cut would. */
  kill(): Promise<void>;
}

export interface Crew {
  readonly workers: readonly WorkerProcess[];
  /** One more, with one slot unless `slots` says otherwise; `typed`: further arguments, `prefix`: what starts it. */
  hire(options?: Hiring): WorkerProcess;
  stop(): Promise<void>;
}

interface Hiring {
  readonly url?: string;
  readonly slots?: number;
  readonly typed?: readonly string[];
  readonly prefix?: readonly string[];
  /** A cache of its own instead of the crew's. */
  readonly ownCache?: boolean;
}

/** Workers of one server, with a cache that they share. */
export const openCrew = (url: string): Crew => {
  const directory = mkdtempSync(join(tmpdir(), "pare-crew-"));
  const workers: WorkerProcess[] = [];
  let hired = 0;
  return {
    workers,
    hire({ url: own = url, slots = 1, typed = [], prefix = [], ownCache = false } = {}) {
      hired += 1;
      const cache = join(directory, ownCache ? `cache-${hired}` : "cache");
      const name = `w${hired}`;
      const words = ["worker", "--cluster", own, "-j", String(slots), "--cache", cache, "--name", name, ...typed];
      const process = startPare(directory, words, prefix);
      const worker: WorkerProcess = {
        ...process,
        async kill() {
          workers.splice(workers.indexOf(worker), 1);
          process.child.kill("SIGKILL");
          await process.ended;
        },
      };
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all(workers.slice().map((worker) => worker.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** An input and its test, written into a fresh directory. */
export interface Trouble {
  readonly name: string;
  /** By path; the first is the input unless `input` names it. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly input?: string;
  /** For sh: what follows `#!/bin/sh`. */
  readonly test: string;
  readonly typed?: readonly string[];
}

export interface Site {
  readonly path: string;
  readonly output: string;
  /** The words of the reduction. */
  readonly typed: readonly string[];
  /** The result; of a directory, everything that is in it. */
  read(): Uint8Array;
  remove(): void;
}

export const siteOf = (trouble: Trouble): Site => {
  const path = mkdtempSync(join(tmpdir(), "pare-site-"));
  for (const [name, content] of Object.entries(trouble.files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  writeFileSync(join(path, "test.sh"), `#!/bin/sh\n${trouble.test}\n`);
  chmodSync(join(path, "test.sh"), 0o755);
  const [first = ""] = Object.keys(trouble.files);
  const input = trouble.input ?? first;
  const output = join(path, "result");
  return {
    path,
    output,
    typed: ["reduce", input, "--test", "./test.sh", "-o", output, ...(trouble.typed ?? [])],
    read: () =>
      statSync(output).isDirectory()
        ? contentOf(
            readTree(output, () => false),
            { plain: false },
          )
        : new Uint8Array(readFileSync(output)),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
