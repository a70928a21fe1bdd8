/** Declarations: types with their ranges, names with their dimensions and values, ports and parameters. */
import { nodeOf, withField, type Cursor, type Node, type Rule } from "./cursor.ts";
import { bracketed, expression, further, primary, selector } from "./expressions.ts";
import { DIRECTIONS, NETS, QUALIFIERS, SOFT, STRENGTHS, VARIABLES } from "./words.ts";

type Parts = Generator<Rule, readonly Node[], Node>;

/** Does a declaration of nets or variables stand next? Words of the language say so, or two names one behind the other. */
export const isDeclaration = (c: Cursor): boolean => {
  if (isNameAfterAll(c) || c.kind(1) === "'") return false;
  if (c.isIn(NETS) || c.isIn(VARIABLES) || c.isIn(QUALIFIERS) || c.is("enum", "struct", "union")) return true;
  if (!c.is("identifier", "macro")) return false;
  let at = 1;
  while (c.kind(at) === "::" && c.kind(at + 1) === "identifier") at += 2;
  if (c.kind(at) === "#" && c.kind(at + 1) === "(") at = c.closing(at + 1) + 1;
  while (c.kind(at) === "[") at = c.closing(at) + 1;
  return c.kind(at) === "identifier" && ["=", ",", ";", "["].includes(c.kind(at + 1));
};

/** A word of the language in the place of a name. */
const isNameAfterAll = (c: Cursor): boolean => c.isIn(SOFT) && [",", ";", "=", ")", "<="].includes(c.kind(1));

/** Words, ranges and strengths before the names; the name of a type if another name follows. */
export function* typeParts(c: Cursor): Parts {
  const parts: Node[] = [];
  for (;;) {
    if (isNameAfterAll(c)) return parts;
    const isOpen = !parts.some(isType);
    if (c.isIn(QUALIFIERS) || (isOpen && (c.isIn(NETS) || c.isIn(VARIABLES) || c.is("type")))) parts.push(c.leaf());
    else if (c.is("struct", "union")) parts.push(yield structType(c));
    else if (c.is("enum")) parts.push(yield enumType(c));
    else if (c.is("[")) parts.push(yield range(c));
    else if (c.is("(") && c.kind(1) !== "" && STRENGTHS.has(c.kind(1))) parts.push(opaqueBrackets(c));
    else if (c.is("(") && parts.at(-1)?.kind === "type") parts.push(opaqueBrackets(c));
    else if (c.is("#")) parts.push(yield delay(c));
    else if (c.is("identifier", "macro") && isTypeName(c) && isOpen) parts.push(namedType(c));
    else return parts;
  }
}

/** Behind a type there is no other. */
const isType = ({ kind, field }: Node): boolean =>
  field === "type" || kind === "range" || (VARIABLES.has(kind) && kind !== "var");

const isTypeName = (c: Cursor): boolean => {
  if (["::", "."].includes(c.kind(1))) return true;
  let at = 1;
  if (c.kind(at) === "#") at = c.closing(at + 1) + 1;
  while (c.kind(at) === "[") at = c.closing(at) + 1;
  return c.kind(at) === "identifier";
};

export function namedType(c: Cursor): Node {
  const parts = [c.leaf()];
  while (c.is("::", ".")) parts.push(c.leaf(), c.expected("identifier"));
  if (c.is("#")) parts.push(c.leaf(), ...(c.is("(") ? [opaqueBrackets(c)] : []));
  return withField(parts.length === 1 ? (parts[0] as Node) : nodeOf("hierarchical", parts), "type");
}

export function* range(c: Cursor): Rule {
  return { ...(yield selector(c)), kind: "range" };
}

export function* delay(c: Cursor): Rule {
  const sign = c.leaf();
  return nodeOf("delay", [sign, c.is("(") ? opaqueBrackets(c) : yield primary(c)]);
}

/** The same for braces, which may have semicolons in them. */
export function opaqueBraces(c: Cursor): Node {
  const parts: Node[] = [];
  let depth = 0;
  do {
    depth += c.is("{") ? 1 : c.is("}") ? -1 : 0;
    parts.push(c.leaf());
  } while (depth > 0 && !c.is(""));
  return nodeOf("stray", depth > 0 ? [...parts, c.missed("}")] : parts);
}

/** Whatever stands up to the bracket that closes the next one. */
export function opaqueBrackets(c: Cursor): Node {
  const parts: Node[] = [];
  for (let left = c.closing(0); left >= 0 && !c.is("", ";"); left--) parts.push(c.leaf());
  return parts.length === 0 ? c.missed("(") : nodeOf("stray", parts);
}

