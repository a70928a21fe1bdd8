/** CREATE and DROP: tables with their columns, views, indices, triggers. */
import { commaList, type Cursor, type PartReading, type Reading } from "./cursor.ts";
import { operand, nameAt, path } from "./operands.ts";
import { around, named, rarely, type Part } from "./parts.ts";
import { query, whereClause } from "./queries.ts";
import { columnType, typeName } from "./types.ts";

const BEFORE = [
  "TEMP",
  "TEMPORARY",
  "UNLOGGED",
  "GLOBAL",
  "LOCAL",
  "EXTERNAL",
  "VIRTUAL",
  "MATERIALIZED",
  "RECURSIVE",
  "UNIQUE",
  "FULLTEXT",
];
const CREATED = new Set(
  (
    "TABLE VIEW INDEX TRIGGER SCHEMA DATABASE TYPE DOMAIN FUNCTION PROCEDURE MACRO AGGREGATE SEQUENCE ROLE USER LOGIN EXTENSION OPERATOR CAST COLLATION " +
    "CONVERSION POLICY RULE SERVER FOREIGN PUBLICATION SUBSCRIPTION STATISTICS EVENT TABLESPACE LANGUAGE SYNONYM PACKAGE SECRET STAGE STREAM TASK MODEL"
  ).split(" "),
);

export function* create(cursor: Cursor): PartReading {
  const head: Part[] = [cursor.take()];
  const words = [...cursor.takePhrase("OR", "REPLACE"), ...cursor.takeWords(...BEFORE)];
  head.push(...(words.length > 0 ? [around("option", words)] : []));
  const what = cursor.word();
  if (!CREATED.has(what)) return around("create_other", [...head, cursor.missing()]);
  head.push(cursor.take());
  const isIndex = what === "INDEX";
  if (isIndex) head.push(...cursor.takeWords("CONCURRENTLY"));
  const existence = cursor.takePhrase("IF", "NOT", "EXISTS");
  if (existence.length > 0) head.push(around("option", existence));
  if (!(isIndex && cursor.is("ON"))) head.push(named(path(cursor)));
  if (what === "TABLE") return around("create_table", [...head, ...(yield* tableBody(cursor))]);
  if (what === "VIEW") return around("create_view", [...head, ...(yield* viewBody(cursor))]);
  if (isIndex) {
    const index = around("create_index", [...head, ...(yield* indexBody(cursor))]);
    return head.some(({ field }) => field === "name") ? index : rarely(index);
  }
  if (what === "TRIGGER") return around("create_trigger", [...head, ...(yield* triggerBody(cursor))]);
  return around("create_other", [...head, ...(cursor.isOver ? [] : [cursor.raw()])]);
}

export const drop = (cursor: Cursor): Part => {
  const parts: Part[] = [cursor.take()];
  parts.push(...cursor.takeWords("MATERIALIZED", "TEMP", "TEMPORARY"));
  if (cursor.word() === "") return around("drop", [...parts, cursor.missing()]);
  parts.push(cursor.take(), ...cursor.takeWords("CONCURRENTLY"));
  const existence = cursor.takePhrase("IF", "EXISTS");
  if (existence.length > 0) parts.push(around("option", existence));
  parts.push(path(cursor));
  while (cursor.sign() === ",") parts.push(cursor.take(), path(cursor));
  if (cursor.is("CASCADE", "RESTRICT", "ON")) parts.push(cursor.raw("option"));
  return around("drop", parts);
};

/** How what follows the columns of a table begins, or what stands in their place. */
const OPTIONS = new Set(
  (
    "WITHOUT STRICT ENGINE TABLESPACE WITH PARTITION COMMENT AUTO_INCREMENT DEFAULT CHARSET CHARACTER COLLATE ON INHERITS CLUSTER OPTIONS ROW_FORMAT ORDER " +
    "STORED LOCATION TBLPROPERTIES DISTKEY SORTKEY DISTSTYLE USING LIKE OF INCLUDE"
  ).split(" "),
);

