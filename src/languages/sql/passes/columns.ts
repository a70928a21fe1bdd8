/** Columns of a table, with the values for them in every INSERT and with their uses. */
import type { CoupledPass, Edit } from "../../pass.ts";
import { Nodes } from "./nodes.ts";
import { keyOf, lastName, tablesIn, usesOf, type Table, type Uses } from "./uses.ts";

/** Where tables have more columns together, those of the first tables are tried. */
const MAX_COLUMNS = 200;
/** So many columns are worth halves. */
const MIN_HALVED = 4;

export const columns: CoupledPass = {
  kind: "coupled",
  name: "columns",
  about: "deletes columns of tables with their values; NULL replaces their uses",
  changes: (syntax) => {
    const nodes = new Nodes(syntax);
    const tables = tablesIn(nodes);
    const uses = usesOf(nodes, tables);
    const about = aboutTables(nodes);
    let left = MAX_COLUMNS;
    return tables.flatMap((table) => {
      left -= table.names.length;
      if (left < 0) return [];
      const lists = listsOf(nodes, table, about.get(table.name) ?? []);
      return groupsOf(table, uses).flatMap((group) => {
        const edits = without({ nodes, table, lists, uses }, new Set(group));
        return edits === undefined ? [] : [edits];
      });
    });
  },
};

/** Those that nothing uses together, halves, and each alone; the last first. */
const groupsOf = ({ name, names }: Table, uses: Uses): readonly (readonly number[])[] => {
  const all = names.map((_, index) => index);
  if (all.length < 2) return [];
  const unused = all.filter((index) => !uses.has(keyOf(name, names[index] as string)));
  const half = all.length >> 1;
  const halves = all.length < MIN_HALVED ? [] : [all.slice(half), all.slice(0, half)];
  const some = unused.length > 1 ? [unused.length === all.length ? unused.slice(1) : unused] : [];
  return [...some, ...halves, ...all.toReversed().map((index) => [index])];
};

/** Elements that stand for columns, in their order; what goes with all of them. */
interface List {
  readonly elements: readonly number[];
  /** By element: the number of its column, -1 for none. */
  readonly column: readonly number[];
  readonly owner: number;
}

/** By name of the table: what inserts into it, changes it, makes it or an index of it. */
const aboutTables = (nodes: Nodes): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (let node = 1; node < nodes.tree.length; node++) {
    if (!/^(?:insert|update|create_index|create_table)$/.test(nodes.kind(node))) continue;
    const name = tableNameOf(nodes, node) ?? "";
    const known = found.get(name);
    if (known === undefined) found.set(name, [node]);
    else known.push(node);
  }
  return found;
};

/** All lists of columns of a table: definitions, names, rows, assignments, keys. */
const listsOf = (nodes: Nodes, table: Table, about: readonly number[]): readonly List[] => {
  const lists: List[] = [];
  const add = (elements: readonly number[], owner: number, column: readonly number[]): void =>
    void lists.push({ elements, owner, column });
  const byName = (list: number, owner: number): readonly number[] => {
    const elements = [...nodes.children(list)].filter((each) => NAMING.test(nodes.kind(each)));
    const names = elements.map((each) => nodes.name(nodes.kind(each) === "identifier" ? each : each + 1));
    const column = names.map((name) => table.names.indexOf(name));
    add(elements, owner, column);
    return column;
  };
  for (const node of about) {
    const kind = nodes.kind(node);
    const list = kind === "update" ? nodes.child(node, "set_clause") : nodes.child(node, "column_list");
    if (kind === "insert") addInserted(nodes, node, { byName, add, table });
    else if (kind === "create_table") addDefined(nodes, node, { byName, add, table });
    else if (list !== undefined) byName(list, nodes.parent(node));
  }
  return lists;
};

const NAMING = /^(?:identifier|order_term|assignment)$/;

const tableNameOf = (nodes: Nodes, node: number): string | undefined => {
  const ref =
    nodes.kind(node) === "insert" || nodes.kind(node) === "create_table" ? node : nodes.child(node, "table_ref");
  const name = ref === undefined ? undefined : nodes.child(ref, "identifier", "qualified");
  return name === undefined ? undefined : lastName(nodes, name);
};

interface Adding {
  readonly byName: (list: number, owner: number) => readonly number[];
  readonly add: (elements: readonly number[], owner: number, column: readonly number[]) => void;
  readonly table: Table;
}

