/** One process on one candidate: laid out, run, taken away. */
import type { TestCase } from "../core/test-case.ts";
import type { Evidence } from "../core/verdict.ts";
import type { ProcessExit, Runner } from "../runner/runner.ts";
import type { Scratch } from "../runner/scratch.ts";
import { layOut } from "./layout.ts";
import type { Subject } from "./oracle.ts";

/** With what tests are run. */
export interface TrialContext {
  readonly subject: Subject;
  readonly runner: Runner;
  readonly scratch: Scratch;
  /** Address space of a test, in bytes. */
  readonly memory?: number;
  /** For programs whose reports can be had more quickly. */
  readonly reports?: QuickReports;
}

export interface RunTrialOptions {
  /** The command for a candidate that lies at a path. */
  readonly command: (path: string, candidate: TestCase) => readonly string[];
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** How much of each stream is kept, in bytes; enough for any crash report unless given. */
  readonly keep?: number;
  /** The usual one unless given. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a trial ended, and where it took place: outputs name the directory. */
export interface Trial extends ProcessExit {
  readonly directory: string;
}

/** Little enough for many tests at once. */
export const KEEP_BYTES = 256 * 1024;

export interface ReadTrialOptions extends RunTrialOptions {
  /** The first word of the command, without the candidate's place. */
  readonly program: string;
  /** What is read from a trial: all that decides about it. */
  readonly reading: (trial: Trial) => string;
  /** What ends at the report of a sanitizer is looked for: leaks, which are looked for at the end, tell nothing. */
  readonly isLeakFree?: boolean;
  /** Told of each run of the program beyond the first. */
  readonly onAgain?: () => void;
}

export interface QuickReports {
  /** `undefined` for a program of which it knows no quicker way. */
  trial(setting: TrialContext, candidate: TestCase, options: ReadTrialOptions): Promise<Trial> | undefined;
}

/** A trial of which nothing counts but what is read from it. */
export const readTrial = (setting: TrialContext, candidate: TestCase, options: ReadTrialOptions): Promise<Trial> =>
  setting.reports?.trial(setting, candidate, options) ?? tryCandidate(setting, candidate, options);

export const tryCandidate = (setting: TrialContext, candidate: TestCase, options: RunTrialOptions): Promise<Trial> =>
  useTrial(setting, candidate, options, (trial) => trial);

/** `use` sees the directory before it goes. */
export const useTrial = async <T>(
  setting: TrialContext,
  candidate: TestCase,
  options: RunTrialOptions,
  use: (trial: Trial) => T | Promise<T>,
): Promise<T> => {
  const { subject, runner, memory } = setting;
  const { directory, path, written, remove } = layOut(candidate, subject, setting.scratch);
  try {
    if (written !== undefined) await written;
    const exit = await runner.run(
      {
        command: options.command(path, candidate),
        cwd: directory,
        env: options.environment ?? environment(subject.origin),
        ...(subject.stdin && { stdin: path }),
        timeout: options.timeout,
        ...(memory !== undefined && { memory }),
        keep: options.keep ?? KEEP_BYTES,
      },
      options.signal,
    );
    return await use({ ...exit, directory });
  } finally {
    // Afterwards, so that the next test need not wait for it.
    setImmediate(remove);
  }
};

const environments = new Map<string, Readonly<Record<string, string>>>();

/** The address of a cluster can hold a password, and what tests print is written down. */
const LEFT_OUT: ReadonlySet<string> = new Set(["PWD", "OLDPWD", "PARE_CLUSTER"]);

/**
 * What tests find in their environment. One object for each origin: runners remember what they made of it. PWD is left out, since
 * it names another directory than the one a test runs in; programs then ask the system.
 */
export const environment = (origin: string): Readonly<Record<string, string>> => {
  const known = environments.get(origin);
  if (known !== undefined) return known;
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !LEFT_OUT.has(entry[0]),
  );
  const made = { ...Object.fromEntries(entries), PARE_ORIGIN: origin };
  environments.set(origin, made);
  return made;
};

const decoder = new TextDecoder();

export const textOf = (bytes: Uint8Array): string => (bytes.length === 0 ? "" : decoder.decode(bytes));

const SHOWN_CHARACTERS = 4000;

/** What is kept of a trial for people: the end of its output, standard error last. */
export const evidenceOf = (trial: ProcessExit & Partial<Pick<Trial, "directory">>): Evidence => {
  const printed = textOf(trial.stdout) + textOf(trial.stderr);
  // Where the test was run says nothing to anybody.
  const { directory } = trial;
  const output = directory === undefined ? printed : printed.replaceAll(`${directory}/`, "").replaceAll(directory, ".");
  return {
    ...(output !== "" && { output: output.slice(-SHOWN_CHARACTERS) }),
    ...(trial.code !== undefined && { exit: trial.code }),
    ...(trial.signal !== undefined && { signal: trial.signal }),
    ...(trial.timedOut && { timedOut: true }),
  };
};
