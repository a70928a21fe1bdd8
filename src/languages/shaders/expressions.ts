/** Expressions, by precedence of operators. */
import { accept, behind, expect, isAngle, isName, list, takeName, type Parser, type Parsing } from "./parsing.ts";
import { CLOSES, NUMBER, SIGN, STRING, WORD } from "./tokens.ts";

/** By operator of C: how tightly it binds. */
const PRECEDENCE: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "? = += -= *= /= %= &= |= ^= <<= >>=",
    "||",
    "^^",
    "&&",
    "|",
    "^",
    "&",
    "== !=",
    "< > <= >=",
    "<< >>",
    "+ -",
    "* / %",
  ].flatMap((row, level) => row.split(" ").map((sign) => [sign, level + 2] as const)),
);

const ASSIGNMENT = 2;
const PREFIX = 14;
const PREFIXES: ReadonlySet<string> = new Set(["-", "!", "~", "*", "&", "+", "++", "--"]);

/** In WGSL operators mix only where this says so: by operator, those whose operands may be without brackets. */
const MIXES: Readonly<Record<string, string>> = {
  "*": "* / %",
  "+": "+ - * / %",
  "<<": "",
  "<": "+ - * / % << >>",
  "&&": "&& == != < > <= >= + - * / % << >>",
  "||": "|| == != < > <= >= + - * / % << >>",
  "&": "&",
  "|": "|",
  "^": "^",
};

const ALIKE: Readonly<Record<string, string>> = {
  "/": "*",
  "%": "*",
  "-": "+",
  ">>": "<<",
  ">": "<",
  "<=": "<",
  ">=": "<",
  "==": "<",
  "!=": "<",
};

interface Pending {
  readonly mark: number;
  readonly kind: string;
  readonly precedence: number;
}

/** One expression; without commas, and in WGSL without assignments. */
export function* expression(parser: Parser): Parsing {
  const { tree } = parser;
  const pending: Pending[] = [];
  for (;;) {
    let mark = tree.mark();
    if (isPrefix(parser)) {
      pending.push({ mark, kind: "unary_expression", precedence: PREFIX });
      tree.take(tree.peek(), "operator");
      continue;
    }
    if (isCast(parser)) {
      pending.push({ mark, kind: "cast_expression", precedence: PREFIX });
      yield cast(parser);
      continue;
    }
    yield operand(parser);
    const precedence = operatorAt(parser);
    const isRight = precedence === ASSIGNMENT;
    for (let top = pending.at(-1); top !== undefined; top = pending.at(-1)) {
      if (top.precedence < precedence || (isRight && top.precedence === precedence)) break;
      pending.pop();
      reduce(parser, top);
      mark = top.mark;
    }
    if (precedence === 0) return;
    yield operator(parser, pending, { mark, precedence });
  }
}

const isPrefix = ({ tree, dialect }: Parser): boolean => {
  const sign = tree.peek();
  if (!PREFIXES.has(sign) || tree.typeAt(tree.at) === STRING) return false;
  return dialect.cLike ? sign !== "*" && sign !== "&" : !/^(?:\+\+?|--)$/.test(sign);
};

/** 0 where the expression ends. */
const operatorAt = ({ tree, dialect }: Parser): number => {
  const sign = tree.peek();
  if (tree.typeAt(tree.at) !== SIGN || tree.tokens.partner[tree.at] === CLOSES) return 0;
  if (sign === "^^" && dialect.name !== "glsl") return 0;
  const precedence = PRECEDENCE[sign] ?? 0;
  return precedence === ASSIGNMENT && !dialect.cLike ? 0 : precedence;
};

/** What stands between the operand before the next one and that. */
function* operator(parser: Parser, pending: Pending[], { mark, precedence }: Omit<Pending, "kind">): Parsing {
  const { tree } = parser;
  const sign = tree.peek();
  if (sign === "?") {
    tree.take("?");
    yield expression(parser);
    expect(parser, ":");
    pending.push({ mark, kind: "conditional_expression", precedence });
    return;
  }
  const isAssignment = precedence === ASSIGNMENT;
  if (isAssignment) tree.name(mark, "left");
  tree.take(sign, "operator");
  pending.push({ mark, kind: isAssignment ? "assignment_expression" : "binary_expression", precedence });
}

const reduce = (parser: Parser, { mark, kind }: Pending): void => {
  const { tree, dialect } = parser;
  if (kind === "binary_expression" && !dialect.cLike && !mixes(parser, mark)) tree.miss(")");
  if (kind === "assignment_expression") tree.name(-1, "right");
  tree.wrap(kind, mark);
};

