/** Text of a language in which there is nothing: a whole program that does nothing, and words that mean nothing. */
import type { CommentStyle } from "../../languages/definition.ts";
import { languages } from "../../languages/registry.ts";

export interface Neutral {
  readonly text: string;
  /** The same words, where they do nothing: in a comment, or in a string where there are no comments. */
  inert(words: string): string;
}

const COMMENTS: Readonly<Record<CommentStyle, (words: string) => string>> = {
  slashes: (words) => `// ${words}`,
  block: (words) => `/* ${words} */`,
  hash: (words) => `# ${words}`,
  dashes: (words) => `-- ${words}`,
  markup: (words) => `<!-- ${words} -->`,
  percent: (words) => `% ${words}`,
  semicolon: (words) => `; ${words}`,
};

/** `undefined` for a language that is not known. */
export const neutralOf = (language: string): Neutral | undefined => {
  const definition = languages.find(language);
  if (definition === undefined) return undefined;
  const { name, neutral, comments = "slashes" } = definition;
  const inert = name === "json" ? (words: string) => JSON.stringify(words) : COMMENTS[comments];
  return { text: neutral ?? inert(""), inert };
};
