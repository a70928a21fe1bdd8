/** Two versions of a text as statements, and the good one with the names of the bad one. */
import { attempt } from "../../../core/maybe.ts";
import type { Splice } from "../rewriting/aligned.ts";
import { languageOf } from "../sources.ts";
import type { Pieces } from "../pieces.ts";
import { renaming } from "./names.ts";
import { statementsOf, type StatementText } from "./statements.ts";

export interface Declared {
  readonly good: StatementText;
  readonly bad: StatementText;
  /** In order. */
  readonly renaming: readonly Splice[];
}

/** Nothing where there is no grammar, or a version does not parse. */
export const declaredIn = async (path: string, { good, bad }: Pieces): Promise<Declared | undefined> => {
  try {
    const language = await languageOf(path, good.bytes.toString("latin1"));
    if (language === undefined) return undefined;
    const own = attempt(() => statementsOf(language, good));
    const other = own && attempt(() => statementsOf(language, bad));
    if (own === undefined || other === undefined) return undefined;
    return { good: own, bad: other, renaming: renaming(own, other) };
  } catch {
    return undefined; // the grammar could not be loaded
  }
};
