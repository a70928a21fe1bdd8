/** Words that pair up like brackets (begin … end, if … fi, module … endmodule), learnt from a text: those that balance in it. */
import { COMMENT, FIRST_BRACKET, LAST_BRACKET, SEMICOLON, WORD } from "./kinds.ts";
import { advance, scannerOf, type Scanner } from "./scanner.ts";

/** Kinds of pairs are numbers; the first three are brackets. */
export const BRACKET_KINDS = 3;

export interface Pairs {
  /** Words, with their kind of pair. */
  readonly opening: ReadonlyMap<string, number>;
  readonly closing: ReadonlyMap<string, number>;
}

/** Later parts of a text say nothing new, and longer lines are heads of nothing. */
const MAX_LENGTH = 1_000_000;
const MAX_HEAD = 40;
/** How many words are tried for a closing word that does not say what it closes. */
const MAX_TRIED = 100;
export const MAX_KINDS = 64;

/** A word in front of which such a sign stands is another one: `\end`, `#if`. */
const SIGNS = "\\#@.$%&-";

export const isSigned = (text: string, start: number): boolean => start > 0 && SIGNS.includes(text.charAt(start - 1));

interface Occurrence {
  /** Counted in tokens. */
  readonly at: number;
  /** The number of the group around it. */
  readonly group: number;
  /** The word right before it on its line, "" for none. */
  readonly before: string;
  /** It begins a line or a statement. */
  readonly begins: boolean;
  /** For the first word of a line: the words of the line before it that is indented as deep. */
  readonly head: readonly string[] | undefined;
}

type Occurrences = ReadonlyMap<string, readonly Occurrence[]>;

export const pairsIn = (original: string): Pairs => {
  const words = new WordReader(original.slice(0, MAX_LENGTH)).read();
  const opening = new Map<string, number>();
  const closing = new Map<string, number>();
  let kind = BRACKET_KINDS;
  // Those that say what they close come before the one that does not.
  for (const closer of [...words.keys()].filter(mayClose(words)).toSorted((a, b) => b.length - a.length)) {
    if (kind === MAX_KINDS || opening.has(closer)) continue;
    const openers = openersOf(words, closer);
    if (openers.length === 0 || openers.some((word) => opening.has(word) || closing.has(word))) continue;
    for (const word of openers) opening.set(word, kind);
    closing.set(closer, kind++);
  }
  return { opening, closing };
};

const ENDS = /^end(?=.|$)/i;

const reversed = (word: string): string => Array.from(word).toReversed().join("");

const isReversed = (words: Occurrences, word: string): boolean => {
  const other = reversed(word);
  return word.length > 1 && other !== word && words.has(other) && (words.get(word) ?? []).every(({ begins }) => begins);
};

/** By what it is made of; whether it really closes something, its occurrences decide. */
const mayClose =
  (words: Occurrences) =>
  (word: string): boolean =>
    ENDS.test(word) || isReversed(words, word) || stemOf(words, word) !== undefined;

/** A word of which this is a longer form that begins lines: do … done. */
const stemOf = (words: Occurrences, word: string): string | undefined => {
  const own = words.get(word) ?? [];
  if (!/^\p{L}{3,}$/u.test(word) || own.length < 2 || !own.every(({ begins }) => begins)) return undefined;
  return [word.slice(0, -1), word.slice(0, -2)].find(
    (stem) => stem.length > 1 && words.get(stem)?.length === own.length,
  );
};

/** The words that this one closes; none if it does not balance with any. */
const openersOf = (words: Occurrences, closer: string): readonly string[] => {
  const named = closer.replace(/^end_?/i, "");
  const wanted = [named, reversed(closer), stemOf(words, closer) ?? ""].filter(
    (word) => word !== closer && words.has(word),
  );
  for (const word of wanted) if (isBalanced(words, [word], closer)) return [word];
  if (!/^end$/i.test(closer)) return [];
  return onlyOne(words, closer) ?? headsOf(words, closer);
};

/** Fewer occurrences within lines may balance by chance. */
const MIN_WITHIN = 3;

/** The one word that is there as often and balances: the innermost of all heads, or where it closes nothing of lines the outermost. */
const onlyOne = (words: Occurrences, closer: string): readonly string[] | undefined => {
  const ends = words.get(closer) ?? [];
  const [first, ...heads] = ends.flatMap(({ head }) => (head === undefined ? [] : [head]));
  if (first === undefined && ends.length < MIN_WITHIN) return undefined;
  const candidates = first === undefined ? [...words.keys()] : first;
  const found = candidates.filter(
    (word) =>
      word !== closer &&
      openings(words, word, closer).length === ends.length &&
      heads.every((head) => head.includes(word)) &&
      isBalanced(words, [word], closer),
  );
  const placesOf = (word: string): number => openings(words, word, closer).reduce((sum, { at }) => sum + at, 0);
  const fromOutside = found.toSorted((a, b) => placesOf(a) - placesOf(b));
  const meant = first === undefined ? fromOutside[0] : fromOutside.at(-1);
  return meant === undefined ? undefined : [meant];
};

