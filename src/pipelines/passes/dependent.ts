/** Cuts with regard to names: first what a part of the units needs alone, then users before what they use. */
import { listed } from "../../core/candidates.ts";
import { elements, select, whole, type Range } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, first, over } from "../../core/words.ts";
import { dependencesIn, type Dependences } from "../../dependences/dependences.ts";
import { closureOf, reversed } from "../../dependences/graph.ts";
import { printUnits, type Units } from "../../formats/units.ts";
import type { CutPass } from "../../languages/pass.ts";
import { bundlesOf, type Delta } from "./bundles.ts";
import { swept, sweptInBundles, type ListSearch } from "./list-search.ts";
import { seeingElse, type PassContext } from "./seeing.ts";

/** By unit: 1 if it is kept. */
type Kept = Uint8Array;
type Keeping = Search<Kept, Kept>;

/** A text, and which of its parts have stayed so far. */
export interface Reached {
  readonly current: TestCase;
  readonly settled: Settled;
}

export const beginningWith = (current: TestCase): Reached => ({ current, settled: new Map() });

/** By how units begin. */
type Settled = ReadonlyMap<string, Stayed>;

/** How many of them had to stay, and by how much of what was left each was used at least. Until less does, they will not go. */
interface Stayed {
  readonly count: number;
  readonly uses: number;
}

export const dependently =
  (pass: CutPass, context: PassContext) =>
  (reached: Reached): Search<TestCase, Reached> => {
    const { current, settled } = reached;
    return seeingElse(current, { ...context, otherwise: reached }, ({ syntax, render }) => {
      const units = pass.units(syntax);
      if (units.length === 0) return done(reached);
      const all = new Uint8Array(units.length).fill(1);
      const work: Work = { units, ...dependencesIn({ ...syntax, units }), settled };
      const write = (kept: Kept): TestCase => render(printUnits(units, configurationOf(kept)).join(""));
      const search: Keeping = chain(sliced(work, all), (slice) => inOrder(work, slice));
      return chain(over(search, write), (kept) =>
        done({ current: kept === all ? current : write(kept), settled: new Map([...settled, ...stayed(work, kept)]) }),
      );
    });
  };

/** Longer beginnings are not compared. */
const MAX_BEGINNING = 80;

const beginningOf = ({ text, start, end }: Units, unit: number): string => {
  const from = start[unit] as number;
  return text.slice(from, Math.min(end[unit] as number, from + MAX_BEGINNING)).split("\n", 1)[0] as string;
};

const stayed = ({ units, usesAmong }: Work, kept: Kept): Settled => {
  const uses = usesAmong(kept);
  const found = new Map<string, Stayed>();
  for (let unit = 0; unit < units.length; unit++) {
    if (kept[unit] === 0) continue;
    const beginning = beginningOf(units, unit);
    const known = found.get(beginning) ?? { count: 0, uses: Number.POSITIVE_INFINITY };
    found.set(beginning, { count: known.count + 1, uses: Math.min(known.uses, uses[unit] as number) });
  }
  return found;
};

/** A part that is so much of the text is worth a question in any case. */
const MIN_SHARE = 0.04;

/** Those that nothing which has gone since could have set free. */
const stillSettled = (work: Work, kept: Kept): ReadonlySet<number> => {
  const { units, settled, usesAmong } = work;
  const found = new Set<number>();
  if (settled.size === 0) return found;
  const uses = usesAmong(kept);
  const now = stayed(work, kept);
  for (let unit = 0; unit < units.length; unit++) {
    const beginning = beginningOf(units, unit);
    const then = settled.get(beginning);
    if (then === undefined || then.count < (now.get(beginning)?.count ?? 0)) continue;
    const share = ((units.end[unit] as number) - (units.start[unit] as number)) / units.text.length;
    if (share < MIN_SHARE && (uses[unit] as number) >= then.uses) found.add(unit);
  }
  return found;
};

interface Work extends Dependences {
  readonly units: Units;
  readonly settled: Settled;
}

const configurationOf = (kept: Kept) => {
  const ranges: Range[] = [];
  for (let unit = 0; unit < kept.length; unit++) {
    const from = unit;
    while (kept[unit] === 1) unit++;
    if (unit > from) ranges.push({ from, to: unit });
  }
  return select(whole(Array.from(kept)), ranges);
};

/** In shorter lists sweeps find it as quickly. */
const MIN_SLICED = 64;
/** The end of a longer list is asked about alone: a preprocessed file is thousands of declarations, and somebody's own behind them. */
const MIN_LONG = 200;
/** The first slice must be at most this share of the text: else many units are needed by most, and sweeps do better. */
const MAX_FIRST = 0.5;
/** Halves that need less in common, as a share of the text, are as good as independent, and sweeps do better. */
const MIN_COMMON = 0.1;

