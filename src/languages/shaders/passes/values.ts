/** Expressions become a zero of their type, or a part of them that has the same type. */
import type { Edit, EditPass, RewritePass, Syntax } from "../../pass.ts";
import type { Dialect } from "../dialect.ts";
import { inferenceOf } from "../inference.ts";
import { aboveOf, childrenOf, kindOf, textOf } from "../nodes.ts";
import type { Inference } from "../thing.ts";
import { fits } from "../types.ts";
import { replaced } from "./edits.ts";

/** What a statement is about: values that are in no other expression. */
const PLACES =
  /^(?:initializer|return_statement|assignment_expression|argument_list|if_statement|while_statement|switch_statement|for_statement)$/;
const WEAK = /^(?:binary|unary|conditional|assignment|comma|cast)_expression$/;
/** What can hold such an expression without brackets around it. */
const LOOSE =
  /^(?:argument_list|initializer|return_statement|parenthesized_expression|assignment_expression|initializer_list|switch_statement|if_statement|while_statement|for_statement)$/;
/** How many parts are tried for an expression. */
const MAX_PARTS = 6;
/** On a text with more of them, trying one after the other is hopeless anyway. */
const MAX_EDITS = 20_000;

export const valuePasses = (dialect: Dialect): readonly [zeros: RewritePass, values: EditPass] => [
  {
    kind: "rewrites",
    filtered: true,
    name: "zeros",
    about: "replaces whole expressions by a zero of the same type",
    rewrites(syntax) {
      const inference = inferenceOf(syntax, dialect);
      const edits: Edit[] = [];
      for (let node = 1; node < syntax.tree.length; node++) {
        const zero = PLACES.test(parentKind(syntax, node)) ? zeroAt(syntax, inference, node) : undefined;
        if (zero === undefined) continue;
        edits.push(zero);
        node = (syntax.tree.after[node] as number) - 1;
      }
      return edits.map((edit) => [edit]);
    },
  },
  {
    kind: "edits",
    filtered: true,
    name: "values",
    about: "replaces an expression by a zero or by a part of the same type",
    edits(syntax, from) {
      const { tree } = syntax;
      const inference = inferenceOf(syntax, dialect);
      const edits: Edit[] = [];
      for (let node = 1; node < tree.length && edits.length < MAX_EDITS; node++) {
        if ((tree.start[node] as number) < from || isRepeated(syntax, node)) continue;
        const zero = zeroAt(syntax, inference, node);
        if (zero !== undefined) edits.push(zero);
        edits.push(...partsOf(syntax, inference, node, dialect));
      }
      return edits;
    },
  },
];

const parentKind = (syntax: Syntax, node: number): string => kindOf(syntax, syntax.tree.parent[node] as number);

/** Only the outermost of nodes that span the same. */
const isRepeated = ({ tree }: Syntax, node: number): boolean => {
  const parent = tree.parent[node] as number;
  return tree.start[parent] === tree.start[node] && tree.end[parent] === tree.end[node];
};

/** Where a value is expected: what is declared, returned or passed tells the type, if the value does not. */
const zeroAt = (syntax: Syntax, inference: Inference, node: number): Edit | undefined => {
  if (isTarget(syntax, node)) return undefined;
  const type = inference.types[node] ?? expectedType(syntax, inference, node);
  const zero = inference.zero(type);
  const own = textOf(syntax.tree, node);
  return zero === undefined || zero.length >= own.length ? undefined : replaced(syntax, node, zero);
};

const isTarget = ({ tree, language }: Syntax, node: number): boolean =>
  /^(?:left|function|operator|field|name|declarator)$/.test(language.fields[tree.field[node] as number] ?? "") ||
  tree.after[node] === node + 1;

const expectedType = (syntax: Syntax, inference: Inference, node: number): string | undefined => {
  const { tree } = syntax;
  const parent = tree.parent[node] as number;
  const kind = kindOf(syntax, parent);
  if (kind === "initializer") {
    const declared = inference.things.find((thing) => thing.node === tree.parent[parent]);
    return declared?.type;
  }
  if (kind !== "return_statement" || kindOf(syntax, node) === "return") return undefined;
  const around = aboveOf(syntax, node, /^function_definition$/);
  return inference.things.find((thing) => thing.node === around)?.type;
};

/** The value of a variable that nothing uses, and that has its type from the value. */
const isOfAnyType = (syntax: Syntax, { things }: Inference, node: number): boolean => {
  const { tree } = syntax;
  const parent = tree.parent[node] as number;
  if (kindOf(syntax, parent) !== "initializer") return false;
  const declaration = tree.parent[parent] as number;
  const isTyped = [...childrenOf(tree, declaration)].some((child) => kindOf(syntax, child) === "type_annotation");
  const declared = things.find((thing) => thing.node === declaration);
  return !isTyped && kindOf(syntax, declaration) === "declaration" && declared?.uses.length === 0;
};

/** The outermost parts of the same type, then those inside them. */
const partsOf = (syntax: Syntax, inference: Inference, node: number, dialect: Dialect): readonly Edit[] => {
  const { tree } = syntax;
  const { types } = inference;
  const type = types[node];
  const isAny = isOfAnyType(syntax, inference, node);
  if ((type === undefined && !isAny) || isTarget(syntax, node)) return [];
  const found = new Set<string>();
  const length = (tree.end[node] as number) - (tree.start[node] as number);
  for (let inner = node + 1; inner < (tree.after[node] as number) && found.size < MAX_PARTS; inner++) {
    const own = types[inner];
    if (own === undefined || (type !== undefined && !isAny && !fits(own, type, dialect))) continue;
    const isWeak = WEAK.test(kindOf(syntax, inner)) && !LOOSE.test(parentKind(syntax, node));
    const text = textOf(tree, inner);
    if (text.length + (isWeak ? 2 : 0) < length) found.add(isWeak ? `(${text})` : text);
  }
  return [...found].map((text) => replaced(syntax, node, text));
};
