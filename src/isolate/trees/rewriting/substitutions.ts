/** Which words stand for which others: constants that were numbered anew, names that were changed. */
import { lineAt, type Lines } from "../text-lines.ts";
import { isNumber, stemOf, tokensOf, type Alignment, type Substitution } from "./aligned.ts";

/** A substitution that is seen less often is a change like any other. */
const MIN_USES = 2;
/** A word is taken to have become another one if it rarely fared otherwise. */
const RARELY = 0.5;
/** So near to a line that differs, a number that seems to have stayed may be another one that came to stand there. */
const NEAR = 2;

/** How a word fared. */
interface Uses {
  readonly became: Map<string, number>;
  stayed: number;
}

export interface RewrittenWords {
  /** Whether it is a new number, or a new name that the word has nearly everywhere: others may be changes of what is done. */
  isNaming(substitution: Substitution): boolean;
  /** The numbers that were changed and those that should have been, in all lines that differ and near them. */
  readonly numbers: readonly Substitution[];
  /** The names in these lines, which were written anew: before that, they went the way of all others. */
  namesIn(lines: LineRange): readonly Substitution[];
}

interface LineRange {
  readonly from: number;
  readonly to: number;
}

export const rewrittenWords = (good: Lines, alignment: Alignment): RewrittenWords => {
  const { steady, runs } = alignment;
  const all = [...steady.substitutions, ...runs.flatMap(({ substitutions }) => substitutions)];
  const counts = new Map<string, number>();
  for (const each of all) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1);
  const often = all.filter((each) => (counts.get(nameOf(each)) ?? 0) >= MIN_USES);
  const became = new Map(often.map((each) => [each.from, each.put]));
  const words = new Set(often.map(({ old }) => old));
  const uses = usesOf(good, alignment, became, words);
  const newName = (word: string): string | undefined => (isNumber(word) ? undefined : mostly(uses.get(word)));
  const substituted = (
    lines: LineRange,
    put: (word: string, context: string) => string | undefined,
  ): Substitution[] => {
    const found: Substitution[] = [];
    eachWord(good, lines, words, (from, old, context) => {
      const word = put(old, context);
      if (word !== undefined) found.push({ from, to: from + old.length, old, put: word });
    });
    return found;
  };
  const kept = new Set(runs.flatMap((run) => [...run.kept]));
  return {
    isNaming: ({ from, old, put }) =>
      !isNumber(old) && became.has(from) && (stemOf(old) === stemOf(put) || newName(old) === put),
    numbers: nearby(good, alignment).flatMap((lines) =>
      substituted(lines, (word, context) => (isNumber(word) ? mostly(uses.get(context) ?? uses.get(word)) : undefined)),
    ),
    namesIn: (lines) => substituted(lines, newName).filter(({ from }) => !kept.has(from)),
  };
};

const nameOf = ({ old, put }: Substitution): string => `${old} ${put}`;

/** By word; numbers also with what stands before them, since the same number means different things. */
const usesOf = (
  good: Lines,
  { runs }: Alignment,
  became: ReadonlyMap<number, string>,
  words: ReadonlySet<string>,
): ReadonlyMap<string, Uses> => {
  const uses = new Map<string, Uses>();
  const count = (key: string, put: string | undefined): void => {
    const known = uses.get(key) ?? { became: new Map<string, number>(), stayed: 0 };
    uses.set(key, known);
    if (put === undefined) known.stayed += 1;
    else known.became.set(put, (known.became.get(put) ?? 0) + 1);
  };
  let line = 0;
  for (const { from, to, kept } of [...runs, { from: good.count, to: good.count, kept: new Set<number>() }]) {
    eachWord(good, { from: line, to }, words, (at, word, context, inLine) => {
      const put = became.get(at);
      if (put === undefined && inLine >= from && !kept.has(at)) return;
      count(word, put);
      if (context !== word) count(context, put);
    });
    line = to;
  }
  return uses;
};

const mostly = (uses: Uses | undefined): string | undefined => {
  let [total, best, most] = [uses?.stayed ?? 0, "", 0];
  for (const [put, count] of uses?.became ?? []) {
    total += count;
    if (count > most) [best, most] = [put, count];
  }
  return most > 0 && total - most <= RARELY * most ? best : undefined;
};

/** The lines that differ and those near to them. */
const nearby = (good: Lines, { steady, runs }: Alignment): readonly LineRange[] => {
  const marks = new Uint8Array(good.count);
  const mark = (from: number, to: number): void => {
    marks.fill(1, Math.max(0, from - NEAR), to + NEAR);
  };
  for (const { from, to } of runs) mark(from, to);
  let line = 0;
  for (const { from } of steady.substitutions) {
    while ((good.starts[line + 1] as number) <= from) line++;
    mark(line, line + 1);
  }
  const ranges: LineRange[] = [];
  for (let from = marks.indexOf(1); from >= 0;) {
    const end = marks.indexOf(0, from);
    const to = end < 0 ? good.count : end;
    ranges.push({ from, to });
    from = marks.indexOf(1, to);
  }
  return ranges;
};

type Visit = (from: number, word: string, context: string, line: number) => void;

const eachWord = (good: Lines, { from, to }: LineRange, words: ReadonlySet<string>, visit: Visit): void => {
  for (let line = from; line < to; line++) {
    let [at, before] = [good.starts[line] as number, ""];
    for (const token of tokensOf(lineAt(good, line))) {
      if (words.has(token)) visit(at, token, isNumber(token) ? `${before} ${token}` : token, line);
      if (token.trim() !== "") before = token;
      at += token.length;
    }
  }
};
