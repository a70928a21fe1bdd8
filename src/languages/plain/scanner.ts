/** Takes any text apart into words, numbers, strings, comments and punctuation, one token at a time, in linear time. */
import { COMMA, COMMENT, FIRST_BRACKET, NUMBER, PUNCTUATION, SEMICOLON, STRING, WORD } from "./kinds.ts";
import * as character from "./characters.ts";

/** The token last read, and what is needed to read the next one. */
export interface Scanner {
  readonly text: string;
  readonly classes: Uint8Array;
  kind: number;
  start: number;
  end: number;
  /** Nothing but comments stands before it on its line. */
  opensLine: boolean;
  /** Columns of white space that its line begins with. */
  indent: number;
  /** Only white space so far on this line. */
  atMargin: boolean;
  /** By kind of quote: up to where none of them closes. */
  readonly barren: Int32Array;
  /** The last end of a block comment. */
  readonly lastBlockEnd: number;
}

export const scannerOf = (text: string): Scanner => ({
  text,
  classes: character.characterClasses(),
  kind: COMMENT,
  start: 0,
  end: 0,
  opensLine: true,
  indent: 0,
  atMargin: true,
  barren: new Int32Array(128),
  lastBlockEnd: text.lastIndexOf("*/"),
});

const BACKSLASH = 92;
const DOT = 46;
const EQUALS = 61;
const GREATER = 62;
const LETTER_E = 101;
const LETTER_X = 120;
const MINUS = 45;
const PLUS = 43;
const TAB = 9;
const TAB_WIDTH = 8;
const BRACKETS = "()[]{}";

/** The small letter of an ASCII letter. */
const lower = (unit: number): number => unit | 32;

const skipBlanks = (scanner: Scanner): number => {
  const { text, classes } = scanner;
  let at = scanner.end;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const its = classes[unit];
    if (its === character.BREAK) {
      scanner.opensLine = true;
      scanner.atMargin = true;
      scanner.indent = 0;
    } else if (its !== character.BLANK) break;
    else if (scanner.atMargin) scanner.indent += unit === TAB ? TAB_WIDTH - (scanner.indent % TAB_WIDTH) : 1;
  }
  return at;
};

const isWordUnit = (its: number | undefined): boolean => its === character.LETTER || its === character.DIGIT;

const wordEnd = ({ text, classes }: Scanner, from: number): number => {
  let at = from;
  while (at < text.length && isWordUnit(classes[text.charCodeAt(at)])) at++;
  return at;
};

const isDigitAt = ({ text, classes }: Scanner, at: number): boolean =>
  at < text.length && classes[text.charCodeAt(at)] === character.DIGIT;

/** Whether the sign at `at` is that of an exponent in the number that begins at `from`. */
const isExponentSign = (text: string, from: number, at: number): boolean => {
  const unit = text.charCodeAt(at);
  if (unit !== MINUS && unit !== PLUS) return false;
  return lower(text.charCodeAt(at - 1)) === LETTER_E && lower(text.charCodeAt(from + 1)) !== LETTER_X;
};

/** Also versions and addresses (1.2.3). */
const numberEnd = (scanner: Scanner, from: number): number => {
  const { text } = scanner;
  let at = wordEnd(scanner, from);
  while (isDigitAt(scanner, at + 1) && (text.charCodeAt(at) === DOT || isExponentSign(text, from, at)))
    at = wordEnd(scanner, at + 1);
  return at;
};

const operatorEnd = ({ text }: Scanner, from: number): number => {
  const unit = text.charCodeAt(from);
  let at = from + 1;
  while (text.charCodeAt(at) === unit) at++;
  if (at === from + 1 && text.charCodeAt(at) === GREATER && (unit === MINUS || unit === EQUALS)) return at + 1;
  while (text.charCodeAt(at) === EQUALS) at++;
  return at;
};

