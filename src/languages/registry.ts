/** The languages there are, and by which names they go. */
import type { ContentTest, LanguageDefinition } from "./definition.ts";
import * as known from "./known/index.ts";

/** Names of languages by what tells of them, in small letters. */
type Names = ReadonlyMap<string, string>;

/** An extension that a language has; alone, unless the content or the features of relatives decide. */
interface Claim {
  readonly language: string;
  readonly isContent?: ContentTest;
  readonly relatives?: readonly string[];
}

export interface Registry {
  readonly definitions: readonly LanguageDefinition[];
  /** Sorted. */
  readonly names: readonly string[];
  readonly extensions: ReadonlyMap<string, Claim>;
  readonly fileNames: Names;
  readonly interpreters: Names;
  readonly modes: Names;
  find(name: string): LanguageDefinition | undefined;
}

export const registryOf = (definitions: readonly LanguageDefinition[]): Registry => {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const namesBy = (list: (definition: LanguageDefinition) => string | undefined): Names =>
    new Map(definitions.flatMap((each) => wordsIn(list(each)).map((word) => [word, each.name] as const)));
  return {
    definitions,
    names: [...byName.keys()].toSorted(),
    extensions: new Map(definitions.flatMap(claimsOf)),
    fileNames: namesBy(({ fileNames }) => fileNames),
    interpreters: namesBy(({ interpreters }) => interpreters),
    modes: namesBy(({ modes }) => modes),
    find: (name) => byName.get(name),
  };
};

const wordsIn = (list: string | undefined): readonly string[] => list?.split(" ") ?? [];

const claimsOf = (definition: LanguageDefinition): readonly (readonly [extension: string, claim: Claim])[] => {
  const { name: language, extensions, doubtfulExtensions = {}, familyExtensions = {} } = definition;
  return [
    ...wordsIn(extensions).map((extension) => [extension, { language }] as const),
    ...Object.entries(doubtfulExtensions).map(
      ([extension, isContent]) => [extension, { language, isContent }] as const,
    ),
    ...Object.entries(familyExtensions).map(([extension, relatives]) => [extension, { language, relatives }] as const),
  ];
};

/** The languages that come with the package. */
export const languages: Registry = registryOf(Object.values(known));

export const packedLanguages: readonly string[] = languages.names;
