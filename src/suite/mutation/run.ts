/** Mutants of a program, run against suites: which tests tell them from the program. */
import { join } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { MutantRun } from "./kills.ts";
import type { Mutant } from "./mutant.ts";
import { inParallel } from "../run/workers.ts";
import type { TestFile } from "../tests.ts";
import { distinctTests, learn, namesOf, type KnownTest } from "./baseline.ts";
import { openCopy, type Copy, type CopySetting } from "./copies.ts";
import { plainRuns } from "./plain-runs.ts";
import type { RunSetting } from "../run/laid-run.ts";
import { mutantsIn } from "./sources.ts";
import { randomFrom, type Random, shuffled } from "../statistics/random.ts";

export interface MutationOptions {
  /** How many that build. */
  readonly count: number;
  /** Patterns of paths below the program's directory. */
  readonly source: readonly string[];
  /** The command of a shell that builds the program, run in a copy of its directory. */
  readonly build: string;
  /** How a test is run, where it is not as for coverage. */
  readonly command?: readonly string[];
}

interface MutationRunOptions extends Omit<MutationOptions, "command">, RunSetting {
  readonly suites: readonly { readonly name: string; readonly tests: readonly TestFile[] }[];
  /** Absolute paths of the suites. */
  readonly skipped: ReadonlySet<string>;
  readonly seed: number;
  /** The limit for one run of the program itself, in milliseconds. */
  readonly timeout: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onMutant?: (done: number, count: number) => void;
}

interface Mutation {
  /** In the order drawn, with those that do not build. */
  readonly runs: readonly MutantRun[];
  /** How many mutants there are in all. */
  readonly possible: number;
  /** Tests whose output is not the same every time, by suite and name: only how they end is compared. */
  readonly unsteady: readonly string[];
  /** Tests that do not even end alike every time: they would kill anything. */
  readonly leftOut: readonly string[];
}

/**
 * Mutants are drawn by the seed until so many have been built as were asked for, and worked on in parallel, each in a copy of the program's directory. All
 * tests are run on each, also after one has killed it: what tests kill together is known for any choice of them. The same for any number of jobs.
 */
export const runMutants = async (options: MutationRunOptions): Promise<Mutation> => {
  const { count, seed, jobs, scratch } = options;
  const all = await mutantsIn(options.origin, options.source, options.skipped);
  const drawn = sampleMutants(all, all.length, seed);
  const tests = distinctTests(options.suites);
  const free = await openCopies(options, Math.min(jobs, count), scratch.path);
  const learnt = await learn(tests, options, free);
  const known = learnt.filter(({ anyEnding }) => !anyEnding);
  const runs: MutantRun[] = [];
  let done = 0;
  const work = async (mutant: Mutant): Promise<MutantRun> => {
    const copy = free.pop() as Copy;
    try {
      const run = await runMutant(options, mutant, copy, known);
      if (run.built) options.onMutant?.(++done, count);
      return run;
    } finally {
      free.push(copy);
    }
  };
  for (let next = 0, missing = count; missing > 0 && next < drawn.length;) {
    const some = drawn.slice(next, next + missing);
    next += some.length;
    for (const run of await inParallel(some, free.length, work)) {
      runs.push(run);
      if (run.built) missing--;
    }
  }
  if (done === 0)
    throw new UserError("NO_MUTANT", `None of ${runs.length} mutants builds.`, {
      advice: "Run the command of --build by hand with a small change in a source file.",
    });
  return {
    runs,
    possible: all.length,
    unsteady: namesOf(known.filter(({ anyOutput }) => anyOutput)),
    leftOut: namesOf(learnt.filter(({ anyEnding }) => anyEnding)),
  };
};

const openCopies = async (options: MutationRunOptions, jobs: number, scratch: string): Promise<Copy[]> => {
  const setting: CopySetting = options;
  const numbers = Array.from({ length: Math.max(1, jobs) }, (_, index) => index);
  return [
    ...(await inParallel(numbers, jobs, (number) =>
      openCopy(join(scratch, `copy-${String(number).padStart(4, "0")}`), setting),
    )),
  ];
};

const runMutant = async (
  options: MutationRunOptions,
  mutant: Mutant,
  copy: Copy,
  known: readonly KnownTest[],
): Promise<MutantRun> => {
  const { run } = plainRuns(options);
  const killedBy: Record<string, string[]> = {};
  const built = await copy.withMutant(mutant, async () => {
    for (const { file, places, outcome, anyOutput, timeout } of known) {
      options.signal.throwIfAborted();
      const seen = await run(file, { root: copy.path }, { timeout, signal: options.signal });
      if (seen.ending === outcome.ending && (anyOutput || seen.output === outcome.output)) continue;
      for (const { suite, name } of places) (killedBy[suite] ??= []).push(name);
    }
  });
  return { mutant: mutant.id, built, killedBy };
};

/**
 * `count` mutants drawn by a seed: the files take turns, and in a file its functions, so that neither a long file nor a long function has more than its share while
 * others have some left. A larger sample with the same seed contains the smaller one. In the order drawn.
 */
export const sampleMutants = (mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] => {
  const random = randomFrom(seed);
  const sorted = mutants.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const files = groupedBy(sorted, ({ path }) => path).map((file) =>
    inTurns(
      random,
      groupedBy(file, ({ scope }) => scope).map((scope) => shuffled(random, scope)),
    ),
  );
  return inTurns(random, files).slice(0, count);
};

/** One of each list, in an order drawn anew, then the next of each, until all are empty. */
const inTurns = <T>(random: Random, lists: readonly (readonly T[])[]): readonly T[] => {
  const result: T[] = [];
  let open = lists.filter((list) => list.length > 0);
  for (let round = 0; open.length > 0; round++) {
    for (const list of shuffled(random, open)) result.push(list[round] as T);
    open = open.filter((list) => list.length > round + 1);
  }
  return result;
};

const groupedBy = <T>(values: readonly T[], keyOf: (value: T) => string | number): readonly (readonly T[])[] => {
  const groups = new Map<string | number, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return [...groups.values()];
};
