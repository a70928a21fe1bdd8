/** OPDD: one pass delta debugging, every chunk visited once per granularity (Gharachorlu & Sumner 2018, Fig. 6). */
import { numbered } from "../core/candidates.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";
import { complements, split, subsets, withoutChunk, type Partition } from "./support/partition.ts";
import type { ListOptions } from "./support/registry.ts";

type Minimizing<Delta> = Search<Configuration<Delta>, Configuration<Delta>>;
export type OpddOptions = Pick<ListOptions, "order" | "cases">;

/**
 * A failing configuration after O(n) tests; often 1-minimal, never promised to be. Without options: the formula as
 * printed (forward, subsets before complements). "complements-first" is not in the paper: subsets are tried where a
 * pass removed nothing, as in ddmin. The empty configuration is never asked about: a pass leaves at least one chunk.
 */
export const opdd = <Delta>(input: Configuration<Delta>, options: OpddOptions = {}): Minimizing<Delta> =>
  opddFrom(split(input, Math.min(input.length, 2)), options);

/** The same from a given partition on, as in the middle of a run. */
export const opddFrom = <Delta>(partition: Partition<Delta>, options: OpddOptions = {}): Minimizing<Delta> =>
  opdd2(partition, { order: options.order ?? "forward", cases: options.cases ?? "subsets-first" });

type Rules = Required<OpddOptions>;

const opdd2 = <Delta>(partition: Partition<Delta>, rules: Rules): Minimizing<Delta> => {
  const { of } = partition;
  if (of.length < 2) return done(of);
  switch (rules.cases) {
    case "subsets-first":
      return toSubset(partition, rules, () => pass(partition, rules, (rest) => refine(rest, rules)));
    case "complements-first":
      return pass(partition, rules, (rest) =>
        rest.of === of ? toSubset(rest, rules, () => refine(rest, rules)) : refine(rest, rules),
      );
    case "complements-only":
      return pass(partition, rules, (rest) => refine(rest, rules));
  }
};

const refine = <Delta>({ of, granularity }: Partition<Delta>, rules: Rules): Minimizing<Delta> =>
  granularity < of.length ? opdd2(split(of, Math.min(of.length, 2 * granularity)), rules) : done(of);

const toSubset = <Delta>(
  partition: Partition<Delta>,
  rules: Rules,
  otherwise: () => Minimizing<Delta>,
): Minimizing<Delta> => {
  const { of, granularity } = partition;
  const kept = subsets(partition);
  const candidates = numbered(granularity, (turn) =>
    kept.at(rules.order === "forward" ? turn : granularity - 1 - turn),
  );
  const step = { phase: "subset", granularity, removes: of.length - Math.floor(of.length / granularity) };
  return first(candidates, step, (hit) =>
    hit === undefined ? otherwise() : opdd2(split(hit.candidate, Math.min(hit.candidate.length, 2)), rules),
  );
};

/** The fold of Fig. 6 over all chunks. The granularity of a step is the fold's n: one less for every chunk gone. */
const pass = <Delta>(
  partition: Partition<Delta>,
  rules: Rules,
  next: (rest: Partition<Delta>) => Minimizing<Delta>,
): Minimizing<Delta> => fold(partition, { visited: 0, order: rules.order }, next);

/** `visited` chunks, at the end the pass began with, are settled. */
interface PassState {
  readonly visited: number;
  readonly order: Rules["order"];
}

const fold = <Delta>(
  partition: Partition<Delta>,
  { visited, order }: PassState,
  next: (rest: Partition<Delta>) => Minimizing<Delta>,
): Minimizing<Delta> => {
  const { of, granularity: n } = partition;
  if (n < 2 || visited === n) return next(partition);
  const chunkAt = (turn: number): number => (order === "forward" ? visited + turn : n - 1 - visited - turn);
  const rests = complements(partition);
  const candidates = numbered(n - visited, (turn) => rests.at(chunkAt(turn)));
  const step = { phase: "complement", granularity: n, removes: Math.floor(of.length / n) };
  return first(candidates, step, (hit) =>
    hit === undefined
      ? next(partition)
      : fold(withoutChunk(partition, chunkAt(hit.index)), { visited: visited + hit.index, order }, next),
  );
};
