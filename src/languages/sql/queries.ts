/** Queries: clauses in their order, and operators between queries. */
import { commaList, type Cursor, type PartReading, type Reading } from "./cursor.ts";
import { expression, expressions } from "./expressions.ts";
import { nameAt, operand } from "./operands.ts";
import { around, rarely, type Part } from "./parts.ts";
import { aliasFor, fromClause } from "./tables.ts";
import { RESERVED, SET_OPERATORS } from "./words.ts";

const BEGINNINGS = new Set(["SELECT", "WITH", "VALUES", "FROM"]);

/** Does a query begin here? In brackets only if another one, or a clause, follows them. */
export const isQuery = (cursor: Cursor): boolean => {
  const { tokens, partner, behindBrackets } = cursor.source;
  // `VALUES (x)` may be a function.
  if (!cursor.opens("(")) return BEGINNINGS.has(cursor.word()) && !(cursor.is("VALUES") && cursor.word(1) === "");
  if (!BEGINNINGS.has(tokens[behindBrackets[cursor.at] as number]?.text ?? "")) return false;
  const behind = (partner[cursor.at] as number) + 1;
  const word = behind < cursor.to ? (tokens[behind]?.text ?? "") : "";
  return SET_OPERATORS.has(word) || word === "ORDER" || word === "LIMIT";
};

/** With what comes before it and behind it. */
export function* query(cursor: Cursor): Reading {
  const parts: Part[] = [];
  if (cursor.is("WITH")) parts.push(yield* withClause(cursor));
  parts.push(yield* queryBody(cursor));
  parts.push(...(yield* tails(cursor)));
  return [around("query", parts)];
}

/** In brackets: a query, or values with commas between them, or nothing. */
export function* queryOrExpressions(cursor: Cursor): Reading {
  if (cursor.isOver) return [];
  const isValues = cursor.is("VALUES") && cursor.opens("(", 1);
  return isQuery(cursor) || isValues ? yield* query(cursor) : yield* expressions(cursor);
}

export function* withClause(cursor: Cursor): PartReading {
  const words = [...cursor.takeSome(1), ...cursor.takeWords("RECURSIVE")];
  return around("with_clause", [...words, ...(yield* commaList(cursor, commonTable))]);
}

function* commonTable(cursor: Cursor): Reading {
  const parts = [nameAt(cursor)];
  if (cursor.opens("(")) parts.push(around("column_list", yield* cursor.brackets("names")));
  if (!cursor.is("AS")) return [around("cte", [...parts, cursor.missing()])];
  parts.push(cursor.take(), ...cursor.takeWords("NOT", "MATERIALIZED"));
  if (!cursor.opens("(")) return [around("cte", [...parts, cursor.missing()])];
  parts.push(around("subquery", yield* cursor.brackets("query")));
  return [around("cte", parts)];
}

function* queryBody(cursor: Cursor): PartReading {
  let left = yield* simpleQuery(cursor);
  while (SET_OPERATORS.has(cursor.word())) {
    const words = [...cursor.takeSome(1), ...cursor.takeWords("ALL", "DISTINCT")];
    if (cursor.is("BY") && cursor.word(1) === "NAME") words.push(cursor.take(), cursor.take());
    left = around("set_operation", [left, ...words, yield* simpleQuery(cursor)]);
  }
  return left;
}

function* simpleQuery(cursor: Cursor): PartReading {
  if (cursor.is("VALUES")) return yield* valuesClause(cursor);
  if (cursor.opens("(")) return around("subquery", yield* cursor.brackets("query"));
  if (cursor.is("TABLE")) return around("select", [cursor.take(), nameAt(cursor)]);
  return yield* select(cursor);
}

export function* valuesClause(cursor: Cursor): PartReading {
  const word = cursor.take();
  return around("values_clause", [word, ...(yield* commaList(cursor, row))]);
}

function* row(cursor: Cursor): Reading {
  const word = cursor.is("ROW") ? cursor.takeSome(1) : [];
  if (!cursor.opens("(")) return [...word, cursor.missing()];
  const parts = yield* cursor.brackets("expressions");
  return [around("row", [...word, ...parts])];
}

