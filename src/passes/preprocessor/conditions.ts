/** What a condition of the preprocessor comes to, as far as it can be known without a compiler. */

/** By name of a macro: its body. */
export type Definitions = ReadonlyMap<string, string>;

/** A longer condition is not looked at. */
const MAX_LENGTH = 10_000;
/** How many aliases of a name are followed. */
const MAX_ALIASES = 8;

type Value = number | undefined;

const DEFINED = /\bdefined\s*(?:\(\s*([A-Za-z_]\w*)\s*\)|([A-Za-z_]\w*))/g;
/** Questions to the compiler (`__has_include(<x>)`) and macros with arguments: nobody knows. */
const CALLS = /\b[A-Za-z_]\w*\s*\([^()]*\)/g;
const COMMENTS = /\/\*[^]*?\*\/|\/\/.*|\\\r?\n/g;
const TOKENS = /[A-Za-z_]\w*|\d[\w.']*|\|\||&&|[=!<>]=|<<|>>|\S/g;

/** As in C: the higher, the tighter. */
const TIGHTNESS: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};
const PREFIXES = new Set(["!", "~", "+", "-"]);
const TIGHTEST = 11;

/** Undefined where it depends on what is not known here. */
export const conditionHolds = (condition: string, known: Definitions): boolean | undefined => {
  if (condition.length > MAX_LENGTH) return undefined;
  const text = condition
    .replaceAll(COMMENTS, " ")
    .replaceAll(DEFINED, (_, inside: string | undefined, bare: string | undefined) =>
      known.has(inside ?? bare ?? "") ? "1" : "0",
    )
    .replaceAll(CALLS, "@");
  const value = evaluated(text.match(TOKENS) ?? [], known);
  return value === undefined ? undefined : value !== 0;
};

interface Operator {
  readonly text: string;
  readonly tightness: number;
}

/** Dijkstra's two stacks, so that nesting costs no recursion. */
const evaluated = (tokens: readonly string[], known: Definitions): Value => {
  const values: Value[] = [];
  const operators: Operator[] = [];
  const reduce = (least: number): void => {
    while ((operators.at(-1)?.tightness ?? -1) >= least) apply((operators.pop() as Operator).text, values);
  };
  let isOperand = true;
  for (const token of tokens) {
    if (isOperand && (PREFIXES.has(token) || token === "(")) {
      operators.push({ text: token === "(" ? token : `prefix ${token}`, tightness: token === "(" ? 0 : TIGHTEST });
    } else if (isOperand) {
      if (/^\W/.test(token) && token !== "@") return undefined;
      values.push(operandOf(token, known));
      isOperand = false;
    } else if (token === ")") {
      reduce(1);
      if (operators.pop() === undefined) return undefined;
    } else {
      const tightness = TIGHTNESS[token];
      if (tightness === undefined) return undefined;
      reduce(tightness);
      operators.push({ text: token, tightness });
      isOperand = true;
    }
  }
  if (isOperand) return undefined;
  reduce(1);
  return operators.length === 0 ? values[0] : undefined;
};

/** A name that is not defined counts as 0. */
const operandOf = (token: string, known: Definitions): Value => {
  let text = token;
  for (let aliases = 0; aliases < MAX_ALIASES && /^[A-Za-z_]\w*$/.test(text); aliases++) {
    const body = known.get(text);
    if (body === undefined) return text === "true" ? 1 : 0;
    text = body.trim();
  }
  const digits = text.replaceAll(/'|[uUlL]+$/g, "");
  const value = Number(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits);
  return digits === "" || Number.isNaN(value) ? undefined : value;
};

const apply = (operator: string, values: Value[]): void => {
  const right = values.pop();
  if (operator.startsWith("prefix")) {
    values.push(right === undefined ? undefined : PREFIXED[operator.slice(7)]?.(right));
    return;
  }
  values.push(combined(operator, values.pop(), right));
};

/** `&&` and `||` may be decided by one side alone. */
const combined = (operator: string, left: Value, right: Value): Value => {
  if (operator === "&&" && (left === 0 || right === 0)) return 0;
  if (operator === "||" && ((left ?? 0) !== 0 || (right ?? 0) !== 0)) return 1;
  return left === undefined || right === undefined ? undefined : COMBINED[operator]?.(left, right);
};

const PREFIXED: Readonly<Record<string, (value: number) => number>> = {
  "!": (value) => Number(value === 0),
  "~": (value) => ~value,
  "+": (value) => value,
  "-": (value) => -value,
};

const COMBINED: Readonly<Record<string, (left: number, right: number) => number | undefined>> = {
  "||": () => 0,
  "&&": () => 1,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "&": (a, b) => a & b,
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
  "<=": (a, b) => Number(a <= b),
  ">=": (a, b) => Number(a >= b),
  "<<": (a, b) => a * 2 ** b,
  ">>": (a, b) => Math.floor(a / 2 ** b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? undefined : Math.trunc(a / b)),
  "%": (a, b) => (b === 0 ? undefined : a % b),
};
