/** Sets of changes: selections of one base, joined and cut into groups. */
import { forEachIndex, select, whole, type Configuration, type Range } from "../../core/configuration.ts";

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
export const placesOf = <Delta>(base: readonly Delta[], places: readonly number[]): Configuration<Delta> =>
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
