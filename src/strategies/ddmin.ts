/** ddmin (Zeller & Hildebrandt 2002), with reduce cases (Hodován & Kiss 2016) and split factor (Kiss 2020). */
import { numbered, type Candidates } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";
import { complements, split, subsets, withoutChunk, type Partition } from "./support/partition.ts";
import type { ListOptions } from "./support/registry.ts";

type Minimizing<Delta> = Search<Configuration<Delta>, Configuration<Delta>>;

/**
 * A 1-minimal failing configuration. Without options: the formula of 2002 (halves, forward, subsets before
 * complements). The papers take for granted that the empty configuration passes: it is never asked about.
 *
 * Where the formula leaves a choice, this is what the published figures were made with: after a removed chunk the
 * others stay as they are and the scan goes on, cyclically, at the next one; a finer partition keeps the place in
 * proportion.
 */
export const ddmin = <Delta>(input: Configuration<Delta>, options: ListOptions = {}): Minimizing<Delta> =>
  begin(input, {
    splitFactor: splitFactorOf(options),
    order: options.order ?? "forward",
    cases: options.cases ?? "subsets-first",
  });

/** One partition and the chunk at which the scan of its complements begins. */
export interface Round<Delta> {
  readonly partition: Partition<Delta>;
  readonly offset: number;
}

/** The first partition of a configuration of at least two deltas. */
export const firstRound = <Delta>(of: Configuration<Delta>, splitFactor: number): Round<Delta> => ({
  partition: split(of, Math.min(of.length, splitFactor)),
  offset: 0,
});

/** The round after chunk `i` is gone; `undefined` when a single chunk is left, which has to be split anew. */
export const roundWithout = <Delta>({ partition }: Round<Delta>, i: number): Round<Delta> | undefined =>
  partition.granularity > 2 ? { partition: withoutChunk(partition, i), offset: i } : undefined;

/** The finer round after a fruitless one; `undefined` when all chunks are single deltas. */
export const finerRound = <Delta>(
  { partition, offset }: Round<Delta>,
  splitFactor: number,
): Round<Delta> | undefined => {
  const { of, granularity } = partition;
  if (granularity === of.length) return undefined;
  const finer = Math.min(of.length, splitFactor * granularity);
  return { partition: split(of, finer), offset: Math.floor((offset * finer) / granularity) };
};

/** The chunk whose turn is `turn` in a round's scan of complements. */
export const chunkInTurn = ({ partition, offset }: Round<unknown>, turn: number, order: Order): number =>
  (inOrder(partition.granularity, turn, order) + offset) % partition.granularity;

/** ν: a whole number, at least 2. */
export const splitFactorOf = ({ splitFactor = 2 }: ListOptions): number => {
  if (!Number.isInteger(splitFactor) || splitFactor < 2)
    throw new RangeError(`a split factor is a whole number from 2 on, not ${splitFactor}`);
  return splitFactor;
};

type Rules = Required<ListOptions>;
type Order = Rules["order"];

const begin = <Delta>(of: Configuration<Delta>, rules: Rules): Minimizing<Delta> =>
  of.length < 2 ? done(of, [minimal(1)]) : search(firstRound(of, rules.splitFactor), rules);

const search = <Delta>(round: Round<Delta>, rules: Rules): Minimizing<Delta> => {
  const finer = (): Minimizing<Delta> => {
    const next = finerRound(round, rules.splitFactor);
    return next === undefined ? done(round.partition.of, [minimal(1)]) : search(next, rules);
  };
  switch (rules.cases) {
    case "subsets-first":
      return toSubset(round, rules, () => toComplement(round, rules, finer));
    case "complements-first":
      return toComplement(round, rules, () => toSubset(round, rules, finer));
    case "complements-only":
      return toComplement(round, rules, finer);
  }
};

const toSubset = <Delta>(round: Round<Delta>, rules: Rules, otherwise: () => Minimizing<Delta>): Minimizing<Delta> => {
  const { of, granularity } = round.partition;
  const candidates = reordered(subsets(round.partition), (turn) => inOrder(granularity, turn, rules.order));
  const step = { phase: "subset", granularity, removes: of.length - Math.floor(of.length / granularity) };
  return first(candidates, step, (hit) => (hit === undefined ? otherwise() : begin(hit.candidate, rules)));
};

const toComplement = <Delta>(
  round: Round<Delta>,
  rules: Rules,
  otherwise: () => Minimizing<Delta>,
): Minimizing<Delta> => {
  const { of, granularity } = round.partition;
  const candidates = reordered(complements(round.partition), (turn) => chunkInTurn(round, turn, rules.order));
  const step = { phase: "complement", granularity, removes: Math.floor(of.length / granularity) };
  return first(candidates, step, (hit) => {
    if (hit === undefined) return otherwise();
    const next = roundWithout(round, chunkInTurn(round, hit.index, rules.order));
    return next === undefined ? begin(hit.candidate, rules) : search(next, rules);
  });
};

const inOrder = (length: number, turn: number, order: Order): number =>
  order === "forward" ? turn : length - 1 - turn;

const reordered = <Input>(candidates: Candidates<Input>, at: (turn: number) => number): Candidates<Input> =>
  numbered(candidates.length, (turn) => candidates.at(at(turn)));
