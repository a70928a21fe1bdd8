/** Finds out which brackets and words of a text belong together, whatever is missing, and how many nodes the text can become at most. */
import { BracketReader, NEITHER } from "./bracket-reader.ts";
import { bracketBehind } from "./calls.ts";
import { COMMA, PUNCTUATION, SEMICOLON, WORD } from "./kinds.ts";
import { BRACKET_KINDS, MAX_KINDS, type Pairs } from "./pairs.ts";
import { advance, scannerOf, type Scanner } from "./scanner.ts";

/** No partner: the bracket is ordinary punctuation, the word an ordinary word. */
export const UNMATCHED = 0;
const MATCHED = 1;
/** Opens a group with semicolons between its items. */
export const MATCHED_STATEMENTS = 2;

export interface Brackets {
  /** By bracket, in the order of the text: one of the constants above. Those that are matched are properly nested. */
  readonly marks: Uint8Array;
  /** How many nodes there can be at most. */
  readonly most: number;
  /** How many have no partner, with quotes that are not closed. */
  readonly errors: number;
}

/** A stack of numbers that may grow. */
export const grown = <T extends Uint8Array | Int32Array>(array: T, length: number): T => {
  if (length < array.length) return array;
  const larger = array instanceof Uint8Array ? new Uint8Array(length * 2) : new Int32Array(length * 2);
  larger.set(array);
  return larger as T;
};

const BRACE = 2;

class Matcher {
  marks: Uint8Array = new Uint8Array(64);
  brackets = 0;
  groups = 0;
  /** The open brackets: which they are, of which kind, and where the one of the same kind below is. */
  #open: Int32Array = new Int32Array(64);
  #kind: Uint8Array = new Uint8Array(64);
  #below: Int32Array = new Int32Array(64);
  /** Whether a semicolon has been seen directly in it. */
  #semicolon: Uint8Array = new Uint8Array(64);
  #depth = 0;
  /** By kind: the topmost open bracket in the stack, -1 for none. */
  readonly #top = new Int32Array(MAX_KINDS).fill(-1);

  passSemicolon(): void {
    if (this.#depth > 0) this.#semicolon[this.#depth - 1] = 1;
  }

  /** What a reader has read of a token. */
  pass(read: number): void {
    this.marks = grown(this.marks, this.brackets);
    if (read > 0) this.#pushOpening(read - 1);
    else this.#close(-read - 1);
    this.brackets++;
  }

  #pushOpening(kind: number): void {
    const depth = this.#depth;
    this.#open = grown(this.#open, depth);
    this.#below = grown(this.#below, depth);
    this.#semicolon = grown(this.#semicolon, depth);
    this.#kind = grown(this.#kind, depth);
    this.#open[depth] = this.brackets;
    this.#kind[depth] = kind;
    this.#below[depth] = this.#top[kind] ?? -1;
    this.#semicolon[depth] = 0;
    this.#top[kind] = depth;
    this.#depth++;
  }

  /** A round or square bracket finds no partner outside of the braces it stands in, a word none outside of any bracket. */
  #close(kind: number): void {
    const partner = this.#top[kind] ?? -1;
    if (partner < 0 || partner < this.#wall(kind)) return;
    this.#popTo(partner);
    this.marks[this.brackets] = MATCHED;
    this.groups++;
  }

  #wall(kind: number): number {
    if (kind === BRACE) return -1;
    const brace = this.#top[BRACE] ?? -1;
    return kind < BRACKET_KINDS ? brace : Math.max(brace, this.#top[0] ?? -1, this.#top[1] ?? -1);
  }

  /** Openings above the partner remain without one; what was seen in them was seen in the partner. */
  #popTo(partner: number): void {
    let seen = 0;
    while (this.#depth > partner) {
      const at = --this.#depth;
      seen |= this.#semicolon[at] ?? 0;
      this.#top[this.#kind[at] ?? 0] = this.#below[at] ?? -1;
    }
    this.marks[this.#open[partner] ?? 0] = seen === 0 ? MATCHED : MATCHED_STATEMENTS;
  }
}

const isQuote = ({ kind, text, start }: Scanner): boolean => kind === PUNCTUATION && text.charAt(start) === '"';

export const matchBrackets = (text: string, pairs: Pairs): Brackets => {
  const matcher = new Matcher();
  const reader = new BracketReader(pairs);
  const scanner = scannerOf(text);
  let [leaves, lines, separators, calls, quotes] = [0, 0, 0, 0, 0];
  while (advance(scanner)) {
    leaves++;
    if (scanner.opensLine) lines++;
    if (scanner.kind >= COMMA) separators++;
    if (scanner.kind === SEMICOLON) matcher.passSemicolon();
    if (scanner.kind === WORD && bracketBehind(text, scanner.end) >= 0) calls++;
    if (isQuote(scanner)) quotes++;
    const read = reader.read(scanner);
    if (read !== NEITHER) matcher.pass(read);
  }
  const items = separators + matcher.groups;
  return {
    marks: matcher.marks,
    // A block, a line and a part for each line, also for those of items; further parts behind commas.
    most: 1 + leaves + calls + matcher.groups + 2 * items + 3 * (lines + 2 * items),
    errors: matcher.brackets - 2 * matcher.groups + quotes,
  };
};