/** The end with all it needs; or half of the units, the second half first, then half of these, as long as that is enough. */
const sliced = (work: Work, all: Kept): Keeping => {
  const { length } = all;
  if (length < MIN_SLICED) return done(all);
  const end = sliceOf(work, all, { from: length - 1, to: length });
  const isAlone = end.slice.indexOf(1) === length - 1;
  const ends = length < MIN_LONG || end.share > MAX_FIRST || isAlone ? [] : [end.slice];
  return first(listed(ends), { phase: "slice" }, (hit) =>
    hit === undefined ? halved(work, all, { from: 0, to: length }) : done(hit.candidate),
  );
};

const halved = (work: Work, kept: Kept, { from, to }: Range): Keeping => {
  const middle = (from + to) >> 1;
  const slices = [
    { from: middle, to },
    { from, to: middle },
  ].map((half) => sliceOf(work, kept, half));
  const common = slices.reduce((total, { share }) => total + share, 0) - 1;
  const most = to - from === kept.length ? MAX_FIRST : 1;
  const worth = to - from < 2 || common < MIN_COMMON ? [] : slices.filter(({ share }) => share < most);
  return first(listed(worth.map(({ slice }) => slice)), { phase: "slice" }, (hit) =>
    hit === undefined ? done(kept) : halved(work, hit.candidate, worth[hit.index]?.roots ?? { from, to }),
  );
};

interface Slice {
  readonly roots: Range;
  readonly slice: Kept;
  /** How much of the text it is. */
  readonly share: number;
}

const sliceOf = ({ graph, units }: Work, kept: Kept, roots: Range): Slice => {
  const slice = closureOf(graph, numbersIn(roots));
  return { roots, slice, share: weigh(units, slice) / weigh(units, kept) };
};

function* numbersIn({ from, to }: Range): Generator<number, void, void> {
  for (let number = from; number < to; number++) yield number;
}

/** How much text is kept: units, without those inside them. */
const weigh = ({ start, end, after }: Units, kept: Kept): number => {
  let total = 0;
  for (let unit = 0; unit < kept.length; unit++) {
    if (kept[unit] === 0) continue;
    total += (end[unit] as number) - (start[unit] as number);
    for (let inner = unit + 1; inner < (after[unit] as number); inner = after[inner] as number)
      total -= (end[inner] as number) - (start[inner] as number);
  }
  return total;
};

/** Units that need each other in a circle are one; then they are asked about one by one, and whatever a user of has gone too late. */
const inOrder = (work: Work, all: Kept): Keeping => {
  const still = stillSettled(work, all);
  const isAsked = (unit: number): boolean => all[unit] === 1 && !still.has(unit);
  const deltas = work.groups.map((group) => group.filter(isAsked)).filter(({ length }) => length > 0);
  const circles = new Set(deltas.filter(({ length }) => length > 1).flat());
  return chain(removing(all, deltas, sweptInBundles(bundlesOf(work, deltas))), (kept) =>
    again(work, { kept, before: all, open: circles, unasked: still }),
  );
};

interface Swept {
  readonly kept: Kept;
  /** What was kept before the sweep. */
  readonly before: Kept;
  /** What is to be asked again in any case. */
  readonly open: ReadonlySet<number>;
  /** What was not asked about. */
  readonly unasked: ReadonlySet<number>;
}

/** What stayed for the sake of something that went after it is asked again, with all that is in it. */
const again = (work: Work, { kept, before, open, unasked }: Swept): Keeping => {
  const { units, groups, graph } = work;
  if (kept === before) return done(kept);
  const users = reversed(graph);
  const place = new Int32Array(units.length);
  for (const [index, group] of groups.entries()) for (const unit of group) place[unit] = index;
  const wentLater = (unit: number): boolean => {
    for (let at = users.from[unit] as number; at < (users.from[unit + 1] as number); at++) {
      const user = users.needs[at] as number;
      const isGone = before[user] === 1 && kept[user] === 0;
      const isLater = unasked.has(unit) || (place[user] as number) <= (place[unit] as number);
      if (isGone && isLater && user !== unit) return true;
    }
    return false;
  };
  const asked = groups.flat().filter((unit) => kept[unit] === 1 && (open.has(unit) || wentLater(unit)));
  if (asked.length === 0) return done(kept);
  const inside = (unit: number): readonly number[] =>
    [...numbersIn({ from: unit, to: units.after[unit] as number })].filter((each) => kept[each] === 1);
  return chain(removing(kept, asked.map(inside)), (left) =>
    again(work, { kept: left, before: kept, open: new Set(), unasked: new Set() }),
  );
};

/** What is left of `all` without some of the deltas. */
const removing = (all: Kept, deltas: readonly Delta[], list: ListSearch = swept): Keeping => {
  const left = (remaining: readonly Delta[]): Kept => {
    const kept = all.slice();
    for (const delta of deltas) for (const unit of delta) kept[unit] = 0;
    for (const delta of remaining) for (const unit of delta) kept[unit] = 1;
    return kept;
  };
  const c = whole(deltas);
  return chain(
    over(list(c), (rest) => left(elements(rest))),
    (rest) => done(rest.length === c.length ? all : left(elements(rest))),
  );
};
