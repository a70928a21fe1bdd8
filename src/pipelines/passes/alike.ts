/** Edits that are alike: where two of them have failed, a third is not worth a question before all others. */
import type { Edit, Syntax } from "../../languages/pass.ts";

/** So many failures of a form are enough. */
const ENOUGH = 2;
/** Longer texts are like no other. */
const MAX_LENGTH = 200;

/** How often each form of edit has failed in a row. */
export class Failures {
  readonly #counts: ReadonlyMap<string, number>;

  constructor(counts: ReadonlyMap<string, number> = new Map()) {
    this.#counts = counts;
  }

  /** Those that are worth a question now, in order, and those that wait. */
  sort(syntax: Syntax, edits: readonly Edit[]): { readonly asked: readonly Edit[]; readonly waiting: readonly Edit[] } {
    const counts = new Map(this.#counts);
    const asked: Edit[] = [];
    const waiting: Edit[] = [];
    for (const edit of edits) (count(counts, formOf(syntax, edit)) <= ENOUGH ? asked : waiting).push(edit);
    return { asked, waiting };
  }

  /** All of these were asked about, and only the last of them works: its form may do so again. */
  with(syntax: Syntax, edits: readonly Edit[]): Failures {
    const counts = new Map(this.#counts);
    for (const edit of edits) count(counts, formOf(syntax, edit));
    const last = edits.at(-1);
    if (last !== undefined) counts.delete(formOf(syntax, last) ?? "");
    return new Failures(counts);
  }
}

const count = (counts: Map<string, number>, form: string | undefined): number => {
  if (form === undefined) return 0;
  const number = (counts.get(form) ?? 0) + 1;
  counts.set(form, number);
  return number;
};

/** What stands there, and what is to stand there; nothing for what is too long to have its like. */
const formOf = ({ tree, language }: Syntax, { start, end, text }: Edit): string | undefined =>
  end - start > MAX_LENGTH ? undefined : `${likeOf(language, tree.text.slice(start, end))}\n${likeOf(language, text)}`;

const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*/gu;

/** Names and numbers are alike. */
const likeOf = ({ form }: Syntax["language"], text: string): string =>
  form?.(text) ?? text.replace(WORDS, (word) => (/^\p{N}/u.test(word) ? "0" : "a"));
