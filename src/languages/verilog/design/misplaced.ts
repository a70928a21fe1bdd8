/** Parts of a design that compilers take only in some places, or only whole: the kind of each fault. */
import type { Design } from "./design.ts";
import type { View } from "./view.ts";

export const misplaced = ({ view }: Design): readonly string[] => {
  const faults: string[] = [];
  for (let node = 1; node < view.tree.length; node++) {
    const kind = view.kind(node);
    const rule = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined;
    if (rule?.(view, node) === true) faults.push(` ${kind}`);
  }
  return faults;
};

const ATTRIBUTE = /^\(\*(?:\s*(?:[\w$]+|\\\S+)\s*(?:=(?:[^",]|"[^"]*")+)?(?:,(?!\s*\*\))|(?=\s*\*\))))+\s*\*\)$/;

const CONVERSION = /^\$(?:un)?signed$/;

/** By kind of node: is it at fault? */
const RULES: Readonly<Record<string, (view: View, node: number) => boolean>> = {
  /** Before nothing that has attributes, or without its words. */
  attribute_instance(view, node) {
    const parent = view.parent(node);
    const isFirst = node < view.first(parent) && parent > 0;
    return !isFirst || !ATTRIBUTE.test(view.text(node));
  },
  identifier: (view, node) => CONVERSION.test(view.text(node)),
  /** `$signed` of nothing, or as a statement. */
  system_task(view, node) {
    if (!CONVERSION.test(view.text(node))) return false;
    const call = view.parent(node);
    const list = view.is(call, "call") ? view.child(call, "argument_list") : undefined;
    return list === undefined || view.elements(list).length === 0 || view.is(view.parent(call), "expression_statement");
  },
  /** Without connections. */
  instance: (view, node) => view.child(node, "connections") === undefined,
  /** An instance that has lost its connections. */
  hierarchical: (view, node) => view.child(node, "#") !== undefined && view.is(view.parent(node), "declaration"),
  /** What only modules have. */
  opaque_block: (view, node) => view.parent(node) === 0 && view.text(node).startsWith("specify"),
};
