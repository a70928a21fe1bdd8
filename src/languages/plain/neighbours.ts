/** Which tokens have stood beside each other in a text: what never has is hardly worth a question. */
import { COMMENT, NUMBER, STRING, WORD } from "./kinds.ts";
import { advance, scannerOf } from "./scanner.ts";

/** A word that is there so often, or has this share of all words, is meant by itself; others stand for any name. */
const MIN_FREQUENT = 3;
const MIN_SHARE = 0.005;
/** What comes later in a long text is not looked at: it says nothing new. */
const MAX_LENGTH = 1_000_000;

const NAME = "a";
const LITERALS: Readonly<Record<number, string>> = { [NUMBER]: "0", [STRING]: '"' };

export class Neighbours {
  readonly #frequent: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(original: string) {
    const text = original.slice(0, MAX_LENGTH);
    this.#frequent = frequentWords(text);
    const scanner = scannerOf(text);
    let [first, second] = ["", ""];
    while (advance(scanner)) {
      if (scanner.kind === COMMENT) continue;
      const third = this.#like(text.slice(scanner.start, scanner.end), scanner.kind);
      this.#seen.add(`${second} ${third}`);
      this.#seen.add(`${first} ${second} ${third}`);
      [first, second] = [second, third];
    }
  }

  /** Have two or three such tokens stood one behind the other? Of what is behind the ends of a text nothing is known. */
  follow(tokens: readonly string[]): boolean {
    return tokens.includes("") || this.#seen.has(tokens.map((token) => this.#likeOf(token)).join(" "));
  }

  /** A text with names, numbers and strings that are alike. */
  form(text: string): string {
    const scanner = scannerOf(text);
    const tokens: string[] = [];
    while (advance(scanner)) tokens.push(this.#like(text.slice(scanner.start, scanner.end), scanner.kind));
    return tokens.join(" ");
  }

  #likeOf(token: string): string {
    const scanner = scannerOf(token);
    return advance(scanner) ? this.#like(token, scanner.kind) : token;
  }

  #like(token: string, kind: number): string {
    if (kind === WORD) return this.#frequent.has(token) ? token : NAME;
    return LITERALS[kind] ?? token;
  }
}

const frequentWords = (text: string): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  let words = 0;
  const scanner = scannerOf(text);
  while (advance(scanner)) {
    if (scanner.kind !== WORD) continue;
    const word = text.slice(scanner.start, scanner.end);
    counts.set(word, (counts.get(word) ?? 0) + 1);
    words++;
  }
  const least = Math.max(MIN_FREQUENT, MIN_SHARE * words);
  return new Set([...counts].filter(([, count]) => count >= least).map(([word]) => word));
};
