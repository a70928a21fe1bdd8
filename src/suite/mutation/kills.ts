/** What running mutants against suites has shown. */
import { percentage } from "../statistics/summary.ts";

/** One mutant, run against the tests of one or more suites. */
export interface MutantRun {
  /** Its id. */
  readonly mutant: string;
  /** A mutant that does not compile counts for nobody. */
  readonly built: boolean;
  /** By suite, the names of the tests whose outcome is not that of the original program: all of them, not only the first. */
  readonly killedBy: Readonly<Record<string, readonly string[]>>;
}

export interface KillSummary {
  readonly suite: string;
  /** Mutants that compile. */
  readonly mutants: number;
  readonly killed: number;
  /** The share of the mutants that it kills. */
  readonly score: number;
  /** The share of the first suite's kills that it kills. */
  readonly kept: number;
  /** Killed by the first suite and not by this one: ids. */
  readonly lost: readonly string[];
  /** Killed by this suite and not by the first one. */
  readonly gained: readonly string[];
}

/** One row a suite, compared with the first. */
export const summarizeKills = (runs: readonly MutantRun[], suites: readonly string[]): readonly KillSummary[] => {
  const built = runs.filter((run) => run.built);
  const killed = (suite: string): ReadonlySet<string> =>
    new Set(built.filter(({ killedBy }) => (killedBy[suite] ?? []).length > 0).map(({ mutant }) => mutant));
  const [first = ""] = suites;
  const byFirst = killed(first);
  return suites.map((suite) => {
    const own = killed(suite);
    const lost = [...byFirst].filter((mutant) => !own.has(mutant));
    return {
      suite,
      mutants: built.length,
      killed: own.size,
      score: percentage(own.size, built.length),
      kept: percentage(byFirst.size - lost.length, byFirst.size),
      lost,
      gained: [...own].filter((mutant) => !byFirst.has(mutant)),
    };
  });
};

/** By test of a suite the mutants that it kills: the rows of the kill matrix, for tables at equal budgets. */
export const killsByTest = (runs: readonly MutantRun[], suite: string): ReadonlyMap<string, readonly string[]> => {
  const kills = new Map<string, string[]>();
  for (const { mutant, built, killedBy } of runs)
    for (const test of built ? (killedBy[suite] ?? []) : []) {
      const list = kills.get(test);
      if (list === undefined) kills.set(test, [mutant]);
      else list.push(mutant);
    }
  return kills;
};
