/** Which of the files that go away are those that appear elsewhere. */
import type { Entry } from "../mixture.ts";
import type { PathChange } from "../result.ts";
import { lineAt, linesOf } from "../trees/text-lines.ts";
import { isBinaryContent } from "./binary.ts";

type File = Extract<Entry, { kind: "file" }>;

/** A path in two states; `oldPath` differs from `path` for what was renamed. */
export interface Rename extends PathChange {
  readonly oldPath: string;
  readonly similarity: number;
}

/** So many pairs are compared by their content, no more: it is only for readers. */
const MAX_PAIRS = 400;
const MIN_SIMILARITY = 0.5;

interface Side {
  readonly path: string;
  readonly file: File;
}

/** Each path is in one pair at most: the same content first, then the most alike. */
export const renamesIn = (changes: readonly PathChange[]): readonly Rename[] => {
  const gone = changes.flatMap(({ path, from, to }) => (to === undefined ? sideOf(path, from) : []));
  const came = changes.flatMap(({ path, from, to }) => (from === undefined ? sideOf(path, to) : []));
  const renames: Rename[] = [];
  const taken = new Set<Side>();
  const take = (from: Side, to: Side, similarity: number): void => {
    if (taken.has(from) || taken.has(to)) return;
    taken.add(from).add(to);
    renames.push({ path: to.path, oldPath: from.path, from: from.file, to: to.file, similarity });
  };
  const byDigest = new Map<string, Side[]>();
  for (const side of came) byDigest.set(side.file.digest, [...(byDigest.get(side.file.digest) ?? []), side]);
  for (const side of gone) {
    const same = byDigest.get(side.file.digest)?.find((other) => !taken.has(other));
    if (same !== undefined) take(side, same, 1);
  }
  const left = (sides: readonly Side[]): readonly Side[] => sides.filter((side) => !taken.has(side));
  for (const { from, to, similarity } of alike(left(gone), left(came))) take(from, to, similarity);
  return renames;
};

/** An empty file is like any other empty file: nobody calls that a rename. */
const sideOf = (path: string, entry: Entry | undefined): readonly Side[] =>
  entry?.kind === "file" && entry.bytes().length > 0 ? [{ path, file: entry }] : [];

interface Pair {
  readonly from: Side;
  readonly to: Side;
  readonly similarity: number;
}

const alike = (gone: readonly Side[], came: readonly Side[]): readonly Pair[] => {
  if (gone.length * came.length > MAX_PAIRS) return [];
  const pairs = gone.flatMap((from) => came.map((to) => ({ from, to, similarity: similarity(from.file, to.file) })));
  return pairs.filter((pair) => pair.similarity >= MIN_SIMILARITY).toSorted((x, y) => y.similarity - x.similarity);
};

/** The share of the larger text's bytes that stand in lines of both. */
const similarity = (from: File, to: File): number => {
  const [a, b] = [from.bytes(), to.bytes()];
  const most = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) < most * MIN_SIMILARITY || isBinaryContent(a) || isBinaryContent(b)) return 0;
  const counts = new Map<string, number>();
  for (const line of eachLine(a)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of eachLine(b)) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    common += line.length;
  }
  return common / most;
};

const eachLine = function* (content: Uint8Array): Generator<string> {
  const lines = linesOf(content);
  for (let line = 0; line < lines.count; line++) yield lineAt(lines, line);
};
