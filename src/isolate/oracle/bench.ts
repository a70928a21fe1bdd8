/** Where a mixture is tried: a place is brought to it, built, the command is run, and the place is put right again. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { unresolved, type Finding } from "../../core/verdict.ts";
import { quote } from "../../oracles/command-line.ts";
import { environment, evidenceOf } from "../../oracles/trial.ts";
import type { Runner } from "../../runner/index.ts";
import type { Mixture } from "../mixture.ts";
import type { LentPlace, PlacePool } from "../places/pool.ts";
import { isStuck } from "../places/disk.ts";
import { outputLines, type PlaceTrial, troubleIn } from "./output-terms.ts";

export interface BenchOptions {
  readonly places: PlacePool;
  readonly runner: Runner;
  /** The directory pare was started in. */
  readonly origin: string;
  /** A line for sh. */
  readonly build?: string;
  /** Address space of a test, in bytes. */
  readonly memory?: number;
  /** Nothing can be written but the worker's own directory; these can be read wherever they lie. */
  readonly sandbox?: { readonly readable: readonly string[] };
  /** Lines of outputs that say nothing about the failure. */
  readonly chatter?: RegExp;
  readonly onWarning: (code: string, message: string) => void;
}

interface BenchTerms {
  /** The limit of each run of the command, in milliseconds; a build has ten times as much, or ten times what the slowest build took. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The command for a place that has been brought to a mixture. */
export type CommandOf = (place: LentPlace, to: Mixture) => readonly string[];

/** Runs the command of a test, or another one, where the mixture lies. */
export type RunAt = (other?: CommandOf, timeout?: number) => Promise<PlaceTrial>;

interface BuildFailure {
  readonly trial: PlaceTrial;
  readonly finding: Finding;
}

export interface MixtureTester {
  readonly origin: string;
  /**
   * Lends a place at the mixture to `use`, which runs the command, or another one, as often as it likes. Nothing is run when the
   * build fails: that is returned. Rejects as the runner does.
   */
  at<T>(
    to: Mixture,
    command: CommandOf,
    terms: BenchTerms,
    use: (run: RunAt) => Promise<T>,
  ): Promise<{ readonly used: T } | { readonly failure: BuildFailure }>;
}

/** How much of each stream is kept. */
const KEEP_BYTES = 256 * 1024;
const BUILD_FACTOR = 10;
const NAMED_FILES = 3;

type BenchOutcome<T> = { readonly used: T } | { readonly failure: BuildFailure } | { readonly error: unknown };

class PlaceBench implements MixtureTester {
  readonly origin: string;
  readonly #options: BenchOptions;
  /** What was built last in a place, and how that went; nothing when something was written since. */
  readonly #built = new WeakMap<LentPlace, { readonly key: string; readonly failure?: BuildFailure }>();
  #slowestBuild = 0;
  #hasWarned = false;

  constructor(options: BenchOptions) {
    this.origin = options.origin;
    this.#options = options;
  }

  async at<T>(
    to: Mixture,
    command: CommandOf,
    terms: BenchTerms,
    use: (run: RunAt) => Promise<T>,
  ): Promise<{ readonly used: T } | { readonly failure: BuildFailure }> {
    const { places, sandbox } = this.#options;
    terms.signal.throwIfAborted();
    const ended = await places.lend(to, async (place): Promise<BenchOutcome<T>> => {
      if (sandbox !== undefined) mkdirSync(place.directory, { recursive: true });
      await place.prepare(to);
      const run: RunAt = async (other = command, timeout = terms.timeout) => {
        const trial = await this.#start(place, to, other(place, to), { ...terms, timeout });
        await this.#restore(place);
        return trial;
      };
      try {
        const failure = await this.#build(place, to, terms);
        if (failure === undefined) return { used: await use(run) };
        await this.#restore(place);
        return { failure };
      } catch (error) {
        // An aborted test leaves its place as good as new; what cannot be put right is not used again.
        await this.#restore(place);
        return { error };
      }
    });
    if ("error" in ended) throw ended.error;
    return ended;
  }

