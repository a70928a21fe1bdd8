/** Which of many changes can be taken at once. */
import type { ByteEdit, ByteChange } from "../external.ts";

/**
 * Changes none of whose edits overlap, by number: each that goes with all those chosen before it. Takes n log n steps for n edits,
 * however they lie.
 */
export const compatible = (changes: readonly ByteChange[]): readonly number[] => {
  const rank = ranksOf(changes);
  const taken = new Counts(rank.size);
  const chosen: number[] = [];
  for (const [index, change] of changes.entries()) {
    const spans = change.map((edit) => ({ first: rankOf(rank, first(edit)), last: rankOf(rank, last(edit)) }));
    if (spans.some((span) => taken.upTo(span.last) > taken.upTo(span.first - 1))) continue;
    for (const span of spans) for (let place = span.first; place <= span.last; place++) taken.add(place);
    chosen.push(index);
  }
  return chosen;
};

/** Places are counted double, so that what is put between two bytes has a place of its own: it overlaps with an edit around it alone. */
const first = ({ start, end }: ByteEdit): number => (start === end ? 2 * start : 2 * start + 1);
const last = ({ start, end }: ByteEdit): number => (start === end ? 2 * start : 2 * end - 1);

/** Only the order of the places matters. */
const ranksOf = (changes: readonly ByteChange[]): ReadonlyMap<number, number> => {
  const places = new Set<number>();
  for (const change of changes) for (const edit of change) places.add(first(edit)).add(last(edit));
  const sorted = Float64Array.from(places).toSorted();
  return new Map(Array.from(sorted, (place, rank) => [place, rank + 1]));
};

const rankOf = (ranks: ReadonlyMap<number, number>, place: number): number => ranks.get(place) as number;

/** How many places up to one are marked: a Fenwick tree over places from 1 on. */
class Counts {
  readonly #sums: Int32Array;

  constructor(length: number) {
    this.#sums = new Int32Array(length + 1);
  }

  add(place: number): void {
    const sums = this.#sums;
    for (let at = place; at < sums.length; at += at & -at) sums[at] = (sums[at] as number) + 1;
  }

  upTo(place: number): number {
    let sum = 0;
    for (let at = place; at > 0; at -= at & -at) sum += this.#sums[at] as number;
    return sum;
  }
}
