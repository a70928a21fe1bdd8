/** Which nodes of a tree are worth being units of their own. */
import { hasRole } from "../../languages/roles.ts";
import type { Syntax } from "../../languages/pass.ts";
import { NONE, structureOf } from "./structure.ts";

/** Elements of lists without separators, or with semicolons, that are more than a token: statements, declarations, rules. */
export const isStatement = (syntax: Syntax, node: number): boolean => {
  const structure = structureOf(syntax);
  const own = structure.listAt(structure.listOf(node));
  if (own === undefined || (syntax.tree.after[node] as number) <= node + 1) return false;
  if (own.shape.separator !== undefined) return own.shape.separator === ";";
  return syntax.language.traits.grammarless !== true || isLine(syntax, node);
};

/** Without a grammar: lines, blocks and statements; on lines of bracketed groups alone, each of them. */
const isLine = ({ tree, language }: Syntax, node: number): boolean => {
  const kindOf = (each: number): string => language.kinds[tree.kind[each] as number] ?? "";
  const first = (tree.parent[node] as number) + 1;
  return (
    /^(?:line|block|item)$/.test(kindOf(node)) ||
    (kindOf(node).startsWith("group") && kindOf(first).startsWith("group"))
  );
};

/** Elements of any list, and what may simply be missing. Without a grammar, any token is one: those are left to the pass that knows nothing else. */
export const isElement = (syntax: Syntax, node: number): boolean =>
  structureOf(syntax).listOf(node) !== NONE &&
  (syntax.language.traits.grammarless !== true || (syntax.tree.after[node] as number) > node + 1);

export const nodesThat = (syntax: Syntax, holds: (syntax: Syntax, node: number) => boolean): readonly number[] => {
  const nodes: number[] = [];
  for (let node = 1; node < syntax.tree.length; node++) if (holds(syntax, node)) nodes.push(node);
  return nodes;
};

/** An element that is more than this share of the text is no unit to begin with: those inside it are. */
const LARGE = 0.5;

/** The outermost elements, with those inside namespaces and classes and inside whatever makes up most of the text. */
export const topLevel = (syntax: Syntax): readonly number[] => {
  const { tree, language } = syntax;
  const nodes: number[] = [];
  for (let node = 1; node < tree.length; node++) {
    if (!isElement(syntax, node)) continue;
    nodes.push(node);
    const size = (tree.end[node] as number) - (tree.start[node] as number);
    const goesOn = size > LARGE * tree.text.length || hasRole(language, "container", tree.kind[node]);
    if (!goesOn) node = (tree.after[node] as number) - 1;
  }
  return nodes;
};

/** The statement around a node; the root if there is none. */
export const statementOf = (syntax: Syntax, node: number): number =>
  above(node, syntax.tree.parent, (each) => isStatement(syntax, each));

/** The node, or the nearest above it that holds; the root if there is none. */
export const above = (node: number, parent: Int32Array, holds: (node: number) => boolean): number => {
  let at = node;
  while (at > 0 && !holds(at)) at = parent[at] as number;
  return at;
};
