/** In which places two sequences differ: anchored on what is unique in both (patience), a shortest script between the anchors. */
import { edits } from "./shortest.ts";

/** Elements `aFrom` to `aTo` (exclusive, from 0) of one sequence stand where the other has `bFrom` to `bTo`. */
export interface DifferingRange {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** In order, none empty, at least one common element between neighbours. Equal numbers are equal elements, `kinds` is larger than all. */
export const differingRuns = (a: Int32Array, b: Int32Array, kinds: number): readonly DifferingRange[] =>
  runs(differingNumbers(a, b, kinds));

/** The same for strings. */
export const differingStrings = (a: readonly string[], b: readonly string[]): readonly DifferingRange[] => {
  const known = new Map<string, number>();
  const numbers = (list: readonly string[]): Int32Array => Int32Array.from(list, (each) => numberOf(known, each));
  const [as, bs] = [numbers(a), numbers(b)];
  return differingRuns(as, bs, known.size);
};

/** Equal strings get equal numbers. */
export const numberOf = (known: Map<string, number>, key: string): number => {
  const number = known.get(key) ?? known.size;
  if (number === known.size) known.set(key, number);
  return number;
};

/** By place: 1 for what is not common. */
interface Changed {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

const differingNumbers = (a: Int32Array, b: Int32Array, kinds: number): Changed => {
  const changed = { a: new Uint8Array(a.length), b: new Uint8Array(b.length) };
  const seen = { a: new Int32Array(kinds).fill(-1), b: new Int32Array(kinds).fill(-1) };
  let [aFrom, bFrom] = [0, 0];
  const gap = (aTo: number, bTo: number, number: number): void => {
    if (aFrom < aTo || bFrom < bTo) between({ a, b, seen, changed, aFrom, aTo, bFrom, bTo, number });
  };
  const anchors = increasing(uniquePairs(a, b, kinds));
  anchors.forEach(([aAt, bAt], number) => {
    gap(aAt, bAt, number);
    [aFrom, bFrom] = [aAt + 1, bAt + 1];
  });
  gap(a.length, b.length, anchors.length);
  return changed;
};

interface Gap extends DifferingRange {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** By kind: the last gap in which it was seen. */
  readonly seen: { readonly a: Int32Array; readonly b: Int32Array };
  readonly changed: Changed;
  readonly number: number;
}

/** Between two anchors: what only one side has is out, the rest is compared. */
const between = ({ a, b, seen, changed, aFrom, aTo, bFrom, bTo, number }: Gap): void => {
  for (let i = aFrom; i < aTo; i++) seen.a[a[i] as number] = number;
  for (let i = bFrom; i < bTo; i++) seen.b[b[i] as number] = number;
  const aPlaces = placesOf(a, { from: aFrom, to: aTo, there: seen.b, number, changed: changed.a });
  const bPlaces = placesOf(b, { from: bFrom, to: bTo, there: seen.a, number, changed: changed.b });
  edits(
    { a: aPlaces.map((place) => a[place] as number), b: bPlaces.map((place) => b[place] as number) },
    (place) => (changed.a[aPlaces[place] as number] = 1),
    (place) => (changed.b[bPlaces[place] as number] = 1),
  );
};

interface OneSide {
  readonly from: number;
  readonly to: number;
  readonly there: Int32Array;
  readonly number: number;
  readonly changed: Uint8Array;
}

const placesOf = (list: Int32Array, { from, to, there, number, changed }: OneSide): Int32Array => {
  const places = new Int32Array(to - from);
  let count = 0;
  for (let i = from; i < to; i++)
    if (there[list[i] as number] === number) places[count++] = i;
    else changed[i] = 1;
  return places.subarray(0, count);
};

type Pair = readonly [a: number, b: number];

/** What is there exactly once in each, in the order of `a`. */
const uniquePairs = (a: Int32Array, b: Int32Array, kinds: number): readonly Pair[] => {
  const placeIn = (list: Int32Array): Int32Array => {
    const places = new Int32Array(kinds).fill(-1);
    for (let i = 0; i < list.length; i++) {
      const kind = list[i] as number;
      places[kind] = places[kind] === -1 ? i : -2;
    }
    return places;
  };
  const inA = placeIn(a);
  const inB = placeIn(b);
  const pairs: Pair[] = [];
  for (let i = 0; i < a.length; i++) {
    const kind = a[i] as number;
    if (inA[kind] === i && (inB[kind] as number) >= 0) pairs.push([i, inB[kind] as number]);
  }
  return pairs;
};

/** A longest selection that is in the order of `b` too (patience sorting). */
const increasing = (pairs: readonly Pair[]): readonly Pair[] => {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length);
  pairs.forEach(([, b], index) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tops[middle] as number] as Pair)[1] < b) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tops[low - 1] as number);
    tops[low] = index;
  });
  const chosen: Pair[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index] as number) chosen.push(pairs[index] as Pair);
  return chosen.toReversed();
};

/** What is not marked is common and stands side by side. */
const runs = ({ a, b }: Changed): readonly DifferingRange[] => {
  const found: DifferingRange[] = [];
  // Before each of the common elements, and behind the last one.
  for (let [i, j] = [0, 0]; i <= a.length; i++, j++) {
    const [aFrom, bFrom] = [i, j];
    while (a[i] === 1) i++;
    while (b[j] === 1) j++;
    if (i > aFrom || j > bFrom) found.push({ aFrom, aTo: i, bFrom, bTo: j });
  }
  return found;
};
