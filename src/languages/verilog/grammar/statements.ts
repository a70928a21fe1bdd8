/** Statements of processes, functions and tasks. */
import { nodeOf, withField, type Cursor, type Node, type Rule } from "./cursor.ts";
import { declaration, delay, declarator, isDeclaration, opaqueBrackets, typedef, typeParts } from "./declarations.ts";
import { ASSIGNING, expression, further, primary } from "./expressions.ts";
import { directiveNode } from "./directives.ts";
import { CASES, CLOSING, LOOPS } from "./words.ts";

type Parts = Generator<Rule, readonly Node[], Node>;
/** What reads one item or statement: what is in blocks, conditions and cases is the same outside of processes and in them. */
export type Inner = (c: Cursor) => Rule;

/** One statement, or one item, of something: no declaration where statements stand. */
export function* body(c: Cursor, inner: Inner): Rule {
  const made = yield inner(c);
  const isMisplaced = inner === statement && /^(?:(?:parameter_|port_)?declaration|typedef)$/.test(made.kind);
  return withField(isMisplaced ? nodeOf("ERROR", [made]) : made, "body");
}

/** What items and statements have in common: blocks, conditions, cases, loops; nothing if none of them stands next. */
export function* structured(c: Cursor, inner: Inner): Generator<Rule, Node | undefined, Node> {
  if (c.is("begin", "fork")) return yield block(c, inner);
  if (c.is("unique", "unique0", "priority")) return nodeOf("timed_statement", [c.leaf(), yield inner(c)]);
  if (c.is("if")) return yield conditional(c, inner);
  if (c.isIn(CASES)) return yield cases(c, inner);
  if (c.isIn(LOOPS)) return yield loop(c, inner);
  return undefined;
}

const ENDS: readonly string[] = ["end", "join", "join_any", "join_none"];

export function label(c: Cursor): readonly Node[] {
  return c.is(":") && ["identifier", "new"].includes(c.kind(1)) ? [nodeOf("label", [c.leaf(), c.leaf("name")])] : [];
}

function* block(c: Cursor, inner: Inner): Rule {
  const head = [c.leaf(), ...label(c)];
  const parts = yield* many(c, inner);
  const end = c.is(...ENDS) ? c.leaf() : c.missed("end");
  return nodeOf("seq_block", [...head, ...parts, end, ...label(c)]);
}

/** Items or statements up to a word that ends some list of them. */
export function* many(c: Cursor, inner: Inner): Parts {
  const parts: Node[] = [];
  for (;;) {
    parts.push(...c.directives().map((token) => directiveNode(c.text, token)));
    if (c.isIn(CLOSING) || c.is("")) return parts;
    const { place } = c;
    parts.push(...c.moved(place, yield inner(c)));
  }
}

function* conditional(c: Cursor, inner: Inner): Rule {
  const head = [c.leaf(), yield condition(c)];
  const parts = [...head, yield body(c, inner)];
  if (!c.is("else")) return nodeOf("if_statement", parts);
  const other = nodeOf("else_clause", [c.leaf(), yield body(c, inner)]);
  return nodeOf("if_statement", [...parts, other]);
}

function* condition(c: Cursor): Rule {
  if (!c.is("(")) return c.missed("(");
  const open = c.leaf();
  const value = [yield expression(c)];
  while (c.is("&&&", "matches")) value.push(c.leaf(), yield expression(c));
  return nodeOf("condition", [open, ...value, c.expected(")")]);
}

function* cases(c: Cursor, inner: Inner): Rule {
  const head = [c.leaf(), yield condition(c), ...c.optional("inside", "matches")];
  const parts: Node[] = [];
  while (!c.isIn(CLOSING) && !c.is("")) {
    const { place } = c;
    parts.push(...c.moved(place, yield caseItem(c, inner)));
  }
  return nodeOf("case_statement", [...head, ...parts, c.expected("endcase")]);
}

function* caseItem(c: Cursor, inner: Inner): Rule {
  if (c.is("default")) return nodeOf("case_item", [c.leaf(), ...c.optional(":"), yield body(c, inner)]);
  const values = [yield caseValue(c), ...(yield* further(c, caseValue))];
  const colon = c.expected(":");
  return nodeOf("case_item", [
    ...values,
    colon,
    colon.missing === true && !c.is(";") ? c.wrong() : yield body(c, inner),
  ]);
}

function* caseValue(c: Cursor): Rule {
  return c.is("[") ? opaqueBrackets(c) : yield expression(c);
}

function* loop(c: Cursor, inner: Inner): Rule {
  const word = c.leaf();
  const head =
    word.kind === "forever"
      ? []
      : [word.kind === "for" ? yield forHeader(c) : word.kind === "foreach" ? opaqueBrackets(c) : yield condition(c)];
  return nodeOf("loop_statement", [word, ...head, yield body(c, inner)]);
}

function* forHeader(c: Cursor): Rule {
  const parts = [c.expected("(")];
  if (!c.is(";")) parts.push(yield forStart(c), ...(yield* further(c, forStart)));
  parts.push(c.expected(";"));
  if (!c.is(";")) parts.push(yield expression(c));
  parts.push(c.expected(";"));
  if (!c.is(")")) parts.push(yield forStep(c), ...(yield* further(c, forStep)));
  return nodeOf("for_header", [...parts, c.expected(")")]);
}

function* forStep(c: Cursor): Rule {
  const made = yield assignment(c);
  return isStatement(made) && made.kind !== "identifier" ? made : nodeOf("ERROR", [made]);
}

function* forStart(c: Cursor): Rule {
  if (!isDeclaration(c)) return yield forStep(c);
  return nodeOf("declaration", [...(yield* typeParts(c)), yield declarator(c)]);
}

