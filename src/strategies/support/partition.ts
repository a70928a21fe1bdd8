/** Splitting a configuration into chunks, and the candidates made of them. */
import { numbered, type Candidates } from "../../core/candidates.ts";
import { cut, slice, type Configuration, type Range } from "../../core/configuration.ts";

/** A configuration seen as `granularity` consecutive chunks of equal length, the small ones first ("rules A"). */
export interface Partition<Delta> {
  readonly of: Configuration<Delta>;
  readonly granularity: number;
}

/** Splits into `n` chunks: chunk i takes floor of what is left over the chunks left. */
export const split = <Delta>(of: Configuration<Delta>, n: number): Partition<Delta> => ({ of, granularity: n });

/** The positions of chunk `i`. */
export const chunk = ({ of, granularity }: Partition<unknown>, i: number): Range => {
  const size = Math.floor(of.length / granularity);
  const small = granularity - (of.length % granularity);
  const from = i * size + Math.max(0, i - small);
  return { from, to: from + size + (i < small ? 0 : 1) };
};

/** The partition without chunk `i`. What is left, split into one chunk less, has the other chunks as they were. */
export const withoutChunk = <Delta>(partition: Partition<Delta>, i: number): Partition<Delta> => {
  const { from, to } = chunk(partition, i);
  return { of: cut(partition.of, from, to), granularity: partition.granularity - 1 };
};

/** The chunks as candidates: keep one, drop the rest. */
export const subsets = <Delta>(partition: Partition<Delta>): Candidates<Configuration<Delta>> =>
  numbered(partition.granularity, (i) => {
    const { from, to } = chunk(partition, i);
    return slice(partition.of, from, to);
  });

/** The complements of the chunks as candidates: drop one, keep the rest. */
export const complements = <Delta>(partition: Partition<Delta>): Candidates<Configuration<Delta>> =>
  numbered(partition.granularity, (i) => {
    const { from, to } = chunk(partition, i);
    return cut(partition.of, from, to);
  });
