/** The parser of the shading languages. Never throws: what it does not understand is an ERROR node. */
import type { Language, SyntaxTree } from "../syntax.ts";
import { shapesOf, Vocabulary } from "../tree-writer.ts";
import { many } from "./blocks.ts";
import { Builder } from "./builder.ts";
import { outerDeclaration } from "./declarations.ts";
import type { Dialect } from "./dialect.ts";
import { keepsMeaning } from "./meaning.ts";
import type { Nodes } from "./nodes.ts";
import { run, SIGN_KINDS, type Parser } from "./parsing.ts";
import { passesOf } from "./passes/index.ts";
import { statement } from "./statements.ts";
import { tokensOf } from "./tokens.ts";
import { wgslDeclaration } from "./wgsl.ts";

const DECLARATIONS =
  "declaration function_definition struct_definition type_definition assertion extension empty_statement directive " +
  "buffer_block namespace_definition template_declaration pass_definition";
const STATEMENTS =
  "declaration assertion empty_statement directive compound_statement expression_statement if_statement while_statement for_statement " +
  "switch_statement return_statement break_statement continue_statement discard_statement loop_statement continuing_statement do_statement";
const EXPRESSIONS =
  "identifier primitive_type template_type number_literal string_literal boolean_literal parenthesized_expression initializer_list " +
  "call_expression field_expression subscript_expression unary_expression binary_expression cast_expression conditional_expression " +
  "assignment_expression update_expression comma_expression";
const PARTS =
  "translation_unit comment type_identifier field_identifier attribute attribute_name argument_list template_argument_list layout_list parameter_list " +
  "parameter_declaration type_annotation return_type initializer qualifier semantic semantic_name init_declarator dimension array_type qualified_type " +
  "struct_specifier field_declaration_list struct_body field_declaration base_clause declaration_list template_parameter_list switch_body " +
  "case_statement else_clause extension_list extension_name keyword argument_text";

const WORDS = new Vocabulary({
  named: [...new Set(`${DECLARATIONS} ${STATEMENTS} ${EXPRESSIONS} ${PARTS}`.split(" "))].join(" "),
  tokens: `${SIGN_KINDS} word stray fn var let const override alias struct if else for while do switch case default return break continue discard loop continuing const_assert enable requires diagnostic`,
  fields:
    "name declarator left right operator type return_type value body condition consequence alternative initializer update parameters arguments function argument field",
  extras: "comment",
});

const LISTS = {
  translation_unit: [DECLARATIONS],
  declaration_list: [DECLARATIONS],
  field_declaration_list: [DECLARATIONS],
  compound_statement: [STATEMENTS],
  switch_body: ["case_statement directive"],
  case_statement: [STATEMENTS],
  struct_body: ["field_declaration ,"],
  parameter_list: ["parameter_declaration ,"],
  argument_list: [`${EXPRESSIONS} ,`],
  layout_list: [`${EXPRESSIONS} ,`],
  initializer_list: [`${EXPRESSIONS} ,`],
  comma_expression: [`${EXPRESSIONS} ,`],
  extension_list: ["extension_name ,"],
  declaration: ["init_declarator identifier ,"],
};

/** What may simply be missing. */
const OPTIONAL: Readonly<Record<string, string>> = {
  function_definition: "attribute qualifier return_type semantic",
  declaration: "attribute qualifier type_annotation initializer template_argument_list",
  parameter_declaration: "attribute qualifier init_declarator identifier",
  field_declaration: "attribute",
  init_declarator: "initializer dimension semantic",
  return_type: "attribute",
  if_statement: "else_clause attribute",
  for_statement:
    "attribute declaration expression_statement binary_expression assignment_expression update_expression call_expression",
  while_statement: "attribute",
  switch_statement: "attribute",
  return_statement: EXPRESSIONS,
  qualifier: "layout_list",
  attribute: "argument_list",
  struct_specifier: "base_clause",
  buffer_block: "semantic",
  directive: "argument_text",
};

const listed = shapesOf(LISTS);
const NO_LISTS = { lists: [], optional: new Set<string>() };

const SHAPES: Language["shapes"] = new Map(
  [...new Set([...Object.keys(LISTS), ...Object.keys(OPTIONAL)])].map((kind) => [
    kind,
    { ...(listed.get(kind) ?? NO_LISTS), optional: new Set(OPTIONAL[kind]?.split(" ")) },
  ]),
);

export const parse = (text: string, dialect: Dialect): SyntaxTree => {
  const tree = new Builder(tokensOf(text, dialect), "translation_unit");
  const parser: Parser = { tree, dialect, statement };
  run(many(parser, dialect.cLike ? outerDeclaration : wgslDeclaration, () => false));
  return tree.finish(WORDS);
};

const nodesOf = (tree: SyntaxTree): Nodes => ({ tree, language: WORDS });

export const grammarOf = (dialect: Dialect): Omit<Language, "name" | "traits"> => ({
  kinds: WORDS.kinds,
  fields: WORDS.fields,
  shapes: SHAPES,
  parse: (text) => parse(text, dialect),
  passes: passesOf(dialect),
  keepsMeaning: (candidate, source) => keepsMeaning(nodesOf(candidate), nodesOf(source), dialect),
});
