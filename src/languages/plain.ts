/** A parser for any text: structure from brackets, quotes and indentation, whatever is wrong with them. Brackets win over indentation. */
import { grown, MATCHED_STATEMENTS, matchBrackets, UNMATCHED } from "./plain/brackets.ts";
import * as build from "./plain/builder.ts";
import * as kinds from "./plain/kinds.ts";
import { advance, scannerOf, type Scanner } from "./plain/scanner.ts";
import type { Language, SyntaxTree } from "./syntax.ts";

interface Parsing {
  readonly scanner: Scanner;
  readonly builder: build.Builder;
  readonly marks: Uint8Array;
  /** How many brackets have been read. */
  brackets: number;
  /** By open group: the depth of what is directly in it. */
  homes: Int32Array;
  groups: number;
}

/** The depth directly inside of the innermost group; 0 outside of groups, where no depth is like it. */
const homeOf = ({ homes, groups }: Parsing): number => (groups === 0 ? 0 : (homes[groups - 1] ?? 0));

const placeLeaf = ({ builder, scanner }: Parsing, kind: number): void =>
  build.leaf(builder, kind, scanner.start, scanner.end);

/** Sees to it that a line is open for the token that comes: that of the last token, or a new one. */
const enterLine = (parsing: Parsing): void => {
  const { builder, scanner } = parsing;
  if (builder.depth === homeOf(parsing)) build.openItem(builder, scanner.start);
  else if (scanner.opensLine) build.dedent(builder, scanner.indent);
  else return;
  build.openLine(builder, scanner.start, scanner.indent);
};

const placeToken = (parsing: Parsing, kind: number): void => {
  enterLine(parsing);
  placeLeaf(parsing, kind);
};

/** Comments do not take part in the nesting: they neither begin an item nor a block. */
const placeComment = (parsing: Parsing): void => {
  const { builder, scanner } = parsing;
  if (builder.depth !== homeOf(parsing)) build.dedent(builder, scanner.indent);
  placeLeaf(parsing, kinds.COMMENT);
};

const openGroup = (parsing: Parsing, kind: number, mark: number): void => {
  const { builder, scanner } = parsing;
  enterLine(parsing);
  build.open(builder, mark === MATCHED_STATEMENTS ? kinds.GROUP_OF_STATEMENTS : kinds.GROUP, scanner.start);
  placeLeaf(parsing, kind);
  parsing.homes = grown(parsing.homes, parsing.groups);
  parsing.homes[parsing.groups++] = builder.depth;
};

const closeGroup = (parsing: Parsing, kind: number): void => {
  build.closeDownTo(parsing.builder, homeOf(parsing));
  placeLeaf(parsing, kind);
  build.close(parsing.builder);
  parsing.groups--;
};

const placeBracket = (parsing: Parsing, kind: number): void => {
  const mark = parsing.marks[parsing.brackets++] ?? UNMATCHED;
  if (mark === UNMATCHED) placeToken(parsing, kinds.PUNCTUATION);
  else if (kind % 2 === kinds.FIRST_BRACKET % 2) openGroup(parsing, kind, mark);
  else closeGroup(parsing, kind);
};

const placeSeparator = (parsing: Parsing, kind: number): void => {
  const { builder } = parsing;
  const home = homeOf(parsing);
  const group = kind === kinds.COMMA ? kinds.GROUP : kinds.GROUP_OF_STATEMENTS;
  if (home === 0 || builder.kind[builder.nodes[home - 1] ?? 0] !== group) return placeToken(parsing, kind);
  build.closeDownTo(builder, home);
  placeLeaf(parsing, kind);
};

const place = (parsing: Parsing): void => {
  const { kind } = parsing.scanner;
  if (kind === kinds.COMMENT) placeComment(parsing);
  else if (kind < kinds.FIRST_BRACKET) placeToken(parsing, kind);
  else if (kind <= kinds.LAST_BRACKET) placeBracket(parsing, kind);
  else placeSeparator(parsing, kind);
};

const parse = (text: string): SyntaxTree => {
  const { marks, most } = matchBrackets(text);
  const builder = build.builderFor(most);
  const scanner = scannerOf(text);
  const parsing: Parsing = { scanner, builder, marks, brackets: 0, homes: new Int32Array(64), groups: 0 };
  build.open(builder, kinds.TEXT, 0);
  while (advance(scanner)) place(parsing);
  build.closeDownTo(builder, 0);
  return build.finish(builder, text);
};

export const plainLanguage: Language = {
  name: "plain",
  kinds: kinds.PLAIN_KINDS,
  fields: [""],
  shapes: kinds.PLAIN_SHAPES,
  // Where so much is torn apart that it was not taken for C, there are still directives.
  traits: { layout: "lines", stands: [], refersBy: "words", directives: true, grammarless: true },
  parse,
};