const mixes = ({ tree }: Parser, mark: number): boolean => {
  const sign = tree.kindAt(mark + 1);
  const allowed = MIXES[ALIKE[sign] ?? sign]?.split(" ") ?? [];
  return [mark, -1].every(
    (place) => tree.kindAt(place) !== "binary_expression" || allowed.includes(tree.operatorAt(place)),
  );
};

/** `(float3)x`: nothing but a type in brackets, and then an operand. */
const isCast = (parser: Parser): boolean => {
  const { tree, dialect } = parser;
  if (dialect.name !== "hlsl" || tree.peek() !== "(") return false;
  const first = tree.after(tree.at);
  let end = tree.after(first);
  if (isAngle(parser, end)) end = behind(parser, end);
  while (tree.textAt(end) === "[") end = behind(parser, end);
  if (!isName(parser, first) || tree.textAt(end) !== ")") return false;
  const next = tree.after(end);
  const isOperand = tree.typeAt(next) === WORD || tree.typeAt(next) === NUMBER;
  return isOperand || (/^[-(!~]$/.test(tree.textAt(next)) && dialect.types.test(tree.textAt(first)));
};

function* cast(parser: Parser): Parsing {
  accept(parser, "(");
  yield typeName(parser, "type");
  expect(parser, ")");
}

/** Something with all that is behind it: calls, members, indices. */
function* operand(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const mark = tree.mark();
  yield primary(parser);
  for (;;) {
    const sign = tree.typeAt(tree.at) === STRING ? "" : tree.peek();
    if (sign === "(") {
      tree.name(mark, "function");
      yield list(parser, { kind: "argument_list", closing: ")", field: "arguments" }, expression);
      tree.wrap("call_expression", mark);
    } else if (sign === "[") {
      tree.name(mark, "argument");
      const isArray = tree.kindAt(-1) === "primitive_type";
      yield index(parser);
      tree.wrap("subscript_expression", mark);
      // A macro may stand for the values of an array.
      if (isArray && dialect.cLike && isName(parser)) {
        tree.name(mark, "function");
        takeName(parser, "identifier", "arguments");
        tree.wrap("call_expression", mark);
      }
    } else if (sign === "." || (sign === "::" && dialect.name === "hlsl")) {
      tree.name(mark, "argument");
      tree.take(sign, "operator");
      takeName(parser, "field_identifier", "field");
      tree.wrap("field_expression", mark);
    } else if (dialect.cLike && (sign === "++" || sign === "--")) {
      tree.take(sign, "operator");
      tree.wrap("update_expression", mark);
    } else break;
  }
  // A type alone is no value.
  if (/^(?:primitive|template)_type$/.test(tree.kindAt(-1))) tree.miss("(");
}

/** Without anything in it only behind a type: `float[](1, 2)`. */
export function* index(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  tree.take("[");
  if (tree.peek() !== "]" || !dialect.cLike) yield expression(parser);
  expect(parser, "]");
}

function* primary(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const type = tree.typeAt(tree.at);
  if (type === NUMBER) return tree.take("number_literal");
  if (type === STRING) return tree.take("string_literal");
  const word = tree.peek();
  if (word === "true" || word === "false") return tree.take("boolean_literal");
  // A texture of an effect stands in angle brackets.
  if (word === "(" || (word === "<" && dialect.name === "hlsl")) {
    tree.open("parenthesized_expression");
    tree.take(word);
    yield word === "(" ? expressions(parser) : typeName(parser, undefined, "identifier");
    expect(parser, word === "(" ? ")" : ">");
    return tree.close();
  }
  return yield typeName(parser, undefined, "identifier");
}

/** A name, with its arguments in angle brackets if it has some. */
export function* typeName(parser: Parser, field?: string, kind = "type_identifier"): Parsing {
  const { tree } = parser;
  const mark = tree.mark();
  takeName(parser, kind);
  if (isAngle(parser)) {
    tree.name(mark, "name");
    yield list(parser, { kind: "template_argument_list", closing: ">", field: "arguments" }, templateArgument);
    tree.wrap("template_type", mark);
  }
  if (field !== undefined) tree.name(mark, field);
}

/** A type, or an expression. */
function* templateArgument(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  yield dialect.types.test(tree.peek()) && tree.peek(1) !== "(" ? typeName(parser) : expression(parser);
}

/** What something begins with: in C's languages also a list of values. */
export function* value(parser: Parser): Parsing {
  const isList = parser.dialect.cLike && parser.tree.peek() === "{";
  yield isList ? list(parser, { kind: "initializer_list", closing: "}" }, value) : expression(parser);
}

/** In C's languages: one behind the other, with commas between them. */
export function* expressions(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  const mark = tree.mark();
  yield expression(parser);
  if (!dialect.cLike || tree.peek() !== ",") return;
  while (accept(parser, ",")) yield expression(parser);
  tree.wrap("comma_expression", mark);
}
