/** Two versions of a text, laid side by side as if indentation, numbers, and numbers at the ends of names were all the same. */
import { differingRuns, differingStrings, numberOf, type DifferingRange } from "../../../core/diff/differing.ts";
import { lineAt, type Lines } from "../text-lines.ts";

/** Bytes `from` to `to` (exclusive) of the good version, none of them a line end, become something else without one. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** A word that became another one. */
export interface Substitution extends Splice {
  readonly old: string;
}

/** What differs in some lines. */
interface Edits {
  readonly substitutions: readonly Substitution[];
  /** All others within a line, in order. */
  readonly others: readonly Splice[];
  /** Where words begin that stayed as they were, as far as they were looked at. */
  readonly kept: ReadonlySet<number>;
  /** Lines came or went, too. */
  readonly isTorn: boolean;
}

/** Lines `from` to `to` (exclusive) of the good version were written anew. */
export interface EditRun extends Edits {
  readonly from: number;
  readonly to: number;
}

export interface Alignment {
  /** In the lines that differ in nothing else. */
  readonly steady: Edits;
  readonly runs: readonly EditRun[];
}

/** One character for each byte: letters beyond ASCII are parts of words, whatever they are. */
const WORD = /[\w$\u0080-\u00FF]+/g;
const TOKEN = /[\w$\u0080-\u00FF]+|[ \t]+|\r?\n|[^]/g;
const IS_WORD = /^[\w$\u0080-\u00FF]/;
const NUMBERED = /[\d$]/;
const ANY_NUMBER = "\0";

/** More tokens in one run of lines are not compared. */
const MAX_TOKENS = 20_000;

const isWord = (token: string): boolean => IS_WORD.test(token);
export const isNumber = (word: string): boolean => /^\d/.test(word);

/** What a text is made of; nothing is left out. */
export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];

/** A name without its number. */
export const stemOf = (word: string): string =>
  isNumber(word) ? ANY_NUMBER : word.replace(/(?<=[^$])\$\w*$|(?<=\D)_?\d+$/, "");

const stemmed = (line: string): string => {
  const text = line.trimStart();
  return NUMBERED.test(text) ? text.replaceAll(WORD, stemOf) : text;
};

export const aligned = (good: Lines, bad: Lines): Alignment => {
  const steady = nothing();
  const runs: EditRun[] = [];
  let [a, b] = [0, 0];
  for (const { aFrom, aTo, bFrom, bTo } of [...differingStems(good, bad), endsOf(good.count, bad.count)]) {
    for (; a < aFrom; a++, b++) {
      const [old, put] = [lineAt(good, a), lineAt(bad, b)];
      if (old !== put) sideBySide(good.starts[a] as number, old, put, steady);
    }
    const [old, put] = [textOf(good, aFrom, aTo), textOf(bad, bFrom, bTo)];
    const found = between(good.starts[aFrom] as number, tokensOf(old), tokensOf(put));
    if (aFrom < aTo) runs.push({ from: aFrom, to: aTo, ...found });
    [a, b] = [aTo, bTo];
  }
  return { steady, runs };
};

/** An empty range behind everything. */
const endsOf = (a: number, b: number): DifferingRange => ({ aFrom: a, aTo: a, bFrom: b, bTo: b });

const differingStems = (good: Lines, bad: Lines): readonly DifferingRange[] => {
  const known = new Map<string, number>();
  const numbersOf = (lines: Lines): Int32Array => {
    const numbers = new Int32Array(lines.count);
    for (let line = 0; line < lines.count; line++) numbers[line] = numberOf(known, stemmed(lineAt(lines, line)));
    return numbers;
  };
  const [as, bs] = [numbersOf(good), numbersOf(bad)];
  return differingRuns(as, bs, known.size);
};

const textOf = ({ bytes, starts }: Lines, from: number, to: number): string =>
  bytes.toString("latin1", starts[from], starts[to]);

interface Found {
  readonly substitutions: Substitution[];
  readonly others: Splice[];
  readonly kept: Set<number>;
  isTorn: boolean;
}

const nothing = (): Found => ({ substitutions: [], others: [], kept: new Set(), isTorn: false });

/** Lines of equal stems have their tokens at the same places, behind the indentation. */
const sideBySide = (start: number, old: string, put: string, found: Found): void => {
  const [one, other] = [indentOf(old), indentOf(put)];
  if (one !== other) found.others.push({ from: start, to: start + one.length, put: other });
  const [as, bs] = [tokensOf(old.slice(one.length)), tokensOf(put.slice(other.length))];
  if (as.length === bs.length) inPairs(start + one.length, as, bs, found);
};

const indentOf = (line: string): string => line.slice(0, line.search(/[^ \t]|$/));

const inPairs = (start: number, as: readonly string[], bs: readonly string[], { substitutions, kept }: Found): void => {
  let from = start;
  as.forEach((old, at) => {
    const put = bs[at] as string;
    if (isWord(old) && old === put) kept.add(from);
    else if (isWord(old)) substitutions.push({ from, to: from + old.length, old, put });
    from += old.length;
  });
};

const stems = (tokens: readonly string[]): readonly string[] =>
  tokens.map((token) => (isWord(token) ? stemOf(token) : token));

/** Lines that were written anew, token by token. */
const between = (start: number, as: readonly string[], bs: readonly string[]): Found => {
  const found = nothing();
  if (as.length === 0 || bs.length === 0 || as.length + bs.length > MAX_TOKENS) return { ...found, isTorn: true };
  let [a, b, from] = [0, 0, start];
  for (const { aFrom, aTo, bFrom, bTo } of [...differingStrings(stems(as), stems(bs)), endsOf(as.length, bs.length)]) {
    const common = as.slice(a, aFrom);
    inPairs(from, common, bs.slice(b, bFrom), found);
    from += lengthOf(common);
    const old = as.slice(aFrom, aTo);
    replaced(from, old, bs.slice(bFrom, bTo), found);
    from += lengthOf(old);
    [a, b] = [aTo, bTo];
  }
  return found;
};

const lengthOf = (tokens: readonly string[]): number => tokens.reduce((sum, token) => sum + token.length, 0);

const replaced = (from: number, as: readonly string[], bs: readonly string[], found: Found): void => {
  const [old, put] = [as.join(""), bs.join("")];
  const splice = { from, to: from + old.length, put };
  if (as.length === 1 && bs.length === 1 && isWord(old) && isWord(put)) found.substitutions.push({ ...splice, old });
  else if (old.includes("\n") || put.includes("\n")) found.isTorn = true;
  else if (old !== put) found.others.push(splice);
};