function* structType(c: Cursor): Rule {
  const words = [c.leaf(), ...c.optional("tagged"), ...c.optional("packed"), ...c.optional("signed", "unsigned")];
  const members: Node[] = [c.expected("{")];
  while (!c.is("}", "", "endmodule", "endpackage")) {
    const { place } = c;
    members.push(...c.moved(place, yield declaration(c)));
  }
  return nodeOf("struct_type", [...words, ...members, c.expected("}")]);
}

function* enumType(c: Cursor): Rule {
  const word = c.leaf();
  const base = c.is("identifier") && c.kind(1) === "{" ? [c.leaf("type")] : yield* typeParts(c);
  return nodeOf("enum_type", [
    word,
    ...base,
    c.is("{") ? yield bracketed(c, "concatenation", enumerator) : c.missed("{"),
  ]);
}

function* enumerator(c: Cursor): Rule {
  const name = c.expected("identifier", "name");
  const dimension = c.is("[") ? [yield range(c)] : [];
  return nodeOf("enumerator", [name, ...dimension, ...(yield* valueOf(c))]);
}

function* valueOf(c: Cursor): Parts {
  return c.is("=") ? [c.leaf(), withField(yield expression(c), "value")] : [];
}

/** A name with its dimensions and its value. */
export function* declarator(c: Cursor): Rule {
  const parts: Node[] = [c.name("name")];
  while (c.is("[")) parts.push(yield range(c));
  return nodeOf("declarator", [...parts, ...(yield* valueOf(c))]);
}

/** With its semicolon. */
export function* declaration(c: Cursor): Rule {
  const isPort = c.isIn(DIRECTIONS);
  const isParameter = c.is("parameter", "localparam");
  const words = isPort || isParameter ? [c.leaf()] : [];
  const type = yield* typeParts(c);
  const names = [yield declarator(c), ...(yield* further(c, declarator))];
  const kind = isPort ? "port_declaration" : isParameter ? "parameter_declaration" : "declaration";
  return nodeOf(kind, [...words, ...type, ...names, c.expected(";")]);
}

export function* typedef(c: Cursor): Rule {
  const words = [c.leaf(), ...c.optional("class", "interface")];
  const type = yield* typeParts(c);
  return nodeOf("typedef", [...words, ...type, yield declarator(c), c.expected(";")]);
}

/** `#(parameter A = 1, B = 2)`. */
export function* parameterPorts(c: Cursor): Rule {
  const sign = c.leaf();
  return nodeOf("parameter_ports", [
    sign,
    ...(c.is("(") ? (yield bracketed(c, "", parameterPort)).children : [c.missed("(")]),
  ]);
}

function* parameterPort(c: Cursor): Rule {
  const words = c.optional("parameter", "localparam");
  return nodeOf("port", [...words, ...(yield* typeParts(c)), yield declarator(c)]);
}

/** Names alone, to be declared further down, or whole declarations. */
export function* portList(c: Cursor): Rule {
  const parts = [c.leaf()];
  let isWhole = false;
  while (!c.is(")", ";", "")) {
    if (c.is(",")) parts.push(c.leaf());
    else {
      const made = yield port(c);
      isWhole ||= made.kind === "port";
      parts.push(isWhole ? wholePort(made) : made);
      if (!c.is(",", ")")) break;
    }
  }
  return nodeOf("port_list", [...parts, c.expected(")")]);
}

/** A name behind a whole declaration is declared like it: `input a, b`. */
const wholePort = (made: Node): Node => {
  const [name] = made.children;
  if (made.kind !== "port_reference" || made.children.length > 1 || name?.kind !== "identifier") return made;
  return nodeOf("port", [nodeOf("declarator", [withField(name, "name")])]);
};

function* port(c: Cursor): Rule {
  if (c.is(".", "{")) return nodeOf("port_reference", yield* portExpression(c));
  if (c.is(".*", "...")) return nodeOf("port_reference", [c.leaf()]);
  const isDirected = c.isIn(DIRECTIONS);
  const words = isDirected ? [c.leaf()] : c.optional("interface");
  const type = yield* typeParts(c);
  const name = yield declarator(c);
  const isBare = words.length === 0 && type.length === 0 && name.children.length === 1;
  return isBare
    ? nodeOf(
        "port_reference",
        name.children.map((each) => ({ ...each, field: "" })),
      )
    : nodeOf("port", [...words, ...type, name]);
}

function* portExpression(c: Cursor): Parts {
  if (!c.is(".")) return [yield primary(c)];
  const parts = [c.leaf(), c.expected("identifier"), c.expected("(")];
  if (!c.is(")")) parts.push(yield expression(c));
  return [...parts, c.expected(")")];
}
