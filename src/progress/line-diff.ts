/** What became of the lines of a text: patience diff (Cohen), with longest common subsequences where nothing is unique. */

/** A stretch of lines: kept in both, only in the old text, or only in the new one. Ends are exclusive. */
export interface Hunk {
  readonly kind: "same" | "removed" | "added";
  /** Lines of the old text for `same` and `removed`, of the new one for `added`. */
  readonly from: number;
  readonly to: number;
}

interface Region {
  readonly a: number;
  readonly aEnd: number;
  readonly b: number;
  readonly bEnd: number;
}

/** Above so many pairs of lines, a region without unique lines is taken for replaced as a whole. */
const MAX_PAIRS = 250_000;

/** Linear in the lines but for sorting and small regions; the hunks in order, neighbours of one kind joined. */
export const lineDiff = (before: readonly string[], after: readonly string[]): readonly Hunk[] => {
  const pairs: (readonly [number, number])[] = [];
  const open: Region[] = [{ a: 0, aEnd: before.length, b: 0, bEnd: after.length }];
  while (open.length > 0) {
    const region = shrunk(open.pop() as Region, { before, after, pairs });
    if (region.a === region.aEnd || region.b === region.bEnd) continue;
    const anchors = increasing(uniquePairs(region, before, after));
    if (anchors.length === 0) common(region, { before, after, pairs });
    else for (const part of between(region, anchors)) open.push(part);
  }
  return hunksOf(
    pairs.toSorted((left, right) => left[0] - right[0]),
    before.length,
    after.length,
  );
};

interface Work {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly pairs: (readonly [number, number])[];
}

/** Without what both have in common at either end, which is noted. */
const shrunk = (region: Region, { before, after, pairs }: Work): Region => {
  let { a, aEnd, b, bEnd } = region;
  for (; a < aEnd && b < bEnd && before[a] === after[b]; a++, b++) pairs.push([a, b]);
  for (; a < aEnd && b < bEnd && before[aEnd - 1] === after[bEnd - 1]; aEnd--, bEnd--) pairs.push([aEnd - 1, bEnd - 1]);
  return { a, aEnd, b, bEnd };
};

/** Lines that are there once on both sides, in the order of the old text. */
const uniquePairs = ({ a, aEnd, b, bEnd }: Region, before: readonly string[], after: readonly string[]) => {
  const places = new Map<string, { at: number; other: number; once: boolean }>();
  for (let i = a; i < aEnd; i++) {
    const known = places.get(before[i] as string);
    if (known === undefined) places.set(before[i] as string, { at: i, other: -1, once: true });
    else known.once = false;
  }
  for (let i = b; i < bEnd; i++) {
    const known = places.get(after[i] as string);
    if (known === undefined) continue;
    if (known.other >= 0) known.once = false;
    known.other = i;
  }
  const found: (readonly [number, number])[] = [];
  for (const { at, other, once } of places.values()) if (once && other >= 0) found.push([at, other]);
  return found;
};

/** The longest run of pairs whose second numbers increase, too. */
const increasing = (pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] => {
  const piles: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, pair] of pairs.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[piles[middle] as number] as readonly [number, number])[1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (piles[low - 1] as number);
    piles[low] = index;
  }
  const chain: (readonly [number, number])[] = [];
  for (let at = piles.at(-1) ?? -1; at >= 0; at = previous[at] as number)
    chain.push(pairs[at] as readonly [number, number]);
  return chain.toReversed();
};

/** The regions before, between and behind the anchors; each but the first begins with its anchor, which both sides share. */
const between = (region: Region, anchors: readonly (readonly [number, number])[]): Region[] => {
  const starts: (readonly [number, number])[] = [[region.a, region.b], ...anchors];
  return starts.map(([a, b], index) => {
    const [aEnd, bEnd] = starts[index + 1] ?? [region.aEnd, region.bEnd];
    return { a, aEnd, b, bEnd };
  });
};

/** The longest common subsequence of a small region; nothing of a large one. */
const common = ({ a, aEnd, b, bEnd }: Region, { before, after, pairs }: Work): void => {
  const [rows, columns] = [aEnd - a, bEnd - b];
  if (rows * columns > MAX_PAIRS) return;
  const wide = columns + 1;
  const longest = new Uint32Array((rows + 1) * wide);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      longest[i * wide + j] =
        before[a + i] === after[b + j]
          ? (longest[(i + 1) * wide + j + 1] as number) + 1
          : Math.max(longest[(i + 1) * wide + j] as number, longest[i * wide + j + 1] as number);
  for (let i = 0, j = 0; i < rows && j < columns;)
    if (before[a + i] === after[b + j]) pairs.push([a + i++, b + j++]);
    else if ((longest[(i + 1) * wide + j] as number) >= (longest[i * wide + j + 1] as number)) i++;
    else j++;
};

const hunksOf = (pairs: readonly (readonly [number, number])[], olds: number, news: number): readonly Hunk[] => {
  const hunks: Hunk[] = [];
  let [a, b] = [0, 0];
  const gap = (toA: number, toB: number): void => {
    if (toA > a) hunks.push({ kind: "removed", from: a, to: toA });
    if (toB > b) hunks.push({ kind: "added", from: b, to: toB });
  };
  for (const [x, y] of pairs) {
    gap(x, y);
    const last = hunks.at(-1);
    if (last?.kind === "same" && last.to === x) hunks[hunks.length - 1] = { ...last, to: x + 1 };
    else hunks.push({ kind: "same", from: x, to: x + 1 });
    [a, b] = [x + 1, y + 1];
  }
  gap(olds, news);
  return hunks;
};
