/** Operands: names, literals, calls, and what stands in brackets. */
import type { Cursor, PartReading, Reading } from "./cursor.ts";
import { around, type Part } from "./parts.ts";
import { CALLABLE, NEVER_NAMES, RESERVED, TEXT_TYPES } from "./words.ts";

/** One part; a missing one where nothing can be an operand. */
export function* operand(cursor: Cursor): Reading {
  const token = cursor.token();
  switch (token?.kind) {
    case "string":
    case "number":
    case "parameter":
      return [cursor.take()];
    case "quoted":
      return yield* nameOrCall(cursor);
    case "word":
      return yield* wordOperand(cursor);
    case "operator":
      return yield* signOperand(cursor);
    case "line":
    case undefined:
      return [cursor.missing()];
  }
}

function* signOperand(cursor: Cursor): Reading {
  if (cursor.opens("(")) return [yield* parenthesized(cursor)];
  if (cursor.opens("["))
    return isQuotedName(cursor) ? [path(cursor)] : [around("list", yield* cursor.brackets("elements"))];
  if (cursor.opens("{")) return [around("struct", yield* cursor.brackets("elements"))];
  if (cursor.sign() === "*") return [cursor.take("star")];
  return [cursor.missing()];
}

/** `[first name]`, and `[a].[b]`: nothing that a list could be. */
const isQuotedName = (cursor: Cursor): boolean => {
  const close = cursor.source.partner[cursor.at] as number;
  const isDotted = cursor.source.tokens[close + 1]?.text === "." && close + 1 < cursor.to;
  return (
    (cursor.word(1) !== "" && cursor.word(2) !== "" && cursor.word(1) !== "NOT" && cursor.word(1) !== "CASE") ||
    (isDotted && close === cursor.at + 2)
  );
};

/** A query, one expression, or several of them; nothing only behind IN. */
function* parenthesized(cursor: Cursor): PartReading {
  const isList = cursor.word(-1) === "IN";
  const parts = yield* cursor.brackets("query or expressions");
  if (parts.length === 2) return around("row", isList ? parts : [parts[0] as Part, cursor.missing(), parts[1] as Part]);
  if (parts[1]?.kind === "query") return around("subquery", parts);
  return around(isList || parts.length > 3 ? "row" : "parenthesized", parts);
}

/** Only a query will do. */
const queryOf = (cursor: Cursor, part: Part): readonly Part[] =>
  part.kind === "subquery" ? [part] : [part, cursor.missing()];

const LITERALS: Readonly<Record<string, string>> = {
  NULL: "null",
  TRUE: "boolean",
  FALSE: "boolean",
  DEFAULT: "default",
};
const CASTS = new Set(["CAST", "TRY_CAST", "SAFE_CAST"]);

function* wordOperand(cursor: Cursor): Reading {
  const word = cursor.word();
  const isCalled = cursor.opens("(", 1);
  const literal = LITERALS[word];
  if (literal !== undefined && !isCalled) return [cursor.take(literal)];
  if (word === "CASE" && (cursor.source.partner[cursor.at] as number) >= 0)
    return [around("case", yield* cursor.brackets("case"))];
  if (word === "EXISTS" && isCalled)
    return [around("exists", [cursor.take(), ...queryOf(cursor, yield* parenthesized(cursor))])];
  if (CASTS.has(word) && isCalled) return [around("cast", [cursor.take(), ...(yield* cursor.brackets("cast"))])];
  if (word === "INTERVAL" && !isCalled && cursor.token(1) !== undefined) return [yield* interval(cursor)];
  if (RESERVED.has(word) && !(isCalled && CALLABLE.has(word))) return [cursor.missing()];
  if (cursor.token(1)?.kind === "string" && (TEXT_TYPES.has(word) || word.startsWith("_")))
    return [around("typed_literal", [cursor.take("identifier"), cursor.take()])];
  if (cursor.opens("{", 1)) return [around("typed_literal", [cursor.take("identifier"), ...(yield* operand(cursor))])];
  return yield* nameOrCall(cursor);
}

const UNITS = /^(?:MICRO|MILLI)?SECONDS?$|^(?:MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR|DECADE|CENTURY|MILLENNIUM)S?$/;

function* interval(cursor: Cursor): PartReading {
  const parts = [cursor.take(), ...(yield* operand(cursor))];
  while (UNITS.test(cursor.word()) || (cursor.is("TO") && UNITS.test(cursor.word(1)))) parts.push(cursor.take());
  return around("interval", parts);
}

/** `a.b.c`, with a dot between names; `a.*`. */
export const path = (cursor: Cursor): Part => {
  const parts = [nameAt(cursor)];
  while (cursor.sign() === "." && cursor.token(1) !== undefined) {
    parts.push(cursor.take());
    const isWord = cursor.word() !== "";
    parts.push(cursor.sign() === "*" ? cursor.take("star") : isWord ? cursor.take("identifier") : nameAt(cursor));
  }
  return parts.length === 1 ? (parts[0] as Part) : around("qualified", parts);
};

/** A name in any quotes, those of SQL Server included; missing where there is none. */
export const nameAt = (cursor: Cursor): Part => {
  if (cursor.opens("[")) return cursor.raw("identifier", (cursor.source.partner[cursor.at] as number) + 1);
  const kind = cursor.token()?.kind;
  const isName = kind === "quoted" || kind === "string" || (kind === "word" && !NEVER_NAMES.has(cursor.word()));
  return isName ? cursor.take("identifier") : cursor.missing();
};

function* nameOrCall(cursor: Cursor): Reading {
  const name = CALLABLE.has(cursor.word()) ? cursor.take("identifier") : path(cursor);
  if (!cursor.opens("(")) return [name];
  const parts: Part[] = [name, around("arguments", yield* cursor.brackets("arguments"))];
  if (cursor.is("WITHIN") && cursor.word(1) === "GROUP" && cursor.opens("(", 2))
    parts.push(around("filter_clause", [cursor.take(), cursor.take(), ...(yield* cursor.brackets("ordering"))]));
  if (cursor.is("FILTER") && cursor.opens("(", 1))
    parts.push(around("filter_clause", [cursor.take(), ...(yield* cursor.brackets("where"))]));
  if (cursor.is("IGNORE", "RESPECT") && cursor.word(1) === "NULLS")
    parts.push(around("option", [cursor.take(), cursor.take()]));
  if (cursor.is("OVER")) {
    const over = cursor.take();
    const what = cursor.opens("(") ? yield* cursor.brackets("window") : [nameAt(cursor)];
    parts.push(around("over_clause", [over, ...what]));
  }
  return [around("call", parts)];
}