  async #start(
    place: LentPlace,
    to: Mixture,
    command: readonly string[],
    { timeout, signal }: BenchTerms,
  ): Promise<PlaceTrial> {
    const { runner, origin, memory, sandbox, chatter } = this.#options;
    const exit = await runner.run(
      {
        command,
        cwd: place.cwd,
        env: environmentOf(origin, to),
        timeout,
        ...(memory !== undefined && { memory }),
        keep: KEEP_BYTES,
        ...(sandbox && { sandbox: { scratch: place.directory, readable: [origin, ...sandbox.readable] } }),
      },
      signal,
    );
    return { ...exit, cwd: place.cwd, roots: rootsOf(place, origin), ...(chatter && { chatter }) };
  }

  async #build(place: LentPlace, to: Mixture, { timeout, signal }: BenchTerms): Promise<BuildFailure | undefined> {
    const { build } = this.#options;
    if (build === undefined) return undefined;
    const known = this.#built.get(place);
    if (known?.key === to.key()) return known.failure;
    this.#built.delete(place);
    const terms = { timeout: BUILD_FACTOR * Math.max(timeout, this.#slowestBuild), signal };
    const trial = await this.#start(place, to, ["/bin/sh", "-c", buildLine(build, place)], terms);
    const failure = buildFailure(trial);
    if (!trial.timedOut) {
      this.#slowestBuild = Math.max(this.#slowestBuild, trial.ms);
      this.#built.set(place, { key: to.key(), ...(failure && { failure }) });
    }
    return failure;
  }

  async #restore(place: LentPlace): Promise<void> {
    const isBuilt = this.#options.build !== undefined;
    const changed = await place.restore({ keepNew: isBuilt }).catch((error: unknown) => {
      if (!isStuck(error)) throw error;
      place.spoil();
      this.#built.delete(place);
      return [];
    });
    if (changed.length === 0) return;
    this.#built.delete(place);
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.onWarning("WRITES", writesMessage(changed, isBuilt));
  }
}

export const openBench = (options: BenchOptions): MixtureTester => new PlaceBench(options);

/** {} is the candidate, as in the command; where that is the working directory, it is left to `find -exec`. */
export const buildLine = (build: string, { path, cwd }: { readonly path: string; readonly cwd: string }): string =>
  path === cwd ? build : build.replaceAll("{}", () => quote(path));

const buildFailure = (trial: PlaceTrial): BuildFailure | undefined => {
  if (!trial.timedOut && trial.code === 0) return undefined;
  const said = troubleIn(outputLines(trial));
  const reason = trial.timedOut ? "the build does not end" : `the build fails${said === "" ? "" : `: ${said}`}`;
  return { trial, finding: { ...unresolved(reason), ms: 0, evidence: evidenceOf(trial) } };
};

const writesMessage = (changed: readonly string[], isBuilt: boolean): string => {
  const names = changed.slice(0, NAMED_FILES).join(", ");
  const more = changed.length > NAMED_FILES ? ` and ${changed.length - NAMED_FILES} more` : "";
  return `The command${isBuilt ? " or the build" : ""} changes files of the candidate (${names}${more}): pare restores them after every test.`;
};

/** Where pare was started by a hook of git, these name the user's repository: tests have their own. */
const OF_THE_USER = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_OBJECT_DIRECTORY",
  "GIT_COMMON_DIR",
];

const usualEnvironments = new Map<string, Readonly<Record<string, string>>>();

/** One object for each origin: runners remember what they made of it. */
const usualEnvironment = (origin: string): Readonly<Record<string, string>> => {
  const known = usualEnvironments.get(origin);
  if (known !== undefined) return known;
  const entries = Object.entries(environment(origin)).filter(([name]) => !OF_THE_USER.includes(name));
  const made = Object.fromEntries(entries);
  usualEnvironments.set(origin, made);
  return made;
};

const environmentOf = (origin: string, { environment: changes }: Mixture): Readonly<Record<string, string>> => {
  const usual = usualEnvironment(origin);
  if (changes === undefined || Object.keys(changes).length === 0) return usual;
  const entries = Object.entries({ ...usual, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
};

/** Outputs name the candidate, its neighbours, the working directory, and what was linked there from the origin. */
const rootsOf = ({ path, cwd, directory }: LentPlace, origin: string): readonly string[] =>
  [...new Set([path, cwd, ...(path.startsWith(directory) ? [dirname(path)] : []), directory, origin])]
    .filter((root) => root !== "/")
    .toSorted((a, b) => b.length - a.length);