/** No apostrophe in a word opens a string, except after the prefixes that some languages have. */
const mayOpen = ({ text, classes, start, end }: Scanner, at: number): boolean =>
  text[at] !== "'" ||
  at === 0 ||
  !isWordUnit(classes[text.charCodeAt(at - 1)]) ||
  (end === at && at - start <= 2 && /^[bfru]+$/i.test(text.slice(start, at)));

const mayClose = ({ text, classes }: Scanner, at: number): boolean =>
  text[at] !== "'" || at + 1 >= text.length || !isWordUnit(classes[text.charCodeAt(at + 1)]);

/** -1 if the quote does not close on its line; then none of its kind is looked at again there. */
const stringEnd = (scanner: Scanner, from: number): number => {
  const { text, classes, barren } = scanner;
  const quote = text.charCodeAt(from);
  if (from < (barren[quote] ?? 0) || !mayOpen(scanner, from)) return -1;
  let at = from + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (classes[unit] === character.BREAK) break;
    if (unit === quote && mayClose(scanner, at)) return at + 1;
    if (unit === BACKSLASH && classes[text.charCodeAt(at + 1)] !== character.BREAK) at++;
  }
  barren[quote] = at;
  return -1;
};

const setToken = (scanner: Scanner, kind: number, start: number, end: number): void => {
  scanner.kind = kind;
  scanner.start = start;
  scanner.end = end;
};

const readToken = (scanner: Scanner, at: number): void => {
  const unit = scanner.text.charCodeAt(at);
  switch (scanner.classes[unit] ?? character.OTHER) {
    case character.LETTER:
      return setToken(scanner, WORD, at, wordEnd(scanner, at + 1));
    case character.DIGIT:
      return setToken(scanner, NUMBER, at, numberEnd(scanner, at));
    case character.BRACKET:
      return setToken(scanner, FIRST_BRACKET + BRACKETS.indexOf(scanner.text.charAt(at)), at, at + 1);
    case character.SEPARATOR:
      return setToken(scanner, scanner.text[at] === "," ? COMMA : SEMICOLON, at, at + 1);
    case character.OPERATOR:
      return setToken(scanner, PUNCTUATION, at, operatorEnd(scanner, at));
    case character.QUOTE: {
      const end = stringEnd(scanner, at);
      return end < 0 ? setToken(scanner, PUNCTUATION, at, at + 1) : setToken(scanner, STRING, at, end);
    }
    default:
      return setToken(scanner, PUNCTUATION, at, at + 1);
  }
};

/** Reads the next token; false at the end of the text. */
export const advance = (scanner: Scanner): boolean => {
  if (scanner.kind !== COMMENT) scanner.opensLine = false;
  const at = skipBlanks(scanner);
  if (at >= scanner.text.length) return false;
  scanner.atMargin = false;
  const end = scanner.opensLine ? commentEnd(scanner.text, at, scanner.indent, scanner.lastBlockEnd) : -1;
  if (end > at) setToken(scanner, COMMENT, at, end);
  else readToken(scanner, at);
  return true;
};

const isOneOf = (text: string, at: number, characters: string): boolean =>
  at >= text.length || characters.includes(text.charAt(at));

/** `#include`, `#[derive]`, `#{x}` are none; nor is a semicolon that continues an indented list. */
const isLineComment = (text: string, at: number, indent: number): boolean => {
  const next = text.charAt(at + 1);
  switch (text.charAt(at)) {
    case "/":
      return next === "/";
    case "#":
      return isOneOf(text, at + 1, " \t#!\r\n");
    case ";":
      return next === ";" || (indent === 0 && isOneOf(text, at + 1, " \t\r\n"));
    default:
      return false;
  }
};

const lineEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
};

/** The end of the comment that begins at `at`; -1 if none does. `limit`: the last place where a block comment may end. */
const commentEnd = (text: string, at: number, indent: number, limit: number): number => {
  if (isLineComment(text, at, indent)) return lineEnd(text, at);
  if (at + 2 > limit || !text.startsWith("/*", at)) return -1;
  return text.indexOf("*/", at + 2) + 2;
};
