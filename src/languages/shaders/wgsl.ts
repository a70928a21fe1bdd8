/** Declarations of WGSL. */
import { block } from "./blocks.ts";
import { expression, typeName } from "./expressions.ts";
import { accept, expect, list, takeName, type Parser, type Parsing } from "./parsing.ts";
import { attributes, typeAnnotation } from "./parts.ts";
import { variable } from "./statements.ts";

const KINDS: Readonly<Record<string, string>> = {
  fn: "function_definition",
  struct: "struct_definition",
  alias: "type_definition",
  const_assert: "assertion",
};

/** What stands outside of functions. */
export function* wgslDeclaration(parser: Parser): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  const before = tree.at;
  if (tree.peek() === ";") {
    tree.take(";");
    return tree.wrap("empty_statement", mark);
  }
  yield attributes(parser);
  const word = tree.peek();
  const rest = Object.hasOwn(RULES, word) ? RULES[word] : undefined;
  if (rest === undefined) {
    if (tree.at > before) tree.miss("fn");
    return;
  }
  tree.take(word);
  yield rest(parser);
  tree.wrap(KINDS[word] ?? (/^(?:enable|requires|diagnostic)$/.test(word) ? "extension" : "declaration"), mark);
}

function* functionRest(parser: Parser): Parsing {
  const { tree } = parser;
  takeName(parser, "identifier", "name");
  if (tree.peek() === "(") yield list(parser, { kind: "parameter_list", closing: ")", field: "parameters" }, typed);
  else expect(parser, "(");
  if (tree.peek() === "->") {
    tree.open("return_type", "return_type");
    tree.take("->");
    yield attributes(parser);
    yield typeName(parser);
    tree.close();
  }
  yield block(parser, "body");
}

/** A parameter or a member. */
function* named(parser: Parser, kind: string, name: string): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  yield attributes(parser);
  takeName(parser, name, "name");
  yield typeAnnotation(parser);
  tree.wrap(kind, mark);
}

const typed = (parser: Parser): Parsing => named(parser, "parameter_declaration", "identifier");
const field = (parser: Parser): Parsing => named(parser, "field_declaration", "field_identifier");

function* struct(parser: Parser): Parsing {
  const { tree } = parser;
  takeName(parser, "type_identifier", "name");
  if (tree.peek() === "{" && tree.peek(1) !== "}")
    return yield list(parser, { kind: "struct_body", closing: "}", field: "body" }, field);
  expect(parser, "{");
  tree.miss("field_declaration");
  expect(parser, "}");
}

function* alias(parser: Parser): Parsing {
  takeName(parser, "type_identifier", "name");
  expect(parser, "=");
  yield typeName(parser, "type");
  expect(parser, ";");
}

/** Names behind a word, with commas between them, or in brackets. */
function* extension(parser: Parser): Parsing {
  const { tree } = parser;
  if (tree.peek() === "(") yield list(parser, { kind: "argument_list", closing: ")" }, expression);
  else {
    const mark = tree.mark();
    do takeName(parser, "extension_name");
    while (accept(parser, ",") && tree.peek() !== ";");
    tree.wrap("extension_list", mark);
  }
  expect(parser, ";");
}

function* asserted(parser: Parser): Parsing {
  yield expression(parser);
  expect(parser, ";");
}

const RULES: Readonly<Record<string, (parser: Parser) => Parsing>> = {
  fn: functionRest,
  struct,
  alias,
  var: variable,
  const: variable,
  override: variable,
  const_assert: asserted,
  enable: extension,
  requires: extension,
  diagnostic: extension,
};
