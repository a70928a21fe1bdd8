/** Texts that are hardly more than one long word, as some fuzzers write them: it names nothing, so its characters have a turn. */
import { Unrenderable } from "../core/errors.ts";
import { through } from "../core/format.ts";
import type { Strategy } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled } from "../core/words.ts";
import { characters } from "../formats/characters.ts";
import type { FileFormat } from "../formats/pieces.ts";
import { sourceText } from "../formats/source-text.ts";
import { hasRole } from "../languages/roles.ts";
import { tokensOf } from "../passes/support/leaves.ts";
import type { ListStrategy } from "../strategies/support/registry.ts";
import { excepting, validity, type PassContext } from "./passes/seeing.ts";
import { isSame } from "./rounds.ts";

/** A word that is a larger share of a text is no name in it. */
const MAX_NAME = 0.5;

/** The strategy, and where the text is one word, its characters too, until neither finds anything. */
export const withCharacters =
  (strategy: Strategy<TestCase>, context: PassContext, list: ListStrategy): Strategy<TestCase> =>
  (source) => {
    if (!isOneWord(source, context)) return strategy(source);
    const byCharacters = through(validCharacters(source, context), list);
    const settled: Strategy<TestCase> = (each) =>
      chain(strategy(each), (small, known) =>
        chain(labelled(characters.unit, byCharacters(small)), (result, claims) =>
          isSame(small, result) ? done(result, [...excepting(context, result, claims), ...known]) : settled(result),
        ),
      );
    return settled(source);
  };

const isOneWord = (source: TestCase, { language }: PassContext): boolean => {
  if (language.traits.grammarless !== true) return false;
  const { text } = sourceText(source);
  // No word has a space in it: most texts need not be parsed to know that.
  if (!text.split(/\s+/).some((run) => run.length > MAX_NAME * text.length)) return false;
  const tree = language.parse(text);
  const isQuoted = (node: number): boolean =>
    (["string", "comment"] as const).some((role) => hasRole(language, role, tree.kind[node]));
  return tokensOf(tree).some(({ start, end, node }) => end - start > MAX_NAME * text.length && !isQuoted(node));
};

/** Characters, but none whose loss tears a text that has to stay whole. */
const validCharacters = (source: TestCase, context: PassContext): FileFormat => {
  const isValid = validity(source, context);
  return {
    ...characters,
    parse(each) {
      const parsed = characters.parse(each);
      const render: typeof parsed.render = (kept) => {
        const candidate = parsed.render(kept);
        if (!isValid(candidate)) throw new Unrenderable("it does not parse");
        return candidate;
      };
      return { ...parsed, render };
    },
  };
};
