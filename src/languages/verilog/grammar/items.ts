/** Modules and their like, and the items in them. */
import { nodeOf, withField, type Cursor, type Node, type Rule } from "./cursor.ts";
import {
  declaration,
  delay,
  isDeclaration,
  namedType,
  opaqueBraces,
  opaqueBrackets,
  parameterPorts,
  portList,
  range,
  typedef,
  typeParts,
} from "./declarations.ts";
import { argumentList, further, primary } from "./expressions.ts";
import { assertion, assignment, body, eventControl, label, many, statement, structured } from "./statements.ts";
import { CLOSING, DESIGN_UNITS, DIRECTIONS, GATES, OPAQUE, PROCESSES, ROUTINES, SIMPLE_ITEMS } from "./words.ts";

export function* sourceFile(c: Cursor): Rule {
  const parts: Node[] = [];
  for (;;) {
    parts.push(...(yield* many(c, description)));
    if (c.is("")) return nodeOf("source_file", parts);
    parts.push(c.wrong());
  }
}

/** Outside of modules stands only what belongs to no circuit. */
const INSIDE_ONLY: ReadonlySet<string> = new Set(
  "continuous_assign process instantiation if_statement case_statement loop_statement seq_block generate_region port_declaration".split(
    " ",
  ),
);

function* description(c: Cursor): Rule {
  const made = yield* item(c);
  return INSIDE_ONLY.has(made.kind) ? nodeOf("ERROR", [made]) : made;
}

function* item(c: Cursor): Rule {
  if (isUnit(c)) return yield designUnit(c);
  if (isRoutine(c)) return yield routine(c);
  const found = (yield* structured(c, item)) ?? (yield* process(c)) ?? (yield* opaque(c));
  if (found !== undefined) return found;
  if (c.is(";")) return nodeOf("empty_statement", [c.leaf()]);
  if (c.is("generate")) return yield generateRegion(c);
  if (c.is("typedef")) return yield typedef(c);
  if (c.is("assign")) return yield continuousAssign(c);
  if (c.isIn(GATES) || isInstantiation(c)) return yield instantiation(c);
  if (c.isIn(DIRECTIONS) || c.is("parameter", "localparam") || isDeclaration(c)) return yield declaration(c);
  if (c.is("macro")) return nodeOf("macro_item", [yield primary(c), ...c.optional(";")]);
  if (c.is("system_task")) return nodeOf("expression_statement", [yield primary(c), c.expected(";")]);
  if (c.is("identifier") && c.kind(1) === ":") return nodeOf("timed_statement", [c.leaf(), c.leaf(), yield item(c)]);
  return c.wrong();
}

const MODIFIERS: ReadonlySet<string> = new Set("static virtual protected local extern pure automatic".split(" "));

const isRoutine = (c: Cursor): boolean => {
  let at = 0;
  while (MODIFIERS.has(c.kind(at))) at++;
  return Object.hasOwn(ROUTINES, c.kind(at));
};

const isUnit = (c: Cursor): boolean =>
  c.isIn(DESIGN_UNITS) ||
  (c.is("virtual", "extern") && Object.hasOwn(DESIGN_UNITS, c.kind(1)) && c.kind(2) === "identifier");

function* designUnit(c: Cursor): Rule {
  const head: Node[] = c.optional("virtual", "extern").slice();
  const word = c.leaf();
  const inner = word.kind === "interface" && c.is("class") ? [c.leaf()] : [];
  head.push(word, ...inner, ...c.optional("automatic", "static"), c.name("name"));
  while (c.is("import")) head.push(simpleItem(c));
  if (c.is("#")) head.push(yield parameterPorts(c));
  if (c.is("(")) head.push(yield portList(c));
  while (c.is("extends", "implements", ",")) {
    head.push(c.leaf(), namedType(c));
    if (c.is("(")) head.push(opaqueBrackets(c));
  }
  head.push(c.expected(";"));
  if (head[0]?.kind === "extern") return nodeOf("module_declaration", head);
  const items = yield* many(c, item);
  const end = c.expected(inner.length > 0 ? "endclass" : (DESIGN_UNITS[word.kind] ?? "endmodule"));
  return nodeOf("module_declaration", [...head, ...items, end, ...label(c)]);
}

