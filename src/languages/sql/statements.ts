/** Statements that change or ask something, and how all others are told apart. */
import { commaList, type Cursor, type PartReading, type Reading } from "./cursor.ts";
import { create, drop } from "./creations.ts";
import { expression } from "./expressions.ts";
import { nameAt, path } from "./operands.ts";
import { around, rarely, type Part } from "./parts.ts";
import { isQuery, query, selectItem, tails, valuesClause, whereClause, withClause } from "./queries.ts";
import { aliasFor, fromClause, tableRef, tables } from "./tables.ts";
import { LONE_STATEMENTS, NEVER_NAMES, PLAIN_STATEMENTS, SINGLE_STATEMENTS } from "./words.ts";

/** One statement, with all that is left of the cursor. */
export function* statement(cursor: Cursor): Reading {
  const parts: Part[] = [];
  while (cursor.is("EXPLAIN")) parts.push(...(yield* explaining(cursor)));
  parts.push(yield* statementBody(cursor), ...cursor.rest());
  return [around("statement", parts)];
}

function* explaining(cursor: Cursor): Reading {
  const words = [cursor.take()];
  if (cursor.opens("(")) words.push(...(yield* cursor.brackets("arguments")));
  words.push(...cursor.takePhrase("QUERY", "PLAN"), ...cursor.takeWords("ANALYZE", "ANALYSE", "VERBOSE", "EXTENDED"));
  return [around("explain", words)];
}

function* statementBody(cursor: Cursor): PartReading {
  if (cursor.token()?.kind === "line") return around("command", [cursor.take()]);
  const isChange = cursor.is("WITH") && !isQueryBehindWith(cursor);
  const clause = isChange ? [yield* withClause(cursor)] : [];
  if (cursor.is("INSERT", "REPLACE")) return around("insert", [...clause, ...(yield* insert(cursor))]);
  if (cursor.is("UPDATE")) return around("update", [...clause, ...(yield* update(cursor))]);
  if (cursor.is("DELETE")) return around("delete", [...clause, ...(yield* deletion(cursor))]);
  if (isQuery(cursor) || cursor.opens("(") || cursor.is("VALUES", "TABLE"))
    return ((yield* query(cursor)) as [Part])[0];
  if (cursor.is("CREATE")) return yield* create(cursor);
  if (cursor.is("DROP")) return drop(cursor);
  return plain(cursor);
}

/** Behind the last bracket of a WITH that has one for each table: SELECT, or something that changes a table. */
const isQueryBehindWith = (cursor: Cursor): boolean => {
  const { tokens, partner } = cursor.source;
  for (let at = cursor.at + 1; at < cursor.to; at++) {
    if ((partner[at] as number) > at) at = partner[at] as number;
    else if (/^(?:INSERT|UPDATE|DELETE|REPLACE)$/.test(tokens[at]?.text ?? "")) return false;
    else if (/^(?:SELECT|VALUES|FROM|TABLE)$/.test(tokens[at]?.text ?? "")) return true;
  }
  return true;
};

/** Read as one piece, unless there is another statement in it. */
const plain = (cursor: Cursor): Part => {
  const word = cursor.word();
  if (!PLAIN_STATEMENTS.has(word)) return around("plain", [cursor.missing(), ...cursor.rest()]);
  if (word === "ALTER" || word === "TRUNCATE" || word === "ANALYZE") return aboutTable(cursor);
  const parts = [cursor.take()];
  if (cursor.isOver && !LONE_STATEMENTS.has(word)) parts.push(cursor.missing());
  else if (!cursor.isOver) parts.push(cursor.raw("raw", SINGLE_STATEMENTS.has(word) ? endOfValue(cursor) : cursor.to));
  return around("plain", parts);
};

/** Words of other statements that may stand in these. */
const VALUE_WORDS = new Set(["ON", "TABLE", "AS", "INTO", "DEFAULT", "NOT", "NULL"]);

/** Behind words and names, and one value: `foreign_keys = ON`, `TRANSACTION`, `a.b(1)`. */
const endOfValue = (cursor: Cursor): number => {
  const { tokens, partner } = cursor.source;
  let at = cursor.at + 1;
  for (; at < cursor.to; at++) {
    const { kind, text } = tokens[at] as (typeof tokens)[number];
    if (text === "(" && (partner[at] as number) > at) at = partner[at] as number;
    else if (NEVER_NAMES.has(text) && !VALUE_WORDS.has(text)) break;
    else if (kind === "word" && PLAIN_STATEMENTS.has(text) && tokens[at - 1]?.kind !== "operator") break;
  }
  return at;
};

/** `ALTER TABLE name …`: the name counts as one. */
const aboutTable = (cursor: Cursor): Part => {
  const word = cursor.word();
  const parts = [cursor.take(), ...cursor.takeWords("TABLE", "VIEW", "INDEX", "IF", "EXISTS", "ONLY")];
  if (!cursor.isOver) parts.push(path(cursor));
  else if (!LONE_STATEMENTS.has(word)) parts.push(cursor.missing());
  if (!cursor.isOver) parts.push(cursor.raw());
  else if (word === "ALTER") parts.push(cursor.missing());
  return around("plain", parts);
};

