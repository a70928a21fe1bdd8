/** WGSL: numbers where vectors stood, and values that no name is given to. */
import type { Edit, RewritePass, Syntax } from "../../pass.ts";
import { WGSL } from "../dialect.ts";
import { inferenceOf } from "../inference.ts";
import { childrenOf, fieldChild, kindChild, kindOf, textOf } from "../nodes.ts";
import { replaced } from "./edits.ts";

const SCALARS: Readonly<Record<string, string>> = { f: "f32", i: "i32", u: "u32", h: "f16" };

/** Vectors of one statement depend on each other. */
export const scalars: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "scalars",
  about: "replaces the vectors of a statement by single numbers",
  rewrites(syntax) {
    const { tree } = syntax;
    const found = new Map<number, Edit[]>();
    for (let node = 1; node < tree.length; node++) {
      const edit = scalarAt(syntax, node);
      if (edit === undefined) continue;
      const statement = statementOf(syntax, node);
      found.set(statement, [...(found.get(statement) ?? []), edit]);
      node = (tree.after[node] as number) - 1;
    }
    return [...found.values()];
  },
};

/** `vec3<f32>` and `vec3f` are f32; a vector of nothing is a zero. */
const scalarAt = (syntax: Syntax, node: number): Edit | undefined => {
  const { tree } = syntax;
  const kind = kindOf(syntax, node);
  if (kind === "call_expression") {
    const made = fieldChild(syntax, node, "function");
    return made >= 0 && /^vec[234]$/.test(textOf(tree, made)) && /^\(\s*\)$/.test(argumentsOf(syntax, node))
      ? replaced(syntax, node, "0")
      : undefined;
  }
  if (kind !== "primitive_type" && kind !== "template_type") return undefined;
  const [, of, letter] = /^vec[234](?:\s*<\s*(\w+)\s*>|([fiuh]))$/.exec(textOf(tree, node)) ?? [];
  const type = of ?? SCALARS[letter ?? ""];
  return type === undefined ? undefined : replaced(syntax, node, type);
};

const argumentsOf = (syntax: Syntax, call: number): string => {
  const list = fieldChild(syntax, call, "arguments");
  return list < 0 ? "" : textOf(syntax.tree, list);
};

/** The innermost statement or declaration. */
const statementOf = (syntax: Syntax, node: number): number => {
  let at = node;
  while (at > 0 && !/(?:_statement|^declaration|^parameter_list)$/.test(kindOf(syntax, at)))
    at = syntax.tree.parent[at] as number;
  return at;
};

export const unnamed: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "unnamed",
  about: "takes the names from values that nothing uses",
  rewrites(syntax) {
    const { tree } = syntax;
    return inferenceOf(syntax, WGSL).things.flatMap(({ node, uses }) => {
      if (uses.length > 0 || kindOf(syntax, node) !== "declaration") return [];
      if (kindOf(syntax, tree.parent[node] as number) !== "compound_statement") return [];
      const value = kindChild(syntax, node, "initializer");
      const [first] = childrenOf(tree, node);
      if (value < 0 || first === undefined || !/^(?:var|let)$/.test(kindOf(syntax, first))) return [];
      return [[{ start: tree.start[node] as number, end: tree.start[value] as number, text: "_" }]];
    });
  },
};
