/** Which operators take the place of which. */
import type { MutationOperator } from "./mutant.ts";

interface Swap {
  readonly operator: MutationOperator;
  readonly by: readonly string[];
}

const swaps = (operator: MutationOperator, table: Readonly<Record<string, readonly string[]>>): [string, Swap][] =>
  Object.entries(table).map(([token, by]) => [token, { operator, by }]);

/** Of operators with two operands, with and without assignment, and of ++ and --. */
export const operatorSwaps: ReadonlyMap<string, Swap> = new Map([
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
