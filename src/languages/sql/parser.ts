/** SQL of all dialects: a parser that knows what they have in common, and leaves alone what it does not know. */
import { hasNoNewFaults, withFaults } from "../faults.ts";
import type { Language, SyntaxTree } from "../syntax.ts";
import { columnDefinitions, names } from "./creations.ts";
import { commaList, Cursor, run, type Reading, type Rule, type Source } from "./cursor.ts";
import { caseBody, castBody, elements, functionArguments } from "./bracketed.ts";
import { expressions, slices } from "./expressions.ts";
import { treeOf, WORDS, type Part } from "./parts.ts";
import { passes } from "./passes/index.ts";
import { isQuery, orderTerm, query, queryOrExpressions, tails, whereClause, windowBody } from "./queries.ts";
import { SHAPES } from "./shapes.ts";
import { split } from "./split.ts";
import { block, statement } from "./statements.ts";
import { tables } from "./tables.ts";
import { scan } from "./tokens.ts";
import { unresolvedIn } from "./names/unresolved.ts";

const RULES: Readonly<Record<Rule, (cursor: Cursor) => Reading>> = {
  arguments: functionArguments,
  block,
  case: caseBody,
  cast: castBody,
  "column definitions": columnDefinitions,
  elements,
  expressions,
  indexed: (cursor) => commaList(cursor, orderTerm),
  names,
  ordering: tails,
  query: (cursor) => (cursor.is("INSERT", "UPDATE", "DELETE") ? statement(cursor) : query(cursor)),
  "query or expressions": queryOrExpressions,
  "query or tables": (cursor) => (isQuery(cursor) || cursor.is("VALUES") ? query(cursor) : tables(cursor)),
  slices,
  where: (cursor) => (cursor.isOver ? nothing(cursor) : whereClause(cursor)),
  window: windowBody,
};

/** What there must be, and is not. */
// oxlint-disable-next-line require-yield -- a rule like the others, with nothing in brackets
function* nothing(cursor: Cursor): Reading {
  return [cursor.missing()];
}

const parse = (text: string): SyntaxTree => {
  const { tokens, comments } = scan(text);
  const { statements, ...brackets } = split(tokens);
  const source: Source = { tokens, ...brackets };
  const parts: Part[] = [];
  let at = 0;
  const semicolonsUpTo = (place: number): void => {
    for (; at < place; at++) parts.push(new Cursor(source, at, at + 1).take());
  };
  for (let index = 0; index < statements.length; index += 2) {
    const [from, to] = [statements[index] as number, statements[index + 1] as number];
    semicolonsUpTo(from);
    parts.push(...run(RULES, statement(new Cursor(source, from, to))));
    at = to;
  }
  semicolonsUpTo(tokens.length);
  const tree = treeOf(text, parts, comments);
  return withFaults(tree, unresolvedIn(text, parts));
};

export const language: Omit<Language, "name" | "traits"> = {
  kinds: WORDS.kinds,
  fields: WORDS.fields,
  shapes: SHAPES,
  passes,
  parse,
  keepsMeaning: hasNoNewFaults,
};
