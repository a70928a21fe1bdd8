/** Sorts as values, and patterns of sorts in which a name behind "?" stands for any. */
import { itemsOf, LIST, NUMERAL, readExpressions, symbolAt, textAt, type Expressions } from "./reader.ts";

export interface Sort {
  /** Sorts are the same if they are written the same. */
  readonly text: string;
  /** "Array", or "_ BitVec", whose arguments are numbers. */
  readonly head: string;
  readonly args: readonly Sort[];
}

/** What is not known is undefined: nothing is guessed. */
export type MaybeSort = Sort | undefined;

const written = (head: string, args: readonly Sort[]): string => {
  if (args.length > 0) return `(${[head, ...args.map(({ text }) => text)].join(" ")})`;
  return /[\s()]/.test(head) ? `|${head}|` : head;
};

export const sortOf = (head: string, ...args: readonly Sort[]): Sort => ({ text: written(head, args), head, args });

export const BOOL = sortOf("Bool");
export const INT = sortOf("Int");
export const REAL = sortOf("Real");
export const STRINGS = sortOf("String");

export const bitVector = (width: number): Sort => sortOf("_ BitVec", sortOf(String(width)));
export const floatingPoint = (exponent: string, significand: string): Sort =>
  sortOf("_ FloatingPoint", sortOf(exponent), sortOf(significand));

/** How many bits; undefined for what is no bit vector. */
export const widthOf = (sort: MaybeSort): number | undefined =>
  sort?.head === "_ BitVec" ? Number(sort.args[0]?.text) : undefined;

const FLOATS: Readonly<Record<string, Sort>> = {
  Float16: floatingPoint("5", "11"),
  Float32: floatingPoint("8", "24"),
  Float64: floatingPoint("11", "53"),
  Float128: floatingPoint("15", "113"),
};

/** Deeper ones are not known. */
const MAX_DEPTH = 40;

/** What a symbol in the place of a sort stands for; undefined for a sort of its own. */
export type SortNames = (name: string, args: readonly Sort[]) => MaybeSort;

/** The sort that a node says. */
export const sortAt = (source: Expressions, node: number, names: SortNames, depth = 0): MaybeSort => {
  const { kind } = source;
  if (depth > MAX_DEPTH) return undefined;
  if (kind[node] !== LIST) {
    const name = symbolAt(source, node);
    return name === "" ? undefined : (names(name, []) ?? FLOATS[name] ?? sortOf(name));
  }
  const [head, ...rest] = itemsOf(source, node);
  if (head === undefined || symbolAt(source, head) === "") return undefined;
  if (symbolAt(source, head) === "_") {
    const [name, ...indices] = rest;
    if (name === undefined || indices.length === 0) return undefined;
    return sortOf(`_ ${symbolAt(source, name)}`, ...indices.map((index) => sortOf(textAt(source, index))));
  }
  const args: Sort[] = [];
  for (const each of rest) {
    const arg = kind[each] === NUMERAL ? undefined : sortAt(source, each, names, depth + 1);
    if (arg === undefined) return undefined;
    args.push(arg);
  }
  if (args.length === 0) return undefined;
  const name = symbolAt(source, head);
  return names(name, args) ?? sortOf(name, ...args);
};

/** A sort or a pattern, as it is written. */
export const readSort = (text: string): Sort => sortAt(readExpressions(text), 0, () => undefined) ?? sortOf(text);

export type Bindings = Map<string, Sort>;

const isVariable = ({ head }: Sort): boolean => head.startsWith("?");

/** ?N are numbers, ?S sequences; of numbers an Int may stand for a Real. */
const isOfKind = ({ head }: Sort, variable: string): boolean => {
  if (variable === "?N") return head === "Int" || head === "Real";
  return variable !== "?S" || head === "Seq" || head === "String";
};

/** Does a sort match a pattern? What is not known does. */
export const matches = (pattern: Sort, sort: MaybeSort, bindings: Bindings): boolean => {
  if (sort === undefined || pattern.text === sort.text) return true;
  if (isVariable(pattern)) {
    const known = bindings.get(pattern.head);
    if (known === undefined) return isOfKind(sort, pattern.head) && Boolean(bindings.set(pattern.head, sort));
    if (known.text === sort.text) return true;
    const areNumbers = isOfKind(known, "?N") && isOfKind(sort, "?N");
    if (areNumbers) bindings.set(pattern.head, REAL);
    return areNumbers;
  }
  if (pattern.head === "Real") return sort.head === "Int";
  if (pattern.head === "Seq" && sort.head === "String") return true;
  if (pattern.head !== sort.head || pattern.args.length === 0) return false;
  // Arrays of several indices and the like are left alone.
  if (pattern.args.length !== sort.args.length) return true;
  return pattern.args.every((each, index) => matches(each, sort.args[index], bindings));
};

/** The pattern with what its variables stand for. */
export const instantiated = (pattern: MaybeSort, bindings: Bindings): MaybeSort => {
  if (pattern === undefined || pattern.args.length === 0)
    return pattern !== undefined && isVariable(pattern) ? bindings.get(pattern.head) : pattern;
  const args: Sort[] = [];
  for (const each of pattern.args) {
    const arg = instantiated(each, bindings);
    if (arg === undefined) return undefined;
    args.push(arg);
  }
  return sortOf(pattern.head, ...args);
};
