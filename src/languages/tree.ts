/** A parsed text as plain data: nodes in document order, one column for each thing known of them. Nothing of the parser is held. */
import type { LanguageTraits } from "./traits.ts";

/** Bits of `flags`. */
export const NAMED = 1;
/** The parser gave up here: the node holds what it could not understand. */
export const ERROR = 2;
/** The parser has invented the node, which is empty. */
export const MISSING = 4;
/** May stand anywhere: a comment, say. */
export const EXTRA = 8;

export interface SyntaxTree {
  /** Places are counted in UTF-16 units of it. */
  readonly text: string;
  /** How many nodes there are; node 0 is the root and spans the whole text. */
  readonly length: number;
  /** By node: index into the language's `kinds`. */
  readonly kind: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** By node: the node after its subtree; the subtree of node i is the nodes from i up to `after[i]`. */
  readonly after: Int32Array;
  /** By node: its parent; -1 for the root. */
  readonly parent: Int32Array;
  /** By node: index into the language's `fields`, 0 for none. */
  readonly field: Uint16Array;
  readonly flags: Uint8Array;
  /** How many nodes are ERROR or MISSING. */
  readonly errors: number;
  /** How many of the errors tear the text (brackets, quotes), where the others are about what it means; all of them unless given. */
  readonly torn?: number;
  /** How many nodes have nothing in them where the language wants something, though the grammar does not; or name what is not there. */
  readonly hollow?: number;
}

/** A list in the children of a node, as the grammar has it. */
export interface ListShape {
  /** Kinds (and texts of anonymous tokens) of its elements. */
  readonly items: ReadonlySet<string>;
  /** What stands between elements, if anything must: "," for arguments, nothing for statements. */
  readonly separator?: string;
  /** How many elements the grammar asks for at least. */
  readonly least: 0 | 1;
}

/** What the grammar says of the children of nodes of one kind. */
export interface KindShape {
  readonly lists: readonly ListShape[];
  /** Kinds (and texts of anonymous tokens) of children that may be missing. */
  readonly optional: ReadonlySet<string>;
}

/** A way to parse, and what is known of the nodes that come of it. */
export interface TreeReader {
  readonly name: string;
  readonly kinds: readonly string[];
  /** The first is "" and stands for none. */
  readonly fields: readonly string[];
  /** By kind; missing for leaves, and for all in a language without a grammar. */
  readonly shapes: ReadonlyMap<string, KindShape>;
  /** What the grammar does not say. */
  readonly traits: LanguageTraits;
  /** The whole text. `earlier`: the last tree of a similar text, from which the parser may take what has not changed. */
  parse(text: string, earlier?: SyntaxTree): SyntaxTree;
  /** The same step by step, each of them short, so that others can have their turn between them; missing where no text takes long. */
  parseInSteps?(text: string): Generator<void, SyntaxTree, void>;
  /** Have two or three such tokens stood one behind the other in that text? */
  readonly follow?: (tokens: readonly string[]) => boolean;
  /** A part of a text, the same for parts that differ in names, numbers and strings alone. */
  readonly form?: (part: string) => string;
  /**
   * Are there no errors in the text, and strictly: no more hollow nodes than in the earlier one? The same as by `parse`, where that is
   * found out with less work.
   */
  isWhole?(text: string, earlier?: SyntaxTree, strict?: boolean): boolean;
  /** The same, step by step: others may parse between the steps. */
  isWholeInSteps?(text: string, earlier?: SyntaxTree, strict?: boolean): Generator<void, boolean, void>;
  /** Has a candidate no more names without a meaning than the text it comes from? Neither has more errors than the other. */
  keepsMeaning?(candidate: SyntaxTree, source: SyntaxTree): boolean;
}
