/** A small change of a program that a good suite notices. */
import { UserError } from "../../core/errors.ts";

export type MutationOperator =
  | "relational"
  | "arithmetic"
  | "logical"
  | "constant"
  | "deletion"
  | "negation"
  | "return";

export interface Mutant {
  /** Path, line, column, length, operator and, for most operators, replacement: the same for the same text, unlike any other. */
  readonly id: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly operator: MutationOperator;
  /** Where the function begins that it is in; -1 outside of functions. */
  readonly scope: number;
  /** What stands at the place now. */
  readonly original: string;
  /** Places in UTF-16 units. */
  readonly edit: { readonly start: number; readonly end: number; readonly text: string };
}

/** The program with the change. */
export const applyMutant = (text: string, { path, original, edit }: Mutant): string => {
  if (text.slice(edit.start, edit.end) !== original)
    throw new UserError("STALE_MUTANT", `${path} is not the text that its mutants were made for.`, {
      advice: "The source has changed in between: make the mutants again.",
    });
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
};
