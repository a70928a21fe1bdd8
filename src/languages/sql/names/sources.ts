/** What tables a query asks, and which columns it gives. */
import type { Part } from "../parts.ts";
import { childOf, childrenOf, namesIn, plainName, type Columns, type Scope } from "./scope.ts";

/** The tables behind FROM, without those in queries of their own. Calls `missed` for each table that is not there. */
export const addSources = (text: string, from: Part, scope: Scope, missed: (name: string) => void): void => {
  const waiting = [...from.parts].toReversed();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.kind === "table_ref") addSource(text, part, scope, missed);
    if (part.kind === "join_tail" && joinsByName(text, part)) scope.isMerged = true;
    const isInside = part.kind === "table_ref" ? childrenOf(part, "parenthesized") : part.parts;
    if (/^(?:joined|join_tail|parenthesized|table_ref)$/.test(part.kind)) waiting.push(...isInside.toReversed());
  }
};

/** NATURAL, or USING. */
const joinsByName = (text: string, tail: Part): boolean => {
  const condition = childOf(tail, "on_clause");
  return (
    /^natural/i.test(text.slice(tail.start, tail.start + 7)) ||
    (condition !== undefined && /^using/i.test(text.slice(condition.start, condition.start + 5)))
  );
};

const addSource = (text: string, ref: Part, scope: Scope, missed: (name: string) => void): void => {
  const alias = aliasOf(text, ref);
  const columns = aliasColumns(text, ref);
  const name = childOf(ref, "identifier", "qualified");
  if (name !== undefined) {
    const own = namesIn(text, name).at(-1) ?? "";
    const table = scope.table(own);
    if (table === null) missed(own);
    scope.add(alias ?? own, columns ?? table ?? undefined);
    return;
  }
  const query = childOf(childOf(ref, "subquery") ?? ref, "query");
  if (childOf(ref, "parenthesized") !== undefined && alias === undefined) return;
  scope.add(alias ?? "", columns ?? (query === undefined ? undefined : columnsOf(text, query, scope)));
};

export const aliasOf = (text: string, part: Part): string | undefined => {
  const alias = childOf(part, "alias");
  const name = alias === undefined ? undefined : childOf(alias, "identifier");
  return name === undefined ? undefined : plainName(text.slice(name.start, name.end));
};

/** `AS t(a, b)`. */
const aliasColumns = (text: string, ref: Part): Columns => {
  const list = childOf(childOf(ref, "alias") ?? ref, "raw");
  if (list === undefined) return undefined;
  return text
    .slice(list.start + 1, list.end - 1)
    .split(",")
    .map((column) => plainName(column.trim().split(/\s/)[0] ?? ""));
};

/** The first query of those that operators join. */
export const firstSelect = (query: Part): Part | undefined => {
  let part = childOf(query, "select", "values_clause", "set_operation", "subquery");
  while (part !== undefined && (part.kind === "set_operation" || part.kind === "subquery" || part.kind === "query"))
    part = childOf(part, "select", "values_clause", "set_operation", "subquery", "query");
  return part;
};

/** The columns that a query gives, by what it lists; of stars, only those of tables. */
export const columnsOf = (text: string, query: Part, scope: Scope): Columns => {
  const select = firstSelect(query);
  if (select === undefined) return undefined;
  if (select.kind === "values_clause") {
    const row = childOf(select, "row");
    return row === undefined ? undefined : valuesIn(row).map((_, index) => `column${index + 1}`);
  }
  const list = childOf(select, "select_list");
  const columns: string[] = [];
  for (const item of list === undefined ? [] : childrenOf(list, "select_item")) {
    const given = itemColumns(text, item, { select, scope });
    if (given === undefined) return undefined;
    columns.push(...given);
  }
  return list === undefined ? undefined : columns;
};

/** What stands between the brackets and commas of a row. */
export const valuesIn = ({ parts }: Part): readonly Part[] =>
  parts.filter(({ kind }) => !/^[(),]$|^keyword$/.test(kind));

const itemColumns = (
  text: string,
  item: Part,
  { select, scope }: { readonly select: Part; readonly scope: Scope },
): Columns => {
  const alias = aliasOf(text, item);
  const value = item.parts[0] as Part;
  if (alias !== undefined) return [alias];
  const isStar = value.kind === "star" || (value.kind === "qualified" && value.parts.at(-1)?.kind === "star");
  if (!isStar)
    return [
      /^(?:identifier|qualified)$/.test(value.kind)
        ? (namesIn(text, value).at(-1) ?? "")
        : text.slice(value.start, value.end),
    ];
  if (item.parts.length > 1) return undefined;
  return starColumns(text, select, { scope, of: value.kind === "star" ? undefined : namesIn(text, value).at(-2) });
};

/** Only where all sources are tables: queries in queries are not looked into. */
const starColumns = (
  text: string,
  select: Part,
  { scope, of }: { readonly scope: Scope; readonly of: string | undefined },
): Columns => {
  const from = childOf(select, "from_clause");
  const refs = from === undefined ? [] : childrenOf(from, "table_ref");
  if (from === undefined || refs.length !== childrenOf(from, "table_ref", "joined").length) return undefined;
  const columns: string[] = [];
  for (const ref of refs) {
    const name = childOf(ref, "identifier", "qualified");
    const own = name === undefined ? undefined : scope.table(namesIn(text, name).at(-1) ?? "");
    if (own === undefined || own === null) return undefined;
    const called = aliasOf(text, ref) ?? (name === undefined ? "" : namesIn(text, name).at(-1));
    if (of === undefined || of === called) columns.push(...own);
  }
  return columns;
};