/** Several words that are in the heads of what it closes, and nowhere else: each head has one of them. */
const headsOf = (words: Occurrences, closer: string): readonly string[] => {
  let heads = (words.get(closer) ?? []).flatMap(({ head }) => (head === undefined ? [] : [new Set(head)]));
  const counts = new Map<string, number>();
  for (const head of heads) for (const word of head) counts.set(word, (counts.get(word) ?? 0) + 1);
  const pure = [...counts].filter(([word, count]) => openings(words, word, closer).length === count);
  const openers: string[] = [];
  for (const [word] of pure.toSorted(([, a], [, b]) => b - a).slice(0, MAX_TRIED)) {
    const others = heads.filter((head) => !head.has(word));
    if (others.length === heads.length) continue;
    openers.push(word);
    heads = others;
    if (heads.length === 0) break;
  }
  return isBalanced(words, openers, closer) ? openers : [];
};

/** What opens something: not what says, behind the closing word, what it has closed (`end if`). */
const openings = (words: Occurrences, word: string, closer: string): readonly Occurrence[] =>
  (words.get(word) ?? []).filter(({ before }) => before !== closer);

/** Does every closing word close an opening one in the same group, and is none left over? */
const isBalanced = (words: Occurrences, openers: readonly string[], closer: string): boolean => {
  const all = [
    ...openers.flatMap((word) => openings(words, word, closer).map((each) => ({ ...each, opens: true }))),
    ...(words.get(closer) ?? []).map((each) => ({ ...each, opens: false })),
  ].toSorted((a, b) => a.at - b.at);
  const open: number[] = [];
  for (const { group, opens } of all) {
    if (opens) open.push(group);
    else if (open.pop() !== group) return false;
  }
  return open.length === 0 && all.length > 0;
};

class WordReader {
  readonly #text: string;
  readonly #scanner: Scanner;
  readonly #found = new Map<string, Occurrence[]>();
  readonly #groups: number[] = [0];
  /** By open indentation: its depth, and the words of its last line outside of brackets, and of those that it goes on with. */
  readonly #lines: { readonly indent: number; readonly group: number; readonly words: string[] }[] = [];
  #group = 0;
  #before = "";
  #last = SEMICOLON;

  constructor(text: string) {
    this.#text = text;
    this.#scanner = scannerOf(text);
  }

  read(): Occurrences {
    for (let at = 0; advance(this.#scanner); at++) {
      const { kind, start, end, opensLine } = this.#scanner;
      if (kind === COMMENT) continue;
      const head = opensLine ? this.#beginLine() : undefined;
      if (kind >= FIRST_BRACKET && kind <= LAST_BRACKET) this.#passBracket(kind);
      const isWord = kind === WORD && !isSigned(this.#text, start);
      const word = isWord ? this.#text.slice(start, end) : "";
      const before = opensLine ? "" : this.#before;
      const begins = opensLine || this.#last === SEMICOLON;
      if (isWord) this.#add(word, { at, group: this.#groups.at(-1) ?? 0, before, begins, head });
      this.#before = word;
      this.#last = kind;
    }
    return this.#found;
  }

  /** The words of the last line that is indented as deep; one that comes back from deeper lines goes on with it (else). */
  #beginLine(): readonly string[] | undefined {
    const { indent } = this.#scanner;
    let comesBack = false;
    for (; (this.#lines.at(-1)?.indent ?? -1) > indent; comesBack = true) this.#lines.pop();
    const head = this.#lines.at(-1)?.indent === indent ? this.#lines.pop()?.words : undefined;
    this.#lines.push({ indent, group: this.#groups.at(-1) ?? 0, words: comesBack ? [...(head ?? [])] : [] });
    return head;
  }

  #passBracket(kind: number): void {
    if (kind % 2 === FIRST_BRACKET % 2) this.#groups.push(++this.#group);
    else if (this.#groups.length > 1) this.#groups.pop();
  }

  #add(word: string, occurrence: Occurrence): void {
    const known = this.#found.get(word);
    if (known === undefined) this.#found.set(word, [occurrence]);
    else known.push(occurrence);
    const line = this.#lines.at(-1);
    if (line !== undefined && line.group === occurrence.group && line.words.length < MAX_HEAD) line.words.push(word);
  }
}
