/** Weighted set cover made small before it is searched. Plain lists: `columns[c]` are the rows that cover c, ascending. */

export interface SetCover {
  /** By row. */
  readonly costs: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

export interface SetCoverCore {
  /** Rows that are in a best solution for certain. */
  readonly taken: readonly number[];
  /** What is left to decide. */
  readonly columns: readonly (readonly number[])[];
}

/** Comparing all with all is left out where it would look at more rows and columns than this: a few seconds. */
const MUCH = 50_000_000;

/**
 * Essential rows are taken; a column that is covered whenever another one is goes; a row goes when another one, not dearer, covers all that it covers;
 * until nothing changes. What is left has a solution as cheap as before.
 */
export const reduceSetCover = ({ costs, columns }: SetCover): SetCoverCore => {
  const taken = new Set<number>();
  let left = withoutDominatedColumns(columns);
  for (;;) {
    const single = left.filter((column) => column.length === 1).map((column) => column[0] as number);
    for (const row of single) taken.add(row);
    const open = left.filter((column) => !column.some((row) => taken.has(row)));
    const gone = dominatedRows(open, costs);
    const next = withoutDominatedColumns(open.map((column) => column.filter((row) => !gone.has(row))));
    if (single.length === 0 && gone.size === 0) return { taken: [...taken].toSorted((a, b) => a - b), columns: next };
    left = next;
  }
};

/** Without equal ones and without those that contain another one; sorted, so that it does not matter how entities are numbered. */
const withoutDominatedColumns = (columns: readonly (readonly number[])[]): readonly (readonly number[])[] => {
  const different = [...new Map(columns.map((column) => [column.join(), column])).values()].toSorted(byLengthAndRows);
  if (workOn(different) > MUCH) return different;
  const kept: (readonly number[])[] = [];
  const keptOf = new Map<number, Set<number>>();
  for (const column of different) {
    // A kept column lies within this one if all of its rows are met here.
    const met = new Map<number, number>();
    for (const row of column) for (const index of keptOf.get(row) ?? []) met.set(index, (met.get(index) ?? 0) + 1);
    if ([...met].some(([index, times]) => times === (kept[index] as readonly number[]).length)) continue;
    for (const row of column) keptOf.set(row, (keptOf.get(row) ?? new Set()).add(kept.length));
    kept.push(column);
  }
  return kept;
};

/** For every row, how often two of its columns are held against each other. */
const workOn = (columns: readonly (readonly number[])[]): number => {
  const lengths = new Map<number, number>();
  for (const column of columns) for (const row of column) lengths.set(row, (lengths.get(row) ?? 0) + 1);
  let work = 0;
  for (const length of lengths.values()) work += length * length;
  return work;
};

const byLengthAndRows = (a: readonly number[], b: readonly number[]): number => {
  if (a.length !== b.length) return a.length - b.length;
  for (const [at, row] of a.entries()) {
    const other = b[at] as number;
    if (row !== other) return row - other;
  }
  return 0;
};

/** Rows that another row replaces; of two that replace each other the first stays. */
const dominatedRows = (columns: readonly (readonly number[])[], costs: readonly number[]): ReadonlySet<number> => {
  const covered = new Map<number, Set<number>>();
  for (const [index, column] of columns.entries())
    for (const row of column) covered.set(row, (covered.get(row) ?? new Set()).add(index));
  const gone = new Set<number>();
  // Whoever replaces a row covers its rarest column as well.
  const rarestOf = (own: ReadonlySet<number>): readonly number[] => {
    let rarest: readonly number[] | undefined;
    for (const index of own) {
      const column = columns[index] as readonly number[];
      if (rarest === undefined || column.length < rarest.length) rarest = column;
    }
    return rarest ?? [];
  };
  let work = 0;
  for (const own of covered.values()) work += own.size * rarestOf(own).length;
  if (work > MUCH) return gone;
  for (const [row, own] of covered) {
    const replaces = (other: number): boolean => {
      const all = covered.get(other) ?? own;
      const first = (costs[other] as number) - (costs[row] as number) || own.size - all.size || other - row;
      return first < 0 && !gone.has(other) && isWithin(own, all);
    };
    if (rarestOf(own).some(replaces)) gone.add(row);
  }
  return gone;
};

const isWithin = (part: ReadonlySet<number>, whole: ReadonlySet<number>): boolean => {
  for (const index of part) if (!whole.has(index)) return false;
  return true;
};
