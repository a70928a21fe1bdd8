/** What people do today: afl-tmin on one file for each stack hash, one after the other; on some of them, drawn by chance. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { measured } from "./measured.ts";

export interface Minimised {
  /** Files that were minimised. */
  readonly files: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly executions: number;
  readonly bytes: number;
  /** Runs that were ended by the cap: they would have taken longer. */
  readonly capped: number;
}

/** Seconds for each file. */
interface MinimiseOptions {
  readonly cap: number;
}

/** AFL's words about itself. */
const EXECUTIONS = /execs done : (\d+)/;

/** `command`: of a program that AFL++ has compiled, so that it is its own fork server. */
export const minimised = (
  command: readonly string[],
  files: readonly string[],
  { cap }: MinimiseOptions,
): Minimised => {
  const output = mkdtempSync(join(tmpdir(), "pare-triage-"));
  let sum: Minimised = { files: 0, seconds: 0, cpuSeconds: 0, executions: 0, bytes: 0, capped: 0 };
  try {
    for (const [number, file] of files.entries()) {
      const to = join(output, String(number));
      const { seconds, cpuSeconds, isCapped, stdout, stderr } = measured(
        [
          "afl-tmin",
          "-m",
          "none",
          "-t",
          "3000",
          "-i",
          file,
          "-o",
          to,
          "--",
          ...command.map((word) => (word === "{}" ? "@@" : word)),
        ],
        { cap, env: { ...process.env, ASAN_OPTIONS: "abort_on_error=1:symbolize=0:detect_leaks=0" } },
      );
      sum = {
        files: sum.files + 1,
        seconds: sum.seconds + seconds,
        cpuSeconds: sum.cpuSeconds + cpuSeconds,
        executions: sum.executions + Number(EXECUTIONS.exec(stripVTControlCharacters(stdout + stderr))?.[1] ?? 0),
        bytes: sum.bytes + (sizeOf(to) || sizeOf(file)),
        capped: sum.capped + (isCapped ? 1 : 0),
      };
    }
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
  return sum;
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
