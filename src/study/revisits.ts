/** What skipping revisits costs and saves (Gharachorlu & Sumner 2018, Tables II and III, Fig. 8a). */
import { forEachIndex, keyOf, minus, type Configuration } from "../core/configuration.ts";
import { ddmin } from "../strategies/ddmin.ts";
import { opdd } from "../strategies/opdd.ts";
import { trace, type ConfigurationTest, type Trace, type Lookup } from "./trace.ts";
import { unambiguity, unambiguityRatio, type Combinations } from "./unambiguity.ts";

/** Chunks that could not be removed at first, and could when they were visited again at the same granularity. */
export const successfulRevisits = <Delta>({ trials }: Trace<Delta, unknown>): number => {
  const visited = new Map<string, number>();
  let revisits = 0;
  for (const trial of trials) {
    if (trial.step.phase !== "complement") continue;
    const chunk = keyOf(minus(trial.before, trial.candidate));
    if (trial.fails && visited.get(chunk) === trial.level) revisits++;
    visited.set(chunk, trial.level);
  }
  return revisits;
};

/** What OPDD removes later than ddmin, or never. */
export interface Deferred {
  /** Number of deltas by how many refinements later OPDD removed them than ddmin; below zero: earlier. */
  readonly by: ReadonlyMap<number, number>;
  /** Removed by ddmin, but not by OPDD. */
  readonly never: number;
  /** Removed by OPDD, but not by ddmin. */
  readonly onlyOnePass: number;
}

/** For each delta that ddmin removed: how many refinements later did OPDD remove it? */
export const deferredRemovals = <Delta>(classic: Trace<Delta, unknown>, onePass: Trace<Delta, unknown>): Deferred => {
  const first = removalLevels(classic.trials);
  const second = removalLevels(onePass.trials);
  const by = new Map<number, number>();
  let never = 0;
  for (const [index, level] of first) {
    const later = second.get(index);
    if (later === undefined) never++;
    else by.set(later - level, (by.get(later - level) ?? 0) + 1);
  }
  return { by, never, onlyOnePass: [...second.keys()].filter((index) => !first.has(index)).length };
};

/** The level at which each delta (by its place in the base) went. */
const removalLevels = (trials: readonly Lookup<unknown>[]): Map<number, number> => {
  const levels = new Map<number, number>();
  for (const { candidate, before, fails, level } of trials)
    if (fails) forEachIndex(minus(before, candidate), (index) => levels.set(index, level));
  return levels;
};

/** A row of Tables II and III, and the distribution of Fig. 8(a). */
export interface RevisitRow extends Combinations {
  readonly revisits: { readonly forward: number; readonly backward: number };
  /** In percent. */
  readonly ratio: number;
  readonly tests: { readonly ddmin: number; readonly opdd: number };
  readonly sizes: { readonly input: number; readonly ddmin: number; readonly opdd: number };
  readonly deferred: Deferred;
}

/** ddmin against OPDD, both with subsets and backward (the order the paper finds common); revisits in both orders. */
export const compare = <Delta>(input: Configuration<Delta>, test: ConfigurationTest<Delta>): RevisitRow => {
  const forward = trace(input, ddmin(input, { order: "forward" }), { test });
  const backward = trace(input, ddmin(input, { order: "backward" }), { test });
  const onePass = trace(input, opdd(input, { order: "backward" }), { test });
  const { trivial, successful, unsuccessful } = trace(input, unambiguity(input), { test }).result;
  return {
    revisits: { forward: successfulRevisits(forward), backward: successfulRevisits(backward) },
    trivial,
    successful,
    unsuccessful,
    ratio: unambiguityRatio({ trivial, successful, unsuccessful }),
    tests: { ddmin: backward.evaluated, opdd: onePass.evaluated },
    sizes: { input: input.length, ddmin: backward.result.length, opdd: onePass.result.length },
    deferred: deferredRemovals(backward, onePass),
  };
};
