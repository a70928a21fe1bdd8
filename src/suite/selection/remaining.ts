/** A list of indices from which some are taken out again and again, at no cost for those that stay. */

export interface Remaining extends Iterable<number> {
  readonly size: number;
  remove(index: number): void;
}

/** The indices below `order.length`, in this order; those removed are passed over. */
export const remainingOf = (order: readonly number[]): Remaining => {
  // Doubly linked by place; the last place is both ends.
  const end = order.length;
  const placeOf = new Int32Array(end);
  for (const [place, index] of order.entries()) placeOf[index] = place;
  const after = Int32Array.from({ length: end + 1 }, (_, place) => (place === end ? 0 : place + 1));
  const before = Int32Array.from({ length: end + 1 }, (_, place) => (place === 0 ? end : place - 1));
  let size = end;
  return {
    get size() {
      return size;
    },
    remove: (index) => {
      const place = placeOf[index] as number;
      after[before[place] as number] = after[place] as number;
      before[after[place] as number] = before[place] as number;
      size--;
    },
    *[Symbol.iterator]() {
      for (let place = after[end] as number; place !== end; place = after[place] as number)
        yield order[place] as number;
    },
  };
};
