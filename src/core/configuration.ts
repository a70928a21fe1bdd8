/** The deltas kept, in order: ranges over a shared base, so that forks share memory and a cut copies only bounds. */
import { digest } from "./digest.ts";

/**
 * An ordered selection of a base list. `bounds` holds start and end of each kept range (half-open, sorted, neither empty nor
 * touching), `offsets` the number of deltas before each range: the same selection always has the same bounds.
 */
export interface Configuration<Delta> {
  readonly base: readonly Delta[];
  readonly bounds: Int32Array;
  readonly offsets: Int32Array;
  readonly length: number;
}

/** Positions `from` to `to` (exclusive) of a configuration. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** All deltas of a list. */
export const whole = <Delta>(base: readonly Delta[]): Configuration<Delta> =>
  over(base, base.length === 0 ? new Int32Array(0) : Int32Array.of(0, base.length));

/** Few ranges are copied whole, which is several times faster than delta by delta. */
const MAX_RANGES = 1000;

/** The deltas that are kept, in order. */
export const elements = <Delta>(c: Configuration<Delta>): Delta[] => {
  if (c.offsets.length <= MAX_RANGES) return ([] as Delta[]).concat(...ranges(c, (from, to) => c.base.slice(from, to)));
  const kept: Delta[] = [];
  forEachIndex(c, (index) => kept.push(c.base[index] as Delta));
  return kept;
};

/** What a function makes of each kept range of the base, in order. */
export const ranges = <Piece>(c: Configuration<unknown>, piece: (from: number, to: number) => Piece): Piece[] =>
  Array.from(c.offsets, (_, range) => piece(c.bounds[2 * range] as number, c.bounds[2 * range + 1] as number));

/** Calls back with the place in the base of every kept delta, in order. */
export const forEachIndex = (c: Configuration<unknown>, visit: (index: number) => void): void => {
  for (let r = 0; r < c.bounds.length; r += 2) {
    const end = c.bounds[r + 1] as number;
    for (let index = c.bounds[r] as number; index < end; index++) visit(index);
  }
};

/** The place in the base of the delta at a position. */
export const indexAt = (c: Configuration<unknown>, position: number): number => {
  const range = rangeOf(c, position);
  return (c.bounds[2 * range] as number) + position - (c.offsets[range] as number);
};

/** The delta at a position among those that are kept. */
export const deltaAt = <Delta>(c: Configuration<Delta>, position: number): Delta =>
  c.base[indexAt(c, position)] as Delta;

/** Is this place of the base kept? */
export const keeps = (c: Configuration<unknown>, index: number): boolean => {
  const start = c.bounds[2 * rangesBefore(c, index)];
  return start !== undefined && start <= index;
};

/** How many of the kept ranges end at or before a place of the base. */
export const rangesBefore = (c: Configuration<unknown>, index: number): number => {
  let low = 0;
  let high = c.offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((c.bounds[2 * middle + 1] as number) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Positions `from` to `to` only. */
export const slice = <Delta>(c: Configuration<Delta>, from: number, to: number): Configuration<Delta> =>
  select(c, [{ from, to }]);

/** All but positions `from` to `to`. */
export const cut = <Delta>(c: Configuration<Delta>, from: number, to: number): Configuration<Delta> =>
  select(c, [
    { from: 0, to: from },
    { from: to, to: c.length },
  ]);

/** The given position ranges only; they are in order and do not overlap. */
export const select = <Delta>(c: Configuration<Delta>, kept: readonly Range[]): Configuration<Delta> => {
  const bounds = new BoundsWriter();
  for (const range of kept) copyRange(c, range, bounds);
  return over(c.base, bounds.take());
};

/** All but the given position ranges, which are in order and do not overlap. */
export const drop = <Delta>(c: Configuration<Delta>, dropped: readonly Range[]): Configuration<Delta> => {
  const kept: Range[] = [];
  let from = 0;
  for (const range of dropped) {
    kept.push({ from, to: range.from });
    from = range.to;
  }
  kept.push({ from, to: c.length });
  return select(c, kept);
};

/** Selections of one base, one behind the other; each begins after the one before has ended. */
export const concat = <Delta>(parts: readonly Configuration<Delta>[]): Configuration<Delta> => {
  const bounds = new BoundsWriter();
  for (const part of parts)
    for (let r = 0; r < part.bounds.length; r += 2) bounds.push(part.bounds[r] as number, part.bounds[r + 1] as number);
  return over(parts[0]?.base ?? [], bounds.take());
};

/** What is kept in the first and not in the second, which may keep anything of the same base. */
export const minus = <Delta>(c: Configuration<Delta>, part: Configuration<Delta>): Configuration<Delta> => {
  const bounds = new BoundsWriter();
  let p = 0;
  for (let r = 0; r < c.bounds.length; r += 2) {
    let start = c.bounds[r] as number;
    const end = c.bounds[r + 1] as number;
    for (; p < part.bounds.length && (part.bounds[p] as number) < end; p += 2) {
      bounds.push(start, part.bounds[p] as number);
      start = Math.max(start, part.bounds[p + 1] as number);
      // It may reach into the next range, too.
      if (start >= end) break;
    }
    bounds.push(start, end);
  }
  return over(c.base, bounds.take());
};

/** What is kept in either of two selections of one base that have nothing in common. */
export const union = <Delta>(a: Configuration<Delta>, b: Configuration<Delta>): Configuration<Delta> => {
  const all = whole(a.base);
  return minus(all, minus(minus(all, a), b));
};

/** The digest of which deltas are kept (not of what they are). */
export const keyOf = (c: Configuration<unknown>): string => digest(c.bounds);

const over = <Delta>(base: readonly Delta[], bounds: Int32Array): Configuration<Delta> => {
  const offsets = new Int32Array(bounds.length / 2);
  let length = 0;
  for (let range = 0; range < offsets.length; range++) {
    offsets[range] = length;
    length += (bounds[2 * range + 1] as number) - (bounds[2 * range] as number);
  }
  return { base, bounds, offsets, length };
};

/** The last range that begins at or before a position. */
const rangeOf = (c: Configuration<unknown>, position: number): number => {
  let low = 0;
  let high = c.offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((c.offsets[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
};

const copyRange = (c: Configuration<unknown>, { from, to }: Range, out: BoundsWriter): void => {
  for (let range = rangeOf(c, from); range < c.offsets.length; range++) {
    const offset = c.offsets[range] as number;
    if (offset >= to) return;
    const start = c.bounds[2 * range] as number;
    const end = c.bounds[2 * range + 1] as number;
    out.push(start + Math.max(0, from - offset), Math.min(end, start + to - offset));
  }
};

/** Collects ranges in canonical form: empty ones are dropped, touching ones become one. */
class BoundsWriter {
  #bounds = new Int32Array(16);
  #used = 0;

  push(start: number, end: number): void {
    if (start >= end) return;
    if (this.#bounds[this.#used - 1] === start) {
      this.#bounds[this.#used - 1] = end;
      return;
    }
    if (this.#used === this.#bounds.length) this.#grow();
    this.#bounds[this.#used++] = start;
    this.#bounds[this.#used++] = end;
  }

  take(): Int32Array {
    return this.#bounds.slice(0, this.#used);
  }

  #grow(): void {
    const larger = new Int32Array(this.#bounds.length * 2);
    larger.set(this.#bounds);
    this.#bounds = larger;
  }
}
