/** What the mutator has to know of a language: names of its grammar. */

export interface MutationDialect {
  readonly binary: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  /** Statements that are deleted. */
  readonly deletable: ReadonlySet<string>;
  /** Nodes with a condition. */
  readonly conditional: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** Whether there are statements outside of functions; what looks like one in C is a macro that declares something. */
  readonly runsOutside: boolean;
  /** Nodes with a condition that belongs to no run. */
  readonly preprocessor: ReadonlySet<string>;
  /** What a function gives instead of a value; the second one if it gives the first already. */
  readonly returns: readonly [string, string];
}

const LOOPS = ["if_statement", "while_statement", "do_statement", "for_statement"];

const c: MutationDialect = {
  binary: new Set(["binary_expression", "assignment_expression", "update_expression"]),
  numbers: new Set(["number_literal"]),
  strings: new Set(["string_literal", "concatenated_string"]),
  deletable: new Set(["expression_statement", "break_statement", "continue_statement"]),
  conditional: new Set([...LOOPS, "conditional_expression"]),
  functions: new Set(["function_definition"]),
  runsOutside: false,
  preprocessor: new Set(["preproc_if", "preproc_elif"]),
  returns: ["0", "1"],
};

const javascript: MutationDialect = {
  binary: new Set(["binary_expression", "augmented_assignment_expression", "update_expression"]),
  numbers: new Set(["number"]),
  strings: new Set(["string"]),
  deletable: new Set(["expression_statement", "break_statement", "continue_statement", "throw_statement"]),
  conditional: new Set([...LOOPS, "ternary_expression"]),
  functions: new Set([
    "function_declaration",
    "function_expression",
    "generator_function",
    "generator_function_declaration",
    "method_definition",
  ]),
  runsOutside: true,
  preprocessor: new Set(),
  returns: ["undefined", "0"],
};

/** By the name of the language. */
export const dialects: ReadonlyMap<string, MutationDialect> = new Map([
  ["c", c],
  ["javascript", javascript],
]);
