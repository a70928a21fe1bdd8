/** Edits as the engine wants them. */
import type { Edit } from "../../languages/pass.ts";

/** In document order, an outer one before those inside it. */
export const inOrder = (edits: readonly Edit[]): readonly Edit[] =>
  edits.toSorted((a, b) => a.start - b.start || b.end - a.end);

/** The edits in order, without those that overlap one before them: outer ones win. */
export const disjoint = (edits: readonly Edit[]): readonly Edit[] => {
  const kept: Edit[] = [];
  for (const edit of inOrder(edits)) if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
};
