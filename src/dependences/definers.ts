/** Where a name is defined, as far as its occurrences tell. */
import type { Nesting } from "./nesting.ts";
import type { Occurrence } from "./occurrences.ts";
import { ASSIGNED, DECLARED, HEAD, LOCAL, OPENED, USED } from "./signs.ts";

/** A name that more of the units beside each other seem to define is a word of the language: so many, or the root of them all. */
const MIN_FREQUENT = 6;
const SHARE_OF_ROOT = 0.5;

/** In document order: the surest of them; of names in heads, the first of the outermost. */
const definersOf = (
  occurrences: readonly Occurrence[],
  nesting: Nesting,
  prefixOf: (occurrence: Occurrence) => string,
): readonly Occurrence[] => {
  const surest = occurrences.reduce((best, { sign }) => (sign === LOCAL ? best : Math.max(best, sign)), USED);
  if (surest >= ASSIGNED) {
    const sure = occurrences.filter(({ sign }) => sign === surest);
    return rare(sure, nesting).flat();
  }
  const heads = headsAmong(occurrences);
  const depthOf = ({ unit }: Occurrence): number => nesting.depth[unit] as number;
  const outermost = heads.reduce((least, each) => Math.min(least, depthOf(each)), Number.POSITIVE_INFINITY);
  const outer = heads.filter((each) => depthOf(each) === outermost);
  return rare(outer, nesting).flatMap((beside) => {
    const first = prefixOf(beside[0] as Occurrence);
    return beside.filter((each) => prefixOf(each) === first);
  });
};

/** A name that never looks like that is defined in a head only if it stands in no other, and is used later. */
const headsAmong = (occurrences: readonly Occurrence[]): readonly Occurrence[] => {
  const heads = occurrences.filter(({ sign }) => sign === OPENED || sign === HEAD);
  const [only] = heads;
  if (heads.every(({ sign, unit }) => sign === HEAD && unit === only?.unit))
    return heads[0] === occurrences[0] ? heads : [];
  const used = occurrences.find(({ sign }) => sign === USED)?.start ?? Number.POSITIVE_INFINITY;
  const named = heads.filter(({ sign, start }) => sign === OPENED || start < used);
  return named.some(({ sign }) => sign === OPENED) ? named : [];
};

/** By the unit around them, in order; without those that stand beside too many of their kind. */
const rare = (found: readonly Occurrence[], nesting: Nesting): readonly (readonly Occurrence[])[] => {
  const byParent = new Map<number, Occurrence[]>();
  for (const each of found) {
    const parent = nesting.parent[each.unit] as number;
    const known = byParent.get(parent);
    if (known === undefined) byParent.set(parent, [each]);
    else if (known.at(-1)?.unit !== each.unit) known.push(each);
  }
  const most = (parent: number): number =>
    Math.max(MIN_FREQUENT, SHARE_OF_ROOT * Math.sqrt(nesting.children[parent] as number));
  return [...byParent].filter(([parent, beside]) => beside.length <= most(parent)).map(([, beside]) => beside);
};

/** So many definitions on either side of a use count. */
const MAX_DEFINERS = 3;

/** Pairs of units, the user and what it needs: for each use, the definitions with which it shares the innermost unit. */
export const needsOf = (
  occurrences: readonly Occurrence[],
  nesting: Nesting,
  prefixOf: (occurrence: Occurrence) => string,
): readonly (readonly [user: number, needed: number])[] => {
  const definers = definersOf(occurrences, nesting, prefixOf);
  if (definers.length === 0) return [];
  const ownsIt = new Set(occurrences.filter(({ sign }) => sign === LOCAL).map(({ unit }) => unit));
  const isDefiner = new Set(definers);
  const needs: (readonly [number, number])[] = [];
  let next = 0;
  for (const use of occurrences) {
    while ((definers[next]?.start ?? Number.POSITIVE_INFINITY) < use.start) next++;
    if (isDefiner.has(use) || ownsIt.has(use.unit)) continue;
    for (const unit of nearest(use, { definers, next, nesting })) if (unit !== use.unit) needs.push([use.unit, unit]);
  }
  return needs;
};

interface UsePlace {
  readonly definers: readonly Occurrence[];
  /** The first definer behind the use. */
  readonly next: number;
  readonly nesting: Nesting;
}

/** Something that is declared may be so several times; what is only assigned or named first is meant as it was last. */
const nearest = (use: Occurrence, { definers, next, nesting }: UsePlace): readonly number[] => {
  const isDeclared = definers[0]?.sign === DECLARED;
  const most = isDeclared ? MAX_DEFINERS : 1;
  let before = next;
  if (!isDeclared) while (definers[before - 1]?.unit === use.unit) before--;
  const near = [
    ...definers.slice(Math.max(0, before - most), before).toReversed(),
    ...definers.slice(next, next + most),
  ].map(({ unit }) => ({ unit, depth: nesting.depth[nesting.meeting(use.unit, unit).around] as number }));
  const deepest = near.reduce((best, { depth }) => Math.max(best, depth), -1);
  const meant = near.filter(({ depth }) => depth === deepest).map(({ unit }) => unit);
  return isDeclared ? earlier(use, meant) : meant.slice(0, 1);
};

/** Where a name is known already, what defines it later is another matter. */
const earlier = (use: Occurrence, units: readonly number[]): readonly number[] => {
  const before = units.filter((unit) => unit < use.unit);
  return before.length > 0 ? before : units;
};
