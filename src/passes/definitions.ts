/** A name goes with everything that is about it: its definition, and its uses or what they are part of. */
import { standsOf } from "../languages/tables.ts";
import { disjoint } from "./edit-order.ts";
import { cutOf, MOST_NAMES, occurrences } from "./occurrences.ts";
import type { CoupledPass, Edit, Syntax } from "./pass.ts";
import { statementOf } from "./selection.ts";

export const definitions: CoupledPass = {
  kind: "coupled",
  name: "definitions",
  about: "deletes the definition of a name, and its uses with it",
  changes(syntax) {
    const places = occurrences(syntax);
    if (places.size > MOST_NAMES) return [];
    const stand = standsOf(syntax.language.name).find((text) => /^\d$/.test(text));
    return [...places.values()].flatMap((nodes) => [
      disjoint(nodes.map((node) => cutOf(syntax, node))),
      ...(stand === undefined || nodes.length < 2 ? [] : [replacing(syntax, nodes, stand)]),
    ]);
  },
};

/** The statement of the first occurrence goes, the others become something trivial, calls as a whole. */
const replacing = (syntax: Syntax, nodes: readonly number[], text: string): readonly Edit[] => {
  const { tree } = syntax;
  const [first = 0, ...uses] = nodes;
  const definition = cutOf(syntax, statementOf(syntax, first));
  const replaced = uses.map((use): Edit => {
    const call = callOf(syntax, use);
    return { start: tree.start[call] as number, end: tree.end[call] as number, text };
  });
  return disjoint([definition, ...replaced.filter(({ start }) => start >= definition.end)]);
};

/** The largest node that begins with the name and goes on with its arguments. */
const callOf = ({ tree }: Syntax, node: number): number => {
  let at = node;
  for (;;) {
    const parent = tree.parent[at] as number;
    if (
      parent <= 0 ||
      tree.start[parent] !== tree.start[node] ||
      tree.text.charAt((tree.end[parent] as number) - 1) !== ")"
    )
      return at;
    at = parent;
  }
};
