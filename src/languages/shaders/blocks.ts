/** Blocks: what stands in curly brackets, one thing behind the other. */
import { expect, skipOne, type Parser, type Parsing } from "./parsing.ts";
import { STRING } from "./tokens.ts";

/** Everything up to the closing bracket, each of it by a rule. */
export function* members(parser: Parser, member: (parser: Parser) => Parsing): Parsing {
  if (!expect(parser, "{")) return;
  yield many(parser, member, (word) => word === "}");
  expect(parser, "}");
}

export function* many(parser: Parser, member: (parser: Parser) => Parsing, ends: (word: string) => boolean): Parsing {
  const { tree } = parser;
  while (!tree.isOver && (!ends(tree.peek()) || tree.typeAt(tree.at) === STRING)) {
    const before = tree.at;
    yield member(parser);
    if (tree.at === before) skipOne(parser);
  }
}

export function* block(parser: Parser, field?: string): Parsing {
  parser.tree.open("compound_statement", field);
  yield members(parser, parser.statement);
  parser.tree.close();
}
