/** Words that say more than is needed: the table before a column, another name for a table or a value. */
import type { Edit, RewritePass } from "../../pass.ts";
import { Nodes } from "./nodes.ts";

export const tableNames: RewritePass = {
  kind: "rewrites",
  name: "table names",
  about: "deletes the name of the table before columns",
  filtered: true,
  rewrites: (syntax) => {
    const nodes = new Nodes(syntax);
    const rewrites: (readonly Edit[])[] = [];
    for (let node = 1; node < syntax.tree.length; node++) {
      const last = nodes.after(node) - 1;
      if (!isQualified(nodes, node) || nodes.kind(last) !== "identifier") continue;
      rewrites.push([{ start: nodes.start(node), end: nodes.start(last), text: "" }]);
    }
    return rewrites;
  },
};

/** Names with dots between them, and nothing else. */
const isQualified = (nodes: Nodes, node: number): boolean =>
  nodes.kind(node) === "qualified" && nodes.kind(node + 1) === "identifier" && nodes.kind(node + 2) === ".";

export const aliases: RewritePass = {
  kind: "rewrites",
  name: "aliases",
  about: "deletes aliases of tables and values",
  filtered: true,
  rewrites: (syntax) => {
    const nodes = new Nodes(syntax);
    const uses = qualifiersIn(nodes);
    const rewrites: (readonly Edit[])[] = [];
    for (let node = 1; node < syntax.tree.length; node++) {
      if (nodes.kind(node) !== "alias") continue;
      const blanks = /\s*$/.exec(syntax.tree.text.slice(Math.max(0, nodes.start(node) - NEAR), nodes.start(node)))?.[0];
      const cut: Edit = { start: nodes.start(node) - (blanks ?? "").length, end: nodes.end(node), text: "" };
      rewrites.push([cut, ...renamed(nodes, node, uses)]);
    }
    return rewrites;
  },
};

/** White space before a name is not looked at any further. */
const NEAR = 40;

const keyOf = (nodes: Nodes, statement: number, name: number): string => `${statement}\0${nodes.name(name)}`;

/** By statement and name: what stands before a dot. */
const qualifiersIn = (nodes: Nodes): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  let statement = 0;
  for (let node = 1; node < nodes.tree.length; node++) {
    if (nodes.parent(node) === 0) statement = node;
    if (!isQualified(nodes, node)) continue;
    const key = keyOf(nodes, statement, node + 1);
    const known = found.get(key);
    if (known === undefined) found.set(key, [node + 1]);
    else known.push(node + 1);
  }
  return found;
};

/** `s0.c` becomes `t.c` in the statement where `t AS s0` stands; where that stands twice, the first has them. */
const renamed = (nodes: Nodes, alias: number, uses: Map<string, number[]>): readonly Edit[] => {
  const ref = nodes.parent(alias);
  const name = nodes.child(alias, "identifier");
  const table = nodes.kind(ref) === "table_ref" ? nodes.child(ref, "identifier", "qualified") : undefined;
  if (name === undefined || table === undefined) return [];
  const key = keyOf(nodes, nodes.statement(ref), name);
  const found = uses.get(key) ?? [];
  uses.delete(key);
  return found.map((use) => ({ start: nodes.start(use), end: nodes.end(use), text: nodes.text(table) }));
};
