/** What the tests of a program run and do not check: code that was covered, and could go all the same. */
import type { CaseFile, TestCase } from "../../core/test-case.ts";
import { lostLines } from "./lost-lines.ts";

/** Lines that were covered, by the path of their file. */
export type CoveredLines = ReadonlyMap<string, ReadonlySet<number>>;

/** First and last. */
type LineRange = readonly [from: number, to: number];

interface RemovedFile {
  readonly path: string;
  /** Of the original. */
  readonly lines: readonly LineRange[];
}

export interface RemovedAlthoughCovered {
  /** How many lines. */
  readonly lines: number;
  /** In the order of their paths. */
  readonly files: readonly RemovedFile[];
}

/** Of a line that was made shorter it counts as removed as well: a part of it was not needed. */
export const removedAlthoughCovered = (
  original: TestCase,
  result: TestCase,
  covered: CoveredLines,
): RemovedAlthoughCovered => {
  const left = new Map(result.files.map((file) => [file.path, file]));
  const files = original.files
    .map((file) => ({ path: file.path, lines: linesOf(file, left.get(file.path), covered.get(file.path)) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    lines: files.reduce((sum, { lines }) => sum + lines.length, 0),
    files: files.map(({ path, lines }) => ({ path, lines: rangesOf(lines) })),
  };
};

const linesOf = (
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
