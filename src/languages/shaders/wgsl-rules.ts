/** What the grammar of WGSL allows, and compilers do not: counted, so that a text has no more of it than the one it comes from. */
import { childrenOf, fieldChild, kindChild, kindOf, textOf, type Nodes } from "./nodes.ts";

/** A fault for each attribute that lacks others, and for each thing that lacks attributes. */
export const brokenWgslRules = (nodes: Nodes): readonly string[] => {
  const faults: string[] = [];
  for (const node of childrenOf(nodes.tree, 0)) {
    const kind = kindOf(nodes, node);
    const [name, count] =
      kind === "declaration"
        ? ["binding", brokenBinding(nodes, node)]
        : ["entry", kind === "function_definition" ? brokenEntry(nodes, node) : 0];
    faults.push(...Array.from({ length: count }, () => name));
  }
  return faults;
};

const attributesOf = (nodes: Nodes, node: number): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const child of childrenOf(nodes.tree, node)) {
    const name = kindOf(nodes, child) === "attribute" ? kindChild(nodes, child, "attribute_name") : -1;
    if (name > 0) names.add(textOf(nodes.tree, name));
  }
  return names;
};

const RESOURCE = /^var\s*<\s*(?:storage|uniform)|^var\s+\w+\s*:\s*(?:sampler|texture)/;

/** A resource has a group and a binding; one does not go without the other. */
const brokenBinding = (nodes: Nodes, node: number): number => {
  const names = attributesOf(nodes, node);
  const word = kindChild(nodes, node, "var");
  if (word < 0) return 0;
  const own = nodes.tree.text.slice(nodes.tree.start[word], nodes.tree.end[node]);
  const isResource = RESOURCE.test(own);
  // What is no resource has to say where it is kept.
  if (!isResource && !/^var\s*</.test(own) && names.size === 0) return 1;
  return ["group", "binding"].filter((name) => names.has(name) !== isResource).length;
};

/** Where the pipeline enters: with a size for `@compute`, and an attribute for each value that is no struct. */
const brokenEntry = (nodes: Nodes, node: number): number => {
  const names = attributesOf(nodes, node);
  const isEntry = ["compute", "vertex", "fragment"].some((name) => names.has(name));
  const isSized = names.has("workgroup_size");
  if (!isEntry) return isSized ? 1 : 0;
  const values = [fieldChild(nodes, node, "return_type")];
  const parameters = fieldChild(nodes, node, "parameters");
  if (parameters > 0) values.push(...childrenOf(nodes.tree, parameters));
  const bare = values.filter((each) => each > 0 && isBare(nodes, each)).length;
  return bare + (names.has("compute") === isSized ? 0 : 1);
};

const isBare = (nodes: Nodes, node: number): boolean => {
  if (!/^(?:parameter_declaration|return_type)$/.test(kindOf(nodes, node))) return false;
  if (kindChild(nodes, node, "attribute") > 0) return false;
  const annotation = kindChild(nodes, node, "type_annotation");
  return /^(?:primitive_type|template_type)$/.test(
    [...childrenOf(nodes.tree, annotation > 0 ? annotation : node)].map((each) => kindOf(nodes, each)).at(-1) ?? "",
  );
};
