/** In which lines two texts differ. */
import { differingRuns, numberOf, type DifferingRange } from "../../core/diff/differing.ts";
import { commonEnds, lineAt, type Lines } from "./text-lines.ts";

/**
 * The runs of lines to be replaced to make `b` of `a`, as `diff -U0` prints them: in order, none empty, at least one common line
 * between neighbours. Anchored on lines that are unique in both (patience), a shortest script between the anchors.
 */
export const differingLines = (a: Lines, b: Lines): readonly DifferingRange[] => {
  const { head, tail } = commonEnds(a, b);
  const { as, bs, kinds } = numbered(a, b, head, tail);
  return settled(
    differingRuns(as, bs, kinds).map(({ aFrom, aTo, bFrom, bTo }) => ({
      aFrom: aFrom + head,
      aTo: aTo + head,
      bFrom: bFrom + head,
      bTo: bTo + head,
    })),
    a,
    b,
  );
};

/** Equal lines get equal numbers. */
const numbered = (
  a: Lines,
  b: Lines,
  head: number,
  tail: number,
): { readonly as: Int32Array; readonly bs: Int32Array; readonly kinds: number } => {
  const known = new Map<string, number>();
  const numbersOf = (lines: Lines): Int32Array => {
    const numbers = new Int32Array(lines.count - head - tail);
    for (let i = 0; i < numbers.length; i++) numbers[i] = numberOf(known, lineAt(lines, head + i));
    return numbers;
  };
  const [as, bs] = [numbersOf(a), numbersOf(b)];
  return { as, bs, kinds: known.size };
};

/** Longer ways are not looked at. */
const FURTHEST = 100;

/**
 * A run of added (or removed) lines can often begin earlier or later with the same effect. It goes where indentation and blank
 * lines speak for it (the rules of git's indent heuristic); runs that meet on the way become one.
 */
const settled = (ranges: readonly DifferingRange[], a: Lines, b: Lines): readonly DifferingRange[] => {
  const done: DifferingRange[] = [];
  ranges.forEach((range, index) => {
    let moving = range;
    let up = upward(moving, done.at(-1), a, b);
    while (up.met) {
      moving = joined(done.pop() as DifferingRange, moved(moving, -up.way));
      up = upward(moving, done.at(-1), a, b);
    }
    const next = ranges[index + 1];
    const down = downward(moving, next === undefined ? a.count - moving.aTo : next.aFrom - moving.aTo - 1, a, b);
    done.push(up.way + down === 0 ? moving : best(moving, -up.way, down, sideOf(moving, a, b)));
  });
  return done;
};

const isPure = ({ aFrom, aTo, bFrom, bTo }: DifferingRange): boolean => (aFrom === aTo) !== (bFrom === bTo);

const moved = ({ aFrom, aTo, bFrom, bTo }: DifferingRange, by: number): DifferingRange => ({
  aFrom: aFrom + by,
  aTo: aTo + by,
  bFrom: bFrom + by,
  bTo: bTo + by,
});

const joined = (one: DifferingRange, other: DifferingRange): DifferingRange => ({
  aFrom: one.aFrom,
  aTo: other.aTo,
  bFrom: one.bFrom,
  bTo: other.bTo,
});

interface Side {
  readonly lines: Lines;
  readonly from: number;
  readonly to: number;
}

/** The text that has the lines of a pure run. */
const sideOf = ({ aFrom, aTo, bFrom, bTo }: DifferingRange, a: Lines, b: Lines): Side =>
  aFrom === aTo ? { lines: b, from: bFrom, to: bTo } : { lines: a, from: aFrom, to: aTo };

const sameLine = ({ bytes, starts }: Lines, one: number, other: number): boolean =>
  bytes.compare(bytes, starts[one], starts[one + 1], starts[other], starts[other + 1]) === 0;

