/** Where the parser stands in the tokens of one statement, or between two of its brackets. */
import { around, missingAt, type Part } from "./parts.ts";
import type { Token } from "./tokens.ts";

/** What may stand between brackets. */
export type Rule =
  | "arguments"
  | "block"
  | "case"
  | "cast"
  | "column definitions"
  | "elements"
  | "expressions"
  | "indexed"
  | "names"
  | "ordering"
  | "query"
  | "query or expressions"
  | "query or tables"
  | "slices"
  | "where"
  | "window";

/** Between two brackets. */
interface Inside {
  readonly rule: Rule;
  readonly cursor: Cursor;
}

/** Reads parts; what is between brackets is handed out and comes back read, so that no depth touches the stack. */
export type Reading = Generator<Inside, readonly Part[], readonly Part[]>;

/** The same, of one part. */
export type PartReading = Generator<Inside, Part, readonly Part[]>;

/** Reads by a rule, with all that is inside. */
export const run = (rules: Readonly<Record<Rule, (cursor: Cursor) => Reading>>, reading: Reading): readonly Part[] => {
  const open = [reading];
  let read: readonly Part[] = [];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { done, value } = top.next(read);
    if (done === true) {
      read = value;
      open.pop();
    } else open.push(rules[value.rule](value.cursor));
  }
  return read;
};

const PUNCTUATION = new Set(", ; ( ) [ ] { } . :".split(" "));

/** The tokens of a text, and for each bracket the place of its partner. */
export interface Source {
  readonly tokens: readonly Token[];
  /** -1 for what has none. */
  readonly partner: Int32Array;
  /** By token: the first from there on that is no opening bracket. */
  readonly behindBrackets: Int32Array;
}

export class Cursor {
  readonly source: Source;
  readonly to: number;
  at: number;

  constructor(source: Source, from: number, to: number) {
    this.source = source;
    this.at = from;
    this.to = to;
  }

  get isOver(): boolean {
    return this.at >= this.to;
  }

  token(ahead = 0): Token | undefined {
    return this.at + ahead < this.to ? this.source.tokens[this.at + ahead] : undefined;
  }

  /** The word there, in large letters; nothing where something else is. */
  word(ahead = 0): string {
    const token = this.token(ahead);
    return token?.kind === "word" ? token.text : "";
  }

  sign(ahead = 0): string {
    const token = this.token(ahead);
    return token?.kind === "operator" ? token.text : "";
  }

  is(...words: readonly string[]): boolean {
    return words.includes(this.word());
  }

  /** The next token as a part; by its own kind unless told. */
  take(kind?: string): Part {
    const { start, end, text, kind: own } = this.source.tokens[this.at++] as Token;
    return { kind: kind ?? kindOf(own, text), start, end, parts: [] };
  }

  takeSome(length: number): readonly Part[] {
    return Array.from({ length }, () => this.take());
  }

  /** These words, if all of them are there, in their order. */
  takePhrase(...words: readonly string[]): readonly Part[] {
    return words.every((word, ahead) => this.word(ahead) === word) ? this.takeSome(words.length) : [];
  }

  /** All of these words that are there, in a row. */
  takeWords(...words: readonly string[]): readonly Part[] {
    const taken: Part[] = [];
    while (words.includes(this.word())) taken.push(this.take());
    return taken;
  }

  /** Is there a bracket with a partner? */
  opens(bracket: string, ahead = 0): boolean {
    return this.sign(ahead) === bracket && (this.source.partner[this.at + ahead] as number) >= 0;
  }

  /** Where a word stands outside of brackets; the end if it does not. */
  placeOf(word: string): number {
    const { tokens, partner } = this.source;
    for (let at = this.at; at < this.to; at++) {
      if (tokens[at]?.text === word) return at;
      if ((partner[at] as number) > at) at = partner[at] as number;
    }
    return this.to;
  }

  /** What comes before a sign, outside of brackets. */
  upTo(sign: string): Cursor {
    return new Cursor(this.source, this.at, this.placeOf(sign));
  }

  /** The bracket that is there, what is in it, its partner. */
  *brackets(rule: Rule): Reading {
    const close = this.source.partner[this.at] as number;
    const cursor = new Cursor(this.source, this.at + 1, close);
    const open = this.take();
    const parts = yield { rule, cursor };
    this.at = close;
    return [open, ...parts, ...cursor.rest(), this.take()];
  }

  /** What nobody has read: it is an error. */
  rest(): readonly Part[] {
    if (this.isOver) return [];
    const from = this.at;
    this.at = this.to;
    const parts: Part[] = [];
    for (let at = from; at < this.to; at++) parts.push(new Cursor(this.source, at, at + 1).take());
    return [around("ERROR", parts)];
  }

  /** All that is left up to a place, in one piece. */
  raw(kind = "raw", to = this.to): Part {
    const [first, last] = [this.source.tokens[this.at] as Token, this.source.tokens[to - 1] as Token];
    this.at = to;
    return { kind, start: first.start, end: last.end, parts: [] };
  }

  /** Something must be here, and is not. */
  missing(): Part {
    return missingAt(this.source.tokens[this.at - 1]?.end ?? 0);
  }
}

const kindOf = (kind: Token["kind"], text: string): string => {
  if (kind === "word") return "keyword";
  if (kind === "quoted") return "identifier";
  if (kind === "line") return "raw";
  return PUNCTUATION.has(text) && kind === "operator" ? text : kind;
};

/** Things with commas between them. */
export function* commaList(cursor: Cursor, read: (cursor: Cursor) => Reading): Reading {
  const parts: Part[] = [...(yield* read(cursor))];
  while (cursor.sign() === ",") {
    parts.push(cursor.take());
    parts.push(...(yield* read(cursor)));
  }
  return parts;
}
