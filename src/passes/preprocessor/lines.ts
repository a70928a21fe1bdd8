/** The directives of a text, found line by line: also where they tear the syntax apart, so that no tree has them. */
import { isWordUnit } from "../../formats/joints.ts";
import type { SyntaxTree } from "../../languages/syntax.ts";
import type { Syntax } from "../../languages/pass.ts";

export interface Directive {
  /** Where its line begins, or its `#` if something other than white space stands before that. */
  readonly start: number;
  /** Behind its last line end; lines that are continued belong to it. */
  readonly end: number;
  /** "if", "define", …; "line" for linemarkers (`# 12 "x.h" 3`), "" for a lone `#`. */
  readonly keyword: string;
  /** Where the text behind the keyword begins. */
  readonly argument: number;
}

const LF = 10;
const CR = 13;
const HASH = 35;

const isBlank = (unit: number): boolean => unit === 32 || unit === 9 || unit === 11 || unit === 12 || unit === CR;

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

const known = new WeakMap<SyntaxTree, readonly Directive[]>();

/** In document order; none in languages without a preprocessor. */
export const directivesOf = ({ tree, language }: Syntax): readonly Directive[] => {
  if (language.traits.directives !== true) return [];
  let directives = known.get(tree);
  if (directives === undefined) known.set(tree, (directives = directivesIn(tree.text)));
  return directives;
};

const directivesIn = (text: string): readonly Directive[] => {
  const found: Directive[] = [];
  if (!text.includes("#")) return found;
  let line = 0;
  let isFirst = true;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit === LF) {
      line = ++at;
      isFirst = true;
    } else if (isBlank(unit)) at++;
    else if (unit === HASH && isFirst) {
      const directive = directiveAt(text, at, line);
      found.push(directive);
      line = at = directive.end;
    } else {
      const end = tokenEnd(text, at);
      const isComment = unit === 47 && end > at + 1;
      isFirst &&= isComment;
      // Behind a comment of several lines there is no line that could go as a whole.
      if (isComment) line = end;
      at = end;
    }
  }
  return found;
};

const KEYWORD = /#[ \t]*([A-Za-z_]\w*|\d+)?[ \t]*/y;

const directiveAt = (text: string, hash: number, line: number): Directive => {
  KEYWORD.lastIndex = hash;
  const [whole = "#", keyword = ""] = KEYWORD.exec(text) ?? [];
  const argument = hash + whole.length;
  const isBare = /^\s*$/.test(text.slice(line, hash));
  const start = isBare ? line : hash;
  return { start, end: lineEnd(text, argument), keyword: /^\d/.test(keyword) ? "line" : keyword, argument };
};

/** Behind the end of a line, continued lines and comments of several lines taken along. */
const lineEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== LF) at = tokenEnd(text, at);
  return Math.min(at + 1, text.length);
};

/** Behind the token that begins at a place: a comment, a string, a word or number, a continued line end, a character. */
export const tokenEnd = (text: string, at: number): number => {
  switch (text.charAt(at)) {
    case "/":
      return commentEnd(text, at);
    case '"':
    case "'":
      return quoteEnd(text, at);
    case "\\":
      return text.charCodeAt(at + 1) === CR && text.charCodeAt(at + 2) === LF ? at + 3 : at + 2;
    default:
      return isWordUnit(text.charCodeAt(at)) ? wordEnd(text, at) : at + 1;
  }
};

const commentEnd = (text: string, at: number): number => {
  const second = text.charAt(at + 1);
  if (second === "/") {
    let end = text.indexOf("\n", at);
    while (end > 0 && isContinued(text, end)) end = text.indexOf("\n", end + 1);
    return end < 0 ? text.length : end;
  }
  if (second !== "*") return at + 1;
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
};

const isContinued = (text: string, lineFeed: number): boolean =>
  text.charAt(lineFeed - 1) === "\\" || (text.charCodeAt(lineFeed - 1) === CR && text.charAt(lineFeed - 2) === "\\");

/** A quotation that is not closed ends with its line. */
const quoteEnd = (text: string, at: number): number => {
  const quote = text.charCodeAt(at);
  for (let end = at + 1; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit === quote) return end + 1;
    if (unit === LF) return end;
    if (unit === 92) end += text.charCodeAt(end + 1) === CR ? 2 : 1;
  }
  return text.length;
};

const RAW = /^(?:u8|[uUL])?R$/;
const DELIMITER = /[^\s()\\"]{0,16}\(/y;

/** A name; a raw string, if it is the prefix of one; a number with its separators. */
const wordEnd = (text: string, at: number): number => {
  const separator = isDigit(text.charCodeAt(at)) ? "'" : "";
  let end = at + 1;
  while (isWordUnit(text.charCodeAt(end)) || (text.charAt(end) === separator && isWordUnit(text.charCodeAt(end + 1))))
    end++;
  return text.charAt(end) === '"' && end - at <= 3 && RAW.test(text.slice(at, end)) ? rawEnd(text, end) : end;
};

const rawEnd = (text: string, quote: number): number => {
  DELIMITER.lastIndex = quote + 1;
  const delimiter = DELIMITER.exec(text)?.[0];
  if (delimiter === undefined) return quote;
  const closing = `)${delimiter.slice(0, -1)}"`;
  const end = text.indexOf(closing, quote + 1 + delimiter.length);
  return end < 0 ? text.length : end + closing.length;
};
