/** Splitting a configuration into chunks, and the candidates made of them. */
import { numbered, type Candidates } from "../core/candidates.ts";
import { cut, slice, type Configuration, type Range } from "../core/configuration.ts";

/** A configuration seen as consecutive chunks: chunk i is positions `ends[i-1]` to `ends[i]`. */
export interface Partition<Delta> {
  readonly of: Configuration<Delta>;
  readonly ends: readonly number[];
}

/** Splits into `n` chunks, small ones first: chunk i takes floor of what is left over the chunks left ("rules A"). */
export const split = <Delta>(of: Configuration<Delta>, n: number): Partition<Delta> => {
  const ends: number[] = [];
  let start = 0;
  for (let i = 0; i < n; i++) {
    start += Math.floor((of.length - start) / (n - i));
    ends.push(start);
  }
  return { of, ends };
};

/** The positions of chunk `i`. */
export const chunk = (partition: Partition<unknown>, i: number): Range => ({
  from: i === 0 ? 0 : (partition.ends[i - 1] as number),
  to: partition.ends[i] as number,
});

/** The partition without chunk `i`; the other chunks stay as they are. */
export const withoutChunk = <Delta>(partition: Partition<Delta>, i: number): Partition<Delta> => {
  const { from, to } = chunk(partition, i);
  const ends = partition.ends.flatMap((end, k) => (k < i ? [end] : k === i ? [] : [end - (to - from)]));
  return { of: cut(partition.of, from, to), ends };
};

/** The chunks as candidates: keep one, drop the rest. */
export const subsets = <Delta>(partition: Partition<Delta>): Candidates<Configuration<Delta>> =>
  numbered(partition.ends.length, (i) => {
    const { from, to } = chunk(partition, i);
    return slice(partition.of, from, to);
  });

/** The complements of the chunks as candidates: drop one, keep the rest. */
export const complements = <Delta>(partition: Partition<Delta>): Candidates<Configuration<Delta>> =>
  numbered(partition.ends.length, (i) => {
    const { from, to } = chunk(partition, i);
    return cut(partition.of, from, to);
  });
