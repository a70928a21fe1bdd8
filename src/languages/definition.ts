/** Everything about one language, as the files of `known` have it. Lists of names are words in small letters, separated by spaces. */
import type { Language } from "./syntax.ts";
import type { LanguageTraits } from "./traits.ts";

/** A sign of a language and its weight. Each counts once; lines of prose and logs must match nothing that weighs much. */
export type Feature = readonly [weight: number, pattern: RegExp];

/** `cut`: the text is only the beginning of a longer one. */
export type ContentTest = (text: string, cut: boolean) => boolean;

/** How comments look. */
export type CommentStyle = "slashes" | "block" | "hash" | "dashes" | "markup" | "percent" | "semicolon";

/** Where the grammar comes from, for `scripts/pack-grammars.mjs`. */
export interface GrammarSource {
  /** The package of npm that has it. */
  readonly package: string;
  readonly version: string;
  /** What the parser is called in the package, if not like the language. */
  readonly wasm?: string;
  /** The folder of grammar.json, if not `src`. */
  readonly grammar?: string;
  /** The queries that make the one of the language, if not its own alone, in the order of its package; "a/b" is the query b of the language a. */
  readonly highlights?: readonly string[];
}

/** A parser of pare's own in the place of a grammar, loaded when a text is to be parsed: what of a language its definition does not say. */
type OwnParser = () => Promise<Omit<Language, "name" | "traits">>;

/** A binary form of a language's texts, which programs of others read and write: pare reduces the text. */
export interface BinaryForm {
  /** For people: "LLVM bitcode". */
  readonly called: string;
  /** What its files begin with: one of these. */
  readonly signatures: readonly (readonly number[])[];
  /** Programs from standard input to standard output; where versions are installed side by side, "-" and a number follow the name. */
  readonly disassembler: string;
  readonly assembler: string;
  /** For both programs. */
  readonly words: readonly string[];
}

export interface LanguageDefinition {
  /** As users write it; its files in `grammars`, if it has a grammar, are called the same. */
  readonly name: string;
  /** The language that is part of this one: what speaks for that one speaks for this one, too. */
  readonly extends?: string;
  readonly extensions?: string;
  /** Extensions that others have, too: the language's if the content is. */
  readonly doubtfulExtensions?: Readonly<Record<string, ContentTest>>;
  /** Extensions shared with these relatives: the one with most features has the file, this one if none has enough. */
  readonly familyExtensions?: Readonly<Record<string, readonly string[]>>;
  /** Whole names of files. */
  readonly fileNames?: string;
  readonly fileNamePattern?: RegExp;
  /** Programs behind `#!`, without their version. */
  readonly interpreters?: string;
  /** As vim and Emacs call the language. */
  readonly modes?: string;
  readonly features?: readonly Feature[];
  /** For languages of data, which have hardly any words of their own: most of the text must look like it. */
  readonly isContent?: ContentTest;
  readonly grammar: GrammarSource | OwnParser;
  readonly binary?: BinaryForm;
  /** The smallest whole program, or document, that does nothing; a comment unless given. */
  readonly neutral?: string;
  /** "slashes" unless given. */
  readonly comments?: CommentStyle;
  readonly traits?: LanguageTraits;
}
