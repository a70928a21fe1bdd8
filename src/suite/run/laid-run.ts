/** One run of a command on a test that is laid out in a fresh directory. */
import { fileCase } from "../../core/test-case.ts";
import { absoluteProgram, fillIn } from "../../oracles/command-line.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { useTrial, type Trial } from "../../oracles/trial.ts";
import type { Runner } from "../../runner/index.ts";
import type { Scratch } from "../../runner/scratch.ts";
import type { Candidate, MeasureLimits } from "./measurer.ts";

/** How tests are run. */
export interface RunSetting {
  readonly command: readonly string[];
  /** The directory pare was started in. */
  readonly origin: string;
  /** Absolute paths of what lies beside each test. */
  readonly extraFiles: readonly string[];
  readonly stdin: boolean;
  /** Address space of a run, in bytes. */
  readonly memory?: number;
  readonly runner: Runner;
  readonly scratch: Scratch;
}

interface LaidRun {
  readonly subject: Subject;
  /** With {} for the test. */
  readonly command: readonly string[];
  /** What is run in place of the command. */
  readonly wrap: (words: readonly string[]) => readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** How much of each output is kept, in bytes. */
  readonly keep: number;
}

/** `use` sees how it ended, and the directory before it goes. */
export const runLaid = <T>(
  { runner, scratch, memory }: RunSetting,
  { name, mode, bytes }: Candidate,
  { subject, command, wrap, ...kept }: LaidRun & MeasureLimits,
  use: (trial: Trial) => T | Promise<T>,
): Promise<T> =>
  useTrial(
    { subject, runner, scratch, ...(memory !== undefined && { memory }) },
    fileCase({ path: name, mode, bytes: () => bytes }, bytes.length),
    { ...kept, command: (path) => wrap(fillIn(absoluteProgram(command, subject), subject, path)) },
    use,
  );
