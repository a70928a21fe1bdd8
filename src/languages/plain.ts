/** A parser for any text: structure from brackets, quotes and indentation, whatever is wrong with them. Brackets win over indentation. */
import { BracketReader, NEITHER } from "./plain/bracket-reader.ts";
import { grown, MATCHED_STATEMENTS, matchBrackets, UNMATCHED } from "./plain/brackets.ts";
import { bracketBehind } from "./plain/calls.ts";
import * as build from "./plain/builder.ts";
import { PLAIN } from "./plain/name.ts";
import { habitsOf, type Habits } from "./plain/habits.ts";
import * as kinds from "./plain/kinds.ts";
import { Neighbours } from "./plain/neighbours.ts";
import { advance, scannerOf, type Scanner } from "./plain/scanner.ts";
import type { Language, SyntaxTree } from "./syntax.ts";

interface Parsing {
  readonly scanner: Scanner;
  readonly builder: build.Builder;
  readonly marks: Uint8Array;
  readonly habits: Habits;
  readonly reader: BracketReader;
  /** How many brackets have been read. */
  brackets: number;
  /** By open group: the depth of what is directly in it. */
  homes: Int32Array;
  groups: number;
  /** What the last token may have ended: a statement by its brace, or, outside of groups, by its semicolon. */
  ended: "brace" | "semicolon" | undefined;
}

/** The depth directly inside of the innermost group; outside of groups that of the text if it has items, else 0, where no depth is like it. */
const homeOf = ({ homes, groups, habits }: Parsing): number =>
  groups === 0 ? Number(habits.terminated) : (homes[groups - 1] ?? 0);

const placeLeaf = ({ builder, scanner }: Parsing, kind: number): void =>
  build.leaf(builder, kind, scanner.start, scanner.end);

const isOfStatements = ({ builder }: Parsing, home: number): boolean => {
  const kind = builder.kind[builder.nodes[home - 1] ?? 0];
  return kind === kinds.GROUP_OF_STATEMENTS || kind === kinds.TEXT_OF_STATEMENTS;
};

/** Outside of groups, lines that are indented deeper than the item they stand in belong to it. */
const isDeeper = ({ builder, scanner, groups }: Parsing): boolean =>
  groups === 0 && scanner.opensLine && scanner.indent > (builder.indents[2] ?? 0);

/** Statements need no semicolon behind a brace; operators and some words go on there. */
const goesOn = ({ ended, scanner, habits }: Parsing): boolean => {
  const { kind, text, start, end } = scanner;
  if (ended === "semicolon" || kind === kinds.COMMENT) return false;
  if (kind === kinds.WORD) return habits.continuing.has(text.slice(start, end));
  return kind > kinds.PUNCTUATION || (kind === kinds.PUNCTUATION && !"@#$\\".includes(text.charAt(start)));
};

/** Ends the item that the last token may have ended, if the one that comes does not go on with it. */
const endItem = (parsing: Parsing): void => {
  const { builder, ended } = parsing;
  const home = homeOf(parsing);
  if (ended !== undefined && home > 0 && isOfStatements(parsing, home) && !isDeeper(parsing) && !goesOn(parsing))
    build.closeDownTo(builder, home);
  parsing.ended = undefined;
};

/** Sees to it that a line is open for the token that comes: that of the last token, or a new one. */
const enterLine = (parsing: Parsing): void => {
  const { builder, scanner } = parsing;
  endItem(parsing);
  if (builder.depth === homeOf(parsing)) build.openItem(builder, scanner.start);
  else if (scanner.opensLine && build.topKind(builder) !== kinds.CALL) build.dedent(builder, scanner.indent);
  else {
    if (build.topKind(builder) === kinds.LINE) build.openPart(builder, scanner.start);
    return;
  }
  build.openLine(builder, scanner.start, scanner.indent);
};

/** Do matched brackets stand behind what ends at `end`, adjacent to it? */
const isCalled = ({ scanner, marks, brackets }: Parsing, end: number): boolean =>
  (marks[brackets] ?? UNMATCHED) !== UNMATCHED && bracketBehind(scanner.text, end) >= 0;

