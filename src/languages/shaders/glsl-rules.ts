/** What the grammar of GLSL allows, and compilers do not: the kind of each fault. */
import { inferenceOf } from "./inference.ts";
import { GLSL } from "./dialect.ts";
import { aboveOf, childrenOf, fieldChild, kindChild, kindOf, textOf, type Nodes } from "./nodes.ts";
import { fits, shapeOf } from "./types.ts";

/** Of one node. */
type Rule = (nodes: Nodes, node: number, isStrict: boolean) => readonly string[];

export const brokenGlslRules = (nodes: Nodes): readonly string[] => {
  const version = /^[ \t]*#[ \t]*version[ \t]+(\d+)([^\n]*)/m.exec(nodes.tree.text);
  const isEmbedded = version === null || version[1] === "100" || /\bes\b/.test(version[2] ?? "");
  const isStrict = isEmbedded || Number(version[1]) < 120;
  const faults = isEmbedded && lacksPrecision(nodes) ? ["precision"] : [];
  for (let node = 1; node < nodes.tree.length; node++) {
    const kind = kindOf(nodes, node);
    const rule = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined;
    if (rule !== undefined) faults.push(...rule(nodes, node, isStrict));
    if (isReservedName(nodes, node, kind)) faults.push("reserved name");
  }
  return faults;
};

const FLOAT = /^(?:float|vec[234]|mat[234](?:x[234])?)$/;

/** Floats of a dialect for small devices have a precision. */
const lacksPrecision = (nodes: Nodes): boolean => {
  let hasFloat = false;
  for (let node = 1; node < nodes.tree.length; node++) {
    const kind = kindOf(nodes, node);
    if (kind === "declaration" && /^precision\b[^;]*\bfloat\b/.test(textOf(nodes.tree, node))) return false;
    hasFloat ||= kind === "primitive_type" && FLOAT.test(textOf(nodes.tree, node));
  }
  return hasFloat;
};

const isReservedName = (nodes: Nodes, node: number, kind: string): boolean => {
  if (!/^(?:identifier|primitive_type)$/.test(kind)) return false;
  if (!/^(?:name|declarator)$/.test(nodes.language.fields[nodes.tree.field[node] as number] ?? "")) return false;
  const own = textOf(nodes.tree, node);
  return kind === "primitive_type" || own.startsWith("gl_") || GLSL.keywords.has(own);
};

const STORAGE = /^(?:uniform|buffer|in|out|shared)$/;
const OPAQUE = /^[iu]?(?:sampler|texture|image)/;

/** A layout needs a version and a place to store something, a sampler is uniform, a constant has a value, nothing is void. */
const declarationFaults: Rule = (nodes, node) => {
  const { tree } = nodes;
  const words = [...childrenOf(tree, node)]
    .filter((child) => kindOf(nodes, child) === "qualifier")
    .map((child) => textOf(tree, child));
  const isStored = words.some((word) => STORAGE.test(word));
  const hasLayout = words.some((word) => word.startsWith("layout"));
  const type = fieldChild(nodes, node, "type");
  const named = type < 0 ? "" : textOf(tree, type);
  const isPlaced = type < 0 && words.some((word) => word.includes("location"));
  const isPiped = named.startsWith("struct") && words.some((word) => /^(?:in|out)$/.test(word));
  const isFunction = kindChild(nodes, node, "parameter_list") > 0;
  const faults = {
    "layout of nothing": hasLayout && !isStored,
    "layout without version": hasLayout && !/^[ \t]*#[ \t]*version\b/m.test(tree.text),
    "sampler that is not uniform": OPAQUE.test(named) && !words.includes("uniform"),
    "place of nothing": isPlaced,
    "struct of the pipeline": isPiped,
    "constant without value": words.includes("const") && lacksValue(nodes, node),
    "void variable": named === "void" && !isFunction && fieldChild(nodes, node, "declarator") > 0,
  };
  return Object.entries(faults).flatMap(([name, isThere]) => (isThere ? [name] : []));
};

const lacksValue = (nodes: Nodes, node: number): boolean => {
  const declarators = [...childrenOf(nodes.tree, node)].filter(
    (child) => nodes.language.fields[nodes.tree.field[child] as number] === "declarator",
  );
  return declarators.length === 0 || declarators.some((each) => kindChild(nodes, each, "initializer") < 0);
};

const typeAt = (nodes: Nodes, node: number): string | undefined =>
  node < 0 ? undefined : inferenceOf(nodes, GLSL).types[node];

/** Does a value that is known not to be of a type stand where that is wanted? */
const isMisfit = (inner: string | undefined, outer: string | undefined, isStrict: boolean): boolean =>
  inner !== undefined &&
  outer !== undefined &&
  shapeOf(inner) !== undefined &&
  shapeOf(outer) !== undefined &&
  inner !== outer &&
  (isStrict || (!fits(inner, outer, GLSL) && !isWidened(inner, outer)));

/** Unsigned numbers become floats, and floats doubles, without a word. */
const isWidened = (inner: string, outer: string): boolean =>
  inner.replace(/^[iu]32/, "f32") === outer.replace(/^f64/, "f32") || inner.replace(/^i32/, "u32") === outer;

