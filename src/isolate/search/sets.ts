/** Sets of changes: selections of one base, joined and cut into groups. */
import {
  elements,
  forEachIndex,
  keeps,
  select,
  whole,
  type Configuration,
  type Range,
} from "../../core/configuration.ts";
import type { Change, Changes, ChangeSet } from "../change.ts";

/** All of the passing one is in the failing one. */
export interface Gap {
  readonly passing: ChangeSet;
  readonly failing: ChangeSet;
}

/** What is in one of them. */
export const union = <Delta>(base: readonly Delta[], parts: readonly Configuration<Delta>[]): Configuration<Delta> => {
  const ranges: Range[] = [];
  for (const { bounds } of parts)
    for (let r = 0; r < bounds.length; r += 2) ranges.push({ from: bounds[r] as number, to: bounds[r + 1] as number });
  return covered(base, ranges);
};

/** The places of a base in any of the ranges, which may overlap. */
const covered = <Delta>(base: readonly Delta[], ranges: readonly Range[]): Configuration<Delta> => {
  const kept: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = kept.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else kept.push({ from, to });
  }
  return select(whole(base), kept);
};

/** Places of a base, in any order. */
const placesOf = <Delta>(base: readonly Delta[], places: readonly number[]): Configuration<Delta> =>
  covered(
    base,
    places.map((place) => ({ from: place, to: place + 1 })),
  );

/** The groups of a level that a selection has something of, each with what it has. */
export const groupsIn = <Delta>(c: Configuration<Delta>, groups: Int32Array): readonly Configuration<Delta>[] => {
  const found: Range[][] = [];
  let last: number | undefined;
  forEachIndex(c, (index) => {
    const group = groups[index] as number;
    const ranges = found.at(-1);
    const range = ranges?.at(-1);
    if (ranges === undefined || group !== last) found.push([{ from: index, to: index + 1 }]);
    else if (range?.to === index) ranges[ranges.length - 1] = { from: range.from, to: index + 1 };
    else ranges.push({ from: index, to: index + 1 });
    last = group;
  });
  const all = whole(c.base);
  return found.map((ranges) => select(all, ranges));
};

/** Whether the first is a part of the second. */
export const within = <Delta>(part: Configuration<Delta>, of: Configuration<Delta>): boolean => {
  for (let r = 0; r < part.bounds.length; r += 2) {
    const [from, to] = [part.bounds[r] as number, part.bounds[r + 1] as number];
    if (!keeps(of, from) || !keeps(of, to - 1)) return false;
    // Ranges neither touch nor overlap: one range of the other holds all of it, or something between is missing.
    for (let s = 1; s < of.bounds.length; s += 2) {
      const end = of.bounds[s] as number;
      if (end > from && end < to) return false;
    }
  }
  return true;
};

/** Whether one of the places, which are in order, is in it. */
export const hasOneOf = <Delta>({ bounds }: Configuration<Delta>, places: readonly number[]): boolean => {
  for (let r = 0; r < bounds.length; r += 2) {
    const first = places[firstFrom(places, bounds[r] as number)];
    if (first !== undefined && first < (bounds[r + 1] as number)) return true;
  }
  return false;
};

/** The index of the first place that is not before another. */
const firstFrom = (places: readonly number[], from: number): number => {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The changes of a wider range that end up where the given ones do. */
export const sameIn = ({ all }: Changes, changes: readonly Change[]): Configuration<Change> => {
  const places: number[] = [];
  all.forEach((change, place) => {
    if (changes.some((other) => meets(change, other))) places.push(place);
  });
  return placesOf(all, places);
};

const meets = (a: Change, b: Change): boolean => {
  if (a.span === undefined || b.span === undefined) return a.file === b.file && a.what === b.what && a.span === b.span;
  if (a.span.file !== b.span.file) return false;
  // Where nothing is left of a line, its place is all there is.
  const [one, other] = [a.span, b.span];
  if (one.from === one.to || other.from === other.to) return one.from <= other.to && other.from <= one.to;
  return one.from < other.to && other.from < one.to;
};

/** For people. */
export const namesOf = (chosen: ChangeSet): string => {
  const ids = elements(chosen).map(({ id }) => id);
  return ids.length > 3 ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more` : ids.join(", ");
};
