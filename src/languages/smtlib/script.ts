/** What a script means: its commands, the sorts of its terms, what its names stand for, and what is wrong with it. */
import type { Expressions } from "./reader.ts";
import type { MaybeSort } from "./sorts.ts";
import type { Signature } from "./theories.ts";

export type EntryKind =
  | "function"
  | "definition"
  | "sort"
  | "sort definition"
  | "constructor"
  | "selector"
  | "named"
  | "bound"
  | "let";

/** Something that has a name. */
export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
  /** The node of the name where it is introduced. */
  readonly place: number;
  /** The command, or the term, that introduces it. */
  readonly owner: number;
  readonly signature: Signature;
  /** The names at all other places, as nodes in document order. */
  readonly uses: number[];
  /** The term that a definition or a `let` stands for. */
  readonly body?: number;
  /** The parameters of a definition. */
  readonly parameters?: readonly Entry[];
}

/** What a term binds, and what was bound around it. */
export interface Scope {
  readonly entries: readonly Entry[];
  readonly around: Scope | undefined;
}

export interface Script {
  readonly source: Expressions;
  /** Nodes. */
  readonly commands: readonly number[];
  /** By node: 1 for terms. */
  readonly isTerm: Uint8Array;
  /** By node: 1 for sorts, those inside others included. */
  readonly isSort: Uint8Array;
  /** By node: the sort of a term. */
  readonly sorts: readonly MaybeSort[];
  /** By node: the innermost scope that a term stands in. */
  readonly scopes: readonly (Scope | undefined)[];
  /** By node: what a symbol stands for, unless it is of a theory. */
  readonly meanings: readonly (Entry | undefined)[];
  /** In document order. */
  readonly entries: readonly Entry[];
  /** Nodes that are not as they must be. */
  readonly errors: ReadonlySet<number>;
}
