/** What stands behind FROM: tables, queries, and how they are joined. */
import { commaList, type Cursor, type PartReading, type Reading } from "./cursor.ts";
import { expression } from "./expressions.ts";
import { nameAt, path } from "./operands.ts";
import { around, rarely, type Part } from "./parts.ts";
import { NO_TABLE_ALIAS, RESERVED } from "./words.ts";

const JOINING = [
  "NATURAL",
  "LEFT",
  "RIGHT",
  "FULL",
  "INNER",
  "CROSS",
  "OUTER",
  "ASOF",
  "POSITIONAL",
  "SEMI",
  "ANTI",
  "STRAIGHT_JOIN",
];

export function* fromClause(cursor: Cursor): PartReading {
  const word = cursor.take();
  return around("from_clause", [word, ...(yield* commaList(cursor, joined))]);
}

/** Tables with commas between them, or joined. */
export const tables = (cursor: Cursor): Reading => commaList(cursor, joined);

function* joined(cursor: Cursor): Reading {
  const parts: Part[] = [yield* tableRef(cursor)];
  while (cursor.is("JOIN", ...JOINING)) parts.push(yield* joinTail(cursor));
  return [parts.length === 1 ? (parts[0] as Part) : around("joined", parts)];
}

function* joinTail(cursor: Cursor): PartReading {
  const isJoin = cursor.is("STRAIGHT_JOIN");
  const words: Part[] = [...cursor.takeWords(...JOINING)];
  if (cursor.is("JOIN")) words.push(cursor.take());
  else if (!isJoin) words.push(cursor.missing());
  words.push(yield* tableRef(cursor));
  if (cursor.is("ON")) words.push(around("on_clause", [cursor.take(), ...(yield* expression(cursor))]));
  else if (cursor.is("USING") && cursor.opens("(", 1))
    words.push(around("on_clause", [cursor.take(), ...(yield* cursor.brackets("names"))]));
  return around("join_tail", words);
}

export function* tableRef(cursor: Cursor): PartReading {
  const parts: Part[] = [...cursor.takeWords("LATERAL", "ONLY")];
  if (cursor.opens("(")) {
    const inside = yield* cursor.brackets("query or tables");
    parts.push(around(inside[1]?.kind === "query" ? "subquery" : "parenthesized", inside));
  } else if (cursor.token()?.kind === "word" && RESERVED.has(cursor.word()) && !cursor.opens("(", 1))
    parts.push(cursor.missing());
  else parts.push(yield* tableOrFunction(cursor));
  parts.push(...hints(cursor), ...tableAlias(cursor), ...hints(cursor));
  if (cursor.is("TABLESAMPLE")) {
    const words = cursor.takeSome(1).concat(cursor.takeWords("BERNOULLI", "SYSTEM", "RESERVOIR"));
    parts.push(around("option", [...words, ...(cursor.opens("(") ? yield* cursor.brackets("arguments") : [])]));
  }
  return around("table_ref", parts);
}

function* tableOrFunction(cursor: Cursor): PartReading {
  const name = path(cursor);
  if (!cursor.opens("(")) return name;
  // Which functions give tables, each database says for itself.
  const call = rarely(around("call", [name, around("arguments", yield* cursor.brackets("arguments"))]));
  return cursor.is("WITH") && cursor.word(1) === "ORDINALITY" ? around("call", [call, ...cursor.takeSome(2)]) : call;
}

/** `NOT INDEXED`, `INDEXED BY name`. */
const hints = (cursor: Cursor): readonly Part[] => {
  if (cursor.is("NOT") && cursor.word(1) === "INDEXED") return [around("option", cursor.takeSome(2))];
  if (cursor.is("INDEXED") && cursor.word(1) === "BY")
    return [around("option", [...cursor.takeSome(2), nameAt(cursor)])];
  return [];
};

const tableAlias = (cursor: Cursor): readonly Part[] => {
  const parts = NO_TABLE_ALIAS.has(cursor.word()) ? [] : aliasFor(cursor);
  const [alias] = parts;
  const close = cursor.source.partner[cursor.at] as number;
  if (alias === undefined || !cursor.opens("(") || close === cursor.at + 1) return parts;
  return [rarely(around("alias", [...alias.parts, cursor.raw("raw", close + 1)]))];
};

/** `AS name`, or a name alone. */
export const aliasFor = (cursor: Cursor): readonly Part[] => {
  if (cursor.is("AS")) return [around("alias", [cursor.take(), nameAt(cursor)])];
  const kind = cursor.token()?.kind;
  const isName = kind === "quoted" || (kind === "word" && !RESERVED.has(cursor.word()));
  return isName ? [around("alias", [nameAt(cursor)])] : [];
};
