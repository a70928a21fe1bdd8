/** The cheapest set cover by branch and bound, limited in nodes and not in time: the same answer on every machine. */
import { reduceSetCover, type SetCover } from "./set-cover.ts";

export interface CoverSearch {
  /** Rows, ascending. */
  readonly rows: readonly number[];
  readonly cost: number;
  /** Whether it is proved that nothing is cheaper. */
  readonly complete: boolean;
  readonly nodes: number;
}

interface Node {
  readonly parent: Node | undefined;
  readonly row: number;
  readonly cost: number;
  /** Rows that this branch does without: their branches were searched before. */
  readonly without: ReadonlySet<number>;
}

/** How many rows in columns are looked at over all nodes: a few seconds. Every node looks at all of them. */
const MUCH = 50_000_000;

/**
 * Branches on the open column with the fewest rows; the bound is a dual solution: a price for every open column so that no row is
 * worth more than it costs. `known` is a solution to be beaten; it is the answer when nothing cheaper is found within `limit` nodes,
 * or fewer where a node is much work.
 */
export const cheapestCover = (problem: SetCover, known: readonly number[], limit: number): CoverSearch => {
  const { costs } = problem;
  const costOf = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + (costs[row] as number), 0);
  const { taken, columns } = reduceSetCover(problem);
  const columnsOf = byRow(columns);
  const entries = columns.reduce((sum, { length }) => sum + length, 1);
  const most = Math.min(limit, Math.ceil(MUCH / entries));
  let best = { rows: known, cost: costOf(known) };
  let nodes = 0;
  const waiting: Node[] = [{ parent: undefined, row: -1, cost: costOf(taken), without: new Set() }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.cost >= best.cost) continue;
    if (nodes === most) return { ...best, complete: false, nodes };
    nodes++;
    const chosen = rowsOf(node);
    const covered = new Set(chosen.flatMap((row) => columnsOf.get(row) ?? []));
    const open = openColumns(columns, covered, node.without);
    if (open === undefined) continue;
    const [branching] = open;
    if (branching === undefined) {
      best = { rows: [...taken, ...chosen].toSorted((a, b) => a - b), cost: node.cost };
      continue;
    }
    if (node.cost + lowerBound(open, costs) >= best.cost) continue;
    const gain = (row: number): number => (columnsOf.get(row) ?? []).filter((column) => !covered.has(column)).length;
    const byPrice = branching
      .map((row) => ({ row, price: (costs[row] as number) / gain(row) }))
      .toSorted((a, b) => a.price - b.price || a.row - b.row);
    const children = byPrice.map(({ row }, place): Node => ({
      parent: node,
      row,
      cost: node.cost + (costs[row] as number),
      without: new Set([...node.without, ...byPrice.slice(0, place).map((earlier) => earlier.row)]),
    }));
    for (const child of children.toReversed()) waiting.push(child);
  }
  return { ...best, complete: true, nodes };
};

const byRow = (columns: readonly (readonly number[])[]): ReadonlyMap<number, readonly number[]> => {
  const found = new Map<number, number[]>();
  for (const [index, column] of columns.entries())
    for (const row of column) {
      const list = found.get(row);
      if (list === undefined) found.set(row, [index]);
      else list.push(index);
    }
  return found;
};

const rowsOf = (node: Node): readonly number[] => {
  const rows: number[] = [];
  for (let at: Node | undefined = node; at?.parent !== undefined; at = at.parent) rows.push(at.row);
  return rows;
};

/** The columns still to be covered, each with the rows still allowed, the shortest first; undefined if one has none. */
const openColumns = (
  columns: readonly (readonly number[])[],
  covered: ReadonlySet<number>,
  without: ReadonlySet<number>,
): readonly (readonly number[])[] | undefined => {
  const open: (readonly number[])[] = [];
  for (const [index, column] of columns.entries()) {
    if (covered.has(index)) continue;
    const allowed = without.size === 0 ? column : column.filter((row) => !without.has(row));
    if (allowed.length === 0) return undefined;
    open.push(allowed);
  }
  return open.toSorted((a, b) => a.length - b.length);
};

/** Each column, the shortest first, pays as much as its cheapest row can still take. */
const lowerBound = (open: readonly (readonly number[])[], costs: readonly number[]): number => {
  const rest = new Map<number, number>();
  let bound = 0;
  for (const column of open) {
    const left = column.map((row) => rest.get(row) ?? (costs[row] as number));
    const price = left.reduce((least, value) => Math.min(least, value));
    if (price === 0) continue;
    bound += price;
    for (const [at, row] of column.entries()) rest.set(row, (left[at] as number) - price);
  }
  return bound;
};
