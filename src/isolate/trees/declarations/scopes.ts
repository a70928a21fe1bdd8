/** Which names of a text stand for something within a function: they have nothing to do with what the text declares under that name. */
import type { StatementText } from "./statements.ts";

const FUNCTION =
  /^(?:generator_)?function(?:_declaration|_expression)?$|^(?:arrow_function|method_definition|class_static_block|lambda)$/;
const NAMED_FUNCTION = /^(?:generator_)?function_declaration$|^class_declaration$/;
/** What a name is bound through. */
const PATTERN = /pattern$|^(?:identifier|rest_element)$/;
/** What binds all names of a pattern below. */
const BINDER = /^(?:formal_parameters|parameters)$/;
const FIELDS = new Set(["name", "parameter"]);

/** Whether the name at a node is bound within a function other than the one that is most of the text. `names`: those that are asked about. */
export const localNames = (
  { tree, language }: StatementText,
  names: ReadonlyMap<string, string>,
): ((node: number) => boolean) => {
  const kindOf = (node: number): string => language.kinds[tree.kind[node] as number] ?? "";
  const textOf = (node: number): string => tree.text.slice(tree.start[node], tree.end[node]);
  const parentOf = (node: number): number => tree.parent[node] as number;
  const isScope = (node: number): boolean =>
    FUNCTION.test(kindOf(node)) && 2 * ((tree.end[node] as number) - (tree.start[node] as number)) < tree.text.length;
  const scopeOf = (node: number): number => {
    let scope = node;
    while (scope > 0 && !isScope(scope)) scope = parentOf(scope);
    return scope;
  };
  /** The scope that it is bound in; nothing where it is only used. */
  const boundIn = (node: number): number | undefined => {
    let at = node;
    for (;;) {
      const parent = parentOf(at);
      if (parent < 0) return undefined;
      if (BINDER.test(kindOf(parent))) return scopeOf(parent);
      if (FIELDS.has(language.fields[tree.field[at] as number] ?? ""))
        return scopeOf(NAMED_FUNCTION.test(kindOf(parent)) ? parentOf(parent) : parent);
      if (!PATTERN.test(kindOf(parent))) return undefined;
      at = parent;
    }
  };
  const isName = language.kinds.map((kind) => kind.includes("identifier") && !kind.startsWith("property"));
  const bound = new Map<number, Set<string>>();
  for (let node = 1; node < tree.length; node++) {
    if (isName[tree.kind[node] as number] !== true) continue;
    const text = textOf(node);
    const scope = names.has(text) ? boundIn(node) : undefined;
    if (scope === undefined || scope <= 0) continue;
    const known = bound.get(scope) ?? new Set();
    bound.set(scope, known.add(text));
  }
  return (node) => {
    const text = textOf(node);
    for (let scope = node; scope > 0; scope = parentOf(scope)) if (bound.get(scope)?.has(text) === true) return true;
    return false;
  };
};
