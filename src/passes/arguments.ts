/** The same argument of all lists behind the same name: a parameter with what is passed for it, in calls and declarations. */
import { drop, whole } from "../core/configuration.ts";
import { printUnits, type Units } from "../formats/units.ts";
import { isName } from "../languages/tables.ts";
import { disjoint } from "./edit-order.ts";
import { entryOf } from "./grouping.ts";
import type { CoupledPass, Edit, Syntax } from "./pass.ts";
import { structureOf, unitsOf, type NodeList } from "./structure.ts";

/** Longer lists are not taken apart. */
const MOST = 16;

export const argumentsEverywhere: CoupledPass = {
  kind: "coupled",
  name: "arguments",
  about: "deletes the same argument of all lists behind the same name",
  changes(syntax) {
    const changes: (readonly Edit[])[] = [];
    for (const lists of listsByName(syntax).values()) {
      const longest = lists.reduce((most, { nodes }) => Math.min(MOST, Math.max(most, nodes.length)), 0);
      for (let place = longest - 1; place >= 0 && lists.length > 1; place--)
        changes.push(
          disjoint(lists.filter(({ nodes }) => nodes.length > place).map((list) => without(syntax, list, place))),
        );
    }
    return changes;
  },
};

/** Lists with commas, by the name that stands right before them. */
const listsByName = (syntax: Syntax): ReadonlyMap<string, readonly NodeList[]> => {
  const { tree } = syntax;
  const found = new Map<string, NodeList[]>();
  for (const list of structureOf(syntax).lists) {
    const name = list.shape.separator === "," ? nameBefore(syntax, list.parent) : undefined;
    if (name === undefined || (tree.after[list.parent] as number) - list.parent > 4 * MOST ** 2) continue;
    entryOf(found, name).push(list);
  }
  return found;
};

/** The name whose last character is right before a node. */
const nameBefore = ({ tree, language }: Syntax, node: number): string | undefined => {
  const start = tree.start[node] as number;
  for (let before = node - 1; before > 0 && (tree.end[before] as number) <= start; before--)
    if (tree.end[before] === start && tree.after[before] === before + 1)
      return isName(language.kinds[tree.kind[before] as number] ?? "")
        ? tree.text.slice(tree.start[before], start)
        : undefined;
  return undefined;
};

/** What is left of the list's node without one element. */
const without = (syntax: Syntax, { parent, nodes }: NodeList, place: number): Edit => {
  const start = syntax.tree.start[parent] as number;
  const end = syntax.tree.end[parent] as number;
  const kept = drop(whole([...nodes.keys()]), [{ from: place, to: place + 1 }]);
  return { start, end, text: printUnits(within(unitsOf(syntax, nodes), start, end), kept).join("") };
};

/** The same units in a part of the text. */
const within = (units: Units, start: number, end: number): Units => ({
  ...units,
  text: units.text.slice(start, end),
  start: units.start.map((place) => place - start),
  end: units.end.map((place) => place - start),
  lists: units.lists.map((list) => (list.trail === undefined ? list : { ...list, trail: list.trail - start })),
});
