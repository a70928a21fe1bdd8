/** Statements. */
import { block, many, members } from "./blocks.ts";
import { declaration, isDeclaration } from "./declarations.ts";
import { expression, expressions } from "./expressions.ts";
import { accept, expect, list, takeName, type Parser, type Parsing } from "./parsing.ts";
import { attributes, initialized } from "./parts.ts";
import { WORD } from "./tokens.ts";

type Rule = (parser: Parser) => Parsing;

/** A statement that begins with a word of its own, closed by the rule that reads what is behind the word. */
const worded = (kind: string, rest: Rule): Rule =>
  function* (parser) {
    const { tree } = parser;
    const mark = tree.mark();
    if (tree.peek() === "[" || tree.peek() === "@") yield attributes(parser);
    tree.take(tree.peek());
    yield rest(parser);
    tree.wrap(kind, mark);
  };

function* valued(parser: Parser): Parsing {
  if (parser.tree.peek() !== ";") yield expressions(parser);
  expect(parser, ";");
}

/** What is repeated or chosen: a block in WGSL. */
function* body(parser: Parser, field: string): Parsing {
  const { tree, dialect } = parser;
  if (!dialect.cLike || tree.peek() === "{") return yield block(parser, field);
  const mark = tree.mark();
  yield statement(parser);
  return tree.name(mark, field);
}

/** In brackets in C's languages; a condition may declare something there. */
function* condition(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  if (!dialect.cLike) {
    const mark = tree.mark();
    yield expression(parser);
    return tree.name(mark, "condition");
  }
  tree.open("parenthesized_expression", "condition");
  expect(parser, "(");
  if (isDeclaration(parser)) yield declaration(parser, { ended: false });
  else yield expressions(parser);
  expect(parser, ")");
  return tree.close();
}

function* conditional(parser: Parser): Parsing {
  const { tree } = parser;
  yield condition(parser);
  yield body(parser, "consequence");
  if (tree.peek() !== "else") return;
  tree.open("else_clause", "alternative");
  tree.take("else");
  if (tree.peek() === "if") yield statement(parser);
  else yield body(parser, "body");
  tree.close();
}

function* repeated(parser: Parser): Parsing {
  yield condition(parser);
  yield body(parser, "body");
}

function* doWhile(parser: Parser): Parsing {
  yield body(parser, "body");
  expect(parser, "while");
  yield condition(parser);
  expect(parser, ";");
}

function* counted(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  expect(parser, "(");
  if (!accept(parser, ";")) yield called(parser, "initializer", first);
  if (tree.peek() !== ";") yield called(parser, "condition", expressions);
  expect(parser, ";");
  if (tree.peek() !== ")") yield called(parser, "update", dialect.cLike ? expressions : simple);
  expect(parser, ")");
  yield body(parser, "body");
}

/** What a rule reads, under a field. */
function* called(parser: Parser, field: string, rule: Rule): Parsing {
  const mark = parser.tree.mark();
  yield rule(parser);
  parser.tree.name(mark, field);
}

/** What a loop begins with: no statement but a declaration or an expression. */
function* first(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const isDeclared = dialect.cLike ? isDeclaration(parser) : /^(?:var|let|const)$/.test(tree.peek());
  if (isDeclared) return yield statement(parser);
  const mark = tree.mark();
  yield dialect.cLike ? expressions(parser) : simple(parser);
  expect(parser, ";");
  return tree.wrap("expression_statement", mark);
}

function* chosen(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  yield condition(parser);
  yield attributes(parser);
  tree.open("switch_body", "body");
  const before = tree.at;
  yield members(parser, clause);
  if (!dialect.cLike && !hasDefault(parser, before)) tree.miss("default");
  tree.close();
}

/** WGSL asks for it. */
const hasDefault = (parser: Parser, from: number): boolean => {
  const { tree } = parser;
  let token = tree.after(from);
  while (token < tree.at) {
    if (tree.textAt(token) === "default") return true;
    const partner = tree.tokens.partner[token] as number;
    token = tree.after(partner < 0 ? token : partner);
  }
  return false;
};

function* clause(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  if (!/^(?:case|default)$/.test(tree.peek())) return;
  tree.open("case_statement");
  const isCase = tree.peek() === "case";
  tree.take(tree.peek());
  if (isCase) yield selectors(parser);
  if (dialect.cLike) {
    expect(parser, ":");
    yield many(parser, statement, (word) => /^(?:case|default|\})$/.test(word));
  } else {
    accept(parser, ":");
    yield block(parser, "body");
  }
  tree.close();
}

