/** What the tests of a program run and do not check: code that was covered, and could go all the same. */
import type { CaseFile, TestCase } from "../../core/test-case.ts";
import { lineDiff, type Hunk } from "../../progress/line-diff.ts";

/** Lines that were covered, by the path of their file. */
export type CoveredLines = ReadonlyMap<string, ReadonlySet<number>>;

/** First and last. */
type LineRange = readonly [from: number, to: number];

interface RemovedFile {
  readonly path: string;
  /** Lines of the original. */
  readonly lines: readonly LineRange[];
}

export interface RemovedAlthoughCovered {
  /** How many lines. */
  readonly lines: number;
  /** In the order of their paths. */
  readonly files: readonly RemovedFile[];
}

/** A line that was made shorter counts as removed as well: a part of it was not needed. */
export const removedAlthoughCovered = (
  original: TestCase,
  result: TestCase,
  covered: CoveredLines,
): RemovedAlthoughCovered => {
  const left = new Map(result.files.map((file) => [file.path, file]));
  const files = original.files
    .map((file) => ({ path: file.path, lines: lostOf(file, left.get(file.path), covered.get(file.path)) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    lines: files.reduce((sum, { lines }) => sum + lines.length, 0),
    files: files.map(({ path, lines }) => ({ path, lines: rangesOf(lines) })),
  };
};

const lostOf = (
  before: CaseFile,
  after: CaseFile | undefined,
  covered: ReadonlySet<number> | undefined,
): readonly number[] => {
  if (covered === undefined) return [];
  return lostLines(textOf(before), after === undefined ? "" : textOf(after)).filter((line) => covered.has(line));
};

const textOf = (file: CaseFile): string => Buffer.from(file.bytes()).toString("utf8");

/** Numbers are ascending. */
const rangesOf = (lines: readonly number[]): readonly LineRange[] => {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
};

/** Words and numbers, and single signs. What only holds others together, or apart, does not count. */
const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;
const GLUE = /^[;,(){}[\]]$/;

/** The lines of a text that lost something: numbers from 1, ascending. Blanks, and lines that were put together, are no loss. */
export const lostLines = (before: string, after: string): readonly number[] => {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return gapsOf(lineDiff(old.map(said), now.map(said))).flatMap(({ removed, added }) =>
    lostIn(old, removed, tokensOf(now, added)),
  );
};

const wordsIn = (line: string): readonly string[] => (line.match(TOKEN) ?? []).filter((word) => !GLUE.test(word));

/** A line as it counts. */
const said = (line: string): string => wordsIn(line).join(" ");

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Gap {
  readonly removed: Stretch;
  readonly added: Stretch;
}

const NOWHERE: Stretch = { from: 0, to: 0 };

/** What was removed between two stretches that stayed, with what came in its place. */
const gapsOf = (hunks: readonly Hunk[]): readonly Gap[] =>
  hunks.flatMap((hunk, at): readonly Gap[] => {
    if (hunk.kind !== "removed") return [];
    const next = hunks[at + 1];
    return [{ removed: hunk, added: next?.kind === "added" ? next : NOWHERE }];
  });

interface Tokens {
  readonly words: readonly string[];
  /** The line of each. */
  readonly lines: readonly number[];
}

const tokensOf = (text: readonly string[], { from, to }: Stretch): Tokens => {
  const [words, lines]: [string[], number[]] = [[], []];
  for (let at = from; at < to; at++)
    for (const word of wordsIn(text[at] as string)) {
      words.push(word);
      lines.push(at + 1);
    }
  return { words, lines };
};

const lostIn = (old: readonly string[], removed: Stretch, now: Tokens): readonly number[] => {
  const { words, lines } = tokensOf(old, removed);
  const lost = new Set<number>();
  for (const { kind, from, to } of lineDiff(words, now.words))
    if (kind === "removed") for (let at = from; at < to; at++) lost.add(lines[at] as number);
  return [...lost];
};