/** INSERT OR IGNORE, UPDATE OR REPLACE. */
const orWord = (cursor: Cursor): readonly Part[] =>
  cursor.is("OR") ? [around("option", cursor.takeSome(cursor.word(1) === "" ? 1 : 2))] : [];

/** Of MySQL. */
const rareWords = (cursor: Cursor, ...words: readonly string[]): readonly Part[] =>
  cursor.takeWords(...words).map((word) => rarely(word));

function* insert(cursor: Cursor): Reading {
  const parts: Part[] = [cursor.take(), ...orWord(cursor), ...rareWords(cursor, "IGNORE", "LOW_PRIORITY", "DELAYED")];
  const isInto = cursor.is("INTO", "OVERWRITE");
  if (isInto) parts.push(cursor.take());
  parts.push(isInto ? path(cursor) : rarely(path(cursor)));
  if (cursor.is("AS")) parts.push(...aliasFor(cursor));
  if (cursor.opens("(") && !["SELECT", "WITH", "VALUES"].includes(cursor.word(1)))
    parts.push(around("column_list", yield* cursor.brackets("names")));
  if (cursor.is("OVERRIDING")) parts.push(around("option", cursor.takeWords("OVERRIDING", "SYSTEM", "USER", "VALUE")));
  parts.push(...(yield* inserted(cursor)));
  while (cursor.is("ON")) parts.push(yield* onConflict(cursor));
  return [...parts, ...(yield* returning(cursor))];
}

function* inserted(cursor: Cursor): Reading {
  if (cursor.is("DEFAULT") && cursor.word(1) === "VALUES") return [around("option", cursor.takeSome(2))];
  if (cursor.is("VALUES", "VALUE")) return [yield* valuesClause(cursor)];
  if (cursor.is("SET")) return yield* setClause(cursor);
  return isQuery(cursor) || cursor.opens("(") || cursor.is("TABLE") ? yield* query(cursor) : [cursor.missing()];
}

/** ON CONFLICT (…) DO …, ON DUPLICATE KEY UPDATE …. */
function* onConflict(cursor: Cursor): PartReading {
  const parts: Part[] = [cursor.take(), ...cursor.takeWords("CONFLICT", "DUPLICATE", "KEY")];
  if (cursor.opens("(")) parts.push(around("column_list", yield* cursor.brackets("indexed")));
  parts.push(...(yield* whereClause(cursor)));
  if (cursor.is("ON") && cursor.word(1) === "CONSTRAINT") parts.push(...cursor.takeSome(2), nameAt(cursor));
  const isDone = cursor.is("DO") && cursor.word(1) === "NOTHING";
  const words = isDone ? cursor.takeSome(2) : [...cursor.takePhrase("DO", "UPDATE"), ...cursor.takePhrase("UPDATE")];
  parts.push(...words);
  if (words.length === 0) parts.push(cursor.missing());
  else if (isDone) return around("on_conflict", parts);
  else if (words.length === 2) parts.push(...(yield* setClause(cursor)));
  else parts.push(...(yield* commaList(cursor, assignment)));
  parts.push(...(yield* whereClause(cursor)));
  return around("on_conflict", parts);
}

function* returning(cursor: Cursor): Reading {
  if (!cursor.is("RETURNING")) return [];
  const word = cursor.take();
  return [around("returning_clause", [word, ...(yield* commaList(cursor, selectItem))])];
}

function* setClause(cursor: Cursor): Reading {
  if (!cursor.is("SET")) return [cursor.missing()];
  const word = cursor.take();
  return [around("set_clause", [word, ...(yield* commaList(cursor, assignment))])];
}

function* assignment(cursor: Cursor): Reading {
  const target = cursor.opens("(") ? around("column_list", yield* cursor.brackets("names")) : path(cursor);
  if (cursor.sign() !== "=" && cursor.sign() !== ":=") return [around("assignment", [target, cursor.missing()])];
  return [around("assignment", [target, cursor.take(), ...(yield* expression(cursor))])];
}

function* update(cursor: Cursor): Reading {
  const parts: Part[] = [cursor.take(), ...orWord(cursor), ...rareWords(cursor, "IGNORE", "LOW_PRIORITY")];
  parts.push(...(yield* tables(cursor)));
  parts.push(...(yield* setClause(cursor)));
  if (cursor.is("FROM")) parts.push(yield* fromClause(cursor));
  return [...parts, ...(yield* ending(cursor))];
}

function* deletion(cursor: Cursor): Reading {
  const parts: Part[] = [cursor.take()];
  if (!cursor.is("FROM")) return [...parts, cursor.missing()];
  parts.push(cursor.take(), yield* tableRef(cursor));
  if (cursor.is("USING")) parts.push(yield* fromClause(cursor));
  return [...parts, ...(yield* ending(cursor))];
}

function* ending(cursor: Cursor): Reading {
  return [
    ...(yield* whereClause(cursor)),
    ...(yield* tails(cursor)),
    ...(yield* returning(cursor)),
    ...(yield* tails(cursor)),
  ];
}

/** Statements with semicolons behind them, between BEGIN and END. */
export function* block(cursor: Cursor): Reading {
  const parts: Part[] = [];
  do {
    const inner = cursor.upTo(";");
    parts.push(...(yield* statement(inner)));
    cursor.at = inner.to;
    parts.push(cursor.sign() === ";" ? cursor.take() : cursor.missing());
  } while (!cursor.isOver);
  return parts;
}