function* selectors(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const isEnd = (): boolean => tree.isOver || /^[:{;}]$/.test(tree.peek());
  do {
    if (!dialect.cLike && isEnd()) return;
    const mark = tree.mark();
    if (!dialect.cLike && accept(parser, "default")) continue;
    yield expression(parser);
    tree.name(mark, "value");
  } while (!dialect.cLike && accept(parser, ","));
}

/** `break if` ends the last block of a loop of WGSL. */
function* broken(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const isBreak = tree.kindAt(-1) === "break";
  if (isBreak && !dialect.cLike && accept(parser, "if")) yield expression(parser);
  expect(parser, ";");
}

function* looped(parser: Parser): Parsing {
  yield attributes(parser);
  yield block(parser, "body");
}

/** A constant or a variable of WGSL. */
export function* variable(parser: Parser): Parsing {
  const { tree } = parser;
  if (tree.peek() === "<") yield list(parser, { kind: "template_argument_list", closing: ">" }, expression);
  takeName(parser, "identifier", "name");
  yield initialized(parser);
  expect(parser, ";");
}

const COMMON: Readonly<Record<string, Rule>> = {
  if: worded("if_statement", conditional),
  while: worded("while_statement", repeated),
  for: worded("for_statement", counted),
  switch: worded("switch_statement", chosen),
  return: worded("return_statement", valued),
  break: worded("break_statement", broken),
  continue: worded("continue_statement", broken),
  discard: worded("discard_statement", broken),
};

const RULES: Readonly<Record<string, Rule>> = {
  ...COMMON,
  loop: worded("loop_statement", looped),
  continuing: worded("continuing_statement", looped),
  var: worded("declaration", variable),
  let: worded("declaration", variable),
  const: worded("declaration", variable),
  const_assert: worded("assertion", valued),
};

const C_RULES: Readonly<Record<string, Rule>> = { ...COMMON, do: worded("do_statement", doWhile) };

export function* statement(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  if (tree.peek() === "{") return yield block(parser);
  if (tree.peek() === ";") {
    tree.open("empty_statement");
    tree.take(";");
    return tree.close();
  }
  const word = tree.typeAt(tree.at) === WORD ? tree.peek() : wordBehindAttributes(parser);
  const rule = Object.hasOwn(dialect.cLike ? C_RULES : RULES, word)
    ? (dialect.cLike ? C_RULES : RULES)[word]
    : undefined;
  if (rule !== undefined) return yield rule(parser);
  if (dialect.cLike && isDeclaration(parser)) return yield declaration(parser, { ended: true });
  if (!dialect.cLike && tree.peek() === "@") return yield attributedBlock(parser);
  const mark = tree.mark();
  const before = tree.at;
  yield dialect.cLike ? expressions(parser) : simple(parser);
  if (tree.at === before) return;
  expect(parser, ";");
  return tree.wrap("expression_statement", mark);
}

function* attributedBlock(parser: Parser): Parsing {
  yield attributes(parser);
  yield block(parser);
}

/** More attributes are not looked at. */
const MAX_ATTRIBUTES = 16;

/** The word behind `[unroll]` or `@diagnostic(…)`. */
const wordBehindAttributes = ({ tree, dialect }: Parser): string => {
  const opening = { wgsl: "@", glsl: undefined, hlsl: "[" }[dialect.name];
  const behindBrackets = (token: number): number => tree.after(Math.max(token, tree.tokens.partner[token] as number));
  let token = tree.at;
  for (let left = MAX_ATTRIBUTES; left > 0 && tree.textAt(token) === opening; left--) {
    token = opening === "@" ? tree.after(tree.after(token)) : behindBrackets(token);
    if (opening === "@" && tree.textAt(token) === "(") token = behindBrackets(token);
  }
  return token === tree.at ? "" : tree.textAt(token);
};

const ASSIGNS = /^(?:[-+*/%&|^]|<<|>>)?=$/;

/** What WGSL has for an expression statement: an assignment, a step, a call. */
function* simple(parser: Parser): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  const before = tree.at;
  yield expression(parser);
  if (tree.at === before) return;
  if (ASSIGNS.test(tree.peek())) {
    tree.name(mark, "left");
    tree.take(tree.peek(), "operator");
    const right = tree.mark();
    yield expression(parser);
    tree.name(right, "right");
    return tree.wrap("assignment_expression", mark);
  }
  if (/^(?:\+\+|--)$/.test(tree.peek())) {
    tree.take(tree.peek(), "operator");
    return tree.wrap("update_expression", mark);
  }
  if (tree.kindAt(-1) !== "call_expression") tree.miss("=");
}
