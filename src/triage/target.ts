/** The program that is triaged: runs it on an input and says what that shows. */
import { readFileSync } from "node:fs";
import { fileCase, type TestCase } from "../core/test-case.ts";
import { commandLine } from "../oracles/command.ts";
import type { Refinements } from "../oracles/refinements.ts";
import { Timeouts } from "../oracles/timeouts.ts";
import { textOf, tryCandidate, type Trial, type TrialContext } from "../oracles/trial.ts";
import { locate } from "../runner/executable.ts";
import type { Debugger } from "./back-trace.ts";
import type { BucketBy } from "./bucket-by.ts";
import { isBare, sightOf, type Sight } from "./symptom.ts";

export interface TargetOptions {
  readonly setting: TrialContext;
  readonly command: readonly string[];
  readonly refinements: Refinements;
  readonly by: BucketBy;
  readonly debugger: Debugger | undefined;
  /** In milliseconds; by what is usual unless given. */
  readonly timeout?: number;
  readonly onRun: () => void;
}

export interface TargetRun {
  readonly sight: Sight;
  readonly ms: number;
  readonly trial: Trial;
}

/** Sorting waits no longer for one file. */
const HARD_MS = 10_000;
const DEBUGGER_MS = 60_000;
const INPUT_MODE = 0o644;

export class Target {
  readonly options: TargetOptions;
  readonly #timeouts: Timeouts;
  /** Runs of the program so far. */
  runs = 0;
  /** Signals come without a report: from then on, files are run by the debugger at once. */
  #isBare = false;
  /** A sanitizer sees signals before the program does: under a debugger it would report nothing. */
  readonly #isPlain: boolean;

  constructor(options: TargetOptions) {
    this.options = options;
    this.#isPlain = isPlainProgram(options);
    const { hang } = options.refinements;
    this.#timeouts = new Timeouts([], hang === undefined ? (options.timeout ?? HARD_MS) : hang * 1000);
  }

  /** When a candidate of a bug that is a hang is believed to hang: never sooner than is usual for others. */
  get hangMs(): number {
    return this.#timeouts.soft;
  }

  /** Is a run that was ended at this limit to be believed? */
  isHard(ms: number): boolean {
    return ms >= this.#timeouts.hard * 0.99;
  }

  /** For one of many files: one run if possible, and not longer than is usual. */
  async sort(input: TestCase, name: string, signal: AbortSignal): Promise<TargetRun> {
    const { hang } = this.options.refinements;
    const timeout = hang === undefined ? this.#timeouts.soft : this.#timeouts.hard;
    const traced = this.#isBare ? await this.#traced(input, { name, timeout: this.#timeouts.hard, signal }) : undefined;
    const run = traced ?? (await this.see(input, { name, timeout, signal }));
    const { ms, trial } = run;
    this.#timeouts.note({ ms, outcome: "fail", ...(trial.timedOut && { evidence: { timedOut: true } }) }, "decided");
    return run;
  }

  /** A debugger is asked only where nothing else says in which function it happened. */
  async see(
    input: TestCase,
    { name, timeout = this.#timeouts.hard, signal, environment }: SeeOptions,
  ): Promise<TargetRun> {
    const trial = await this.#run(
      input,
      { name, timeout, signal, ...(environment !== undefined && { environment }) },
      [],
    );
    const sight = this.#sight(trial, name);
    if (!isBare(sight) || this.options.debugger === undefined) return { sight, ms: trial.ms, trial };
    this.#isBare = this.#isPlain;
    // The program ends by itself, but a debugger reads its symbols first: on a busy machine that takes a while.
    const limit = Math.max(this.#timeouts.hard, DEBUGGER_MS);
    const traced = await this.#traced(input, { name, timeout: limit, signal });
    return { sight: traced?.sight ?? sight, ms: trial.ms, trial };
  }

  /** What a run under the debugger shows, if a signal has ended the program in functions that have names. */
  async #traced(
    input: TestCase,
    given: Required<Pick<SeeOptions, "timeout">> & SeeOptions,
  ): Promise<TargetRun | undefined> {
    const { debugger: tool } = this.options;
    if (tool === undefined) return undefined;
    const trial = await this.#run(input, given, tool.under);
    const read = tool.read(trial, given.name);
    if (read === undefined || read.frames === "") return undefined;
    const { code: _, ...rest } = trial;
    const ended = { ...rest, signal: read.signal, stdout: new Uint8Array() };
    return { sight: this.#sight(ended, given.name, read.frames), ms: trial.ms, trial: ended };
  }

  #sight(trial: Trial, name: string, frames?: string): Sight {
    const { refinements, by } = this.options;
    return sightOf(trial, { name, refinements, by, ...(frames !== undefined && { frames }) });
  }

  async #run(
    input: TestCase,
    { name, timeout, signal, environment }: SeeOptions & { readonly timeout: number },
    under: readonly string[],
  ): Promise<Trial> {
    const setting = this.settingFor(name);
    const words = commandLine(setting, this.options.command);
    const command = (path: string, candidate: TestCase): readonly string[] => [...under, ...words(path, candidate)];
    this.runs++;
    this.options.onRun();
    return await tryCandidate(setting, input, {
      command,
      timeout,
      signal,
      ...(environment !== undefined && { environment }),
    });
  }

  settingFor(name: string): TrialContext {
    const { setting } = this.options;
    return { ...setting, subject: { ...setting.subject, name } };
  }
}

const SANITIZER = Buffer.from("__sanitizer_");

/** Is it a program of machine code without a sanitizer? */
const isPlainProgram = ({ setting, command }: TargetOptions): boolean => {
  try {
    const [program = ""] = command;
    const path = locate({
      command: [program],
      cwd: setting.subject.origin,
      env: process.env as Record<string, string>,
    });
    const content = readFileSync(path);
    return content.subarray(0, 4).toString("latin1") === "\u007FELF" && !content.includes(SANITIZER);
  } catch {
    return false;
  }
};

interface SeeOptions {
  readonly name: string;
  readonly timeout?: number;
  readonly signal: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
}

export const caseOf = (bytes: Uint8Array, name: string): TestCase =>
  fileCase({ path: name, mode: INPUT_MODE, bytes: () => bytes }, bytes.length);

const MAX_OUTPUT = 6000;

/** What a run has printed, for reports: the beginning, where crash reports stand, standard error first. */
export const outputOf = ({ stderr, stdout, directory }: Trial): string => {
  const text = `${textOf(stderr)}${textOf(stdout)}`.replaceAll(`${directory}/`, "").replaceAll(directory, ".");
  return text.length <= MAX_OUTPUT ? text : `${text.slice(0, MAX_OUTPUT)}\n…`;
};
