/** What a text shows of its own ways: learnt once, from the original, so that what is left of it is read the same way. */
import { BracketReader, isBracket } from "./bracket-reader.ts";
import { LAST_BRACKET, SEMICOLON, WORD } from "./kinds.ts";
import { pairsIn, type Pairs } from "./pairs.ts";
import { advance, scannerOf } from "./scanner.ts";

export interface Habits {
  /** Semicolons end statements, also outside of brackets. */
  readonly terminated: boolean;
  /** Words that pair up like brackets. */
  readonly pairs: Pairs;
  /** Words that go on behind a closing brace, or a word like it: `else`, say. */
  readonly continuing: ReadonlySet<string>;
}

/** The share of lines that end with a semicolon, and the share of semicolons at the ends of lines, of a text that ends statements by them. */
const MIN_ENDED = 0.1;
const MIN_AT_END = 0.5;

class Learning {
  readonly #text: string;
  readonly #pairs: Pairs;
  #lines = 0;
  #semicolons = 0;
  /** Semicolons that are the last on their line. */
  #ends = 0;
  #last = 0;
  /** The last token closes a block. */
  #closed = false;
  /** Behind braces: how often each word goes on on the same line, less how often it begins another. */
  readonly #behind = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#pairs = pairsIn(text);
  }

  learn(): Habits {
    const scanner = scannerOf(this.#text);
    const reader = new BracketReader(this.#pairs);
    while (advance(scanner)) {
      const { kind, opensLine, start, end } = scanner;
      if (opensLine) this.#endLine();
      if (kind === SEMICOLON) this.#semicolons++;
      const read = reader.read(scanner);
      if (kind === WORD && this.#closed && read >= 0) this.#goesOn(start, end, opensLine);
      this.#closed = kind === LAST_BRACKET || (read < 0 && !isBracket(read));
      this.#last = kind;
    }
    this.#endLine();
    return {
      terminated: this.#isTerminated(),
      pairs: this.#pairs,
      continuing: new Set([...this.#behind].filter(([, balance]) => balance > 0).map(([word]) => word)),
    };
  }

  #endLine(): void {
    if (this.#last > 0) this.#lines++;
    if (this.#last === SEMICOLON) this.#ends++;
  }

  #goesOn(start: number, end: number, opensLine: boolean): void {
    const word = this.#text.slice(start, end);
    this.#behind.set(word, (this.#behind.get(word) ?? 0) + (opensLine ? -1 : 1));
  }

  #isTerminated(): boolean {
    if (this.#lines < 2) return this.#semicolons > 0;
    return this.#ends > 0 && this.#ends >= MIN_ENDED * this.#lines && this.#ends >= MIN_AT_END * this.#semicolons;
  }
}

export const habitsOf = (text: string): Habits => new Learning(text).learn();
