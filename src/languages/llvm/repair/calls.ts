/** Calls fit what they call. */
import type { Operand } from "../cursor.ts";
import type { FunctionModel, Line } from "../functions.ts";
import type { Signature } from "../signature.ts";
import { textOf, zeroOf } from "../types.ts";
import { erase, replace } from "./edits.ts";

/** What is handed over: operands between the brackets, without those inside others. */
const argumentsOf = ({ reading: { operands } }: Line, { from, to }: { from: number; to: number }): readonly Operand[] =>
  operands.filter((operand, index) => {
    const next = operands[index + 1];
    const isInner = next !== undefined && next.from <= operand.from && operand.to <= next.to;
    return !isInner && operand.from >= from && operand.to <= to;
  });

/** Has anything changed? */
export const repairCall = (f: FunctionModel, line: Line, callee: Operand, signature: Signature): boolean => {
  const { tokens } = f;
  const open = callee.to;
  const close = tokens[open]?.match ?? open;
  const handed = argumentsOf(line, { from: open + 1, to: close });
  const { parameters, isVariadic, type } = signature;
  const written = textOf(tokens, callee.type);
  const isLong = written.endsWith(")") && tokens[callee.type.to - 1]?.text === ")" && !written.startsWith("target");
  const returned = isLong
    ? textOf(tokens, { from: callee.type.from, to: tokens[callee.type.to - 1]?.match ?? 0 })
    : written;
  const types = handed.map((each) => textOf(tokens, each.type));
  const fits = parameters.every((parameter, place) => types[place] === parameter.type);
  const isCounted = isVariadic ? types.length >= parameters.length : types.length === parameters.length;
  if (fits && isCounted && returned === type) return false;
  const whole = isVariadic ? `${type} (${[...parameters.map((each) => each.type), "..."].join(", ")})` : type;
  replace(tokens, callee.type, whole);
  if (type === "void" && line.instruction.result >= 0)
    erase(tokens, { from: line.instruction.result, to: line.instruction.result + 2 });
  if (!fits || !isCounted) rewriteArguments(f, { handed, types, open, close }, signature);
  return true;
};

interface Handed {
  readonly handed: readonly Operand[];
  readonly types: readonly string[];
  readonly open: number;
  readonly close: number;
}

/** Each parameter gets the next argument of its type, or zero. */
const rewriteArguments = (
  { tokens }: FunctionModel,
  { handed, types, open, close }: Handed,
  { parameters }: Signature,
): void => {
  let next = 0;
  const texts = parameters.map(({ type }) => {
    const found = types.indexOf(type, next);
    if (found < 0) return `${type} ${zeroOf(type)}`;
    next = found + 1;
    const operand = handed[found] as Operand;
    return textOf(tokens, { from: operand.type.from, to: operand.to });
  });
  replace(tokens, { from: open, to: close + 1 }, `(${texts.join(", ")})`);
};