const returnFaults: Rule = (nodes, node, isStrict) => {
  const owner = aboveOf(nodes, node, /^function_definition$/);
  const written = owner < 0 ? -1 : fieldChild(nodes, owner, "type");
  const [, value] = childrenOf(nodes.tree, node);
  const wanted = written < 0 ? undefined : inferenceOf(nodes, GLSL).read(textOf(nodes.tree, written));
  return isMisfit(typeAt(nodes, value ?? -1), wanted, isStrict) ? ["type of a return"] : [];
};

/** Functions of the library that no whole number may be given to where nothing is converted. */
const OF_FLOATS =
  /^(?:a?(?:sin|cos|tan)h?|pow|exp2?|log2?|sqrt|inversesqrt|floor|ceil|fract|mod|mix|step|smoothstep|length|distance|dot|cross|normalize|reflect|refract|faceforward|radians|degrees)$/;

const callFaults: Rule = (nodes, node, isStrict) => {
  const callee = fieldChild(nodes, node, "function");
  const list = fieldChild(nodes, node, "arguments");
  if (callee < 0 || list < 0) return [];
  const name = textOf(nodes.tree, callee);
  if (kindOf(nodes, list) !== "argument_list") return [];
  const given = [...childrenOf(nodes.tree, list)]
    .filter((child) => !/^(?:[(),]|comment)$/.test(kindOf(nodes, child)))
    .map((child) => typeAt(nodes, child));
  if (kindOf(nodes, callee) === "subscript_expression")
    return isPartial(nodes, callee, given.length) ? ["parts of an array"] : [];
  if (kindOf(nodes, callee) === "primitive_type") return lacksParts(name, given) ? ["parts of a value"] : [];
  return isStrict && OF_FLOATS.test(name) && given.some((type) => /^[iu]32/.test(type ?? "")) ? ["conversion"] : [];
};

/** `float[3](1, 2)`: an array of a length that is written, or a macro, with other values than it has. */
const isPartial = (nodes: Nodes, type: number, count: number): boolean => {
  const length = /\[\s*(\w+)\s*\]$/.exec(textOf(nodes.tree, type))?.[1] ?? "";
  const defined = new RegExp(String.raw`^[ \t]*#[ \t]*define[ \t]+${length}[ \t]+(\d+)\s*$`, "m");
  const wanted = /^\d+$/.test(length) ? length : defined.exec(nodes.tree.text)?.[1];
  return wanted !== undefined && Number(wanted) !== count;
};

/** A value of nothing; a vector of several values, or a matrix, with fewer numbers than it has. */
const lacksParts = (name: string, given: readonly (string | undefined)[]): boolean => {
  if (given.length === 0) return true;
  const [, letter, first, second] = /^[biud]?(vec|mat)([234])(?:x([234]))?$/.exec(name) ?? [];
  if (letter === undefined) return false;
  const wanted = Number(first) * Number(letter === "vec" ? 1 : (second ?? first));
  const shapes = given.map((type) => (type === undefined ? undefined : shapeOf(type)));
  if (shapes.includes(undefined)) return false;
  const sizes = shapes.map((shape) => (shape?.columns ?? 1) * (shape?.rows ?? 1));
  const isOne = sizes.length === 1 && (sizes[0] === 1 || letter === "mat");
  return !isOne && sizes.reduce((sum, size) => sum + size, 0) < wanted;
};

/** Numbers of two kinds, where nothing is converted. */
const operatorFaults: Rule = (nodes, node, isStrict) => {
  const [left, , right] = [...childrenOf(nodes.tree, node)].map((child) => typeAt(nodes, child)?.split(":")[0]);
  return isStrict && left !== undefined && right !== undefined && left !== right ? ["conversion"] : [];
};

const valueFaults: Rule = (nodes, node, isStrict) => {
  const declaration = aboveOf(nodes, node, /^declaration$/);
  const initializer = kindChild(nodes, node, "initializer");
  const written = declaration < 0 ? -1 : fieldChild(nodes, declaration, "type");
  if (initializer < 0 || written < 0 || kindChild(nodes, node, "dimension") > 0) return [];
  const value = [...childrenOf(nodes.tree, initializer)].at(-1) ?? -1;
  const wanted = inferenceOf(nodes, GLSL).read(textOf(nodes.tree, written));
  return isMisfit(typeAt(nodes, value), wanted, isStrict) ? ["type of a value"] : [];
};

const RULES: Readonly<Record<string, Rule>> = {
  declaration: declarationFaults,
  function_definition: (nodes, node) =>
    [...childrenOf(nodes.tree, node)].some(
      (child) => kindOf(nodes, child) === "qualifier" && STORAGE.test(textOf(nodes.tree, child)),
    )
      ? ["place of a function"]
      : [],
  return_statement: returnFaults,
  call_expression: callFaults,
  binary_expression: operatorFaults,
  init_declarator: valueFaults,
  empty_statement: (nodes, node) =>
    nodes.tree.parent[node] === 0 || kindOf(nodes, nodes.tree.parent[node] as number) === "field_declaration_list"
      ? ["nothing declared"]
      : [],
  struct_specifier: (nodes, node) =>
    aboveOf(nodes, node, /^field_declaration_list$/) > 0 ? ["struct inside a struct"] : [],
};
