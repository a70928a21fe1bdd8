/** What the grammar of C's shading languages allows, and compilers do not: counted, so that a text has no more of it than the one it comes from. */
import { HLSL, type Dialect } from "./dialect.ts";
import { brokenGlslRules } from "./glsl-rules.ts";
import { inferenceOf } from "./inference.ts";
import { aboveOf, childrenOf, fieldChild, kindOf, textOf, type Nodes } from "./nodes.ts";
import type { Thing } from "./thing.ts";

/** The kind of each fault. */
export const brokenRules = (nodes: Nodes, { name }: Dialect): readonly string[] => {
  const directives = new Directives();
  const faults: string[] = [];
  for (let node = 1; node < nodes.tree.length; node++) {
    const kind = kindOf(nodes, node);
    if (kind === "directive") directives.meet(textOf(nodes.tree, node));
    else if (kind === "declaration" || kind === "function_definition") directives.isBegun = true;
    else if (kind === "switch_body") faults.push(...chosenTwice(nodes, node));
  }
  faults.push(...Array.from({ length: directives.count() }, () => "directive"));
  return [...faults, ...(name === "glsl" ? brokenGlslRules(nodes) : fixedTargets(nodes))];
};

/** Values of a switch, or its default. */
const chosenTwice = (nodes: Nodes, body: number): readonly string[] => {
  const labels = [...childrenOf(nodes.tree, body)]
    .filter((child) => kindOf(nodes, child) === "case_statement")
    .map((child) => fieldChild(nodes, child, "value"))
    .map((value) => (value < 0 ? "default" : textOf(nodes.tree, value)));
  return Array.from({ length: labels.length - new Set(labels).size }, () => "label that is there twice");
};

/** Variables of HLSL outside of functions cannot be changed, unless they are static or resources. */
const fixedTargets = (nodes: Nodes): readonly string[] => {
  const fixed = new Set(
    inferenceOf(nodes, HLSL)
      .things.filter((thing) => isFixed(nodes, thing))
      .flatMap(({ uses }) => uses),
  );
  return [...fixed].filter((use) => isTarget(nodes, use)).map(() => "target that is uniform");
};

const isFixed = (nodes: Nodes, { kind, node, owner }: Thing): boolean => {
  if (kind !== "variable" || owner !== undefined) return false;
  const declaration = kindOf(nodes, node) === "declaration" ? node : aboveOf(nodes, node, /^declaration$/);
  return declaration > 0 && nodes.tree.parent[declaration] === 0 && !CHANGEABLE.test(textOf(nodes.tree, declaration));
};

const CHANGEABLE = /\b(?:static|groupshared|RW\w+|RasterizerOrdered\w+)\b/;

/** Is a name, or a part of what it names, given a value? */
const isTarget = (nodes: Nodes, use: number): boolean => {
  const { tree } = nodes;
  let at = use;
  let above = tree.parent[at] as number;
  while (/^(?:field|subscript)_expression$/.test(kindOf(nodes, above)) && at === above + 1) {
    at = above;
    above = tree.parent[at] as number;
  }
  const kind = kindOf(nodes, above);
  return kind === "update_expression" || (kind === "assignment_expression" && at === above + 1);
};

/** A word that the preprocessor knows, with the name of a macro or what else it needs. */
const WRITTEN =
  /^#\s*(?:$|(?:define|undef|ifdef|ifndef)\s+[A-Za-z_]|(?:if|elif|include|error|pragma|version|line)\b\s*\S|extension\s+\w+\s*:\s*(?:require|enable|warn|disable)\b|(?:else|endif|error|pragma|warning)\b)/;

/** Directives are whole, conditions have their ends, and the version stands before everything else. */
class Directives {
  /** Something else was there. */
  isBegun = false;
  #open = 0;
  #broken = 0;

  meet(text: string): void {
    const word = /^#\s*(\w*)/.exec(text)?.[1] ?? "";
    if (word === "version" && this.isBegun) this.#broken++;
    this.isBegun = true;
    if (!WRITTEN.test(text)) this.#broken++;
    if (word.startsWith("if")) this.#open++;
    else if (this.#open === 0 && /^(?:else|elif|endif)$/.test(word)) this.#broken++;
    else if (word === "endif") this.#open--;
  }

  count(): number {
    return this.#broken + this.#open;
  }
}
