/** Parts of a text made shorter from within. */
import { numbered } from "../../core/candidates.ts";
import { elements, slice, whole, type Configuration } from "../../core/configuration.ts";
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, first, later, over } from "../../core/words.ts";
import type { ShorteningPass } from "../../passes/pass.ts";
import type { ListSearch } from "./list-search.ts";
import { seeing, type PassContext, type PassView } from "./seeing.ts";

export const shortening =
  (pass: ShorteningPass, context: PassContext, list: ListSearch): Strategy<TestCase> =>
  (source) =>
    seeing(source, context, ({ syntax, render }) => {
      const parts = pass.parts(syntax);
      return shorteningFrom({ write: render, text: syntax.tree.text, parts, left: parts.length, list }, source);
    });

interface Shortening {
  readonly write: PassView["render"];
  readonly text: string;
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  /** How many of them were not tried yet. */
  readonly left: number;
  readonly list: ListSearch;
}

/** Part after part, the last first, so that the places of the others hold. A part that loses neither half is left as it is. */
const shorteningFrom = (work: Shortening, current: TestCase): Search<TestCase, TestCase> => {
  const { write, text, parts, left, list } = work;
  const part = parts[left - 1];
  if (part === undefined) return done(current);
  const { start, end } = part;
  const letters = whole(Array.from(text.slice(start, end)));
  const rendered = (kept: Configuration<string>): string =>
    text.slice(0, start) + elements(kept).join("") + text.slice(end);
  const render = (kept: Configuration<string>): TestCase => write(rendered(kept));
  const next = (kept: Configuration<string>): Search<TestCase, TestCase> =>
    kept.length === letters.length
      ? shorteningFrom({ ...work, left: left - 1 }, current)
      : shorteningFrom({ ...work, left: left - 1, text: rendered(kept) }, render(kept));
  const half = letters.length >> 1;
  const halves = [slice(letters, 0, half), slice(letters, letters.length - half, letters.length)];
  const candidates = numbered(halves.length, (index) => render(halves[index] as Configuration<string>));
  return first(candidates, { phase: "half", removes: half }, (hit) =>
    hit === undefined
      ? isWorthMore(elements(letters))
        ? later(() => chain(over(list(letters), render), next))
        : next(letters)
      : later(() => chain(over(list(halves[hit.index] as Configuration<string>), render), next)),
  );
};

/** A short part that is no word may lose single characters where its halves cannot go. */
const SHORT = 8;
const isWorthMore = (letters: readonly string[]): boolean =>
  letters.length > 2 && letters.length <= SHORT && !/^\p{L}+$/u.test(letters.join(""));
