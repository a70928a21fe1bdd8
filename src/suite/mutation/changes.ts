/** What can be changed at a node of a tree. */
import { NAMED, type SyntaxTree } from "../../languages/index.ts";
import type { MutationDialect } from "./dialects.ts";
import type { MutationOperator } from "./mutant.ts";

interface Change {
  readonly operator: MutationOperator;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A parsed text, and the words to read it with. */
export interface ParsedSource {
  readonly tree: SyntaxTree;
  readonly dialect: MutationDialect;
  kindOf(node: number): string;
  fieldOf(node: number): string;
  textOf(node: number): string;
}

/** The changes of one node; those of its children come with them. */
export const changesAt = (reading: ParsedSource, node: number): readonly Change[] => {
  const { dialect, tree } = reading;
  const kind = reading.kindOf(node);
  const change = (operator: MutationOperator, at: number, text: string): Change => ({
    operator,
    start: tree.start[at] as number,
    end: tree.end[at] as number,
    text,
  });
  const children = childrenOf(tree, node);
  const changes: Change[] = [];
  if (dialect.binary.has(kind))
    for (const child of children.filter((at) => reading.fieldOf(at) === "operator")) {
      const swap = operatorSwaps.get(reading.textOf(child));
      for (const token of swap?.by ?? [])
        changes.push(change(swap?.operator ?? "arithmetic", child, apart(tree, child, token)));
    }
  if (dialect.numbers.has(kind))
    for (const text of constantsBeside(reading.textOf(node))) changes.push(change("constant", node, text));
  if (kind === "true" || kind === "false") changes.push(change("constant", node, kind === "true" ? "false" : "true"));
  if (dialect.deletable.has(kind) && !doesNothing(reading, children)) changes.push(change("deletion", node, ";"));
  if (dialect.conditional.has(kind)) {
    const condition = children.find((at) => reading.fieldOf(at) === "condition" && isNamed(tree, at));
    if (condition !== undefined) changes.push(change("negation", condition, negated(reading, condition)));
  }
  const value = returnedBy(reading, kind, children);
  if (value !== undefined) {
    const [first, second] = dialect.returns;
    changes.push(change("return", value, reading.textOf(value) === first ? second : first));
  }
  return changes;
};

/** With blanks where it would run together with what stands beside it: `a**p` must not become a comment. */
const apart = ({ text, start, end }: SyntaxTree, node: number, token: string): string => {
  const [before, after] = [text.charAt((start[node] as number) - 1), text.charAt(end[node] as number)];
  return `${SIGN.test(before) ? " " : ""}${token}${SIGN.test(after) ? " " : ""}`;
};

const SIGN = /[-+*/%&|^<>=!]/u;

export const isNamed = (tree: SyntaxTree, node: number): boolean => ((tree.flags[node] as number) & NAMED) !== 0;

const childrenOf = (tree: SyntaxTree, node: number): readonly number[] => {
  const children: number[] = [];
  for (let child = node + 1; child < (tree.after[node] as number); child = tree.after[child] as number)
    if (tree.parent[child] === node) children.push(child);
  return children;
};

/** An empty statement, or nothing but a string ("use strict"). */
const doesNothing = ({ tree, dialect, kindOf }: ParsedSource, children: readonly number[]): boolean =>
  children.every((child) => !isNamed(tree, child) && kindOf(child) === ";") ||
  (children.every((child) => !isNamed(tree, child) || dialect.strings.has(kindOf(child))) &&
    children.some((child) => dialect.strings.has(kindOf(child))));

const negated = ({ kindOf, textOf }: ParsedSource, condition: number): string =>
  kindOf(condition) === "parenthesized_expression" ? `(!${textOf(condition)})` : `!(${textOf(condition)})`;

/** The value of a return statement, or of an arrow function without a block. */
const returnedBy = (reading: ParsedSource, kind: string, children: readonly number[]): number | undefined => {
  const { tree, kindOf, fieldOf } = reading;
  if (kind === "return_statement") return children.find((child) => isNamed(tree, child) && kindOf(child) !== "comment");
  if (kind !== "arrow_function") return undefined;
  return children.find((child) => fieldOf(child) === "body" && kindOf(child) !== "statement_block");
};

const WHOLE = /^(-?)(0[xX][\da-fA-F']+|0[bB][01']+|0[oO][0-7_]+|0[0-7']+|\d[\d_']*)([uUlLn]*)$/u;

/** Texts for n + 1, n - 1 and 0, as far as they differ from the text and from each other; whole numbers are written out, others as sums. */
const constantsBeside = (text: string): readonly string[] => {
  const [, sign, digits, suffix = ""] = WHOLE.exec(text) ?? [];
  if (digits === undefined) return [`(${text} + 1)`, `(${text} - 1)`, "0"];
  const value = valueOf(digits) * (sign === "-" ? -1n : 1n);
  const others = [value + 1n, value - 1n, 0n].filter(
    (other, index, all) => other !== value && all.indexOf(other) === index,
  );
  return others.map((other) => (other < 0n ? `(${other}${suffix})` : `${other}${suffix}`));
};

const valueOf = (digits: string): bigint => {
  const plain = digits.replaceAll(/['_]/gu, "");
  return BigInt(/^0\d/u.test(plain) ? octalOf(plain) : plain);
};

/** The octal numbers of C and of old JavaScript, as BigInt reads them. */
const octalOf = (plain: string): string =>
  /^[0-7]+$/u.test(plain) ? `0o${plain.slice(1)}` : plain.replace(/^0+(?=\d)/u, "");

interface Swap {
  readonly operator: MutationOperator;
  readonly by: readonly string[];
}

const swaps = (operator: MutationOperator, table: Readonly<Record<string, readonly string[]>>): [string, Swap][] =>
  Object.entries(table).map(([token, by]) => [token, { operator, by }]);

/** What operators with two operands, with and without assignment, and ++ and -- are replaced by. */
const operatorSwaps: ReadonlyMap<string, Swap> = new Map([
  ...swaps("relational", {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
    "===": ["!=="],
    "!==": ["==="],
  }),
  ...swaps("arithmetic", {
    "+": ["-"],
    "-": ["+"],
    "*": ["/"],
    "/": ["*"],
    "%": ["*"],
    "**": ["*"],
    "<<": [">>"],
    ">>": ["<<"],
    ">>>": ["<<"],
    "&": ["|"],
    "|": ["&"],
    "^": ["&"],
    "+=": ["-="],
    "-=": ["+="],
    "*=": ["/="],
    "/=": ["*="],
    "%=": ["*="],
    "**=": ["*="],
    "<<=": [">>="],
    ">>=": ["<<="],
    ">>>=": ["<<="],
    "&=": ["|="],
    "|=": ["&="],
    "^=": ["&="],
    "++": ["--"],
    "--": ["++"],
  }),
  ...swaps("logical", {
    "&&": ["||"],
    "||": ["&&"],
    "??": ["&&"],
    "&&=": ["||="],
    "||=": ["&&="],
    "??=": ["&&="],
  }),
]);
