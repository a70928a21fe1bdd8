/** Runs pare with a library loaded before libc that breaks one call at a time: no part of pare is replaced. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const source = fileURLToPath(new URL("./faults.c", import.meta.url));

/** `undefined` where there is no compiler, or no libc that can be stood before. */
export const compiled = (folder: string): string | undefined => {
  if (process.platform !== "linux") return undefined;
  const library = join(folder, "faults.so");
  try {
    execFileSync("gcc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], { stdio: "pipe" });
    return library;
  } catch {
    return undefined;
  }
};

/** KILL: `kill -9` instead of the call; SHORT: half of it is written, then the disk is full. All but EIO go on failing. */
export type How = "ENOSPC" | "EDQUOT" | "EIO" | "SHORT" | "KILL";

export interface Ran {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The calls that change something, in their order; of a run with a fault, only that one. */
  readonly points: readonly string[];
}

export interface Order {
  readonly library: string;
  /** Calls on paths below it count. */
  readonly directory: string;
  /** As on a system that cannot exchange two names. */
  readonly noExchange?: boolean | undefined;
  readonly fault?: { readonly at: string; readonly how: How };
}

export const pare = ({ library, directory, noExchange, fault }: Order, typed: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const logs = `${directory}.logs`;
    mkdirSync(logs, { recursive: true });
    const log = join(logs, `${performance.now()}`);
    const child = spawn(process.execPath, [main, ...typed], {
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARE_"))),
        LD_PRELOAD: library,
        UV_USE_IO_URING: "0",
        FAULT_ROOT: directory,
        FAULT_LOG: log,
        ...(noExchange === true && { FAULT_NO_EXCHANGE: "1" }),
        ...(fault !== undefined && { FAULT_AT: fault.at, FAULT_HOW: fault.how }),
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("close", (code, signal) => {
      const points = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
      resolve({ code, signal, stdout, stderr, points });
    });
  });