/** The clauses of SELECT, each at most once, in any order that a dialect may have. */
const CLAUSES: Readonly<
  Record<string, { readonly kind: string; readonly by?: boolean; readonly read: (cursor: Cursor) => Reading }>
> = {
  WHERE: { kind: "where_clause", read: expression },
  GROUP: { kind: "group_by", by: true, read: (cursor) => commaList(cursor, grouped) },
  HAVING: { kind: "having_clause", read: expression },
  QUALIFY: { kind: "qualify_clause", read: expression },
  WINDOW: { kind: "window_clause", read: (cursor) => commaList(cursor, namedWindow) },
};

function* select(cursor: Cursor): PartReading {
  const parts: Part[] = [];
  if (cursor.is("FROM")) parts.push(yield* fromClause(cursor));
  if (cursor.is("SELECT")) parts.push(...(yield* selectList(cursor)));
  else if (parts.length === 0) return cursor.missing();
  if (cursor.is("INTO"))
    parts.push(around("option", [cursor.take(), ...cursor.takeWords("TEMP", "TEMPORARY", "TABLE"), nameAt(cursor)]));
  if (cursor.is("FROM") && parts[0]?.kind !== "from_clause") parts.push(yield* fromClause(cursor));
  for (const [word, clause] of Object.entries(CLAUSES))
    if (cursor.is(word)) parts.push(yield* readClause(cursor, clause));
  return parts[0]?.kind === "from_clause" ? rarely(around("select", parts)) : around("select", parts);
}

function* readClause(cursor: Cursor, { kind, by = false, read }: (typeof CLAUSES)[string]): PartReading {
  const words = cursor.takeSome(1);
  if (by && !cursor.is("BY")) return around(kind, [...words, cursor.missing()]);
  const all = cursor.takeWords(...(by ? ["BY", "ALL", "DISTINCT"] : []));
  const isAll = all.length > 1 && (cursor.isOver || RESERVED.has(cursor.word()));
  return around(kind, [...words, ...all, ...(isAll ? [] : yield* read(cursor))]);
}

export function* whereClause(cursor: Cursor): Reading {
  return cursor.is("WHERE") ? [yield* readClause(cursor, CLAUSES["WHERE"] as (typeof CLAUSES)[string])] : [];
}

function* selectList(cursor: Cursor): Reading {
  const parts = [cursor.take()];
  if (cursor.is("DISTINCT", "ALL")) {
    const words = [cursor.take()];
    if (cursor.is("ON") && cursor.opens("(", 1)) words.push(cursor.take(), ...(yield* cursor.brackets("expressions")));
    parts.push(around("distinct", words));
  }
  if (cursor.is("TOP") && cursor.token(1)?.kind === "number") parts.push(around("option", cursor.takeSome(2)));
  parts.push(around("select_list", yield* commaList(cursor, selectItem)));
  return parts;
}

export function* selectItem(cursor: Cursor): Reading {
  const parts: Part[] = [...(yield* expression(cursor))];
  while (cursor.is("EXCLUDE", "EXCEPT", "REPLACE") && parts[0]?.kind.match(/star|qualified/) && cursor.opens("(", 1))
    parts.push(around("option", [cursor.take(), ...(yield* cursor.brackets("arguments"))]));
  parts.push(...aliasFor(cursor));
  return [around("select_item", parts)];
}

/** An expression, or sets of them. */
function* grouped(cursor: Cursor): Reading {
  if (!cursor.is("GROUPING") || cursor.word(1) !== "SETS" || !cursor.opens("(", 2)) return yield* expression(cursor);
  const words = cursor.takeSome(2);
  return [...words, cursor.raw("raw", (cursor.source.partner[cursor.at] as number) + 1)];
}

