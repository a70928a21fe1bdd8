/** Whether a text is in a language at all: what its parser makes of it decides. */
import { Unparsable } from "../core/errors.ts";
import { parseInTurns } from "./parse-in-turns.ts";
import { ERROR, type Language, type SyntaxTree } from "./syntax.ts";

/** A text of which a larger share is not understood has more structure in its brackets and its indentation. */
const MAX_ERROR_SHARE = 0.5;

/** The language if the text is in it, else `otherwise`. */
export const chooseLanguage = async (language: Language, text: string, otherwise: Language): Promise<Language> =>
  language === otherwise || (await understands(language, text)) ? language : otherwise;

const understands = async (language: Language, text: string): Promise<boolean> => {
  try {
    return errorShare(await parseInTurns(language, text)) <= MAX_ERROR_SHARE;
  } catch (error) {
    if (error instanceof Unparsable) return false;
    throw error;
  }
};

/** The share of the text that lies in errors, without what is well understood inside of them. */
const errorShare = ({ text, length, start, end, after, parent, flags }: SyntaxTree): number => {
  const isError = (node: number): boolean => node >= 0 && ((flags[node] as number) & ERROR) !== 0;
  const size = (node: number): number => (end[node] as number) - (start[node] as number);
  let characters = 0;
  for (let node = 0; node < length; node++) {
    if (isError(node) && !isError(parent[node] as number)) characters += size(node);
    // A part of more than a token.
    if (!isError(node) && isError(parent[node] as number) && (after[node] as number) > node + 1)
      characters -= size(node);
  }
  return text.length === 0 ? 0 : characters / text.length;
};
