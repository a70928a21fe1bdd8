/** Which changes the words of an unresolved run speak of: "mergeConfig is not defined" is about every change that has that name. */
import type { Change } from "../change.ts";

export interface NameIndex {
  /** The changes that have a word of the text, in order, for each of its words that tells something: names first, then the rarest. */
  spokenOf(text: string): readonly (readonly number[])[];
}

/** What error messages are made of, in any language: names are what is left. */
const COMMON: ReadonlySet<string> = new Set(
  `abort aborted and any argument arguments attribute available bad before but cannot cant class code command const could declaration declared
  def defined definition did directory does end error errors exception exist exists exit exits expected expression fail failed fails failure false fatal file
  files first for from func function has have identifier implicit import include instance int invalid known line load main member method missing
  module must name named native need new none not null number object operator out package parse property properties read reference
  require required resolve return say says self set stack string such symbol syntax test than that the then this time token true type uncaught undeclared
  undefined unexpected unhandled unknown unresolved use used using value variable void warning was were with without yet`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** A word of any kind that more changes have does not tell which of them belong together. */
const MAX_MENTIONS = 40;
/** A name may be in more: a helper that was renamed is used everywhere. */
const MAX_OF_ALL = 0.3;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const SHORTEST = 3;
/** Longer texts are generated; their words tell nothing, and there would be many. */
const LONGEST_TEXT = 200_000;

/** The index is made when it is asked for the first time: most searches never are. */
export const vocabularyOf = (changes: readonly Change[]): NameIndex => {
  let index: ReadonlyMap<string, readonly number[]> | undefined;
  return {
    spokenOf(text) {
      index ??= indexOf(changes);
      const known = index;
      const most = Math.max(MAX_MENTIONS, changes.length * MAX_OF_ALL);
      const words = [...new Set(text.match(WORD))].filter(
        (word) => word.length >= SHORTEST && !COMMON.has(word.toLowerCase()),
      );
      return words
        .map((word) => ({ plain: isPlain(word, text) ? 1 : 0, mentions: known.get(word) ?? [] }))
        .filter(({ plain, mentions }) => mentions.length > 0 && mentions.length <= (plain === 1 ? MAX_MENTIONS : most))
        .toSorted((a, b) => a.plain - b.plain || a.mentions.length - b.mentions.length)
        .map(({ mentions }) => mentions);
    },
  };
};

/** Neither quoted nor written as only names are: it may be a word of the message. */
const isPlain = (word: string, text: string): boolean =>
  !/[_$\d]|\p{Ll}\p{Lu}/u.test(word) &&
  !new RegExp(`["'\`‘“./]${word.replaceAll("$", String.raw`\$`)}`, "u").test(text);

const indexOf = (changes: readonly Change[]): ReadonlyMap<string, readonly number[]> => {
  const index = new Map<string, number[]>();
  changes.forEach((change, place) => {
    for (const word of wordsOf(change)) {
      const mentions = index.get(word);
      if (mentions === undefined) index.set(word, [place]);
      else mentions.push(place);
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
