/** A term of one assertion in the place of a leaf of another one: of two assertions, one is left. */
import type { CoupledPass } from "../../pass.ts";
import { headOf, LIST, textAt } from "../reader.ts";
import type { Script } from "../script.ts";
import { overScript, removed, replaced, type Change } from "./edits.ts";

/** Of more assertions, too many pairs could be made. */
const MAX_ASSERTIONS = 6;
/** So many terms of an assertion, the largest first, and so many leaves of another. */
const MAX_TERMS = 4;
const MAX_LEAVES = 6;

const termsIn = ({ source, isTerm }: Script, assertion: number): readonly number[] =>
  Array.from({ length: (source.after[assertion] as number) - assertion }, (_, i) => assertion + i).filter(
    (node) => isTerm[node] === 1,
  );

/** Has it no variables that something around it binds? */
const isClosed = ({ source, meanings }: Script, term: number): boolean => {
  const end = source.after[term] as number;
  return meanings
    .slice(term, end)
    .every((entry) => !/^(?:bound|let)$/.test(entry?.kind ?? "") || (entry as { place: number }).place >= term);
};

export const moved: CoupledPass = {
  kind: "coupled",
  name: "moved terms",
  about: "puts a term of an assertion into another one, in the place of a leaf of its sort",
  changes: overScript((script) => {
    const { source, sorts } = script;
    const all = script.commands.filter((command) => headOf(source, command) === "assert");
    if (all.length > MAX_ASSERTIONS) return [];
    return all.flatMap((from) => {
      const terms = termsIn(script, from)
        .filter((term) => source.kind[term] === LIST && sorts[term] !== undefined && isClosed(script, term))
        .slice(0, MAX_TERMS);
      return all
        .filter((to) => to !== from)
        .flatMap((to) => {
          const leaves = termsIn(script, to).filter((term) => source.kind[term] !== LIST);
          return terms.flatMap((term): readonly Change[] =>
            leaves
              .filter((leaf) => sorts[leaf]?.text === sorts[term]?.text)
              .slice(0, MAX_LEAVES)
              .map((leaf) => [removed(script, from), replaced(script, leaf, textAt(source, term))]),
          );
        });
    });
  }),
};
