/** Declarations of C's languages: the type before the name. */
import { block, members } from "./blocks.ts";
import { index, typeName } from "./expressions.ts";
import {
  accept,
  behind,
  expect,
  isAngle,
  isFirm,
  isName,
  list,
  takeName,
  type Parser,
  type Parsing,
} from "./parsing.ts";
import { attributes, initialValue, isQualifier, qualifiers, semantics } from "./parts.ts";

import { WORD } from "./tokens.ts";

/** Does a declaration begin here? A type is followed by a name. */
export const isDeclaration = (parser: Parser): boolean => {
  const { tree } = parser;
  const word = tree.peek();
  if (/^(?:struct|typedef|precision)$/.test(word) || isQualifier(parser)) return true;
  if (!isName(parser)) return false;
  let token = tree.after(tree.at);
  while (tree.textAt(token) === "::") token = tree.after(tree.after(token));
  if (isAngle(parser, token)) token = behind(parser, token);
  while (tree.textAt(token) === "[" && (tree.tokens.partner[token] as number) >= 0) token = behind(parser, token);
  return isName(parser, token);
};

/** What stands outside of functions. */
export function* outerDeclaration(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const word = tree.peek();
  if (word === ";") {
    tree.open("empty_statement");
    tree.take(";");
    return tree.close();
  }
  if (dialect.name === "hlsl") {
    if (/^(?:cbuffer|tbuffer)$/.test(word)) return yield container(parser, "buffer_block", outerDeclaration);
    if (/^(?:namespace|technique|technique10|technique11)$/.test(word))
      return yield container(parser, "namespace_definition", word === "namespace" ? outerDeclaration : shaderPass);
    if (word === "template") return yield template(parser);
  }
  return yield declaration(parser, { ended: true });
}

/** A word, a name, and things in curly brackets. */
function* container(parser: Parser, kind: string, member: (parser: Parser) => Parsing): Parsing {
  const { tree } = parser;
  tree.open(kind);
  tree.take("word");
  if (isName(parser)) takeName(parser, "identifier", "name");
  yield semantics(parser);
  tree.open("declaration_list", "body");
  yield members(parser, member);
  tree.close();
  accept(parser, ";");
  tree.close();
}

/** `pass P { SetVertexShader(f); }` */
function* shaderPass(parser: Parser): Parsing {
  const { tree } = parser;
  if (tree.peek() !== "pass") return;
  tree.open("pass_definition");
  tree.take("word");
  if (isName(parser)) takeName(parser, "identifier", "name");
  yield block(parser, "body");
  tree.close();
}

function* template(parser: Parser): Parsing {
  const { tree } = parser;
  tree.open("template_declaration");
  tree.take("word");
  if (tree.peek() === "<") {
    tree.open("template_parameter_list");
    while (!tree.isOver && !/^[>;{}]$/.test(tree.peek()))
      tree.take(tree.typeAt(tree.at) === WORD ? "identifier" : "word");
    expect(parser, ">");
    tree.close();
  }
  yield declaration(parser, { ended: true });
  tree.close();
}

/** Variables, a function, a struct, a block of variables, a default. `ended`: by a semicolon. */
export function* declaration(parser: Parser, { ended }: { readonly ended: boolean }): Parsing {
  const { tree, dialect } = parser;
  const mark = tree.mark();
  const before = tree.at;
  yield attributes(parser);
  const isDefault = tree.peek() === "precision";
  if (isDefault || tree.peek() === "typedef") tree.take("word");
  if (isDefault && !/^(?:highp|mediump|lowp)$/.test(tree.peek())) tree.miss("qualifier");
  yield qualifiers(parser);
  const kind: Kind = { name: "declaration", isQualified: tree.at > before };
  const isAlone = tree.peek() === ";" && tree.at > before && !isDefault && dialect.name === "glsl";
  if (!isAlone) yield declared(parser, kind);
  if (tree.at === before) return;
  if (ended && kind.name === "declaration") expect(parser, ";");
  else if (kind.name === "struct_definition") accept(parser, ";");
  tree.wrap(kind.name, mark);
}

