/** Plays a search with a plain function as oracle and a cache, and keeps account the way the papers count. */
import type { Claim } from "../core/claim.ts";
import { keyOf, type Configuration } from "../core/configuration.ts";
import type { Search, Step } from "../core/search.ts";
import { play } from "../driver/play.ts";

/** One look-up of a candidate. */
export interface Lookup<Delta> {
  readonly candidate: Configuration<Delta>;
  readonly step: Step;
  readonly fails: boolean;
  /** Found in the cache. */
  readonly known: boolean;
  /** How often the granularity had risen from one question to the next. */
  readonly level: number;
  /** The last configuration that had failed, the input at first: what a greedy algorithm is reducing. */
  readonly before: Configuration<Delta>;
}

/** A search that was played, with every trial. */
export interface Trace<Delta, Result> {
  readonly result: Result;
  readonly claims: readonly Claim[];
  readonly trials: readonly Lookup<Delta>[];
  /** Look-ups that missed the cache: tests that were run. */
  readonly evaluated: number;
  readonly hits: number;
  /** Partitions that were tried, each up to its first success or its end, the last, fruitless one included. */
  readonly iterations: number;
}

/** Does this configuration fail? */
export type ConfigurationTest<Delta> = (candidate: Configuration<Delta>) => boolean;

/** The key decides what counts as the same candidate: the selection, unless told (a text with equal lines, say). */
export const trace = <Delta, Result>(
  input: Configuration<Delta>,
  search: Search<Configuration<Delta>, Result>,
  oracle: { readonly test: ConfigurationTest<Delta>; readonly key?: (candidate: Configuration<Delta>) => string },
): Trace<Delta, Result> => {
  const outcomes = new Map<string, boolean>();
  const trials: Lookup<Delta>[] = [];
  const { result, claims } = play(search, (candidate, step) => {
    const key = (oracle.key ?? keyOf)(candidate);
    const known = outcomes.get(key);
    const fails = known ?? oracle.test(candidate);
    outcomes.set(key, fails);
    const last = trials.at(-1);
    const before = last === undefined ? input : last.fails ? last.candidate : last.before;
    trials.push({ candidate, step, fails, known: known !== undefined, level: levelAfter(last, step), before });
    return fails;
  });
  return {
    result,
    claims,
    trials,
    evaluated: outcomes.size,
    hits: trials.length - outcomes.size,
    iterations: trials.filter((trial, i) => opensIteration(trials[i - 1], trial)).length,
  };
};

const levelAfter = (last: Lookup<unknown> | undefined, { granularity = 0 }: Step): number => {
  if (last === undefined) return 0;
  return last.level + (granularity > (last.step.granularity ?? 0) ? 1 : 0);
};

const opensIteration = (last: Lookup<unknown> | undefined, { step }: Lookup<unknown>): boolean =>
  last === undefined || last.fails || last.step.granularity !== step.granularity;
