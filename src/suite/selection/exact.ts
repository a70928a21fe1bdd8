/** Suite minimisation to the optimum: the tests with the least run time together that cover everything. */
import { numbersIn } from "../covers.ts";
import { addBits, countNew } from "./bits.ts";
import { cheapestCover } from "./branch-and-bound.ts";
import { essentials, greedyFrom, type SelectionOptions } from "./greedy.ts";
import { type TestRow, rowsOf, type SuiteTest } from "./suite-test.ts";

export interface ExactOptions extends SelectionOptions {
  /** Nodes of the search; when they are used up, the best so far is the answer. */
  readonly nodes?: number;
}

export interface ExactSelection<T> {
  /** By run time and name. */
  readonly tests: readonly T[];
  /** Whether it is proved that nothing is cheaper; if not, the limit was reached. */
  readonly optimal: boolean;
  readonly nodes: number;
}

const NODES = 20_000;
/** How many rows in columns there may be: a larger problem does not fit into memory together with its search. */
const LARGE = 1_000_000;

/**
 * Weighed by run time if nothing else is said (the other searches count tests). Never dearer than `ge` and `greedy`, with either weight, whether or not
 * the search comes to its end.
 */
export const exact = <T extends SuiteTest>(
  tests: readonly T[],
  { goal, weigh = "time", nodes = NODES }: ExactOptions = {},
): ExactSelection<T> => {
  const rows = rowsOf(tests, goal);
  const costs = rows.map(({ cost }) => (weigh === "time" ? cost : 1));
  const total = (some: readonly number[]): number => some.reduce((sum, row) => sum + (costs[row] as number), 0);
  const known = startsOf(rows).reduce((best, next) => (total(next) < total(best) ? next : best));
  const columns = columnsOf(rows);
  const found =
    columns === undefined
      ? { rows: known, complete: false, nodes: 0 }
      : cheapestCover({ costs, columns }, known, nodes);
  return {
    tests: found.rows.map((row) => (rows[row] as TestRow<T>).test),
    optimal: found.complete,
    nodes: found.nodes,
  };
};

/** Solutions to start from: both heuristics with both weights, without the rows that the others make superfluous. */
const startsOf = (rows: readonly TestRow<unknown>[]): readonly (readonly number[])[] => {
  const indices = new Map(rows.map((row, index) => [row, index]));
  const start = (picked: readonly number[], weigh: "tests" | "time"): readonly number[] =>
    withoutSuperfluous(
      rows,
      greedyFrom(rows, picked, weigh).map((row) => indices.get(row) as number),
    );
  const essential = essentials(rows);
  return [start(essential, "time"), start(essential, "tests"), start([], "time"), start([], "tests")];
};

/** The dearest are looked at first. Ascending. */
const withoutSuperfluous = (rows: readonly TestRow<unknown>[], picked: readonly number[]): readonly number[] => {
  const length = picked.reduce((longest, index) => Math.max(longest, (rows[index] as TestRow<unknown>).bits.length), 0);
  const owners = new Uint32Array(length * 32);
  const entitiesOf = (index: number): readonly number[] => numbersIn(rows[index] as TestRow<unknown>);
  const count = (entities: readonly number[], by: number): void => {
    for (const entity of entities) owners[entity] = (owners[entity] as number) + by;
  };
  for (const index of picked) count(entitiesOf(index), 1);
  const kept = picked
    .toSorted((a, b) => b - a)
    .filter((index) => {
      const entities = entitiesOf(index);
      const needed = entities.some((entity) => owners[entity] === 1);
      if (!needed) count(entities, -1);
      return needed;
    });
  return kept.toSorted((a, b) => a - b);
};

/** By entity the rows that cover it. What is alike is kept once, and what an essential row covers is left to it. Nothing if there is too much. */
const columnsOf = (rows: readonly TestRow<unknown>[]): readonly (readonly number[])[] | undefined => {
  const essential = essentials(rows);
  const length = rows.reduce((longest, { bits }) => Math.max(longest, bits.length), 0);
  const covered = new Uint32Array(length);
  for (const index of essential) addBits(covered, (rows[index] as TestRow<unknown>).bits);
  const entries = rows.reduce((sum, { bits }) => sum + countNew(bits, covered), 0);
  if (entries > LARGE) return undefined;
  const columns = new Map<number, number[]>();
  for (const [index, { bits }] of rows.entries()) {
    if (countNew(bits, covered) === 0) continue;
    for (const entity of numbersIn({ bits: bits.map((word, at) => word & ~(covered[at] as number)) })) {
      const list = columns.get(entity);
      if (list === undefined) columns.set(entity, [index]);
      else list.push(index);
    }
  }
  return [...essential.map((index) => [index]), ...columns.values()];
};
