/** Where places of a file are after some of its bytes were replaced by others. */

/** Bytes that are replaced. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: Uint8Array;
}

/** In order; of those that overlap, the first. */
export const merged = (edits: readonly Edit[]): readonly Edit[] => {
  const sorted = edits.toSorted(
    (a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || b.end - a.end,
  );
  let last = 0;
  return sorted.filter(({ start, end }) => {
    const isFree = start >= last;
    if (isFree) last = end;
    return isFree;
  });
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Those of some spans that share no byte with another, from first to last. */
export const apart = <Each extends Span>(spans: readonly Each[]): readonly Each[] => {
  const sorted = spans.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start);
  let before = 0;
  return sorted.filter(({ start, end }, i) => {
    const isApart = before <= start && (sorted[i + 1]?.start ?? Infinity) >= end;
    before = Math.max(before, end);
    return isApart;
  });
};

/** How many of the numbers, which rise, are at most so large. */
const countUpTo = (numbers: Float64Array, most: number): number => {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
};

export class Moves {
  readonly #edits: readonly Edit[];
  readonly #starts: Float64Array;
  /** By how many bytes everything behind each edit has moved. */
  readonly #shifts: Float64Array;

  /** Edits in order that do not overlap. */
  constructor(edits: readonly Edit[]) {
    this.#edits = edits;
    this.#starts = Float64Array.from(edits, ({ start }) => start);
    let shift = 0;
    this.#shifts = Float64Array.from(edits, ({ start, end, by }) => (shift += by.length - (end - start)));
  }

  /** Is what is at a place replaced? */
  isIn(place: number): boolean {
    const edit = this.#edits[countUpTo(this.#starts, place) - 1];
    return edit !== undefined && place < edit.end;
  }

  /** By how much a place moves; one amid what is replaced goes to its beginning. */
  shift(place: number): number {
    const index = countUpTo(this.#starts, place) - 1;
    const edit = this.#edits[index];
    if (edit === undefined) return 0;
    if (place >= edit.end) return this.#shifts[index] as number;
    return (this.#shifts[index - 1] ?? 0) - (place - edit.start);
  }
}

/** By how much numbers got longer, told from the last of them to the first. */
export class Growth {
  readonly #places: number[] = [];
  readonly #sums: number[] = [];

  push(place: number, more: number): void {
    if (more === 0) return;
    this.#places.push(place);
    this.#sums.push(more + (this.#sums.at(-1) ?? 0));
  }

  /** The shift of what stands at a place or after it. */
  from(place: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] as number) >= place) low = middle + 1;
      else high = middle;
    }
    return this.#sums[low - 1] ?? 0;
  }
}
