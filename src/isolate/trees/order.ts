/** In which order the changes of all files are halved, and how they are grouped: rewriting first, class by class. */
import { forEachIndex, type Configuration, type Range } from "../../core/configuration.ts";
import type { Change, Level } from "../change.ts";
import type { FilePart } from "./file-part.ts";

/** Places are numbers in this order; numbers of parts count on from part to part. */
export interface FileOrder {
  /** By place: the number. */
  readonly numbers: Int32Array;
  /** How many of the first places are rewriting, how many then only add names, and how many of the last ones only take names away. */
  readonly rewriting: number;
  readonly added: number;
  readonly removed: number;
  /** The levels that tell rewriting from the rest, and one class from another; none without rewriting. */
  readonly levels: readonly Level[];
  /** Groups of the changes by number, so that they nest in classes and do not decrease. */
  placed(groups: Int32Array): Int32Array;
  /** The chosen numbers as ranges: in order, neither empty nor touching. */
  chosen(places: Configuration<Change>): readonly Range[];
}

export const orderOf = (parts: readonly FilePart[]): FileOrder => {
  const total = parts.reduce((sum, { changes }) => sum + changes.length, 0);
  const classes = classesOf(parts, total);
  const numbers = Int32Array.from({ length: total }, (_, number) => number);
  const count = (isMeant: (each: number) => boolean): number =>
    classes.reduce((sum, each) => sum + (isMeant(each) ? 1 : 0), 0);
  const rewriting = count((each) => each < ADDED);
  const isSorted = rewriting > 0 || parts.some(({ matched }) => matched !== undefined);
  const firsts = isSorted ? firstsOf(parts, total) : numbers;
  if (isSorted)
    numbers.sort(
      (a, b) =>
        (classes[a] as number) - (classes[b] as number) || (firsts[a] as number) - (firsts[b] as number) || a - b,
    );
  const byPlace = numbers.map((number) => classes[number] as number);
  const placed = (groups: Int32Array): Int32Array => {
    const found = new Int32Array(total);
    for (let place = 1; place < total; place++) {
      const same =
        byPlace[place] === byPlace[place - 1] &&
        groups[numbers[place] as number] === groups[numbers[place - 1] as number];
      found[place] = (found[place - 1] as number) + (same ? 0 : 1);
    }
    return found;
  };
  const bySort = byPlace.map((each) => (each >= ADDED ? each : each < TOKENS ? 0 : 1));
  return {
    numbers,
    rewriting,
    added: count((each) => each === ADDED),
    removed: count((each) => each === REMOVED),
    levels: !isSorted
      ? []
      : [
          { name: "rewriting", groups: counted(bySort) },
          { name: "classes", groups: counted(byPlace) },
        ],
    placed,
    chosen: (places) => rangesOf(numbers, places),
  };
};

/** What is no rewriting: what only adds names, what changes something, what only takes names away. */
const [ADDED, REST, REMOVED] = [0x7ffffffd, 0x7ffffffe, 0x7fffffff] as const;
const ROLES = { added: ADDED, changed: REST, removed: REMOVED } as const;
/** Classes of other tokens are numbered from here on, those of words below. */
const TOKENS = 1 << 24;

const ranksOf = (sizes: ReadonlyMap<string, number>, first: number): ReadonlyMap<string, number> => {
  const ordered = [...sizes].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Map(ordered.map(([name], index) => [name, first + index]));
};

/** By number: the class. The largest come first. */
const classesOf = (parts: readonly FilePart[], total: number): Int32Array => {
  const sizes = { words: new Map<string, number>(), tokens: new Map<string, number>() };
  for (const { rewriting } of parts)
    for (const { sort, name } of rewriting.classes) sizes[sort].set(name, (sizes[sort].get(name) ?? 0) + 1);
  const ranks = { words: ranksOf(sizes.words, 0), tokens: ranksOf(sizes.tokens, TOKENS) };
  const classes = new Int32Array(total).fill(REST);
  let at = 0;
  for (const { changes, rewriting, hunks, matched } of parts) {
    rewriting.classes.forEach(({ sort, name }, index) => {
      classes[at + rewriting.first + index] = ranks[sort].get(name) as number;
    });
    hunks.forEach((hunk, index) => {
      const role = matched?.hunks[hunk - matched.first]?.role;
      if (role !== undefined) classes[at + index] = ROLES[role];
    });
    at += changes.length;
  }
  return classes;
};

/** By number: the first change of the same unit. */
const firstsOf = (parts: readonly FilePart[], total: number): Int32Array => {
  const firsts = Int32Array.from({ length: total }, (_, number) => number);
  let at = 0;
  for (const { changes, hunks, matched } of parts) {
    const known = new Map<number, number>();
    hunks.forEach((hunk, index) => {
      const unit = matched?.hunks[hunk - matched.first]?.unit;
      if (unit === undefined) return;
      const first = known.get(unit) ?? at + index;
      known.set(unit, first);
      firsts[at + index] = first;
    });
    at += changes.length;
  }
  return firsts;
};

/** Numbers that do not decrease, counted from 0 without gaps. */
const counted = (values: Int32Array): Int32Array => {
  const found = new Int32Array(values.length);
  for (let at = 1; at < values.length; at++)
    found[at] = (found[at - 1] as number) + (values[at] === values[at - 1] ? 0 : 1);
  return found;
};

const rangesOf = (numbers: Int32Array, places: Configuration<Change>): readonly Range[] => {
  const marks = new Uint8Array(numbers.length);
  forEachIndex(places, (place) => (marks[numbers[place] as number] = 1));
  const ranges: Range[] = [];
  for (let from = marks.indexOf(1); from >= 0;) {
    const end = marks.indexOf(0, from);
    const to = end < 0 ? marks.length : end;
    ranges.push({ from, to });
    from = marks.indexOf(1, to);
  }
  return ranges;
};
