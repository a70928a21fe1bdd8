/** The program that is triaged: runs it on an input and says what that shows. */
import { isAbsolute, resolve } from "node:path";
import { fileCase, type TestCase } from "../core/test-case.ts";
import { commandLine, programOf } from "../oracles/command.ts";
import { buildOf, withSignals } from "../oracles/symbols/sanitized.ts";
import type { Refinements } from "../oracles/refinements.ts";
import type { Subject } from "../oracles/oracle.ts";
import { shellLineAt, withPrograms } from "../oracles/sides/line.ts";
import { Timeouts } from "../oracles/timeouts.ts";
import { environment, readTrial, textOf, tryCandidate, type Trial, type TrialContext } from "../oracles/trial.ts";
import { locate } from "../runner/executable.ts";
import { statsOf } from "../runs/output/place.ts";
import { withoutSignalReport, type Debugger } from "./back-trace.ts";
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
  /** Signals come without a report: from then on, files are run by the debugger at once, or a sanitizer reports them. */
  #isBare = false;
  /** What was read from a trial without a debugger: it is asked for more than once. */
  readonly #sights = new WeakMap<Trial, Sight>();
  /** A sanitizer sees signals before the program does: under a debugger it would report nothing. */
  readonly #build: ReturnType<typeof buildOf>;
  /** With this, a sanitizer also reports the signals that it leaves to the system. */
  readonly #withSignals: Readonly<Record<string, string>>;

  constructor(options: TargetOptions) {
    this.options = options;
    this.#build = programBuild(options);
    this.#withSignals = withSignals(environment(options.setting.subject.origin));
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
    const isTraced = this.#isBare && this.#build === "plain";
    const traced = isTraced ? await this.#traced(input, { name, timeout: this.#timeouts.hard, signal }) : undefined;
    const run = traced ?? (await this.see(input, { name, timeout, signal }));
    const { ms, trial } = run;
    this.#timeouts.note({ ms, outcome: "fail", ...(trial.timedOut && { evidence: { timedOut: true } }) }, "decided");
    return run;
  }

  /** A sanitizer, else a debugger, is asked only where nothing else says in which function it happened. */
  async see(input: TestCase, given: SeeOptions): Promise<TargetRun> {
    const { name, timeout = this.#timeouts.hard, signal, environment: env } = given;
    const isReporting = this.#isBare && this.#build === "sanitized" && env === undefined;
    const run = await this.#run(
      input,
      { ...given, timeout, ...(isReporting && { environment: this.#withSignals }) },
      [],
    );
    const trial = isReporting ? withoutSignalReport(run) : run;
    const { ms } = trial;
    const sight = this.#sight(trial, name);
    if (!isBare(sight) || this.options.debugger === undefined) return { sight, ms, trial };
    const wasBare = this.#isBare;
    this.#isBare = this.#build !== undefined;
    if (!wasBare && this.#build === "sanitized") return await this.see(input, given);
    const frames = isReporting ? framesIn(this.#sight(run, name)) : undefined;
    if (frames !== undefined) return { sight: this.#sight(trial, name, frames), ms, trial };
    // The program ends by itself, but a debugger reads its symbols first: on a busy machine that takes a while.
    const limit = Math.max(this.#timeouts.hard, DEBUGGER_MS);
    const traced = await this.#traced(input, { name, timeout: limit, signal });
    return { sight: traced?.sight ?? sight, ms, trial };
  }

  /** What a run under the debugger shows, if a signal has ended the program in functions that have names. */
  async #traced(
    input: TestCase,
    given: Required<Pick<SeeOptions, "timeout">> & SeeOptions,
  ): Promise<TargetRun | undefined> {
    const { debugger: tool } = this.options;
    if (tool === undefined) return undefined;
    const trial = await this.#run(input, given, tool.under);
    // A debugger that was too slow may have told half of it, and says nothing about how long the program takes.
    const read = trial.timedOut ? undefined : tool.read(trial, given.name);
    if (read === undefined || read.frames === "") return undefined;
    const { code: _, ...rest } = trial;
    const ended = { ...rest, signal: read.signal, stdout: new Uint8Array() };
    return { sight: this.#sight(ended, given.name, read.frames), ms: trial.ms, trial: ended };
  }

  #sight(trial: Trial, name: string, frames?: string): Sight {
    const { refinements, by } = this.options;
    if (frames !== undefined) return sightOf(trial, { name, refinements, by, frames });
    const known = this.#sights.get(trial) ?? sightOf(trial, { name, refinements, by });
    this.#sights.set(trial, known);
    return known;
  }

  async #run(
    input: TestCase,
    { name, timeout, signal, environment: env, isLeakFree = false }: SeeOptions & { readonly timeout: number },
    under: readonly string[],
  ): Promise<Trial> {
    const setting = this.settingFor(name);
    const words = this.commandLine(setting);
    const command = (path: string, candidate: TestCase): readonly string[] => [...under, ...words(path, candidate)];
    const counted = (): void => {
      this.runs++;
      this.options.onRun();
    };
    counted();
    const how = { command, timeout, signal, ...(env !== undefined && { environment: env }) };
    if (under.length > 0) return await tryCandidate(setting, input, how);
    const reading = (trial: Trial): string => JSON.stringify(this.#sight(trial, name));
    const program = programOf(setting, this.options.command);
    return await readTrial(setting, input, { ...how, program, reading, isLeakFree, onAgain: counted });
  }

  /** The program runs in a directory of its own: files that the command names are meant relative to where pare was started. */
  commandLine(setting: TrialContext): (path: string, candidate?: TestCase) => readonly string[] {
    return commandLine(setting, wholeCommand(this.options.command, setting.subject));
  }

  settingFor(name: string): TrialContext {
    const { setting } = this.options;
    return { ...setting, subject: { ...setting.subject, name } };
  }
}

/** The command with whole paths of the files that it names, and of the programs in a line for a shell. */
export const wholeCommand = (command: readonly string[], subject: Subject): readonly string[] => {
  const line = shellLineAt(command);
  return command.map((word, at) => (at === line ? withPrograms(word, subject.origin) : wholePath(word, subject)));
};

/** Words such as `target.js` and `--config=conf/a.toml`, if there is such a file. A bare word is no path: `go test` means no file. */
const wholePath = (word: string, { origin, extraFiles }: Subject): string => {
  const [, option = "", path = ""] = /^(-[^=]*=)?(.*)$/s.exec(word) ?? [];
  if (isAbsolute(path) || path.startsWith("-") || !/[/.]/.test(path)) return word;
  const whole = resolve(origin, path);
  return extraFiles.includes(whole) || statsOf(whole)?.isFile() !== true ? word : option + whole;
};

const framesIn = (sight: Sight): string | undefined => ("symptom" in sight ? sight.symptom.frames : undefined);

const programBuild = ({ setting, command }: TargetOptions): ReturnType<typeof buildOf> => {
  try {
    const [program = ""] = command;
    const path = locate({
      command: [program],
      cwd: setting.subject.origin,
      env: process.env as Record<string, string>,
    });
    return buildOf(path);
  } catch {
    return undefined;
  }
};

interface SeeOptions {
  readonly name: string;
  readonly timeout?: number;
  readonly signal: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isLeakFree?: boolean;
}

export const caseOf = (bytes: Uint8Array, name: string): TestCase =>
  fileCase({ path: name, mode: INPUT_MODE, bytes: () => bytes }, bytes.length);

const MAX_OUTPUT = 6000;

/** What a run has printed, for reports: the beginning, where crash reports stand, standard error first. */
export const outputOf = ({ stderr, stdout, directory }: Trial): string => {
  const text = `${textOf(stderr)}${textOf(stdout)}`.replaceAll(`${directory}/`, "").replaceAll(directory, ".");
  return text.length <= MAX_OUTPUT ? text : `${text.slice(0, MAX_OUTPUT)}\n…`;
};
