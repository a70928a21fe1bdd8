/** The tokens of a shader, with the partners of brackets; angle brackets are some where they hold the arguments of a type. */
import type { Dialect } from "./dialect.ts";

/** What a token is. */
export const WORD = 1;
export const NUMBER = 2;
export const STRING = 3;
export const SIGN = 4;
export const COMMENT = 5;
export const DIRECTIVE = 6;
/** A character that no shader has outside of comments, or a comment that never ends. */
const STRAY = 7;

/** In the place of a partner. */
export const CLOSES = -2;

export interface Tokens {
  readonly text: string;
  readonly length: number;
  /** By token: what is written. */
  readonly texts: readonly string[];
  readonly type: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** By token: that of the bracket that closes it; CLOSES for an angle bracket that does so; -1 for none. */
  readonly partner: Int32Array;
}

const TOKEN = new RegExp(
  [
    String.raw`(\/\/[^\n]*|\/\*[^]*?\*\/)`,
    String.raw`(\/\*[^]*)`,
    String.raw`([\p{XID_Start}_$][\p{XID_Continue}$]*)`,
    String.raw`(0[xX][\da-fA-F]*\.?[\da-fA-F]*(?:[pP][+-]?\d+)?\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\w*)`,
    String.raw`("(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*')`,
    String.raw`(<<=|&&=|\|\|=|->|\+\+|--|<<|<=|==|!=|&&|\|\||\^\^|::|[-+*/%&|^]=|[-+*/%&|^!~=<>?:;,.@#()[\]{}])`,
    String.raw`(\S)`,
  ].join("|"),
  "gu",
);

/** By group of the pattern. */
const TYPES = [COMMENT, STRAY, WORD, NUMBER, STRING, SIGN, STRAY] as const;

/** A line that the preprocessor reads; continued lines belong to it, a comment at its end does not. */
const LINE = /#(?:[^\n\\/]|\\\r?\n|\\|\/(?![/*])|\/\*(?:[^*\n]|\*(?!\/))*\*\/(?=[^\n]*\S))*/y;

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export const tokensOf = (text: string, dialect: Dialect): Tokens => {
  const scan = new Scan(text, dialect);
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text))
    TOKEN.lastIndex = scan.add(
      match.index,
      match.index + match[0].length,
      TYPES[match.indexOf(match[0], 1) - 1] ?? STRAY,
    );
  return scan.finish();
};

interface Angle {
  readonly token: number;
  readonly depth: number;
}

/** One walk over the text. Which angle brackets are a pair is found as the specification of WGSL has it. */
class Scan {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #texts: string[] = [];
  readonly #type: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #partner: number[] = [];
  readonly #open: number[] = [];
  /** Angle brackets behind a name that may hold arguments, and the brackets around each. */
  #angles: Angle[] = [];
  #depth = 0;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  /** Returns where the next token may begin. */
  add(start: number, end: number, type: number): number {
    const own = this.#text.slice(start, end);
    if (own === "#" && this.#dialect.cLike && this.#beginsLine(start))
      return this.#push(DIRECTIVE, start, this.#lineEnd(start));
    if (own === ">") return this.#greater(start);
    const token = this.#type.length;
    this.#push(type, start, end);
    if (type === SIGN) this.#look(own, token);
    return end;
  }

  finish(): Tokens {
    return {
      text: this.#text,
      length: this.#type.length,
      texts: this.#texts,
      type: Uint8Array.from(this.#type),
      start: Int32Array.from(this.#start),
      end: Int32Array.from(this.#end),
      partner: Int32Array.from(this.#partner),
    };
  }

  #push(type: number, start: number, end: number): number {
    this.#texts.push(this.#text.slice(start, end));
    this.#type.push(type);
    this.#start.push(start);
    this.#end.push(end);
    this.#partner.push(-1);
    return end;
  }

  #beginsLine(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && /[ \t\r\f\v]/.test(this.#text.charAt(before))) before--;
    return before < 0 || this.#text.charAt(before) === "\n";
  }

  #lineEnd(start: number): number {
    LINE.lastIndex = start;
    return start + (LINE.exec(this.#text)?.[0] ?? "#").trimEnd().length;
  }

  #greater(start: number): number {
    const angle = this.#angles.at(-1);
    if (angle?.depth === this.#depth) {
      this.#angles.pop();
      this.#partner[angle.token] = this.#type.length;
      this.#push(SIGN, start, start + 1);
      this.#partner[this.#partner.length - 1] = CLOSES;
      return start + 1;
    }
    const length = /^>(?:>=?|=)?/.exec(this.#text.slice(start, start + 3))?.[0].length ?? 1;
    return this.#push(SIGN, start, start + length);
  }

  #look(own: string, token: number): void {
    if (CLOSING[own] !== undefined) {
      this.#open.push(token);
      if (own === "{") this.#forget();
      else this.#depth++;
    } else if (own === ")" || own === "]" || own === "}") this.#close(own, token);
    else if (own === "<" && this.#isTemplate(token)) this.#angles.push({ token, depth: this.#depth });
    else if (own === "=" || own === ";" || own === ":") this.#forget();
    else if (own === "&&" || own === "||") this.#drop();
  }

  #isTemplate(token: number): boolean {
    let before = token - 1;
    while (this.#type[before] === COMMENT) before--;
    return this.#type[before] === WORD && this.#dialect.templates?.test(this.#texts[before] as string) === true;
  }

  /** Brackets that nothing opens, or that another kind opens, close nothing. */
  #close(own: string, token: number): void {
    this.#drop();
    if (own !== "}") this.#depth = Math.max(0, this.#depth - 1);
    const top = this.#open.at(-1);
    if (top === undefined || CLOSING[this.#texts[top] as string] !== own) return;
    this.#partner[top] = token;
    this.#open.pop();
  }

  #drop(): void {
    while ((this.#angles.at(-1)?.depth ?? -1) >= this.#depth) this.#angles.pop();
  }

  #forget(): void {
    this.#angles = [];
    this.#depth = 0;
  }
}
