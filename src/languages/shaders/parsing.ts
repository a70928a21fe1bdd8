/** What all parts of the parser have in common: where it stands, what it may do there, and how deep nesting stays off the stack. */
import type { Dialect } from "./dialect.ts";
import type { Builder } from "./builder.ts";
import { NUMBER, STRING, WORD } from "./tokens.ts";

export interface Parser {
  readonly tree: Builder;
  readonly dialect: Dialect;
  /** The rule for statements: blocks have them, and they have blocks. */
  readonly statement: (parser: Parser) => Parsing;
}

/** A rule of the grammar at work: it yields the rules that it needs. */
export interface Parsing extends Generator<Parsing, void, void> {}

/** Rules wait for those that they need in a list, not on the stack. */
export const run = (rule: Parsing): void => {
  const waiting = [rule];
  for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
    const { done, value } = top.next();
    if (done === true) waiting.pop();
    else waiting.push(value);
  }
};

/** Words that can name nothing, whatever else they may be. */
const FIRM =
  /^(?:if|else|for|while|do|switch|case|default|return|break|continue|discard|struct|true|false|fn|var|let|const|override|alias|loop|continuing|const_assert|cbuffer|tbuffer|typedef|namespace)$/;

export const isFirm = (word: string, { keywords }: Dialect): boolean => FIRM.test(word) && keywords.has(word);

/** Is a token a word that may be a name? */
export const isName = ({ tree, dialect }: Parser, token: number = tree.at): boolean =>
  tree.typeAt(token) === WORD && !isFirm(tree.textAt(token), dialect);

export const accept = ({ tree }: Parser, text: string, field?: string): boolean => {
  if (tree.peek() !== text || tree.typeAt(tree.at) === STRING) return false;
  tree.take(text, field);
  return true;
};

export const expect = (parser: Parser, text: string): boolean => {
  const isThere = accept(parser, text);
  if (!isThere) parser.tree.miss(text);
  return isThere;
};

/** A name, of this kind unless it is a type of the language. */
export const takeName = (parser: Parser, kind: string, field?: string): void => {
  const { tree, dialect } = parser;
  if (!isName(parser)) return tree.miss(kind);
  const isType = kind !== "field_identifier" && dialect.types.test(tree.peek());
  return tree.take(isType ? "primitive_type" : kind, field);
};

/** Is there an angle bracket that has a partner? */
export const isAngle = ({ tree }: Parser, token: number = tree.at): boolean =>
  tree.textAt(token) === "<" && (tree.tokens.partner[token] as number) >= 0;

/** Behind the partner of a bracket. */
export const behind = ({ tree }: Parser, token: number): number => {
  const partner = tree.tokens.partner[token] as number;
  return tree.after(partner < 0 ? token : partner);
};

/** Up to a token, everything is an error. */
const skipTo = ({ tree }: Parser, end: number): void => {
  if (tree.at >= end || tree.isOver) return;
  tree.open("ERROR");
  while (tree.at < end && !tree.isOver) tree.take(looseKind(tree));
  tree.close();
};

/** The next token, or the brackets it opens with all that is in them. */
export const skipOne = (parser: Parser): void => skipTo(parser, behind(parser, parser.tree.at));

const looseKind = (tree: Builder): string => {
  const type = tree.typeAt(tree.at);
  if (type === WORD) return "identifier";
  if (type === NUMBER) return "number_literal";
  if (type === STRING) return "string_literal";
  return /^[^\w\s]+$/.test(tree.peek()) && SIGNS.has(tree.peek()) ? tree.peek() : "stray";
};

const SIGNS: ReadonlySet<string> = new Set(
  "( ) [ ] { } < > , ; : :: . -> @ # = + - * / % & | ^ ! ~ ? << >> <= >= == != && || ^^ ++ -- += -= *= /= %= &= |= ^= <<= >>= &&= ||=".split(
    " ",
  ),
);

export const SIGN_KINDS: string = [...SIGNS].join(" ");

/** Elements between brackets, with commas between them. The opening bracket is next. */
export function* list(
  parser: Parser,
  { kind, closing, field }: { readonly kind: string; readonly closing: string; readonly field?: string },
  element: (parser: Parser) => Parsing,
): Parsing {
  const { tree } = parser;
  tree.open(kind, field);
  const partner = tree.tokens.partner[tree.at] as number;
  tree.take(tree.peek());
  let needs = kind === "template_argument_list" && tree.peek() === closing;
  while (!tree.isOver && tree.peek() !== closing && !/^[;}]$/.test(tree.peek())) {
    const before = tree.at;
    yield element(parser);
    needs = accept(parser, ",");
    if (!needs && tree.peek() !== closing) skipTo(parser, nextComma(parser, partner));
    needs ||= accept(parser, ",");
    if (tree.at === before) skipOne(parser);
  }
  if (needs && !TRAILING.test(`${parser.dialect.name} ${kind}`)) tree.miss("identifier");
  expect(parser, closing);
  tree.close();
}

/** Where a comma may stand behind the last element. */
const TRAILING = /^wgsl (?!template)|initializer_list$/;

/** The next comma before the end of a list, or that end; with no end in sight, the next token. */
const nextComma = (parser: Parser, partner: number): number => {
  const { tree } = parser;
  if (partner < 0) return tree.at;
  let token = tree.at;
  while (token < partner && tree.textAt(token) !== ",") token = behind(parser, token);
  return Math.min(token, partner);
};
