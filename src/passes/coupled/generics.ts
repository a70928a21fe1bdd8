/** A type parameter goes with the arguments that are given for it; where it was used, a simple type stands. */
import { hasRole } from "../../languages/roles.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";
import { disjoint } from "../support/edit-order.ts";
import { namedThings, type NameUses } from "../support/named.ts";
import { statementOf } from "../support/selection.ts";
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

/** The lists in angle or square brackets that begin where a leaf ends. */
const listsAt = ({ tree }: Syntax, leaf: number): readonly number[] => {
  const next = leaf + 1;
  if (
    next >= tree.length ||
    tree.start[next] !== tree.end[leaf] ||
    !/[<[]/.test(tree.text.charAt(tree.start[next] as number))
  )
    return [];
  return tree.after[next] === next + 1 ? [] : [next];
};

/** Nothing where there is no such element. With its last element the list goes, and the word that introduces it. */
const withoutElement = ({ tree, language }: Syntax, list: number, place: number): Edit | undefined => {
  const elements = [...childrenOf(tree, list)].filter((child) =>
    /[\p{L}\p{N}_"']/u.test(tree.text.slice(tree.start[child], tree.end[child])),
  );
  const element = elements[place];
  if (element === undefined) return undefined;
  if (elements.length === 1) {
    const before = list - 1;
    const isIntroduced =
      tree.parent[before] === tree.parent[list] && language.kinds[tree.kind[before] as number] === "template";
    return { start: tree.start[isIntroduced ? before : list] as number, end: tree.end[list] as number, text: "" };
  }
  const next = elements[place + 1];
  const previous = elements[place - 1];
  if (next !== undefined) return { start: tree.start[element] as number, end: tree.start[next] as number, text: "" };
  return { start: tree.end[previous as number] as number, end: tree.end[element] as number, text: "" };
};