function* namedWindow(cursor: Cursor): Reading {
  const name = nameAt(cursor);
  if (!cursor.is("AS") || !cursor.opens("(", 1)) return [around("window", [name, cursor.missing()])];
  return [around("window", [name, cursor.take(), ...(yield* cursor.brackets("window"))])];
}

/** What comes behind a query, an UPDATE, a DELETE: the order, and how many rows. */
export function* tails(cursor: Cursor): Reading {
  const parts: Part[] = [];
  for (;;) {
    if (cursor.is("ORDER")) parts.push(yield* orderBy(cursor));
    else if (cursor.is("LIMIT", "OFFSET")) {
      const word = cursor.take();
      parts.push(around("limit_clause", [word, ...(cursor.is("ALL") ? [cursor.take()] : yield* expressions(cursor))]));
      if (cursor.is("ROW", "ROWS")) parts.push(around("option", [cursor.take()]));
    } else if (cursor.is("FETCH", "FOR")) parts.push(around("tail", tailWords(cursor)));
    else return parts;
  }
}

const tailWords = (cursor: Cursor): readonly Part[] => {
  const words = [cursor.take()];
  while (
    !cursor.isOver &&
    (cursor.token()?.kind === "number" ||
      (cursor.word() !== "" && !cursor.is("FETCH", "FOR", "ORDER", "LIMIT", "RETURNING")))
  )
    words.push(cursor.take());
  return words;
};

function* orderBy(cursor: Cursor): PartReading {
  const word = cursor.take();
  if (!cursor.is("BY")) return around("order_by", [word, cursor.missing()]);
  return around("order_by", [word, cursor.take(), ...(yield* commaList(cursor, orderTerm))]);
}

export function* orderTerm(cursor: Cursor): Reading {
  const parts: Part[] = cursor.is("ALL") ? [cursor.take()] : [...(yield* expression(cursor))];
  if (cursor.is("USING")) parts.push(cursor.take(), ...cursor.takeSome(cursor.isOver ? 0 : 1));
  if (cursor.is("ASC", "DESC")) parts.push(around("option", [cursor.take()]));
  if (cursor.is("NULLS") && ["FIRST", "LAST"].includes(cursor.word(1)))
    parts.push(around("option", cursor.takeSome(2)));
  return [around("order_term", parts)];
}

/** Between the brackets of OVER. */
export function* windowBody(cursor: Cursor): Reading {
  const parts: Part[] = [];
  if (!cursor.isOver && !cursor.is("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS")) parts.push(nameAt(cursor));
  if (cursor.is("PARTITION") && cursor.word(1) === "BY")
    parts.push(around("group_by", [...cursor.takeSome(2), ...(yield* expressions(cursor))]));
  if (cursor.is("ORDER")) parts.push(yield* orderBy(cursor));
  if (cursor.is("ROWS", "RANGE", "GROUPS")) parts.push(yield* frame(cursor));
  return parts;
}

const EXCLUSIONS = [["NO", "OTHERS"], ["CURRENT", "ROW"], ["GROUP"], ["TIES"]] as const;

/** `ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES`. */
function* frame(cursor: Cursor): PartReading {
  const parts: Part[] = [cursor.take()];
  if (cursor.is("BETWEEN")) {
    parts.push(cursor.take(), ...(yield* bound(cursor)));
    parts.push(cursor.is("AND") ? cursor.take() : cursor.missing());
  }
  parts.push(...(yield* bound(cursor)));
  if (cursor.is("EXCLUDE")) {
    parts.push(cursor.take());
    const words = EXCLUSIONS.flatMap((phrase) => cursor.takePhrase(...phrase));
    parts.push(...(words.length === 0 ? [cursor.missing()] : words));
  }
  return around("frame", parts);
}

function* bound(cursor: Cursor): Reading {
  const current = cursor.takePhrase("CURRENT", "ROW");
  if (current.length > 0) return current;
  const value = cursor.is("UNBOUNDED") ? cursor.takeSome(1) : yield* operand(cursor);
  return [...value, cursor.is("PRECEDING", "FOLLOWING") ? cursor.take() : cursor.missing()];
}
