/** A command with what it took: seconds by the clock, and seconds of processors, its children's too. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Measured {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended at its limit. */
  readonly isCapped: boolean;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most memory that one of its processes has taken, in MB. */
  readonly mostMegabytes: number;
}

export interface MeasureOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** In seconds. */
  readonly cap?: number;
}

/** By GNU time, which counts the processes that a command has waited for. */
export const measured = (command: readonly string[], { env = process.env, cap }: MeasureOptions = {}): Measured => {
  const folder = mkdtempSync(join(tmpdir(), "pare-measured-"));
  const report = join(folder, "time");
  try {
    const limited =
      cap === undefined ? command : ["timeout", "--signal=INT", "--kill-after=5", String(cap), ...command];
    const { status, error, stdout, stderr } = spawnSync("time", ["-f", "%e %U %S %M", "-o", report, ...limited], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
    if (error !== undefined) throw error;
    const [wall = 0, user = 0, system = 0, kilobytes = 0] = (
      readFileSync(report, "utf8").trim().split("\n").at(-1) ?? ""
    )
      .split(" ")
      .map(Number);
    const isCapped = cap !== undefined && (status === 124 || status === 137);
    const facts = { seconds: wall, cpuSeconds: user + system, mostMegabytes: kilobytes / 1024 };
    return { status, stdout, stderr, isCapped, ...facts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
