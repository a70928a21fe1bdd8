/** Expressions of Verilog: operators by precedence on a stack of their own, brackets as rules inside. */
import { nodeOf, withField, type Cursor, type Node, type Rule } from "./cursor.ts";
import { NETS, QUALIFIERS, SOFT, VARIABLES } from "./words.ts";

/** By operator, the loosest first. */
const LEVELS: readonly string[] = [
  "-> <->",
  "|| &&&",
  "&&",
  "| ~|",
  "^ ~^ ^~",
  "& ~&",
  "== != === !== ==? !=?",
  "< <= > >= inside",
  "<< >> <<< >>>",
  "+ -",
  "* / %",
  "**",
];
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  LEVELS.flatMap((operators, level) => operators.split(" ").map((operator) => [operator, level + 2] as const)),
);
/** `c ? a : b` is looser than everything else. */
const CONDITIONAL = 1;
const UNARY: ReadonlySet<string> = new Set("+ - ! ~ & ~& | ~| ^ ~^ ^~ ++ --".split(" "));
const TIGHTEST = 100;
export const ASSIGNING: ReadonlySet<string> = new Set("= <= += -= *= /= %= &= |= ^= <<= >>= <<<= >>>=".split(" "));

/** What waits for its right side. */
interface Waiting {
  readonly parts: readonly Node[];
  readonly kind: string;
  readonly level: number;
}

export function* expression(c: Cursor): Rule {
  const waiting: Waiting[] = [];
  let conditions = 0;
  for (;;) {
    while (c.isIn(UNARY)) waiting.push({ parts: [c.leaf()], kind: "unary_expression", level: TIGHTEST });
    let operand = yield* primary(c);
    const operator = c.kind();
    const level = operator === "?" ? CONDITIONAL : operator === ":" ? 0 : (PRECEDENCE.get(operator) ?? -1);
    // What stands behind a colon belongs to the last condition that waits for it.
    const isElse = level === 0 && conditions > 0;
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      if (isElse && top.kind === "?") break;
      if (level >= CONDITIONAL && (level === CONDITIONAL ? top.level <= level : top.level < level)) break;
      waiting.pop();
      operand = closed(c, top, operand);
    }
    if (isElse) {
      conditions--;
      const { parts } = waiting.pop() as Waiting;
      waiting.push({ parts: [...parts, operand, c.leaf()], kind: "conditional_expression", level: CONDITIONAL });
    } else if (level === CONDITIONAL) {
      conditions++;
      waiting.push({ parts: [operand, c.leaf()], kind: "?", level });
    } else if (level > 0)
      waiting.push({ parts: [withField(operand, "left"), c.leaf()], kind: "binary_expression", level });
    else return operand;
  }
}

/** A condition without its second half is incomplete. */
const closed = (c: Cursor, { parts, kind }: Waiting, operand: Node): Node =>
  kind === "?"
    ? nodeOf("conditional_expression", [...parts, operand, c.missed(":")])
    : nodeOf(kind, [...parts, kind === "binary_expression" ? withField(operand, "right") : operand]);

/** Something without operators around it, with its selections and arguments. */
export function* primary(c: Cursor): Rule {
  let node = yield* bare(c);
  for (;;) {
    if (c.is("[")) node = nodeOf("select", [withField(node, "base"), yield selector(c)]);
    else if (c.is("(") && isCallable(node)) node = nodeOf("call", [node, yield argumentList(c)]);
    else if (c.is(".", "::")) node = member(c, node);
    else if (c.is("'{")) node = nodeOf("cast", [node, yield bracketed(c, "pattern", patternEntry)]);
    else if (c.is("'") && c.kind(1) === "(") node = nodeOf("cast", [node, c.leaf(), yield parenthesized(c)]);
    else if (c.is("++", "--")) node = nodeOf("unary_expression", [node, c.leaf()]);
    else if (c.is("with") && ["call", "hierarchical"].includes(node.kind))
      node = nodeOf("call", [node, c.leaf(), yield* withClause(c)]);
    else if (c.is("number") && isSize(node) && c.textAt().startsWith("'")) node = nodeOf("cast", [node, c.leaf()]);
    else return node;
  }
}

const isCallable = ({ kind, missing, children }: Node): boolean =>
  (kind === "select" && children[0]?.kind === "new") ||
  (missing !== true && ["identifier", "hierarchical", "system_task", "macro", "new", "super", "this"].includes(kind));

const isSize = ({ kind }: Node): boolean => kind === "macro" || kind === "identifier";

function member(c: Cursor, base: Node): Node {
  const sign = c.leaf();
  const name = c.is("new", "and", "or", "xor", "unique") ? c.leaf() : c.name();
  return nodeOf("hierarchical", [base, sign, name]);
}

function* withClause(c: Cursor): Rule {
  return c.is("{") ? yield braces(c) : yield parenthesized(c);
}

