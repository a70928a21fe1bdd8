/** Small parts of declarations: attributes, types behind colons, initial values, layouts. */
import { expression, typeName, value } from "./expressions.ts";
import { accept, expect, list, takeName, type Parser, type Parsing } from "./parsing.ts";

/** `@group(0)` of WGSL, `[numthreads(1, 1, 1)]` of HLSL. */
export function* attributes(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  for (;;) {
    const isOne = dialect.name === "wgsl" ? tree.peek() === "@" : dialect.name === "hlsl" && tree.peek() === "[";
    if (!isOne) return;
    tree.open("attribute");
    if (accept(parser, "@")) {
      const needs = VALUED_ATTRIBUTES.test(tree.peek());
      takeAttributeName(parser);
      if (tree.peek() === "(") yield list(parser, { kind: "argument_list", closing: ")" }, expression);
      else if (needs) expect(parser, "(");
      if (needs && tree.textAt(tree.at - 2) === "(") tree.miss("identifier");
    } else {
      accept(parser, "[");
      yield expression(parser);
      expect(parser, "]");
    }
    tree.close();
  }
}

const VALUED_ATTRIBUTES = /^(?:group|binding|location|builtin|workgroup_size|size|align|id|interpolate)$/;

/** `@const` is one, too. */
const takeAttributeName = (parser: Parser): void => {
  if (parser.tree.peek() === "const") parser.tree.take("const");
  else takeName(parser, "attribute_name");
};

/** `: type`, with what introduces it. */
export function* typeAnnotation(parser: Parser): Parsing {
  const { tree } = parser;
  tree.open("type_annotation", "type");
  expect(parser, ":");
  yield typeName(parser);
  tree.close();
}

/** A type and a value of WGSL, each if it is there, one of them at least. */
export function* initialized(parser: Parser): Parsing {
  const { tree } = parser;
  const isTyped = tree.peek() === ":";
  if (isTyped) yield typeAnnotation(parser);
  if (tree.peek() === "=") yield initialValue(parser);
  else if (!isTyped) tree.miss("type_annotation");
}

export function* initialValue(parser: Parser): Parsing {
  const { tree } = parser;
  tree.open("initializer");
  accept(parser, "=");
  const mark = tree.mark();
  yield value(parser);
  tree.name(mark, "value");
  tree.close();
}

/** Words before a type in C's languages, `layout(…)` among them. */
export function* qualifiers(parser: Parser): Parsing {
  const { tree } = parser;
  while (isQualifier(parser)) {
    const isLayout = tree.peek() === "layout";
    tree.open("qualifier");
    tree.take("word");
    if (tree.peek() === "(")
      yield list(parser, { kind: "layout_list", closing: ")" }, isLayout ? layoutEntry : expression);
    else if (isLayout) expect(parser, "(");
    if (isLayout && tree.textAt(tree.at - 2) === "(") tree.miss("identifier");
    tree.close();
  }
}

/** What has no meaning without a value. */
const VALUED = /^(?:location|binding|set|offset|component|index|constant_id|local_size_[xyz]|max_vertices|xfb_\w+)$/;

/** `std140`, `location = 0`. */
function* layoutEntry(parser: Parser): Parsing {
  const { tree } = parser;
  const word = tree.peek();
  if (tree.peek(1) === "=" || word === "shared") return yield expression(parser);
  takeName(parser, "identifier");
  if (VALUED.test(word)) expect(parser, "=");
}

/** Some of these words may be names, too: not before what goes on with a declaration. */
export const isQualifier = ({ tree, dialect }: Parser): boolean => {
  const word = tree.peek();
  if (!dialect.qualifiers.has(word)) return false;
  const next = tree.peek(1);
  if (/^(?:layout|subroutine|spirv_\w+)$/.test(word)) return true;
  return /^[\p{L}_;{]/u.test(next);
};

/** `: SV_Position`, `: register(t0, space1)`. */
export function* semantics(parser: Parser): Parsing {
  const { tree, dialect } = parser;
  while (dialect.name === "hlsl" && tree.peek() === ":") {
    tree.open("semantic");
    tree.take(":");
    if (/^(?:register|packoffset)$/.test(tree.peek())) {
      tree.take("word");
      if (tree.peek() === "(") yield list(parser, { kind: "argument_list", closing: ")" }, expression);
      else expect(parser, "(");
    } else takeName(parser, "semantic_name");
    tree.close();
  }
}