const addDefined = (nodes: Nodes, create: number, { byName, add, table }: Adding): void => {
  const defs = nodes.child(create, "column_defs");
  if (defs === undefined) return;
  const elements = [...nodes.children(defs)].filter((each) =>
    /^(?:column_def|table_constraint)$/.test(nodes.kind(each)),
  );
  add(
    elements,
    nodes.parent(create),
    elements.map((each) => table.columns.indexOf(each)),
  );
  for (const constraint of elements) {
    const list = nodes.kind(constraint) === "table_constraint" ? nodes.child(constraint, "column_list") : undefined;
    if (list !== undefined) byName(list, constraint);
  }
};

const addInserted = (nodes: Nodes, insert: number, { byName, add, table }: Adding): void => {
  const statement = nodes.parent(insert);
  const list = nodes.child(insert, "column_list");
  const column = list === undefined ? table.names.map((_, index) => index) : byName(list, statement);
  const values = nodes.child(insert, "values_clause");
  const rows = values === undefined ? [] : [...nodes.children(values)].filter((each) => nodes.kind(each) === "row");
  const query = nodes.child(insert, "query");
  const select = query === undefined ? undefined : nodes.child(query, "select");
  const items = select === undefined ? undefined : nodes.child(select, "select_list");
  for (const each of items === undefined ? rows : [items]) {
    const elements = [...nodes.children(each)].filter(
      (child) => !/^(?:[(),]|keyword|comment)$/.test(nodes.kind(child)),
    );
    if (elements.length === column.length) add(elements, statement, column);
  }
};

interface Work {
  readonly nodes: Nodes;
  readonly table: Table;
  readonly lists: readonly List[];
  readonly uses: Uses;
}

/** `undefined` where nothing of the table would be left. */
const without = (work: Work, gone: ReadonlySet<number>): readonly Edit[] | undefined => {
  const { nodes, table, lists, uses } = work;
  if (gone.size >= table.names.length) return undefined;
  const edits: Edit[] = [];
  for (const { elements, column, owner } of lists) {
    const isGone = (index: number): boolean => gone.has(column[index] as number);
    if (elements.every((_, index) => isGone(index))) edits.push(cut(nodes, owner));
    else edits.push(...elementsCut(nodes, elements, isGone));
  }
  for (const index of gone)
    for (const use of uses.get(keyOf(table.name, table.names[index] as string)) ?? [])
      edits.push({ start: nodes.start(use), end: nodes.end(use), text: standFor(nodes, use) });
  return outermost(edits);
};

/** White space beside a part is not looked at any further. */
const NEAR = 40;

/** A statement goes with its semicolon, a constraint with a comma. */
const cut = (nodes: Nodes, node: number): Edit => {
  const { text } = nodes.tree;
  const [start, end] = [nodes.start(node), nodes.end(node)];
  if (nodes.kind(node) === "statement")
    return { start, end: end + (/^\s*;\n?/.exec(text.slice(end, end + NEAR))?.[0].length ?? 0), text: "" };
  const before = /,\s*$/.exec(text.slice(Math.max(0, start - NEAR), start))?.[0].length ?? 0;
  return { start: start - before, end, text: "" };
};

/** With one of the commas around each. */
const elementsCut = (
  nodes: Nodes,
  elements: readonly number[],
  isGone: (index: number) => boolean,
): readonly Edit[] => {
  const edits: Edit[] = [];
  let isLeft = false;
  for (const [index, element] of elements.entries()) {
    const next = elements[index + 1];
    const before = elements[index - 1];
    if (!isGone(index)) isLeft = true;
    else if (isLeft && before !== undefined)
      edits.push({ start: nodes.end(before), end: nodes.end(element), text: "" });
    else
      edits.push({
        start: nodes.start(element),
        end: next === undefined ? nodes.end(element) : nodes.start(next),
        text: "",
      });
  }
  return edits;
};

/** A column that others ask for by name keeps it. */
const standFor = (nodes: Nodes, use: number): string => {
  const item = nodes.parent(use);
  const isAsked =
    nodes.kind(item) === "select_item" && nodes.child(item, "alias") === undefined && isInner(nodes, item);
  return isAsked ? `NULL AS ${nodes.text(nodes.kind(use) === "qualified" ? nodes.after(use) - 1 : use)}` : "NULL";
};

/** Whether it belongs to a view, or to a query in another. */
const isInner = (nodes: Nodes, item: number): boolean => {
  let query = item;
  while (query > 0 && nodes.kind(query) !== "query") query = nodes.parent(query);
  return nodes.kind(nodes.parent(query)) !== "statement";
};

/** Without those inside of others. */
const outermost = (edits: readonly Edit[]): readonly Edit[] => {
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return sorted.filter((edit) => {
    if (edit.start < end) return false;
    end = edit.end;
    return true;
  });
};
