/** Which changes the words of an unresolved run speak of: "mergeConfig is not defined" is about every change that has that name. */
import type { Change } from "../change.ts";

export interface Vocabulary {
  /** The changes that have a word of the text, for each of its words that tells something; the rarest word first. */
  spokenOf(text: string): readonly (readonly number[])[];
}

/** A word that more changes have does not tell which of them belong together. */
const MOST_MENTIONS = 40;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const SHORTEST = 3;
/** Longer texts are generated; their words tell nothing, and there would be many. */
const LONGEST_TEXT = 200_000;

/** The index is made when it is asked for the first time: most searches never are. */
export const vocabularyOf = (changes: readonly Change[]): Vocabulary => {
  let index: ReadonlyMap<string, readonly number[]> | undefined;
  return {
    spokenOf(text) {
      index ??= indexOf(changes);
      const known = index;
      const words = [...new Set(text.match(WORD))].filter((word) => word.length >= SHORTEST);
      return words
        .map((word) => known.get(word) ?? [])
        .filter((mentions) => mentions.length > 0 && mentions.length <= MOST_MENTIONS)
        .toSorted((a, b) => a.length - b.length);
    },
  };
};

const indexOf = (changes: readonly Change[]): ReadonlyMap<string, readonly number[]> => {
  const index = new Map<string, number[]>();
  changes.forEach((change, place) => {
    for (const word of wordsOf(change)) {
      const mentions = index.get(word);
      if (mentions === undefined) index.set(word, [place]);
      // One more than counts is enough to know that it does not.
      else if (mentions.length <= MOST_MENTIONS) mentions.push(place);
    }
  });
  return index;
};

/** A file that comes, goes or moves is called by its name, too: "cannot find module './m'". */
const wordsOf = ({ old = "", new: added = "", what, file = "", id }: Change): ReadonlySet<string> => {
  const name = what === undefined ? "" : file.slice(file.lastIndexOf("/") + 1);
  const own = old === "" && added === "" && file === "" ? id : "";
  const words = new Set<string>();
  for (const text of [old, added, name, own])
    if (text.length <= LONGEST_TEXT) for (const word of text.match(WORD) ?? []) words.add(word);
  return words;
};
