/** Wddmin, ddmin with chunks halved by weight instead of count (Zhou et al. 2025, "WDD: Weighted Delta Debugging"). */
import { numbered } from "../core/candidates.ts";
import { elements, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { first } from "../core/words.ts";
import { cutInOrder, type Order } from "./support/order.ts";
import { verify } from "./verify.ts";

export interface WeightedOptions<Delta> {
  readonly order?: Order | undefined;
  /** How much of the input a delta is, at least 0: tokens, bytes. */
  readonly weight?: (delta: Delta) => number;
}

/**
 * Complements only: at every level each chunk is tried once, chunks that stay are kept as they are and halved for the next.
 * When all are single deltas, an explicit pass makes the result 1-minimal.
 */
export const weighted = <Delta>(
  c: Configuration<Delta>,
  { order = "backward", weight = () => 1 }: WeightedOptions<Delta> = {},
): Search<Configuration<Delta>, Configuration<Delta>> => nextLevel(c, Int32Array.of(c.length), { order, weight });

type Settings<Delta> = Required<WeightedOptions<Delta>> & { readonly order: Order };

interface Level<Delta> extends Settings<Delta> {
  /** Where each chunk of the level ends, counted in the order of the sweep, as it was when the level began. */
  readonly ends: Int32Array;
  /** The chunk to try next. */
  readonly next: number;
  readonly removed: Removed | undefined;
}

/** The chunks removed on this level, the last one on top. */
interface Removed {
  readonly chunk: number;
  /** How many deltas they were, all together. */
  readonly total: number;
  readonly before: Removed | undefined;
}

const start = (ends: Int32Array, chunk: number): number => (chunk === 0 ? 0 : (ends[chunk - 1] as number));

const sweep = <Delta>(
  c: Configuration<Delta>,
  level: Level<Delta>,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const { ends, next, removed, order } = level;
  const gone = removed?.total ?? 0;
  const width = (chunk: number): number => (ends[chunk] as number) - start(ends, chunk);
  // The chunk that is all there is stays: the empty configuration is not asked about.
  const left = next < ends.length && width(next) === c.length ? 0 : ends.length - next;
  const candidates = numbered(left, (i) =>
    cutInOrder(c, start(ends, next + i) - gone, (ends[next + i] as number) - gone, order),
  );
  const step = { phase: "complement", granularity: ends.length, removes: Math.ceil(c.length / ends.length) };
  return first(candidates, step, (hit) => {
    if (hit === undefined) return nextLevel(c, remaining(ends, removed), level);
    const chunk = next + hit.index;
    return sweep(hit.candidate, {
      ...level,
      next: chunk + 1,
      removed: { chunk, total: gone + width(chunk), before: removed },
    });
  });
};

const nextLevel = <Delta>(
  c: Configuration<Delta>,
  ends: Int32Array,
  { order, weight }: Settings<Delta>,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (ends.length >= c.length) return verify(c);
  const sums = sumsInOrder(elements(c).map(weight), order);
  return sweep(c, { order, weight, ends: halved(ends, sums), next: 0, removed: undefined });
};

/** The ends of the chunks that stayed. */
const remaining = (ends: Int32Array, removed: Removed | undefined): Int32Array => {
  const dropped = new Set<number>();
  for (let at = removed; at !== undefined; at = at.before) dropped.add(at.chunk);
  const kept: number[] = [];
  let end = 0;
  for (let chunk = 0; chunk < ends.length; chunk++) {
    if (dropped.has(chunk)) continue;
    end += (ends[chunk] as number) - start(ends, chunk);
    kept.push(end);
  }
  return Int32Array.from(kept);
};

/** `sums[i]` is the weight of the first i deltas of the sweep. */
const sumsInOrder = (weights: number[], order: Order): Float64Array => {
  if (order === "backward") weights.reverse();
  const sums = new Float64Array(weights.length + 1);
  for (let i = 0; i < weights.length; i++) sums[i + 1] = (sums[i] as number) + (weights[i] as number);
  return sums;
};

const halved = (ends: Int32Array, sums: Float64Array): Int32Array => {
  const finer: number[] = [];
  for (let chunk = 0; chunk < ends.length; chunk++) {
    const from = start(ends, chunk);
    const to = ends[chunk] as number;
    if (to - from > 1) finer.push(cutByWeight(sums, from, to));
    finer.push(to);
  }
  return Int32Array.from(finer);
};

/** The cut between `from` and `to`, both sides non-empty, that comes nearest to half the weight. */
const cutByWeight = (sums: Float64Array, from: number, to: number): number => {
  const half = ((sums[from] as number) + (sums[to] as number)) / 2;
  let low = from + 1;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] as number) < half) low = middle + 1;
    else high = middle;
  }
  const below = low - 1;
  return below > from && half - (sums[below] as number) < (sums[low] as number) - half ? below : low;
};