/** What can be given a value. */
const TARGETS: ReadonlySet<string> = new Set(
  "identifier select hierarchical concatenation pattern cast call macro stray".split(" "),
);

/** `a = 1`, `a <= #1 b`, `a += 2`, `a++`, `f(x)`: without a semicolon. */
export function* assignment(c: Cursor): Rule {
  if (c.is("++", "--")) return nodeOf("unary_expression", [c.leaf(), yield primary(c)]);
  const left = yield primary(c);
  if (!c.isIn(ASSIGNING)) return left;
  if (!TARGETS.has(left.kind)) return nodeOf("ERROR", [left, c.leaf()]);
  const sign = c.leaf();
  const timing = c.is("#") ? [yield delay(c)] : c.is("@", "repeat") ? yield* timings(c) : [];
  return nodeOf("assignment", [withField(left, "left"), sign, ...timing, withField(yield expression(c), "right")]);
}

function* timings(c: Cursor): Parts {
  const repeat = c.is("repeat") ? [c.leaf(), yield condition(c)] : [];
  return [...repeat, c.is("@") ? yield eventControl(c) : c.missed("@")];
}

/** `@*`, `@(*)`, `@name`, `@(posedge a or negedge b, c)`. */
export function* eventControl(c: Cursor): Rule {
  const sign = c.leaf();
  if (c.is("*")) return nodeOf("event_control", [sign, c.leaf()]);
  if (!c.is("(")) return nodeOf("event_control", [sign, c.is("number") ? c.missed("identifier") : yield primary(c)]);
  const open = c.leaf();
  if (c.is("*")) return nodeOf("event_control", [sign, open, c.leaf(), c.expected(")")]);
  const events = [yield event(c)];
  while (c.is(",", "or")) events.push(c.leaf(), yield event(c));
  return nodeOf("event_control", [sign, open, ...events, c.expected(")")]);
}

function* event(c: Cursor): Rule {
  const edge = c.optional("posedge", "negedge", "edge");
  const value = yield expression(c);
  const only = c.is("iff") ? [c.leaf(), yield expression(c)] : [];
  return nodeOf("event_expression", [...edge, value, ...only]);
}

export function* statement(c: Cursor): Rule {
  const found = (yield* structured(c, statement)) ?? (yield* timed(c));
  if (found !== undefined) return found;
  if (c.is(";")) return nodeOf("empty_statement", [c.leaf()]);
  if (c.is("typedef")) return yield typedef(c);
  if (c.is("parameter", "localparam", "input", "output", "inout", "ref") || isDeclaration(c))
    return yield declaration(c);
  if (c.is("assign", "deassign", "force", "release"))
    return nodeOf("procedural_assign", [c.leaf(), yield assignment(c), c.expected(";")]);
  if (c.is("import")) return opaqueStatement(c);
  if (c.is("wait", "wait_order", "return", "break", "continue", "disable", "->", "->>")) return yield jump(c);
  if (c.is("assert", "assume", "cover", "restrict")) return yield assertion(c, statement);
  if (c.is("identifier") && c.kind(1) === ":" && c.kind(2) !== ":")
    return nodeOf("timed_statement", [c.leaf(), c.leaf(), yield statement(c)]);
  const isMacro = c.is("macro");
  const made = yield assignment(c);
  if (made.missing === true && !c.is(";")) return c.isIn(CLOSING) || c.is("") ? made : c.wrong();
  if (!isStatement(made)) return nodeOf("ERROR", [made, ...c.optional(";")]);
  // A macro may bring its own semicolon.
  const end = isMacro && made.kind !== "assignment" ? c.optional(";") : [c.expected(";")];
  return nodeOf("expression_statement", [made, ...end]);
}

/** A value alone is none. */
const isStatement = ({ kind, children }: Node): boolean =>
  ["assignment", "call", "identifier", "hierarchical", "system_task", "macro", "cast"].includes(kind) ||
  (kind === "unary_expression" && children.some((each) => each.kind === "++" || each.kind === "--"));

/** What waits before another statement. */
function* timed(c: Cursor): Generator<Rule, Node | undefined, Node> {
  if (c.is("#")) return nodeOf("timed_statement", [yield delay(c), yield body(c, statement)]);
  if (c.is("@")) return nodeOf("timed_statement", [yield eventControl(c), yield body(c, statement)]);
  if (c.is("wait") && c.kind(1) === "(")
    return nodeOf("timed_statement", [c.leaf(), yield condition(c), yield body(c, statement)]);
  if (c.is("do"))
    return nodeOf("loop_statement", [
      c.leaf(),
      yield body(c, statement),
      c.expected("while"),
      yield condition(c),
      c.expected(";"),
    ]);
  return undefined;
}

function opaqueStatement(c: Cursor): Node {
  const parts = [c.leaf()];
  while (!c.is(";", "") && !c.isIn(CLOSING)) parts.push(c.leaf());
  return nodeOf("simple_item", [...parts, c.expected(";")]);
}

function* jump(c: Cursor): Rule {
  const word = c.leaf();
  const value = c.is(";") ? [] : [c.is("fork") ? c.leaf() : yield expression(c)];
  return nodeOf("jump_statement", [word, ...value, c.expected(";")]);
}

/** `assert (x) a; else b;`, `assert property (…);`. */
export function* assertion(c: Cursor, inner: Inner): Rule {
  const parts = [c.leaf(), ...c.optional("property", "sequence", "final")];
  if (c.is("#")) parts.push(yield delay(c));
  parts.push(c.is("(") ? opaqueBrackets(c) : c.missed("("));
  if (!c.is("else")) parts.push(yield body(c, inner));
  if (c.is("else")) parts.push(nodeOf("else_clause", [c.leaf(), yield body(c, inner)]));
  return nodeOf("assertion", parts);
}
