/** The additional greedy: again and again the row that adds most to what is covered. */
import { countIn, openWords, without } from "./bits.ts";
import type { TestRow } from "./suite-test.ts";

/** What a row that adds `gain` entities is worth: the gain itself, or the gain by time. Never less for more. */
export type Score = (gain: number, row: TestRow<unknown>) => number;

export const byGain: Score = (gain) => gain;
export const byGainAndTime: Score = (gain, { cost }) => gain / cost;

interface Entry {
  /** The place in the rows, by which ties are broken. */
  readonly index: number;
  readonly score: number;
}

const isBefore = (a: Entry, b: Entry): boolean => a.score > b.score || (a.score === b.score && a.index < b.index);

export interface Pick {
  readonly rows: readonly TestRow<unknown>[];
  /** The rows that may be picked, as indices, ordered as by `ranked`. */
  readonly waiting: Iterable<number>;
  /** What they can add: what they cover together and is not covered yet. */
  readonly missing: Uint32Array;
  readonly score?: Score;
}

/** The indices of all rows by what they are worth when nothing is covered, the best first. */
export const ranked = (rows: readonly TestRow<unknown>[], score: Score = byGain): readonly number[] =>
  rows
    .map((row, index) => ({ index, score: score(row.count, row) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .map(({ index }) => index);

/**
 * The indices of rows in the order picked, until nothing is missing. Gains only ever fall, so that a row is looked at only when its rank says that it could be the
 * best, and again only when it comes to the top of the heap (lazy greedy), and only in the words in which something is missing: the
 * answer is that of counting all rows at every step.
 */
export const pickAdditional = ({ rows, waiting, missing, score = byGain }: Pick): readonly number[] => {
  const coming = waiting[Symbol.iterator]();
  const arrive = (): Entry | undefined => {
    const { value, done } = coming.next();
    return done === true ? undefined : { index: value, score: scoreOf(value, (row) => row.count) };
  };
  const scoreOf = (index: number, gain: (row: TestRow<unknown>) => number): number => {
    const row = rows[index] as TestRow<unknown>;
    return score(gain(row), row);
  };
  const heap: Entry[] = [];
  const picked: number[] = [];
  let next = arrive();
  let open = openWords(missing);
  while (open.at.length > 0) {
    for (; next !== undefined && (heap[0] === undefined || isBefore(next, heap[0])); next = arrive())
      insert(heap, next);
    const [top] = heap;
    if (top === undefined) break;
    const fresh = scoreOf(top.index, (row) => countIn(row.bits, open));
    if (fresh > 0 && fresh === top.score) {
      picked.push(top.index);
      open = without(open, (rows[top.index] as TestRow<unknown>).bits);
      removeTop(heap);
    } else if (fresh > 0) replaceTop(heap, { index: top.index, score: fresh });
    else removeTop(heap);
  }
  return picked;
};

const insert = (heap: Entry[], entry: Entry): void => {
  let place = heap.length;
  heap.push(entry);
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isBefore(entry, heap[parent] as Entry)) break;
    heap[place] = heap[parent] as Entry;
    place = parent;
  }
  heap[place] = entry;
};

const replaceTop = (heap: Entry[], entry: Entry): void => {
  heap[0] = entry;
  sink(heap);
};

const removeTop = (heap: Entry[]): void => {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  replaceTop(heap, last);
};

const sink = (heap: Entry[]): void => {
  for (let place = 0; ;) {
    let best = place;
    for (const child of [2 * place + 1, 2 * place + 2])
      if (child < heap.length && isBefore(heap[child] as Entry, heap[best] as Entry)) best = child;
    if (best === place) return;
    [heap[place], heap[best]] = [heap[best] as Entry, heap[place] as Entry];
    place = best;
  }
};
