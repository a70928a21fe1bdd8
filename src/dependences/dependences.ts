/** Which units of a text need which, by the names in them. A wrong guess costs tests, never a wrong result. */
import { clausesIn } from "./clauses.ts";
import { needsOf } from "./definers.ts";
import { componentsOf, graphOf, reversed, type Graph } from "./graph.ts";
import { isDefiningField } from "../languages/roles.ts";
import { nested, Nesting } from "./nesting.ts";
import { occurrencesIn, type Occurrence, type Parts } from "./occurrences.ts";
import { parametersIn } from "./parameters.ts";

export interface Dependences {
  /** Units that need each other in a circle are together; what units need stands before them, an outer unit before those inside it. */
  readonly groups: readonly (readonly number[])[];
  /** Which units need which; a unit needs the one around it. */
  readonly graph: Graph;
  /** Who uses whom: the same the other way round unless given; with clauses of a statement that share a name, which may go in any order. */
  readonly users?: Graph;
  /** By unit: how often something outside of it that is kept needs something in it that is kept. */
  usesAmong(kept: Uint8Array): Int32Array;
}

/** What stands before a name in its head is compared no further. */
const MAX_PREFIX = 100;

/** Where fewer of the needs point to what stands later, the text defines everything before it is used, and these are wrong guesses. */
const MIN_BACKWARD = 0.1;

/** Takes time linear in the text. */
export const dependencesIn = (parts: Parts): Dependences => {
  const { units } = parts;
  const nesting = new Nesting(units.after);
  const prefixOf = ({ unit, start }: Occurrence): string =>
    units.text.slice(Math.max(units.start[unit] as number, start - MAX_PREFIX), start);
  const all = [...occurrencesIn(parts).values()].flatMap((occurrences) =>
    occurrences.length === 1 ? [] : needsOf(occurrences, nesting, prefixOf),
  );
  const shared = clausesAmong(all, parts, nesting);
  const clauses = [...shared, ...[...shared].map(([user, needed]): Pair => [needed, user])];
  const pairs = all.filter((pair) => !shared.has(pair));
  const backward = pairs.filter(([user, needed]) => needed > user);
  const parameters = parametersAmong(backward, parts, nesting);
  const isSure = backward.length >= MIN_BACKWARD * pairs.length;
  const sure = isSure ? pairs : pairs.filter((pair) => pair[1] <= pair[0] || parameters.has(pair));
  const needs: number[] = [];
  const beside: number[] = [];
  const add = (user: number, needed: number): void => {
    needs.push(user, needed);
    beside.push(...(nesting.meeting(user, needed).below ?? []));
  };
  for (const [user, needed] of sure) add(user, needed);
  for (const [list, declaration] of parameters) add(declaration, list);
  for (let unit = 0; unit < units.length; unit++) {
    const around = nesting.parent[unit] as number;
    if (around < units.length) needs.push(unit, around);
  }
  const graph = graphOf(units.length, needs);
  return {
    graph,
    ...(clauses.length > 0 && { users: reversed(graphOf(units.length, [...needs, ...clauses.flat()])) }),
    groups: nested(nesting, componentsOf(graphOf(units.length, beside), readingOrder(nesting, beside))),
    usesAmong: (kept) => usesAmong(kept, [...sure, ...clauses], nesting, units.after),
  };
};

/**
 * Units beside each other in the direction in which most of them are defined before they are used: a text whose callers stand first
 * is read from its end, so that it is asked about as if it were written the other way round.
 */
const readingOrder = ({ length, parent }: Nesting, beside: readonly number[]): readonly number[] => {
  const forward = new Int32Array(length + 1);
  for (let pair = 0; pair < beside.length; pair += 2) {
    const [user, needed] = [beside[pair] as number, beside[pair + 1] as number];
    const around = parent[user] as number;
    forward[around] = (forward[around] as number) + (user > needed ? 1 : -1);
  }
  const isForward = (unit: number): boolean => (forward[parent[unit] as number] as number) >= 0;
  const units = [...Array(length).keys()];
  return [...units.filter(isForward), ...units.filter((unit) => !isForward(unit)).toReversed()];
};

type Pair = readonly [user: number, needed: number];
type Pairs = readonly Pair[];

/** Clauses of one statement that share a name. */
const clausesAmong = (pairs: Pairs, parts: Parts, nesting: Nesting): ReadonlySet<Pair> => {
  const areClauses = clausesIn(parts);
  return new Set(
    pairs.filter(([user, needed]) => {
      const { below } = nesting.meeting(user, needed);
      return below !== undefined && areClauses(...below);
    }),
  );
};

/** Lists of parameters and what declares them: neither is right without the other. */
const parametersAmong = (backward: Pairs, { language, units }: Parts, nesting: Nesting): ReadonlySet<Pair> => {
  if (!language.fields.some(isDefiningField)) return new Set();
  const isParameter = parametersIn(units);
  return new Set(
    backward.filter(([user, needed]) => {
      const { around } = nesting.meeting(user, needed);
      return around < units.length && around !== user && isParameter(user, around);
    }),
  );
};

/** What is needed in a unit, without what is needed from within it: sums over the units inside. */
const usesAmong = (kept: Uint8Array, pairs: Pairs, nesting: Nesting, after: Int32Array): Int32Array => {
  const { length } = kept;
  // The last place is for the whole text, of which nobody asks.
  const sums = new Int32Array(length + 2);
  const add = (unit: number, count: number): void => void (sums[unit + 1] = (sums[unit + 1] as number) + count);
  for (const [user, needed] of pairs) {
    if (kept[user] === 0 || kept[needed] === 0) continue;
    add(needed, 1);
    add(nesting.meeting(user, needed).around, -1);
  }
  for (let unit = 0; unit < length; unit++) sums[unit + 1] = (sums[unit + 1] as number) + (sums[unit] as number);
  return after.map((next, unit) => (sums[next] as number) - (sums[unit] as number));
};
