/** Which tokens open and close something: brackets, and the words of a text that pair up like them. */
import { FIRST_BRACKET, LAST_BRACKET, WORD } from "./kinds.ts";
import { BRACKET_KINDS, isSigned, type Pairs } from "./pairs.ts";
import type { Scanner } from "./scanner.ts";

/** Neither opens nor closes anything. */
export const NEITHER = 0;

/** Asked about every token, in order. */
export class BracketReader {
  readonly #pairs: Pairs;
  /** The word that closed something right before, on this line. */
  #closed = false;

  constructor(pairs: Pairs) {
    this.#pairs = pairs;
  }

  /** For what opens a pair its kind and one more, for what closes one the same below zero. */
  read(scanner: Scanner): number {
    const { kind } = scanner;
    const closed = this.#closed && !scanner.opensLine;
    this.#closed = false;
    if (kind === WORD) return this.#pairs.closing.size === 0 ? NEITHER : this.#word(scanner, closed);
    if (kind < FIRST_BRACKET || kind > LAST_BRACKET) return NEITHER;
    const number = ((kind - FIRST_BRACKET) >> 1) + 1;
    return kind % 2 === FIRST_BRACKET % 2 ? number : -number;
  }

  /** What follows a closing word says what has been closed (`end if`). */
  #word({ text, start, end }: Scanner, closed: boolean): number {
    if (isSigned(text, start)) return NEITHER;
    const word = text.slice(start, end);
    const closes = this.#pairs.closing.get(word);
    this.#closed = closes !== undefined;
    if (closes !== undefined) return -closes - 1;
    const opens = this.#pairs.opening.get(word);
    return opens === undefined || closed ? NEITHER : opens + 1;
  }
}

export const isBracket = (read: number): boolean => read !== NEITHER && Math.abs(read) <= BRACKET_KINDS;
