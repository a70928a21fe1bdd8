/**
 * Trials of programs with a sanitizer. Most of their time goes into a symbolizer that each report starts anew: here reports come
 * without names, and one symbolizer adds them. What such a report says is believed once the program itself has said the same.
 */
import { attempt } from "../../core/maybe.ts";
import type { TestCase } from "../../core/test-case.ts";
import { locate } from "../../runner/executable.ts";
import {
  environment,
  tryCandidate,
  useTrial,
  type QuickReports,
  type ReadTrialOptions,
  type Trial,
  type TrialContext,
} from "../trial.ts";
import { Forks, hasForkServer } from "./forks.ts";
import { hasAddresses, namedReport } from "./named-report.ts";
import { buildOf, withoutNames } from "./sanitized.ts";
import { Symbolizer } from "./symbolizer.ts";

type Environment = Readonly<Record<string, string>>;

const REPORT = /\w+Sanitizer|runtime error: /;
/** Leaks and races are suppressed by names: what a report without them says is never believed. */
const BY_NAME = /(?:Leak|Thread)Sanitizer/;
/** So many runs may be done twice, and such a share of all: beyond that it is not worth it. */
const MANY_TWICE = 32;
const TWICE_SHARE = 0.1;
/** A fork server that is gone so often is not asked again. */
const MANY_UNANSWERED = 4;

type Reading = ReadTrialOptions["reading"];
type Run = () => Promise<Trial>;

/** What is known of one program. */
class SanitizedProgram {
  /** Whether its own fork server is used; `undefined` as long as none of its runs with a report was the same as the program's own. */
  #isServed: boolean | undefined;
  #runs = 0;
  #twice = 0;
  /** What was read from a report, and whether the program has said the same itself. */
  readonly #believed = new Map<string, boolean>();

  get isWorthIt(): boolean {
    return this.#twice <= MANY_TWICE + TWICE_SHARE * this.#runs;
  }

  #unanswered = 0;

  constructor(hasServer: boolean) {
    if (!hasServer) this.#isServed = false;
  }

  get mayBeServed(): boolean {
    return this.#isServed !== false;
  }

  /** A trial by the fork server; until that is believed, as the program itself has it. */
  async served(fork: () => Promise<Trial | undefined>, plain: Run, reading: Reading): Promise<Trial> {
    const trial = await fork();
    if (this.#isServed === true && trial !== undefined) return trial;
    const same = await plain();
    if (trial === undefined) this.#unanswered++;
    if (this.#unanswered > MANY_UNANSWERED || (trial !== undefined && reading(trial) !== reading(same)))
      this.#isServed = false;
    else if (REPORT.test(latin(same.stderr) + latin(same.stdout))) this.#isServed ??= true;
    return same;
  }

  async trial(quick: Run, own: Run, reading: Reading): Promise<Trial> {
    this.#runs++;
    const trial = await quick();
    const text = latin(trial.stderr) + latin(trial.stdout);
    if (trial.timedOut || !REPORT.test(text)) return trial;
    const read = reading(trial);
    const isBelieved = BY_NAME.test(text) ? false : this.#believed.get(read);
    if (isBelieved === true) return trial;
    this.#twice++;
    const same = await own();
    if (isBelieved === undefined) this.#believed.set(read, reading(same) === read);
    return same;
  }
}

/** One symbolizer for all programs of a run. `forks`: where programs may be their own servers. */
export class Symbols implements QuickReports {
  readonly #programs = new Map<string, SanitizedProgram | undefined>();
  readonly #environments = {
    leaks: new WeakMap<Environment, { readonly bare: Environment | undefined }>(),
    noLeaks: new WeakMap<Environment, { readonly bare: Environment | undefined }>(),
  };
  readonly #forks: Forks | undefined;
  #asked: { readonly symbolizer: Symbolizer | undefined } | undefined;

  constructor(forks?: Forks) {
    this.#forks = forks;
  }

  /** `undefined` for a program without a sanitizer, where nobody knows names, and where the user's own options speak of them. */
  trial(setting: TrialContext, candidate: TestCase, options: ReadTrialOptions): Promise<Trial> | undefined {
    const { origin } = setting.subject;
    const env = options.environment ?? environment(origin);
    const program = this.#programOf(options.program, origin, env);
    if (program?.isWorthIt !== true) return undefined;
    const bare = this.#bareOf(env, options.isLeakFree === true);
    this.#asked ??= { symbolizer: Symbolizer.find(env) };
    const { symbolizer } = this.#asked;
    if (bare === undefined || symbolizer === undefined) return undefined;
    const quick = { ...options, environment: bare };
    const plain: Run = () => useTrial(setting, candidate, quick, (trial) => named(trial, symbolizer));
    const forks = program.mayBeServed && Forks.fits(setting, candidate) ? this.#forks : undefined;
    const fork = async (): Promise<Trial | undefined> => {
      const trial = await forks?.trial(setting, candidate, quick);
      return trial && (await named(trial, symbolizer));
    };
    return program.trial(
      forks === undefined ? plain : () => program.served(fork, plain, options.reading),
      () => {
        options.onAgain?.();
        return tryCandidate(setting, candidate, options);
      },
      options.reading,
    );
  }

  async close(): Promise<void> {
    await this.#forks?.close();
    await this.#asked?.symbolizer?.close();
  }

  #programOf(name: string, origin: string, env: Environment): SanitizedProgram | undefined {
    if (!this.#programs.has(name)) {
      const path = attempt(() => locate({ command: [name], cwd: origin, env }));
      const isSanitized = path !== undefined && buildOf(path) === "sanitized";
      this.#programs.set(name, isSanitized ? new SanitizedProgram(hasForkServer(path)) : undefined);
    }
    return this.#programs.get(name);
  }

  #bareOf(env: Environment, isLeakFree: boolean): Environment | undefined {
    const made = isLeakFree ? this.#environments.noLeaks : this.#environments.leaks;
    const known = made.get(env) ?? { bare: withoutNames(env, isLeakFree) };
    made.set(env, known);
    return known.bare;
  }
}

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

const named = async (trial: Trial, symbolizer: Symbolizer): Promise<Trial> => {
  const streams = await Promise.all(
    [trial.stdout, trial.stderr].map(async (bytes) => {
      const text = latin(bytes);
      if (!hasAddresses(text)) return bytes;
      return Buffer.from(await namedReport(text, (module, offset) => symbolizer.placesOf(module, offset)), "latin1");
    }),
  );
  const [stdout = trial.stdout, stderr = trial.stderr] = streams;
  return { ...trial, stdout, stderr };
};
