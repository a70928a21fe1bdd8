/** Statements and queries that give way to a query inside them: of a view, an INSERT, a common table, an operand, a side of UNION. */
import type { Edit, EditPass } from "../../pass.ts";
import { Nodes } from "./nodes.ts";

/** How many queries inside one are tried, the nearest first. */
const MAX_INSIDE = 8;

export const queries: EditPass = {
  kind: "edits",
  name: "queries",
  about: "replaces a statement or a query by a query inside it",
  filtered: true,
  edits: (syntax, from) => {
    const nodes = new Nodes(syntax);
    const edits: Edit[] = [];
    for (let node = 1; node < syntax.tree.length; node++) {
      if (nodes.start(node) < from || !/^(?:statement|query|set_operation|joined)$/.test(nodes.kind(node))) continue;
      for (const inner of insideOf(nodes, node))
        if (nodes.size(inner) < nodes.size(node))
          edits.push({ start: nodes.start(node), end: nodes.end(node), text: nodes.text(inner) });
    }
    return edits;
  },
};

const insideOf = (nodes: Nodes, node: number): readonly number[] => {
  const kind = nodes.kind(node);
  if (kind === "joined")
    return [...nodes.children(node)].flatMap((tail) =>
      nodes.kind(tail) === "join_tail" ? [...refsIn(nodes, tail)] : [],
    );
  if (kind === "set_operation")
    return [...nodes.children(node)].filter((side) =>
      /^(?:select|values_clause|set_operation|subquery)$/.test(nodes.kind(side)),
    );
  const found: number[] = [];
  for (let inner = node + 1; inner < nodes.after(node) && found.length < MAX_INSIDE; inner++)
    if (nodes.kind(inner) === "query" || (kind === "statement" && nodes.kind(inner) === "statement")) found.push(inner);
  return found;
};

const refsIn = (nodes: Nodes, tail: number): readonly number[] =>
  [...nodes.children(tail)].filter((each) => nodes.kind(each) === "table_ref");
