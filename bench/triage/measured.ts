/** A command with what it took: seconds by the clock, and seconds of processors, its children's too. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Measured {
  readonly status: number;
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

/** By measure.py, which waits for all processes of the command. */
export const measured = (command: readonly string[], { env = process.env, cap }: MeasureOptions = {}): Measured => {
  const folder = mkdtempSync(join(tmpdir(), "pare-measured-"));
  const report = join(folder, "report.json");
  try {
    const limited =
      cap === undefined ? command : ["timeout", "--signal=INT", "--kill-after=5", String(cap), ...command];
    const { error, stdout, stderr } = spawnSync("python3", [MEASURE, report, ...limited], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
    if (error !== undefined) throw error;
    const { kilobytes, ...facts } = JSON.parse(readFileSync(report, "utf8")) as MeasureReport;
    const isCapped = cap !== undefined && (facts.status === 124 || facts.status === 137);
    return { ...facts, stdout, stderr, isCapped, mostMegabytes: kilobytes / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const MEASURE = join(import.meta.dirname, "measure.py");

interface MeasureReport extends Pick<Measured, "status" | "seconds" | "cpuSeconds"> {
  readonly kilobytes: number;
}
