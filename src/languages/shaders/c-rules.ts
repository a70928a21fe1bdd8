/** What the grammar of C's shading languages allows, and compilers do not: counted, so that a text has no more of it than the one it comes from. */
import type { Dialect } from "./dialect.ts";
import { childrenOf, fieldChild, kindOf, textOf, type Nodes } from "./nodes.ts";

/** How many parts break a rule. */
export const brokenRules = (nodes: Nodes, { name }: Dialect): number => {
  const isGlsl = name === "glsl";
  const directives = new Directives();
  let count = 0;
  for (let node = 1; node < nodes.tree.length; node++) {
    const kind = kindOf(nodes, node);
    if (kind === "directive") directives.meet(textOf(nodes.tree, node));
    else if (kind === "declaration" || kind === "function_definition") directives.isBegun = true;
    if (!isGlsl) continue;
    if (kind === "declaration") count += brokenQualifiers(nodes, node, directives.hasVersion);
    else if (kind === "empty_statement") count += nodes.tree.parent[node] === 0 ? 1 : 0;
  }
  return count + directives.count();
};

/** A word that the preprocessor knows, with the name of a macro or what else it needs. */
const WRITTEN =
  /^#\s*(?:$|(?:define|undef|ifdef|ifndef)\s+[A-Za-z_]|(?:if|elif|include|error|pragma|extension|version|line)\b\s*\S|(?:else|endif|error|pragma|warning)\b)/;

/** Directives are whole, conditions have their ends, and the version stands before everything else. */
class Directives {
  /** Something else was there. */
  isBegun = false;
  hasVersion = false;
  #open = 0;
  #broken = 0;

  meet(text: string): void {
    const word = /^#\s*(\w*)/.exec(text)?.[1] ?? "";
    if (word === "version") {
      this.hasVersion = true;
      if (this.isBegun) this.#broken++;
    }
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

const STORAGE = /^(?:uniform|buffer|in|out|shared)$/;
const OPAQUE = /^[iu]?(?:sampler|texture|image)/;

/** A layout needs a version and a place to store something, a sampler is uniform. */
const brokenQualifiers = (nodes: Nodes, declaration: number, hasVersion: boolean): number => {
  const { tree } = nodes;
  const words = [...childrenOf(tree, declaration)]
    .filter((child) => kindOf(nodes, child) === "qualifier")
    .map((child) => textOf(tree, child));
  const isStored = words.some((word) => STORAGE.test(word));
  const hasLayout = words.some((word) => word.startsWith("layout"));
  const type = fieldChild(nodes, declaration, "type");
  const isPlaced = type < 0 && words.some((word) => word.includes("location"));
  const isOpaque = type > 0 && OPAQUE.test(textOf(tree, type)) && !words.includes("uniform");
  const faults = [hasLayout && !isStored, hasLayout && !hasVersion, isOpaque, isPlaced];
  return faults.filter(Boolean).length;
};