/** What a declaration turns out to be. */
interface Kind {
  name: string;
  /** Something stands before its type: then that may be all. */
  readonly isQualified: boolean;
}

/** From the type on. */
function* declared(parser: Parser, kind: Kind): Parsing {
  const { tree } = parser;
  const isStruct = /^(?:struct|class|interface)$/.test(tree.peek());
  const isBlock = kind.isQualified && isName(parser) && tree.peek(1) === "{";
  const hasStates = parser.dialect.name === "hlsl" && STATEFUL.test(tree.peek());
  if (isStruct) yield struct(parser);
  else if (isBlock) {
    takeName(parser, "type_identifier", "name");
    yield fields(parser);
  } else yield type(parser);
  if (tree.peek() === ";" && (isStruct || isBlock || kind.isQualified)) return;
  if (isFunction(parser)) return yield functionRest(parser, kind);
  do {
    if (!isName(parser)) {
      tree.miss("identifier");
      return;
    }
    yield declarator(parser, hasStates);
  } while (accept(parser, ","));
}

/** Types of which values are written as `sampler s { Filter = LINEAR; }`. */
const STATEFUL = /sampler|texture|state$/i;

const isFunction = (parser: Parser): boolean => {
  const { tree } = parser;
  if (!isName(parser)) return false;
  let token = tree.after(tree.at);
  while (tree.textAt(token) === "::") token = tree.after(tree.after(token));
  return tree.textAt(token) === "(";
};

function* functionRest(parser: Parser, kind: Kind): Parsing {
  const { tree } = parser;
  while (tree.peek(1) === "::") {
    takeName(parser, "identifier");
    accept(parser, "::");
  }
  takeName(parser, "identifier", "name");
  yield list(parser, { kind: "parameter_list", closing: ")", field: "parameters" }, parameter);
  yield semantics(parser);
  if (tree.peek() !== "{") return;
  kind.name = "function_definition";
  yield block(parser, "body");
}

function* parameter(parser: Parser): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  yield attributes(parser);
  yield qualifiers(parser);
  yield type(parser);
  if (isName(parser)) yield declarator(parser);
  tree.wrap("parameter_declaration", mark);
}

/** With the dimensions that stand before the name. */
function* type(parser: Parser): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  if (isFirm(tree.peek(), parser.dialect)) return tree.miss("type_identifier");
  yield typeName(parser);
  while (tree.peek() === "::") {
    tree.take("::");
    takeName(parser, "type_identifier");
    tree.wrap("qualified_type", mark);
  }
  while (tree.peek() === "[") {
    yield index(parser);
    tree.wrap("array_type", mark);
  }
  return tree.name(mark, "type");
}

/** A name with its dimensions, what it is bound to, and its value. */
function* declarator(parser: Parser, hasStates = false): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  const before = tree.at;
  takeName(parser, "identifier", "declarator");
  while (tree.peek() === "[") {
    tree.open("dimension");
    yield index(parser);
    tree.close();
  }
  yield semantics(parser);
  if (tree.peek() === "=") yield initialValue(parser);
  if (tree.peek() === "{" && hasStates) yield block(parser, "body");
  if (tree.after(before) !== tree.at) {
    tree.wrap("init_declarator", mark);
    tree.name(mark, "declarator");
  }
}

function* struct(parser: Parser): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  tree.take("word");
  if (isName(parser)) takeName(parser, "type_identifier", "name");
  if (parser.dialect.name === "hlsl" && tree.peek() === ":") {
    tree.open("base_clause");
    tree.take(":");
    do takeName(parser, "type_identifier");
    while (accept(parser, ","));
    tree.close();
  }
  if (tree.peek() === "{") yield fields(parser);
  else if (tree.peek() === ";" || parser.dialect.name === "glsl") tree.miss("field_declaration_list");
  tree.wrap("struct_specifier", mark);
  tree.name(mark, "type");
}

function* fields(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  tree.open("field_declaration_list", "body");
  if (tree.peek(1) === "}" && dialect.name === "glsl") tree.miss("declaration");
  yield members(parser, outerDeclaration);
  tree.close();
}
