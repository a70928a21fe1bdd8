/** JSON values as test cases, and the edits that make them smaller: each format lists the edits of one kind not yet taken. */
import type { ValueCase } from "../core/case.ts";
import { forEachIndex, whole, type Configuration } from "../core/configuration.ts";
import { digest } from "../core/digest.ts";
import type { Format } from "../core/format.ts";
import { JsonTableWriter, tableOf, textOf, valueOf, type Json, type JsonTable, type Scalar } from "./json-table.ts";
import { plainLength } from "./simpler-number.ts";

/** A JSON value as a test case. */
export interface JsonCase extends ValueCase<Json> {
  table(): JsonTable;
}

/** The table is built at every call of the case's methods but the second for key or size: waiting candidates hold no copies. */
export const jsonCaseOf = (table: () => JsonTable): JsonCase => {
  let measured: { readonly key: string; readonly size: number } | undefined;
  const measure = () => (measured ??= measureOf(table()));
  return {
    table,
    value: () => valueOf(table()),
    key: () => measure().key,
    get size() {
      return measure().size;
    },
  };
};

/** Throws a `UserError` for what is not plain JSON. */
export const jsonCase = (value: unknown): JsonCase => {
  const table = tableOf(value);
  return jsonCaseOf(() => table);
};

/**
 * The size is the length of the JSON text with numbers written out in full and `true` counted like `false`: then no edit
 * that is accepted makes it larger (999 for 1e3, 5e20 for 1e21, false for true).
 */
const measureOf = (table: JsonTable): { readonly key: string; readonly size: number } => {
  const text = textOf(table);
  let size = text.length;
  for (const content of table.content) {
    if (content === true) size++;
    if (typeof content === "number") size += plainLength(content) - String(content).length;
  }
  return { key: digest(text), size };
};

type JsonEdits = Format<JsonCase, Configuration<number>>;

/** A kind of edit: which nodes can take it, and the table in which all but the kept nodes have taken it. */
const edits = (
  unit: string,
  candidates: (table: JsonTable) => number[],
  take: (table: JsonTable, kept: Configuration<number>) => JsonTable,
): JsonEdits => ({
  unit,
  parse: (source) => {
    const table = source.table();
    return {
      input: whole(candidates(table)),
      render: (kept) => jsonCaseOf(() => (kept.length === kept.base.length ? table : take(table, kept))),
    };
  },
});

/** Deletion of members and elements. A container stays while anything in it is kept. */
export const jsonDeletions: JsonEdits = edits(
  "members",
  (table) => Array.from({ length: table.content.length - 1 }, (_, i) => i + 1),
  (table, kept) => {
    const stays = marks(table, kept);
    stays[0] = 1;
    for (let node = stays.length - 1; node > 0; node--) if (stays[node] === 1) stays[table.parent[node] as number] = 1;
    return filtered(table, (node) => stays[node] === 1);
  },
);

/** Unwrapping: a container with exactly one child becomes that child, under the container's own name. */
export const jsonUnwraps: JsonEdits = edits(
  "wrappers",
  (table) => {
    const children = childCounts(table);
    return table.content.flatMap((content, node) =>
      typeof content === "symbol" && children[node] === 1 ? [node] : [],
    );
  },
  (table, kept) => {
    const stays = marks(table, kept);
    const goes = new Uint8Array(stays.length);
    for (const node of kept.base) goes[node] = 1 - (stays[node] as number);
    return unwrapped(table, goes);
  },
);

/** Scalars replaced by the simplest of their type. */
export const jsonScalars: JsonEdits = edits(
  "scalars",
  (table) => table.content.flatMap((content, node) => (Object.is(simplest(content), content) ? [] : [node])),
  (table, kept) => {
    const stays = marks(table, kept);
    return {
      ...table,
      content: table.content.map((content, node) => (stays[node] === 1 ? content : simplest(content))),
    };
  },
);

/** What is left when everything that may go is gone: the empty container, the simplest scalar. */
export const emptyJson = (table: JsonTable): JsonCase =>
  jsonCaseOf(() => {
    const writer = new JsonTableWriter();
    writer.push(simplest(table.content[0] as Scalar), -1, undefined);
    return writer;
  });

const simplest = <Content extends Scalar | symbol>(content: Content): Content | Scalar => {
  if (typeof content === "string") return "";
  if (typeof content === "number") return 0;
  return typeof content === "boolean" ? false : content;
};

/** The table without a node and all that is in it. */
export const withoutSubtree = (table: JsonTable, root: number): JsonTable => {
  const end = subtreeEnd(table, root);
  return filtered(table, (node) => node < root || node >= end);
};

/** Where the nodes in a node end. In document order they follow it; the first whose parent lies before it is outside. */
const subtreeEnd = (table: JsonTable, root: number): number => {
  let end = root + 1;
  while (end < table.parent.length && (table.parent[end] as number) >= root) end++;
  return end;
};

/** The table with another scalar in the place of one. */
export const withScalar = (table: JsonTable, node: number, scalar: Scalar): JsonTable => ({
  ...table,
  content: table.content.with(node, scalar),
});

const marks = (table: JsonTable, kept: Configuration<number>): Uint8Array => {
  const marked = new Uint8Array(table.content.length);
  forEachIndex(kept, (index) => {
    marked[kept.base[index] as number] = 1;
  });
  return marked;
};

const childCounts = (table: JsonTable): Uint32Array => {
  const counts = new Uint32Array(table.parent.length);
  for (let node = 1; node < table.parent.length; node++)
    counts[table.parent[node] as number] = (counts[table.parent[node] as number] as number) + 1;
  return counts;
};

/** Only the nodes that stay; with a node stays its parent. */
const filtered = (table: JsonTable, stays: (node: number) => boolean): JsonTable => {
  const writer = new JsonTableWriter();
  const moved = new Int32Array(table.content.length);
  for (let node = 0; node < moved.length; node++) {
    if (!stays(node)) continue;
    const parent = table.parent[node] as number;
    moved[node] = writer.push(
      table.content[node] as Scalar,
      parent < 0 ? -1 : (moved[parent] as number),
      table.name[node],
    );
  }
  return writer;
};

/** A node that goes hands its own parent and name down to its child. */
const unwrapped = (table: JsonTable, goes: Uint8Array): JsonTable => {
  const writer = new JsonTableWriter();
  const place = new Int32Array(goes.length);
  const handed: (string | undefined)[] = [];
  for (let node = 0; node < goes.length; node++) {
    const parent = table.parent[node] as number;
    const at = parent < 0 ? -1 : (place[parent] as number);
    const name = goes[parent] === 1 ? handed[parent] : table.name[node];
    if (goes[node] === 1) {
      place[node] = at;
      handed[node] = name;
    } else place[node] = writer.push(table.content[node] as Scalar, at, name);
  }
  return writer;
};
