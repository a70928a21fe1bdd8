/** Expressions: operators by how tightly they bind. What is pending waits on a stack of its own. */
import { commaList, type Cursor, type PartReading, type Reading } from "./cursor.ts";
import { operand } from "./operands.ts";
import { around, type Part } from "./parts.ts";
import { typeName } from "./types.ts";
import { SIGN_OPERATORS, WORD_OPERATORS } from "./words.ts";

const NOT = 3;
const COMPARISON = 4;
const SIGN = 10;
const TIGHT = 11;

/** An operator that waits for its right side. */
interface Pending {
  readonly kind: string;
  readonly parts: Part[];
  readonly binds: number;
  /** BETWEEN, whose AND has not come. */
  open: boolean;
  /** IN: behind it there is a list, a query, or something that may be one. */
  readonly wantsList?: boolean;
}

const LITERAL = /^(?:null|boolean|number|string)$/;

export function* expression(cursor: Cursor): Reading {
  const pending: Pending[] = [];
  for (;;) {
    takePrefixes(cursor, pending);
    const [first] = (yield* operand(cursor)) as [Part];
    const value = yield* withPostfixes(cursor, first, pending);
    if (!takeOperator(cursor, pending, value)) return [reduced(pending, value, Number.NEGATIVE_INFINITY)];
  }
}

export const expressions = (cursor: Cursor): Reading => commaList(cursor, expression);

const takePrefixes = (cursor: Cursor, pending: Pending[]): void => {
  while (cursor.is("NOT", "PRIOR") || /^[-+~!@]$/.test(cursor.sign())) {
    const binds = cursor.is("NOT") ? NOT : SIGN;
    pending.push({ kind: "unary", parts: [cursor.take()], binds, open: false });
  }
};

/** Everything that binds at least so tightly gets what it has waited for. */
const reduced = (pending: Pending[], value: Part, binds: number): Part => {
  let result = value;
  for (let top = pending.at(-1); top !== undefined && top.binds >= binds; top = pending.at(-1)) {
    pending.pop();
    const isWrong = top.open || (top.wantsList === true && LITERAL.test(result.kind));
    result = around(isWrong ? "ERROR" : top.kind, [...top.parts, result]);
  }
  return result;
};

/** What stands behind a value and needs nothing more: `IS NULL`, `::type`, `[1]`, `COLLATE name`. */
function* withPostfixes(cursor: Cursor, value: Part, pending: Pending[]): PartReading {
  let result = value;
  for (;;) {
    if (cursor.sign() === "::") result = around("cast", [result, cursor.take(), typeName(cursor)]);
    else if (cursor.opens("[")) result = around("subscript", [result, ...(yield* cursor.brackets("slices"))]);
    else if (cursor.sign() === "." && cursor.token(1) !== undefined)
      result = around("qualified", [result, cursor.take(), cursor.take(cursor.sign() === "*" ? "star" : "identifier")]);
    else if (cursor.is("COLLATE") && cursor.token(1) !== undefined)
      result = around("postfix", [reduced(pending, result, TIGHT), cursor.take(), cursor.take("identifier")]);
    else if (cursor.is("AT") && cursor.word(1) === "TIME") {
      const words = cursor.takeWords("AT", "TIME", "ZONE");
      result = around("postfix", [reduced(pending, result, TIGHT), ...words, ...(yield* operand(cursor))]);
    } else if (testWords(cursor) > 0) {
      const left = reduced(pending, result, COMPARISON);
      result = around("postfix", [left, ...cursor.takeSome(testWords(cursor))]);
    } else return result;
  }
}

const TESTED = new Set(["NULL", "TRUE", "FALSE", "UNKNOWN"]);

/** How many words ask about a value: `ISNULL`, `NOT NULL`, `IS NOT TRUE`, but no `IS DISTINCT FROM`. */
const testWords = (cursor: Cursor): number => {
  if (cursor.is("ISNULL", "NOTNULL")) return 1;
  if (cursor.is("NOT")) return cursor.word(1) === "NULL" ? 2 : 0;
  const not = cursor.word(1) === "NOT" ? 1 : 0;
  return cursor.is("IS") && TESTED.has(cursor.word(1 + not)) ? 2 + not : 0;
};

/** What is between square brackets behind a value: an index, or bounds with colons between them. */
export function* slices(cursor: Cursor): Reading {
  const parts: Part[] = [];
  for (let isValue = true; !cursor.isOver; isValue = !isValue) {
    if (cursor.sign() === ":" || cursor.sign() === ",") {
      parts.push(cursor.take());
      isValue = false;
    } else if (!isValue) break;
    else parts.push(...(yield* expression(cursor)));
  }
  return parts;
}

/** An operator between two values: it waits for the second. */
const takeOperator = (cursor: Cursor, pending: Pending[], value: Part): boolean => {
  if (cursor.is("AND") && pending.some(({ open }) => open)) return closeBetween(cursor, pending, value);
  const words = operatorWords(cursor);
  const binds = words > 0 ? (WORD_OPERATORS[cursor.word(words - 1)] ?? COMPARISON) : SIGN_OPERATORS[cursor.sign()];
  if (binds === undefined) return false;
  const left = reduced(pending, value, binds);
  const behind = cursor.token(1)?.kind ?? "";
  const isLambda = cursor.sign() === "->" && isParameter(left) && behind !== "string" && behind !== "number";
  const isBetween = cursor.word(cursor.is("NOT") ? 1 : 0) === "BETWEEN";
  const isIn = cursor.word(cursor.is("NOT") ? 1 : 0) === "IN";
  const kind = isBetween ? "between" : "binary";
  const parts = [left, ...cursor.takeSome(Math.max(words, 1))];
  const wantsList = words > 0 && isIn;
  pending.push({ kind, parts, binds: isLambda ? 0 : binds + 0.5, open: isBetween, wantsList });
  return true;
};

const isParameter = ({ kind }: Part): boolean => /^(?:identifier|row|parenthesized)$/.test(kind);

/** The AND of the last BETWEEN that has none. */
const closeBetween = (cursor: Cursor, pending: Pending[], value: Part): true => {
  let low = value;
  for (let top = pending.at(-1) as Pending; !top.open; top = pending.at(-1) as Pending)
    low = around((pending.pop() as Pending).kind, [...top.parts, low]);
  const between = pending.at(-1) as Pending;
  between.parts.push(low, cursor.take());
  between.open = false;
  return true;
};

/** How many words make the operator: `NOT LIKE`, `IS NOT DISTINCT FROM`. */
const operatorWords = (cursor: Cursor): number => {
  const not = cursor.is("NOT") ? 1 : 0;
  const word = cursor.word(not);
  if (word === "SIMILAR" && cursor.word(not + 1) === "TO") return not + 2;
  if (word === "BETWEEN") return not + (cursor.word(not + 1) === "SYMMETRIC" ? 2 : 1);
  if (word === "IN") return not + 1;
  if (not === 1) return WORD_OPERATORS[word] === COMPARISON ? 2 : 0;
  if (word !== "IS") return WORD_OPERATORS[word] === undefined ? 0 : 1;
  const more = cursor.word(1) === "NOT" ? 1 : 0;
  return cursor.word(1 + more) === "DISTINCT" && cursor.word(2 + more) === "FROM" ? 3 + more : 1 + more;
};
