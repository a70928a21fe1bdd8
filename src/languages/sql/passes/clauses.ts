/** Clauses, and the elements of those that are lists: the large parts of statements. */
import type { CutPass } from "../../pass.ts";
import { Nodes, unitsFrom, type ClausePlace } from "./nodes.ts";

/** What may be missing. */
const CLAUSES = new Set(
  (
    "with_clause from_clause where_clause group_by having_clause window_clause qualify_clause order_by limit_clause tail returning_clause " +
    "on_conflict over_clause filter_clause distinct join_tail explain when_clause else_clause timing constraint frame"
  ).split(" "),
);
/** Elements of lists, with what stands for all of them where one must be there. */
const ELEMENTS: Readonly<Record<string, string | undefined>> = {
  cte: undefined,
  select_item: "1",
  row: undefined,
  table_ref: undefined,
  joined: undefined,
  order_term: undefined,
  window: undefined,
  assignment: undefined,
  table_constraint: undefined,
  statement: undefined,
};
const LISTS = new Set(
  "with_clause select_list values_clause from_clause order_by window_clause returning_clause set_clause column_defs block".split(
    " ",
  ),
);

export const clauses: CutPass = {
  kind: "cuts",
  name: "clauses",
  about: "deletes clauses of statements, and elements of their lists",
  unit: "clauses",
  units: (syntax) => {
    const nodes = new Nodes(syntax);
    const chosen: number[] = [];
    for (let node = 1; node < syntax.tree.length; node++)
      if (CLAUSES.has(nodes.kind(node)) || isElement(nodes, node)) chosen.push(node);
    return unitsFrom(nodes, chosen, (node) => placeOf(nodes, node));
  },
};

const isElement = (nodes: Nodes, node: number): boolean =>
  Object.hasOwn(ELEMENTS, nodes.kind(node)) && LISTS.has(nodes.kind(nodes.parent(node)));

const placeOf = (nodes: Nodes, node: number): ClausePlace => {
  const kind = nodes.kind(node);
  const parent = nodes.parent(node);
  if (!isElement(nodes, node) || kind === "statement" || nodes.kind(parent) === "column_defs") return {};
  const filler = nodes.kind(parent) === "select_list" ? ELEMENTS[kind] : undefined;
  return { list: parent, ...(filler !== undefined && { filler }) };
};
