/** What stands between the brackets of calls, casts, lists and structs, and between CASE and END. */
import { commaList, type Cursor, type Reading } from "./cursor.ts";
import { expression } from "./expressions.ts";
import { around, type Part } from "./parts.ts";
import { isQuery, query, tails } from "./queries.ts";

/** What may stand between arguments in the place of a comma. */
const JOINTS = ["FROM", "FOR", "USING", "SEPARATOR", "PLACING", "AS", "RETURNING"];

export function* functionArguments(cursor: Cursor): Reading {
  if (cursor.isOver) return [];
  const before: Part[] = [];
  if (cursor.is("DISTINCT", "ALL")) before.push(around("distinct", [cursor.take()]));
  if (cursor.is("BOTH", "LEADING", "TRAILING")) before.push(cursor.take());
  if (isQuery(cursor)) return [...before, ...(yield* query(cursor))];
  const parts: Part[] = [...before, ...(cursor.is(...JOINTS) ? [] : yield* commaList(cursor, argument))];
  if (cursor.is("IGNORE", "RESPECT")) parts.push(around("option", cursor.takeWords("IGNORE", "RESPECT", "NULLS")));
  parts.push(...(yield* tails(cursor)));
  while (cursor.is(...JOINTS, "NULL", "ON")) parts.push(cursor.take(), ...(yield* commaList(cursor, argument)));
  return parts;
}

function* argument(cursor: Cursor): Reading {
  const [value] = (yield* expression(cursor)) as [Part];
  // A type, a word that a function wants: `json_table(… COLUMNS …)`, `cast(x AS y)` under another name.
  return cursor.word() !== "" &&
    value.kind === "identifier" &&
    !cursor.is(...JOINTS, "ORDER", "LIMIT", "IGNORE", "RESPECT")
    ? [value, cursor.raw("raw", cursor.placeOf(","))]
    : [value];
}

export function* castBody(cursor: Cursor): Reading {
  const parts: Part[] = [...(yield* expression(cursor))];
  if (!cursor.is("AS")) return [...parts, cursor.missing()];
  parts.push(cursor.take());
  return [...parts, cursor.isOver ? cursor.missing() : cursor.raw("type", cursor.placeOf("FORMAT"))];
}

/** The elements of a list or a struct. */
export function* elements(cursor: Cursor): Reading {
  return cursor.isOver ? [] : yield* commaList(cursor, element);
}

function* element(cursor: Cursor): Reading {
  const parts: Part[] = [...(yield* expression(cursor))];
  if (cursor.is("FOR")) return [...parts, cursor.raw()];
  if (cursor.sign() !== ":") return parts;
  return [around("pair", [...parts, cursor.take(), ...(yield* expression(cursor))])];
}

export function* caseBody(cursor: Cursor): Reading {
  const parts: Part[] = cursor.is("WHEN") ? [] : [...(yield* expression(cursor))];
  if (!cursor.is("WHEN")) parts.push(cursor.missing());
  while (cursor.is("WHEN")) {
    const condition = [cursor.take(), ...(yield* expression(cursor))];
    const value = cursor.is("THEN") ? [cursor.take(), ...(yield* expression(cursor))] : [cursor.missing()];
    parts.push(around("when_clause", [...condition, ...value]));
  }
  if (cursor.is("ELSE")) parts.push(around("else_clause", [cursor.take(), ...(yield* expression(cursor))]));
  return parts;
}