function* tableBody(cursor: Cursor): Reading {
  const parts: Part[] = [];
  if (cursor.opens("(")) parts.push(around("column_defs", yield* cursor.brackets("column definitions")));
  const isAlone = parts.length === 0 && !cursor.is("USING", "LIKE", "PARTITION", "OF");
  if (OPTIONS.has(cursor.word()) && !isAlone) parts.push(cursor.raw("option", cursor.placeOf("AS")));
  if (cursor.is("AS") || (parts.length === 0 && cursor.is("SELECT", "WITH")))
    parts.push(...cursor.takePhrase("AS"), ...(yield* query(cursor)));
  return parts.length === 0 ? [cursor.missing()] : parts;
}

function* viewBody(cursor: Cursor): Reading {
  const parts: Part[] = [];
  if (cursor.opens("(")) parts.push(around("column_list", yield* cursor.brackets("names")));
  if (!cursor.is("AS")) return [...parts, cursor.missing()];
  return [...parts, cursor.take(), ...(yield* query(cursor))];
}

function* indexBody(cursor: Cursor): Reading {
  const parts: Part[] = [];
  if (!cursor.is("ON")) return [cursor.missing()];
  parts.push(cursor.take(), around("table_ref", [path(cursor)]));
  if (cursor.is("USING")) parts.push(around("option", [cursor.take(), nameAt(cursor)]));
  if (!cursor.opens("(")) return [...parts, cursor.missing()];
  parts.push(around("column_list", yield* cursor.brackets("indexed")), ...(yield* whereClause(cursor)));
  return OPTIONS.has(cursor.word()) ? [...parts, cursor.raw("option")] : parts;
}

function* triggerBody(cursor: Cursor): Reading {
  const parts: Part[] = [];
  const timing = [...cursor.takeWords("BEFORE", "AFTER"), ...cursor.takePhrase("INSTEAD", "OF")];
  if (timing.length > 0) parts.push(around("timing", timing));
  parts.push(yield* triggerEvent(cursor));
  if (!cursor.is("ON")) return [...parts, cursor.missing()];
  parts.push(cursor.take(), around("table_ref", [path(cursor)]));
  const each = [...cursor.takePhrase("FOR", "EACH", "ROW"), ...cursor.takePhrase("FOR", "EACH", "STATEMENT")];
  if (each.length > 0) parts.push(around("option", each));
  if (cursor.is("WHEN")) parts.push(around("where_clause", [cursor.take(), ...(yield* operandOrBrackets(cursor))]));
  if (cursor.is("BEGIN") && (cursor.source.partner[cursor.at] as number) >= 0)
    return [...parts, around("block", yield* cursor.brackets("block"))];
  return [...parts, cursor.is("EXECUTE", "CALL") && cursor.token(1) !== undefined ? cursor.raw() : cursor.missing()];
}

/** A whole expression in brackets, or words up to BEGIN. */
function* operandOrBrackets(cursor: Cursor): Reading {
  if (cursor.opens("(") && cursor.source.tokens[(cursor.source.partner[cursor.at] as number) + 1]?.text === "BEGIN")
    return yield* operand(cursor);
  const begin = cursor.placeOf("BEGIN");
  return begin > cursor.at ? [cursor.raw("raw", begin)] : [cursor.missing()];
}

function* triggerEvent(cursor: Cursor): PartReading {
  const words: Part[] = [];
  do {
    words.push(...cursor.takePhrase("OR"));
    words.push(cursor.is("INSERT", "UPDATE", "DELETE", "TRUNCATE") ? cursor.take() : cursor.missing());
  } while (cursor.is("OR"));
  if (!cursor.is("OF")) return around("event", words);
  words.push(cursor.take());
  return around("event", [...words, around("column_list", yield* names(cursor))]);
}

/** Names with commas between them. */
// oxlint-disable-next-line require-yield -- a rule like the others, with nothing in brackets
export function* names(cursor: Cursor): Reading {
  const parts = [path(cursor)];
  while (cursor.sign() === ",") parts.push(cursor.take(), path(cursor));
  return parts;
}

export const columnDefinitions = (cursor: Cursor): Reading => commaList(cursor, columnDefinition);

const TABLE_CONSTRAINTS = [
  "CONSTRAINT",
  "PRIMARY",
  "UNIQUE",
  "FOREIGN",
  "CHECK",
  "EXCLUDE",
  "INDEX",
  "KEY",
  "FULLTEXT",
  "LIKE",
];

