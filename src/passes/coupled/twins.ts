/** Equal tokens that can only go together: a qualifier of a declaration and its definition, the operators of two parts. */
import { BRACKETS, CLOSING } from "../support/bracket-pairs.ts";
import { addTo } from "../support/grouping.ts";
import { tokensOf } from "../support/leaves.ts";
import type { CoupledPass, Edit } from "../../languages/pass.ts";

/** Other passes must make a text with more tokens smaller first. */
const MAX_TOKENS = 400;
/** With more occurrences, pairs are too many. */
const MAX_OCCURRENCES = 5;

export const twins: CoupledPass = {
  kind: "coupled",
  name: "twins",
  about: "deletes equal tokens together: all of them, then any two",
  changes({ tree, language }) {
    const tokens = tokensOf(tree);
    if (tokens.length > MAX_TOKENS) return [];
    const places = new Map<string, Edit[]>();
    for (const { start, end } of tokens) {
      const text = tree.text.slice(start, end);
      if (BRACKETS[text] === undefined && !CLOSING.has(text)) addTo(places, text, { start, end, text: "" });
    }
    return [...places.values()]
      .filter(({ length }) => length > 1)
      .flatMap(together(language.traits.grammarless === true));
  },
};

/** Without a grammar most tokens are names and words of the language, and only neighbours among equal ones are worth a question. */
const together =
  (isPlain: boolean) =>
  (edits: readonly Edit[]): readonly (readonly Edit[])[] => [
    ...(edits.length > 2 ? [edits] : []),
    ...(edits.length > MAX_OCCURRENCES
      ? []
      : edits.flatMap((first, index) =>
          edits.slice(index + 1, isPlain ? index + 2 : edits.length).map((second) => [first, second]),
        )),
  ];