const LEAVES: ReadonlySet<string> = new Set(
  "identifier number string_literal macro system_task $ null this super new type".split(" "),
);

function* bare(c: Cursor): Rule {
  if (c.isIn(LEAVES)) return c.leaf();
  if (c.is("(")) return yield parenthesized(c);
  if (c.is("{")) return yield braces(c);
  if (c.is("'{")) return yield bracketed(c, "pattern", patternEntry);
  if (c.isIn(VARIABLES) || c.isIn(NETS) || c.isIn(QUALIFIERS)) return typeName(c);
  return c.isIn(SOFT) ? { ...c.leaf(), kind: "identifier" } : c.missed("identifier");
}

/** The name of a type where a value is expected: of a cast, or in `$bits(…)`. */
function typeName(c: Cursor): Node {
  const words = [c.leaf()];
  while (c.isIn(VARIABLES) || c.isIn(QUALIFIERS)) words.push(c.leaf());
  return nodeOf("stray", words);
}

/** In brackets; three values may stand for the least, usual and most one, and an assignment may be a value. */
function* parenthesized(c: Cursor): Rule {
  const parts = [c.leaf(), yield expression(c)];
  while (c.is(":") || c.isIn(ASSIGNING)) parts.push(c.leaf(), yield expression(c));
  return nodeOf("parenthesized", [...parts, c.expected(")")]);
}

export function* selector(c: Cursor): Rule {
  const parts = [c.leaf()];
  if (!c.is("]")) parts.push(...(c.is("$", "*") ? [c.leaf()] : [yield expression(c)]));
  if (c.is(":", "+:", "-:")) parts.push(c.leaf(), yield expression(c));
  return nodeOf("selector", [...parts, c.expected("]")]);
}

/** A concatenation, a repeated one, or one that streams. */
function* braces(c: Cursor): Rule {
  const open = c.leaf();
  if (c.is("}")) return nodeOf("concatenation", [open, c.leaf()]);
  const stream = c.optional("<<", ">>");
  const slice = stream.length > 0 && !c.is("{") ? [yield expression(c)] : [];
  const first = stream.length > 0 ? yield braces(c) : yield listElement(c);
  if (c.is("{") && stream.length === 0) return nodeOf("replication", [open, first, yield braces(c), c.expected("}")]);
  return nodeOf("concatenation", [
    open,
    ...stream,
    ...slice,
    first,
    ...(yield* further(c, listElement)),
    c.expected("}"),
  ]);
}

/** An element, or an interval of `inside`. */
function* listElement(c: Cursor): Rule {
  return c.is("[") ? yield selector(c) : yield expression(c);
}

/** Elements behind commas. */
export function* further(c: Cursor, element: (c: Cursor) => Rule): Generator<Rule, readonly Node[], Node> {
  const parts: Node[] = [];
  while (c.is(",")) parts.push(c.leaf(), yield element(c));
  return parts;
}

function* patternEntry(c: Cursor): Rule {
  const key = c.is("default") ? c.leaf() : yield expression(c);
  if (c.is("{")) return nodeOf("replication", [key, yield braces(c)]);
  return c.is(":") ? nodeOf("pattern_entry", [key, c.leaf(), yield expression(c)]) : key;
}

/** Elements with commas between them, in the bracket that stands next. */
export function* bracketed(c: Cursor, kind: string, element: (c: Cursor) => Rule): Rule {
  const open = c.leaf();
  const closing = open.kind === "(" ? ")" : "}";
  const inner = c.is(closing) ? [] : [yield element(c), ...(yield* further(c, element))];
  return nodeOf(kind, [open, ...inner, c.expected(closing)]);
}

/** Arguments may be left out between commas. */
export function* argumentList(c: Cursor, kind = "argument_list", named = "named_argument"): Rule {
  const parts = [c.leaf()];
  while (!c.is(")", ";", "")) {
    if (c.is(",")) parts.push(c.leaf());
    else {
      parts.push(yield argument(c, named));
      if (!c.is(",", ")")) break;
    }
  }
  return nodeOf(kind, [...parts, c.expected(")")]);
}

function* argument(c: Cursor, named: string): Rule {
  if (c.is(".*")) return c.leaf();
  if (c.is("@")) return nodeOf("stray", [c.leaf(), yield expression(c)]);
  if (c.is("posedge", "negedge", "edge")) return nodeOf("event_expression", [c.leaf(), yield expression(c)]);
  if (!c.is(".")) return yield expression(c);
  const parts = [c.leaf(), c.expected("identifier")];
  if (!c.is("(")) return nodeOf(named, parts);
  const open = c.leaf();
  const value = c.is(")") ? [] : [withField(yield expression(c), "value")];
  return nodeOf(named, [...parts, open, ...value, c.expected(")")]);
}