/** How far it can go up; whether it meets the run before, of the same sort. */
const upward = (
  range: DifferingRange,
  before: DifferingRange | undefined,
  a: Lines,
  b: Lines,
): { readonly way: number; readonly met: boolean } => {
  if (!isPure(range)) return { way: 0, met: false };
  const { lines, from, to } = sideOf(range, a, b);
  const space = range.aFrom - (before?.aTo ?? 0);
  const most = Math.min(space, FURTHEST);
  let way = 0;
  while (way < most && sameLine(lines, from - way - 1, to - way - 1)) way++;
  if (before === undefined || way < space) return { way, met: false };
  const alike = isPure(before) && (before.aFrom === before.aTo) === (range.aFrom === range.aTo);
  return alike ? { way, met: true } : { way: way - 1, met: false };
};

const downward = (range: DifferingRange, space: number, a: Lines, b: Lines): number => {
  if (!isPure(range)) return 0;
  const { lines, from, to } = sideOf(range, a, b);
  const most = Math.min(space, FURTHEST);
  let way = 0;
  while (way < most && sameLine(lines, from + way, to + way)) way++;
  return way;
};

/** The best of all places from `first` to `last`; of equals the lowest. */
const best = (range: DifferingRange, first: number, last: number, { lines, from, to }: Side): DifferingRange => {
  let by = last;
  let score = scoreOf(lines, from + by, to + by);
  for (let other = last - 1; other >= first; other--) {
    const otherScore = scoreOf(lines, from + other, to + other);
    if (compared(otherScore, score) < 0) {
      score = otherScore;
      by = other;
    }
  }
  return moved(range, by);
};

interface Score {
  readonly indent: number;
  readonly penalty: number;
}

const INDENT_WEIGHT = 60;

const compared = (one: Score, other: Score): number =>
  INDENT_WEIGHT * Math.sign(one.indent - other.indent) + one.penalty - other.penalty;

const scoreOf = (lines: Lines, from: number, to: number): Score => {
  const [start, end] = [splitScore(lines, from), splitScore(lines, to)];
  return { indent: start.indent + end.indent, penalty: start.penalty + end.penalty };
};

const MAX_BLANKS = 20;

/** How well a text can be cut before a line. Weights: git's, which were fitted to what people chose. */
const splitScore = (lines: Lines, line: number): Score => {
  const own = line < lines.count ? indentOf(lines, line) : -1;
  const above = lookedFor(lines, line - 1, -1);
  const below = lookedFor(lines, line + 1, 1);
  let penalty = above.indent === -1 && above.blanks === 0 ? 1 : 0;
  if (line >= lines.count) penalty += 21;
  const after = own === -1 ? 1 + below.blanks : 0;
  const blanks = above.blanks + after;
  penalty += -30 * blanks + 6 * after;
  const indent = own === -1 ? below.indent : own;
  if (indent !== -1 && above.indent !== -1) {
    if (indent > above.indent) penalty += blanks > 0 ? 10 : -4;
    else if (indent < above.indent) {
      const opens = below.indent !== -1 && below.indent > indent;
      penalty += blanks > 0 ? 17 : opens ? 24 : 23;
    }
  }
  return { indent, penalty };
};

/** The next line that is not blank in a direction. */
const lookedFor = (lines: Lines, first: number, step: 1 | -1): { readonly indent: number; readonly blanks: number } => {
  let blanks = 0;
  for (let line = first; line >= 0 && line < lines.count && blanks < MAX_BLANKS; line += step) {
    const indent = indentOf(lines, line);
    if (indent >= 0) return { indent, blanks };
    blanks++;
  }
  return { indent: -1, blanks };
};

const WIDEST = 200;

/** Columns of white space at the beginning; -1 for a blank line. */
const indentOf = ({ bytes, starts }: Lines, line: number): number => {
  let columns = 0;
  for (let at = starts[line] as number; at < (starts[line + 1] as number); at++) {
    const byte = bytes[at];
    if (byte === 0x20) columns++;
    else if (byte === 0x09) columns += 8 - (columns % 8);
    else if (byte !== 0x0a && byte !== 0x0d && byte !== 0x0b && byte !== 0x0c) return columns;
    if (columns >= WIDEST) return WIDEST;
  }
  return -1;
};
