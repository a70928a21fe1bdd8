/** A type parameter goes with the arguments that are given for it; where it was used, a simple type stands. */
import { hasRole } from "../../languages/roles.ts";
import { disjoint } from "../support/edit-order.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import type { CoupledPass, Edit, Syntax } from "../pass.ts";
import { statementOf } from "../support/selection.ts";
import { listsAt, withoutElement } from "../support/list-elements.ts";
import { childrenOf } from "../support/structure.ts";
import { simpleTypes } from "../support/type-nodes.ts";

export const generics: CoupledPass = {
  kind: "coupled",
  name: "generics",
  about: "deletes a type parameter with its arguments and puts a simple type where it was used",
  changes(syntax) {
    const { tree, language } = syntax;
    const things = namedThings(syntax);
    const changes: (readonly Edit[])[] = [];
    for (let node = 1; node < tree.length && things.length > 0; node++) {
      if (!hasRole(language, "generic parameters", tree.kind[node])) continue;
      const owner = ownerOf(syntax, node, things);
      for (const [place, parameter] of parametersIn(syntax, node).entries())
        changes.push(...without(syntax, { list: node, place, parameter, owner, things }));
    }
    return changes;
  },
};

interface Parameter {
  readonly list: number;
  readonly place: number;
  readonly parameter: number;
  readonly owner: NameUses | undefined;
  readonly things: readonly NameUses[];
}

const without = (
  syntax: Syntax,
  { list, place, parameter, owner, things }: Parameter,
): readonly (readonly Edit[])[] => {
  const { tree } = syntax;
  const isIn = (leaf: number): boolean => leaf >= parameter && leaf < (tree.after[parameter] as number);
  const own = things.find(({ definition, uses }) => isIn(definition) || uses.some(isIn));
  const statement = statementOf(syntax, list);
  const uses = [own?.definition ?? 0, ...(own?.uses ?? [])].filter(
    (use) => use > 0 && !isIn(use) && use > statement && use < (tree.after[statement] as number),
  );
  const given = (owner?.uses ?? [])
    .flatMap((use) => listsAt(syntax, use))
    .map((node) => withoutElement(syntax, node, place));
  const stands = uses.length === 0 ? [""] : simpleTypes(syntax);
  return stands.map((text) =>
    disjoint(
      [
        withoutElement(syntax, list, place),
        ...given.filter((edit) => edit !== undefined),
        ...uses.map((use): Edit => ({ start: tree.start[use] as number, end: tree.end[use] as number, text })),
      ].filter((edit) => edit !== undefined),
    ),
  );
};

/** The parameters, without commas and brackets. */
const parametersIn = ({ tree }: Syntax, list: number): readonly number[] =>
  [...childrenOf(tree, list)].filter((child) => /[\p{L}_]/u.test(tree.text.slice(tree.start[child], tree.end[child])));

/** The first thing that is defined behind or right before the list in the same statement. */
const ownerOf = (syntax: Syntax, list: number, things: readonly NameUses[]): NameUses | undefined => {
  const { tree } = syntax;
  const before = things.find(({ definition, uses }) =>
    [definition, ...uses].some((leaf) => tree.end[leaf] === tree.start[list]),
  );
  if (before !== undefined) return before;
  const statement = statementOf(syntax, list);
  return things
    .filter(
      ({ definition }) => definition >= (tree.after[list] as number) && definition < (tree.after[statement] as number),
    )
    .toSorted((a, b) => a.definition - b.definition)[0];
};
