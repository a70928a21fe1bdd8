/** What passes have to know of a language that its grammar does not say. */

/** What a node is for. */
export type Role =
  | "attribute"
  | "builtin type"
  | "comment"
  | "container"
  | "generic parameters"
  | "inside"
  | "name"
  | "number"
  | "return"
  | "string"
  | "use";

/** What may stand for an expression, a block, a statement. */
const USUAL_STANDS: readonly string[] = ["a", "0", "{}"];

export const standsOf = ({ stands = USUAL_STANDS }: LanguageTraits): readonly string[] => stands;

/** All of it may be left out: then nothing is special. */
export interface LanguageTraits {
  /** What the text may lose: everything between tokens that keeps them apart (free), or only what lines, blocks in brackets or indentation do not need. */
  readonly layout?: "free" | "brackets" | "lines" | "indented";
  /** Kinds whose nodes the grammar takes without anything in them, but the language does not. */
  readonly filled?: readonly string[];
  /** By kind of the list's node: what stands for an element where there must be one. */
  readonly fillers?: Readonly<Record<string, string>>;
  /** What may stand for an expression, a block, a statement; the usual ones unless given. */
  readonly stands?: readonly string[];
  /** What may stand for any type, the most wanted first; none where types need no names. */
  readonly types?: readonly string[];
  /** What ends a statement that is an expression. */
  readonly statementEnd?: ";";
  /** By kind of what has a body: what may stand for the body. */
  readonly bodies?: Readonly<Record<string, string>>;
  /** In what a file names another one: a statement unless given, an element of a list, or the word alone. */
  readonly refersBy?: "statements" | "elements" | "words";
  /** Kinds of nodes by what they are for, besides those whose names say so (`roles.ts`). */
  readonly kinds?: Readonly<Partial<Record<Role, readonly string[]>>>;
  /** There are C's directives: `#if`, `#pragma`. */
  readonly directives?: boolean;
  /** What compilers define by themselves, the macros that conditions ask for most; given where `#define` makes macros. */
  readonly macros?: Readonly<Record<string, string>>;
  /** There are functions in the style of Kernighan and Ritchie: `int f(a) int a; {}`. */
  readonly oldFunctions?: boolean;
  /** Elements nest by tags. */
  readonly tags?: boolean;
  /** Nothing is known but brackets, quotes and indentation. */
  readonly grammarless?: boolean;
}
