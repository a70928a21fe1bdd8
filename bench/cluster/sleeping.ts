/** A real reduction whose test sleeps: on so many workers of one slot, and with as many local jobs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { clusterBackend } from "../../src/reduce/cluster/backend.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { ofLines, scattered } from "../scaling/inputs.ts";

export interface SleepingTrial {
  readonly seconds: number;
  /** Until the first answer of the search counted: start-up, the original, workers that get ready. */
  readonly begun: number;
  readonly run: number;
  readonly sha256: string;
}

export interface SleepingOptions {
  readonly lines: number;
  readonly sleep: number;
  readonly jobs: number;
  /** Local without it. */
  readonly url?: string | undefined;
  /** Names the trial: an oracle that was never asked before has no outcomes to recall. */
  readonly round: number;
}

export const reduceSleeping = async ({ lines, sleep, jobs, url, round }: SleepingOptions): Promise<SleepingTrial> => {
  const directory = mkdtempSync(join(tmpdir(), "pare-cluster-"));
  try {
    // Seconds that differ by nothing that matters: the script is another one each time.
    ofLines(scattered(32, lines, 1)).write(directory, sleep + round / 1e6);
    const options = { cwd: directory, input: "input.txt", test: "./interesting.sh", format: "lines", jobs } as const;
    const from = performance.now();
    let begun = 0;
    const onEvent = ({ type }: ReduceEvent): void => {
      if (type === "test" && begun === 0) begun = (performance.now() - from) / 1000;
    };
    const { wallMs, tests, output } = await reduce(
      { ...options, onEvent },
      url === undefined ? undefined : clusterBackend({ url }),
    ).result;
    return { seconds: wallMs / 1000, begun, run: tests.run, sha256: output.sha256 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
