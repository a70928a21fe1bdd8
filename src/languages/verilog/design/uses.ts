/** What becomes of the use of a name that is no longer there. */
import type { Edit } from "../../pass.ts";
import type { Name } from "./design.ts";
import { withoutDeclared, withoutElements, withoutStatement } from "./edits.ts";
import type { View } from "./view.ts";

/** A name with its declarations, and all that uses it or what stands for that. */
export const withoutName = (view: View, { declarations, uses }: Name): readonly Edit[] => [
  ...withoutDeclarations(view, declarations),
  ...uses.flatMap((leaf) => withoutUse(view, leaf)),
];

export const withoutDeclarations = (view: View, leaves: readonly number[]): readonly Edit[] => {
  const parents = leaves.map((leaf) => view.parent(leaf));
  const listed = parents.filter(
    (each) => view.is(each, "declarator") && !view.is(view.parent(each), "port", "typedef"),
  );
  const whole = parents.flatMap((each) => {
    if (view.is(each, "routine_declaration")) return [each];
    return view.is(view.parent(each), "typedef") ? [view.parent(each)] : [];
  });
  const instances = parents.filter((each) => view.is(each, "instance"));
  return [...withoutDeclared(view, [...listed, ...instances]), ...whole.map((each) => withoutStatement(view, each))];
};

/** The largest node that is about a name alone: with its selections, members and arguments. */
const reach = (view: View, leaf: number): number => {
  let at = leaf;
  for (;;) {
    const parent = view.parent(at);
    if (!view.is(parent, "select", "call", "hierarchical", "cast") || parent + 1 !== at) return at;
    at = parent;
  }
};

const VALUE = "0";
/** Where numbers need a size. */
const SIZED_VALUE = "1'b0";

const withoutUse = (view: View, leaf: number): readonly Edit[] => {
  const whole = reach(view, leaf);
  const parent = view.parent(whole);
  const span = view.span(whole);
  if (view.field(whole) === "type") return [withoutStatement(view, parent)];
  if (view.is(parent, "named_connection", "connections")) return [{ ...span, text: "" }];
  if (view.is(parent, "event_expression", "event_control")) return [withoutEvent(view, parent)];
  const target = targetOf(view, whole);
  if (target !== undefined) return target;
  if (view.is(parent, "expression_statement")) return [withoutStatement(view, parent)];
  const isSized = view.is(parent, "concatenation", "replication", "select");
  return [{ ...span, text: isSized ? SIZED_VALUE : VALUE }];
};

/** What gives something to the name goes; of several names that get it, the name alone. */
const targetOf = (view: View, whole: number): readonly Edit[] | undefined => {
  const parent = view.parent(whole);
  if (view.is(parent, "concatenation") && isTarget(view, parent)) {
    const all = view.elements(parent);
    return all.length > 1 ? withoutElements(view, all, new Set([whole])) : withoutAssignment(view, parent);
  }
  if (isTarget(view, whole)) return withoutAssignment(view, whole);
  return undefined;
};

const isTarget = (view: View, node: number): boolean =>
  (view.field(node) === "left" && view.is(view.parent(node), "assignment")) ||
  (view.is(view.parent(node), "unary_expression") && view.is(view.parent(view.parent(node)), "for_header"));

const withoutAssignment = (view: View, target: number): readonly Edit[] => {
  const assignment = view.parent(target);
  const statement = view.parent(assignment);
  if (view.is(statement, "continuous_assign")) return withoutDeclared(view, [assignment]);
  if (view.is(statement, "for_header")) return [withoutStatement(view, view.parent(statement))];
  return [withoutStatement(view, statement)];
};

/** One of several events, or all of them. */
const withoutEvent = (view: View, node: number): Edit => {
  const control = view.is(node, "event_control") ? node : view.parent(node);
  const all = view.elements(control).filter((each) => view.is(each, "event_expression"));
  const [edit] = all.length > 1 ? withoutElements(view, all, new Set([node])) : [];
  return edit ?? { ...view.span(control), text: "@*" };
};
