/** The tables of a script with their columns, and where these are used. */
import { Nodes } from "./nodes.ts";

export interface Table {
  readonly name: string;
  /** The nodes of its columns, in their order. */
  readonly columns: readonly number[];
  readonly names: readonly string[];
}

/** By table and column: values that are that column. */
export type Uses = ReadonlyMap<string, readonly number[]>;

export const keyOf = (table: string, column: string): string => `${table}\0${column}`;

export const tablesIn = (nodes: Nodes): readonly Table[] => {
  const tables: Table[] = [];
  for (let node = 1; node < nodes.tree.length; node++) {
    if (nodes.kind(node) !== "create_table") continue;
    const defs = nodes.child(node, "column_defs");
    const name = nodes.child(node, "identifier", "qualified");
    if (defs === undefined || name === undefined) continue;
    const columns = [...nodes.children(defs)].filter((each) => nodes.kind(each) === "column_def");
    tables.push({ name: lastName(nodes, name), columns, names: columns.map((column) => nodes.name(column + 1)) });
  }
  return tables;
};

/** The last of names with dots between them. */
export const lastName = (nodes: Nodes, node: number): string =>
  nodes.kind(node) === "qualified" ? nodes.name(nodes.after(node) - 1) : nodes.name(node);

/** What the tables are called in one statement. */
type Called = ReadonlyMap<string, string>;

/** A name without a table counts where only one of the tables of its statement has such a column. */
export const usesOf = (nodes: Nodes, tables: readonly Table[]): Uses => {
  const columns = new Map(tables.map(({ name, names }) => [name, new Set(names)]));
  const uses = new Map<string, number[]>();
  for (const statement of nodes.children(0)) {
    if (nodes.kind(statement) !== "statement") continue;
    const called = calledIn(nodes, statement, columns);
    for (let node = statement + 1; node < nodes.after(statement); node++) {
      const kind = nodes.kind(node);
      if ((kind !== "identifier" && kind !== "qualified") || !nodes.isValue(node)) continue;
      const table = tableOf(nodes, node, { called, columns });
      if (table === undefined) continue;
      const key = keyOf(table, lastName(nodes, node));
      const known = uses.get(key);
      if (known === undefined) uses.set(key, [node]);
      else known.push(node);
    }
  }
  return uses;
};

const calledIn = (nodes: Nodes, statement: number, columns: ReadonlyMap<string, unknown>): Called => {
  const called = new Map<string, string>();
  for (let node = statement + 1; node < nodes.after(statement); node++) {
    if (!/^(?:table_ref|insert|create_table)$/.test(nodes.kind(node))) continue;
    const name = nodes.child(node, "identifier", "qualified");
    const table = name === undefined ? "" : lastName(nodes, name);
    if (!columns.has(table)) continue;
    called.set(table, table);
    const alias = nodes.child(node, "alias");
    const other = alias === undefined ? undefined : nodes.child(alias, "identifier");
    if (other !== undefined) called.set(nodes.name(other), table);
    if (nodes.kind(nodes.parent(node)) === "create_trigger") called.set("new", table).set("old", table);
  }
  return called;
};

const tableOf = (
  nodes: Nodes,
  node: number,
  { called, columns }: { readonly called: Called; readonly columns: ReadonlyMap<string, ReadonlySet<string>> },
): string | undefined => {
  const column = lastName(nodes, node);
  if (nodes.kind(node) === "qualified") {
    const table = called.get(nodes.name(node + 1));
    return table !== undefined && columns.get(table)?.has(column) === true ? table : undefined;
  }
  const owners = [...new Set(called.values())].filter((table) => columns.get(table)?.has(column) === true);
  return owners.length === 1 ? owners[0] : undefined;
};