function* columnDefinition(cursor: Cursor): Reading {
  const isConstraint = cursor.is(...TABLE_CONSTRAINTS) && cursor.token(1) !== undefined;
  if (isConstraint && !(cursor.is("KEY", "INDEX") && !cursor.opens("(", 2)))
    return [yield* constraint(cursor, "table_constraint")];
  const parts: Part[] = [nameAt(cursor), ...columnType(cursor)];
  if (parts.length === 1 && cursor.opens("(")) parts.push(cursor.missing());
  while (!cursor.isOver && cursor.sign() !== ",") {
    const from = cursor.at;
    parts.push(yield* constraint(cursor, "constraint"));
    if (cursor.at === from) break;
  }
  return [around("column_def", parts)];
}

/** How the constraints of a column begin. */
const CONSTRAINTS = new Set(
  "CONSTRAINT PRIMARY NOT NULL UNIQUE CHECK DEFAULT COLLATE REFERENCES GENERATED AS AUTO_INCREMENT AUTOINCREMENT COMMENT FOREIGN".split(
    " ",
  ),
);
/** What must follow them. */
const FOLLOWERS: Readonly<Record<string, readonly string[]>> = {
  PRIMARY: ["KEY"],
  NOT: ["NULL", "DEFERRABLE"],
  FOREIGN: ["KEY"],
};

/** One constraint of a column, or of the table: words up to the next one, with what is in brackets read. */
function* constraint(cursor: Cursor, kind: string): PartReading {
  const parts: Part[] = [];
  if (cursor.is("CONSTRAINT")) parts.push(cursor.take(), nameAt(cursor));
  const word = cursor.word();
  const followers = FOLLOWERS[word];
  if (cursor.isOver || (cursor.sign() !== "" && !cursor.opens("(")))
    return parts.length > 0 ? around(kind, [...parts, cursor.missing()]) : cursor.missing();
  if (!cursor.opens("(")) parts.push(cursor.take());
  if (followers !== undefined)
    parts.push(...(followers.includes(cursor.word()) ? [cursor.take()] : [cursor.missing()]));
  if (word === "DEFAULT") return around(kind, [...parts, ...(yield* defaultValue(cursor))]);
  const isChecked = word === "CHECK" || word === "AS";
  if (isChecked && !cursor.opens("(")) return around(kind, [...parts, cursor.missing()]);
  if (word === "REFERENCES" || word === "COLLATE") parts.push(path(cursor));
  while (!cursor.isOver && cursor.sign() !== ",") {
    if (cursor.opens("(")) parts.push(...(yield* bracketed(cursor, word)));
    else if (isOn(cursor)) parts.push(...cursor.takeSome(2));
    else if (cursor.is("REFERENCES")) parts.push(cursor.take(), around("table_ref", [path(cursor)]));
    else if (kind === "constraint" && CONSTRAINTS.has(cursor.word()) && !isPartOf(cursor, word)) break;
    else if (cursor.word() === "" && cursor.token()?.kind === "operator") break;
    else parts.push(cursor.take());
  }
  return around(kind, parts);
}

/** ON DELETE SET NULL, SET DEFAULT; GENERATED ALWAYS AS; NOT DEFERRABLE. */
const isPartOf = (cursor: Cursor, word: string): boolean =>
  (word === "REFERENCES" && cursor.is("NULL", "DEFAULT")) || (word === "GENERATED" && cursor.is("AS", "DEFAULT"));

const isOn = (cursor: Cursor): boolean => cursor.is("ON") && cursor.word(1) !== "";

function* bracketed(cursor: Cursor, word: string): Reading {
  if (word === "CHECK" || word === "AS" || word === "GENERATED" || word === "")
    return [around("parenthesized", yield* cursor.brackets("expressions"))];
  return [around("column_list", yield* cursor.brackets("indexed"))];
}

function* defaultValue(cursor: Cursor): Reading {
  const sign = /^[-+]$/.test(cursor.sign()) ? cursor.takeSome(1) : [];
  let [value] = (yield* operand(cursor)) as [Part];
  while (cursor.sign() === "::") value = around("cast", [value, cursor.take(), typeName(cursor)]);
  return [sign.length > 0 ? around("unary", [...sign, value]) : value];
}