function* routine(c: Cursor): Rule {
  const head: Node[] = [];
  while (c.isIn(MODIFIERS)) head.push(c.leaf());
  const isHeadOnly = head.some(({ kind }) => kind === "pure" || kind === "extern");
  const word = c.leaf();
  head.push(word, ...(yield* typeParts(c)));
  head.push(c.name("name"));
  while (c.is("::", ".")) head.push(c.leaf(), c.is("new") ? c.leaf() : c.expected("identifier"));
  if (c.is("(")) head.push(yield portList(c));
  head.push(c.expected(";"));
  if (isHeadOnly) return nodeOf("routine_declaration", head);
  const inner = yield* many(c, statement);
  return nodeOf("routine_declaration", [...head, ...inner, c.expected(ROUTINES[word.kind] ?? ""), ...label(c)]);
}

function* process(c: Cursor): Generator<Rule, Node | undefined, Node> {
  if (!c.isIn(PROCESSES)) return undefined;
  const word = c.leaf();
  const events = c.is("@") ? [yield eventControl(c)] : [];
  return nodeOf("process", [word, ...events, yield body(c, statement)]);
}

/** What is not taken apart, up to its own end. */
function* opaque(c: Cursor): Generator<Rule, Node | undefined, Node> {
  const words = c.is("default", "global") && c.kind(1) === "clocking" ? 2 : 1;
  const end = OPAQUE[c.kind(words - 1)];
  if (end !== undefined) {
    const parts = Array.from({ length: words }, () => c.leaf());
    while (!c.is(end, "endmodule", "")) parts.push(c.leaf());
    return nodeOf("opaque_block", [...parts, c.expected(end), ...label(c)]);
  }
  if (c.is("assert", "assume", "cover", "restrict")) return yield assertion(c, statement);
  return c.isIn(SIMPLE_ITEMS) || c.is("disable") ? simpleItem(c) : undefined;
}

/** Up to its semicolon, or to the brace that ends it. */
function simpleItem(c: Cursor): Node {
  const parts = [c.leaf()];
  while (!c.is(";", "{", "") && !c.isIn(CLOSING)) parts.push(c.leaf());
  if (c.is("{")) parts.push(opaqueBraces(c), ...c.optional(";"));
  else parts.push(c.expected(";"));
  return nodeOf("simple_item", parts);
}

function* generateRegion(c: Cursor): Rule {
  const word = c.leaf();
  return nodeOf("generate_region", [word, ...(yield* many(c, item)), c.expected("endgenerate")]);
}

function* continuousAssign(c: Cursor): Rule {
  const head = [c.leaf()];
  if (c.is("(")) head.push(opaqueBrackets(c));
  if (c.is("#")) head.push(yield delay(c));
  const parts = [yield wired(c), ...(yield* further(c, wired))];
  return nodeOf("continuous_assign", [...head, ...parts, c.expected(";")]);
}

/** An assignment and nothing else. */
function* wired(c: Cursor): Rule {
  const made = yield assignment(c);
  return made.kind === "assignment" ? made : nodeOf("assignment", [withField(made, "left"), c.missed("=")]);
}

/** `name name (`, `name #(…)`, `name name [3:0] (`. */
const isInstantiation = (c: Cursor): boolean => {
  if (!c.is("identifier", "macro", "system_task")) return false;
  let at = 1;
  if (c.kind(at) === "#") at = c.kind(at + 1) === "(" ? c.closing(at + 1) + 1 : at + 2;
  if (!["identifier", "macro"].includes(c.kind(at))) return false;
  at++;
  while (c.kind(at) === "[") at = c.closing(at) + 1;
  return c.kind(at) === "(";
};

function* instantiation(c: Cursor): Rule {
  const head = [c.leaf("type")];
  while (c.is("#") || (c.is("(") && GATES.has((head[0] as Node).kind) && isStrength(c)))
    head.push(c.is("#") ? yield parameterValues(c) : opaqueBrackets(c));
  const instances = [yield instance(c), ...(yield* further(c, instance))];
  return nodeOf("instantiation", [...head, ...instances, c.expected(";")]);
}

const isStrength = (c: Cursor): boolean => /^(?:strong|pull|weak|highz|supply)[01]$/.test(c.kind(1));

function* parameterValues(c: Cursor): Rule {
  const sign = c.leaf();
  return nodeOf("parameter_values", [
    sign,
    ...(c.is("(") ? (yield argumentList(c, "connections", "named_connection")).children : [yield primary(c)]),
  ]);
}

function* instance(c: Cursor): Rule {
  const name = c.is("identifier") ? [c.leaf("name")] : [];
  while (c.is("[")) name.push(yield range(c));
  const ports = c.is("(") ? yield argumentList(c, "connections", "named_connection") : c.missed("(");
  return nodeOf("instance", [...name, ports]);
}
