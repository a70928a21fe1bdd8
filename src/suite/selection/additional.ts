/** The additional greedy: again and again the row that adds most to what is covered. */
import { countIn, openWords, without } from "./bits.ts";
import type { Row } from "./rows.ts";

/** What a row that adds `gain` entities is worth: the gain itself, or the gain by time. Never less for more. */
export type Score = (gain: number, row: Row<unknown>) => number;

export const byGain: Score = (gain) => gain;
export const byGainAndTime: Score = (gain, { cost }) => gain / cost;

interface Entry {
  /** The place in the rows, by which ties are broken. */
  readonly index: number;
  readonly score: number;
}

const isBefore = (a: Entry, b: Entry): boolean => a.score > b.score || (a.score === b.score && a.index < b.index);

export interface Pick {
  readonly rows: readonly Row<unknown>[];
  /** The rows that may be picked, as indices. */
  readonly waiting: readonly number[];
  /** What they can add: what they cover together and is not covered yet. As long as the longest of them. */
  readonly missing: Uint32Array;
  readonly score?: Score;
}

/**
 * The indices of rows in the order picked, until nothing is missing. Gains only ever fall, so that a row is counted again only when it comes to the
 * top of the heap (lazy greedy), and only in the words in which something is missing: the answer is that of counting all rows at every step.
 */
export const pickAdditional = ({ rows, waiting, missing, score = byGain }: Pick): readonly number[] => {
  const heap = heapOf(
    waiting.map((index) => {
      const row = rows[index] as Row<unknown>;
      return { index, score: score(row.count, row) };
    }),
  );
  const picked: number[] = [];
  let open = openWords(missing);
  for (let top = heap[0]; open.at.length > 0 && top !== undefined; top = heap[0]) {
    const row = rows[top.index] as Row<unknown>;
    const gain = countIn(row.bits, open);
    const fresh = { index: top.index, score: score(gain, row) };
    const isBest = gain > 0 && fresh.score === top.score;
    if (isBest) {
      picked.push(top.index);
      open = without(open, row.bits);
    }
    if (isBest || gain === 0) removeTop(heap);
    else {
      heap[0] = fresh;
      sink(heap, 0);
    }
  }
  return picked;
};

const heapOf = (entries: Entry[]): Entry[] => {
  for (let place = entries.length >> 1; place >= 0; place--) sink(entries, place);
  return entries;
};

const removeTop = (heap: Entry[]): void => {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  heap[0] = last;
  sink(heap, 0);
};

const sink = (heap: Entry[], from: number): void => {
  for (let place = from; ;) {
    let best = place;
    for (const child of [2 * place + 1, 2 * place + 2])
      if (child < heap.length && isBefore(heap[child] as Entry, heap[best] as Entry)) best = child;
    if (best === place) return;
    [heap[place], heap[best]] = [heap[best] as Entry, heap[place] as Entry];
    place = best;
  }
};
