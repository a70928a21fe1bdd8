/** A definition goes, and a part of it stands where the name was used: an alias, a constant, a variable that is used once. */
import { NAMED } from "../languages/syntax.ts";
import { disjoint } from "./edit-order.ts";
import { cutOf, MOST_NAMES, occurrences } from "./occurrences.ts";
import type { CoupledPass, Edit, Syntax } from "./pass.ts";
import { statementOf } from "./selection.ts";

/** How many parts of a definition are tried in place of the name. */
const MOST_PARTS = 4;

export const inline: CoupledPass = {
  kind: "coupled",
  name: "inline",
  about: "deletes a definition and puts a part of it where the name was used",
  changes(syntax) {
    const places = occurrences(syntax);
    if (places.size > MOST_NAMES) return [];
    return [...places.values()].flatMap((nodes) => inlined(syntax, nodes));
  },
};

/** What is shorter than before. */
const inlined = (syntax: Syntax, nodes: readonly number[]): readonly (readonly Edit[])[] => {
  const { tree } = syntax;
  const [first = 0, ...uses] = nodes;
  const statement = statementOf(syntax, first);
  const definition = cutOf(syntax, statement);
  const areBehind = uses.every((use) => (tree.start[use] as number) >= definition.end);
  if (statement <= 0 || !areBehind || uses.length === 0) return [];
  const name = tree.text.slice(tree.start[first], tree.end[first]);
  return partsOf(syntax, statement)
    .filter((part) => part !== name && (part.length - name.length) * uses.length < definition.end - definition.start)
    .slice(0, MOST_PARTS)
    .map((text) =>
      disjoint([
        definition,
        ...uses.map((use): Edit => ({ start: tree.start[use] as number, end: tree.end[use] as number, text })),
      ]),
    );
};

/** The texts of what is named in a node, the shortest first. */
const partsOf = ({ tree }: Syntax, statement: number): readonly string[] => {
  const texts = new Set<string>();
  for (let node = statement + 1; node < (tree.after[statement] as number); node++)
    if (((tree.flags[node] as number) & NAMED) !== 0) texts.add(tree.text.slice(tree.start[node], tree.end[node]));
  return [...texts].filter((text) => text !== "").toSorted((a, b) => a.length - b.length);
};