const placeToken = (parsing: Parsing, kind: number): void => {
  const { builder, scanner } = parsing;
  enterLine(parsing);
  if (kind === kinds.WORD && build.topKind(builder) !== kinds.CALL && isCalled(parsing, scanner.end))
    build.open(builder, kinds.CALL, scanner.start);
  placeLeaf(parsing, kind);
};

/** Comments do not take part in the nesting: they neither begin an item nor a block. */
const placeComment = (parsing: Parsing): void => {
  const { builder, scanner } = parsing;
  endItem(parsing);
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
  const { builder } = parsing;
  build.close(builder);
  parsing.groups--;
  if (build.topKind(builder) === kinds.CALL && !isCalled(parsing, parsing.scanner.end)) build.close(builder);
  parsing.ended = kind === kinds.LAST_BRACKET || kind === kinds.KEYWORD ? "brace" : undefined;
};

/** A bracket, or a word like it. */
const placeBracket = (parsing: Parsing, read: number): void => {
  const { kind } = parsing.scanner;
  const mark = parsing.marks[parsing.brackets++] ?? UNMATCHED;
  if (mark === UNMATCHED) placeToken(parsing, kind === kinds.WORD ? kind : kinds.PUNCTUATION);
  else if (read > 0) openGroup(parsing, kind === kinds.WORD ? kinds.KEYWORD : kind, mark);
  else closeGroup(parsing, kind === kinds.WORD ? kinds.KEYWORD : kind);
};

/** Between items, or between the parts of a line; outside of groups semicolons belong to what they end. */
const placeSeparator = (parsing: Parsing, kind: number): void => {
  const { builder, groups } = parsing;
  const home = homeOf(parsing);
  if (groups > 0 && isOfStatements(parsing, home) === (kind === kinds.SEMICOLON)) {
    parsing.ended = undefined;
    build.closeDownTo(builder, home);
    return placeLeaf(parsing, kind);
  }
  if (kind === kinds.SEMICOLON) {
    placeToken(parsing, kind);
    if (groups === 0) parsing.ended = "semicolon";
    return;
  }
  enterLine(parsing);
  build.endPart(builder);
  placeLeaf(parsing, kind);
};

const place = (parsing: Parsing): void => {
  const { kind } = parsing.scanner;
  const read = parsing.reader.read(parsing.scanner);
  if (read !== NEITHER) placeBracket(parsing, read);
  else if (kind === kinds.COMMENT) placeComment(parsing);
  else if (kind < kinds.FIRST_BRACKET) placeToken(parsing, kind);
  else placeSeparator(parsing, kind);
};

const parse = (text: string, habits: Habits): SyntaxTree => {
  const { marks, most, errors } = matchBrackets(text, habits.pairs);
  const reader = new BracketReader(habits.pairs);
  const builder = build.builderFor(most);
  const scanner = scannerOf(text);
  const homes = new Int32Array(64);
  const parsing: Parsing = { scanner, builder, marks, habits, reader, brackets: 0, homes, groups: 0, ended: undefined };
  build.open(builder, habits.terminated ? kinds.TEXT_OF_STATEMENTS : kinds.TEXT, 0);
  while (advance(scanner)) place(parsing);
  build.closeDownTo(builder, 0);
  return { ...build.finish(builder, text), errors };
};

/** What no text has to say. */
const common = {
  name: PLAIN,
  kinds: kinds.PLAIN_KINDS,
  fields: [""],
  shapes: kinds.PLAIN_SHAPES,
  // Where so much is torn apart that it was not taken for C, there are still directives.
  traits: { layout: "lines", stands: [], refersBy: "words", directives: true, grammarless: true },
} as const;

export const plainLanguage: Language = {
  ...common,
  parse: (text) => parse(text, habitsOf(text)),
  fitted: (original) => {
    const habits = habitsOf(original);
    const neighbours = new Neighbours(original);
    return {
      ...common,
      parse: (text) => parse(text, habits),
      isWhole: (text) => matchBrackets(text, habits.pairs).errors === 0,
      follow: (tokens) => neighbours.follow(tokens),
      form: (part) => neighbours.form(part),
    };
  },
};
