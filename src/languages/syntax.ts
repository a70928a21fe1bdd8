/** A language: how its texts are read, and what can be done to them alone. */
import type { Pass } from "./pass.ts";
import type { TreeReader } from "./tree.ts";

export { ERROR, EXTRA, MISSING, NAMED } from "./tree.ts";
export type { KindShape, ListShape, SyntaxTree } from "./tree.ts";

/** Passes for one language alone, by when they have their turn. */
interface OwnPasses {
  /** Before everything but comments. */
  readonly first?: readonly Pass[];
  /** After large parts, in each of their rounds. */
  readonly coarse?: readonly Pass[];
  /** Before the other fine passes, in each of their rounds. */
  readonly fine?: readonly Pass[];
  /** When no other pass finds anything more. */
  readonly last?: readonly Pass[];
  /** Names of passes for all languages that own ones stand for: they have their turn in the proof alone. */
  readonly late?: readonly string[];
  /** Names of passes for all languages that have nothing to do in this one. */
  readonly without?: readonly string[];
}

export interface Language extends TreeReader {
  /** The language as one text writes it, for all that is left of that text; only where there is no grammar to say it. */
  readonly fitted?: (text: string) => Language;
  readonly passes?: OwnPasses;
  /** Every candidate goes through it: what a cut has left behind is made whole again (numbers that count, uses of what is gone). What needs no repair stays the same. */
  repair?(text: string): string;
}
